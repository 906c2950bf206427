#include "polhode/hdf5/dimension_scale.hpp"

namespace polhode {

namespace {

// A text of fixed length, as the specification wants these.
bool put_text(hid_t owner, const char* name, const std::string& text) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, text.size() + 1);
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = attribute >= 0 && H5Awrite(attribute, type, text.c_str()) >= 0;
    if (attribute >= 0) H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

std::string path_of(hid_t set) {
    char name[128] = {};
    return H5Iget_name(set, name, sizeof name) > 0 ? name : "";
}

// DIMENSION_LIST: for each dimension a list of references to its scales.
bool put_list(hid_t set, hid_t scale) {
    hobj_ref_t reference{};
    if (H5Rcreate(&reference, scale, path_of(scale).c_str(), H5R_OBJECT, -1) < 0) return false;
    const hid_t in_set = H5Dget_space(set);
    const int rank = H5Sget_simple_extent_ndims(in_set);
    H5Sclose(in_set);
    if (rank < 1 || rank > 2) return false;
    hvl_t lists[2] = {{1, &reference}, {0, nullptr}};
    const hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ);
    const auto count = static_cast<hsize_t>(rank);
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    const hid_t attribute = H5Acreate2(set, "DIMENSION_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = attribute >= 0 && H5Awrite(attribute, type, lists) >= 0;
    if (attribute >= 0) H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

struct BackReference {
    hobj_ref_t set;
    unsigned dimension;
};

// REFERENCE_LIST: who uses the scale, and for which dimension.
bool put_back_references(hid_t scale, const std::vector<hid_t>& sets) {
    std::vector<BackReference> all;
    for (const hid_t set : sets) {
        all.push_back({});
        if (H5Rcreate(&all.back().set, set, path_of(set).c_str(), H5R_OBJECT, -1) < 0) return false;
    }
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(BackReference));
    H5Tinsert(type, "dataset", HOFFSET(BackReference, set), H5T_STD_REF_OBJ);
    H5Tinsert(type, "dimension", HOFFSET(BackReference, dimension), H5T_NATIVE_UINT);
    const hsize_t count = all.size();
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    const hid_t attribute = H5Acreate2(scale, "REFERENCE_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = attribute >= 0 && H5Awrite(attribute, type, all.data()) >= 0;
    if (attribute >= 0) H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

}  // namespace

bool attach_scale(hid_t scale, const std::string& name, const std::vector<hid_t>& sets) {
    bool good = put_text(scale, "CLASS", "DIMENSION_SCALE") && put_text(scale, "NAME", name);
    for (const hid_t set : sets) good = good && put_list(set, scale);
    return good && put_back_references(scale, sets);
}

}  // namespace polhode
