#include "polhode/hdf5/trajectory_hdf5_reader.hpp"

#include <algorithm>
#include <vector>

#include "polhode/calendar/time_system.hpp"
#include "polhode/hdf5/hdf5_errors.hpp"

namespace polhode {

namespace {

constexpr hsize_t rows_in_a_block = 8192;

// Closes what was opened, also where the constructor of its owner does not come to its end: a dataset left open would
// keep its file open.
struct OpenSet {
    hid_t id = -1;
    ~OpenSet() {
        if (id >= 0) H5Dclose(id);
    }
};

// One dataset of numbers, read a block of rows at a time.
class NumberSet {
 public:
    NumberSet(hid_t file, const std::string& path, const char* name, hsize_t columns)
        : place_{path, 0, name}, columns_(columns) {
        if (H5Lexists(file, name, H5P_DEFAULT) <= 0) return;
        set_.id = H5Dopen2(file, name, H5P_DEFAULT);
        if (set_.id < 0) throw InputError(place_, "it is no dataset that can be read");
        const hid_t type = H5Dget_type(set_.id);
        const H5T_class_t kind = H5Tget_class(type);
        H5Tclose(type);
        if (kind != H5T_FLOAT && kind != H5T_INTEGER) throw InputError(place_, "it does not hold numbers");
        const hid_t space = H5Dget_space(set_.id);
        hsize_t sizes[2] = {0, 1};
        const int rank = H5Sget_simple_extent_ndims(space);
        if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, sizes, nullptr);
        H5Sclose(space);
        rank_ = rank;
        rows_ = sizes[0];
        if ((rank != 1 && rank != 2) || sizes[1] != columns || (rank == 1 && columns > 1))
            throw InputError(place_,
                             "n x " + std::to_string(columns) + " numbers are wanted, and its shape is another");
    }
    NumberSet(const NumberSet&) = delete;
    NumberSet& operator=(const NumberSet&) = delete;

    bool there() const { return set_.id >= 0; }
    hsize_t rows() const { return rows_; }
    const Place& place() const { return place_; }
    void read(hsize_t first, hsize_t count, std::vector<double>& into) const {
        into.resize(static_cast<std::size_t>(count * columns_));
        const hsize_t start[2] = {first, 0}, block[2] = {count, columns_};
        const hid_t in_file = H5Dget_space(set_.id);
        const hid_t in_memory = H5Screate_simple(rank_, block, nullptr);
        const bool good = H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start, nullptr, block, nullptr) >= 0 &&
                          H5Dread(set_.id, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT, into.data()) >= 0;
        H5Sclose(in_memory);
        H5Sclose(in_file);
        if (!good) throw InputError(place_, "its numbers cannot be read: the file is damaged");
    }

 private:
    Place place_;
    hsize_t columns_, rows_ = 0;
    OpenSet set_{};
    int rank_ = 1;
};

std::string text_attribute_of(hid_t file, const char* name) {
    if (H5Aexists(file, name) <= 0) return "";
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT), type = H5Aget_type(attribute),
                space = H5Aget_space(attribute);
    std::string text;
    const bool one = H5Tget_class(type) == H5T_STRING && H5Sget_simple_extent_npoints(space) == 1;
    if (one && H5Tis_variable_str(type) == 0 && H5Tget_size(type) <= 4096) {
        std::string held(H5Tget_size(type), '\0');
        if (H5Aread(attribute, type, held.data()) >= 0)
            text = held.substr(0, std::min<std::size_t>(held.find('\0'), 200));
        text.erase(text.find_last_not_of(' ') + 1);  // Fortran fills with blanks
    } else if (one && H5Tis_variable_str(type) > 0) {
        char* held = nullptr;
        const hid_t memory = H5Tcopy(H5T_C_S1);
        H5Tset_size(memory, H5T_VARIABLE);
        H5Tset_cset(memory, H5Tget_cset(type));
        if (H5Aread(attribute, memory, &held) >= 0 && held) {
            text = std::string(held).substr(0, 200);
            H5Dvlen_reclaim(memory, space, H5P_DEFAULT, &held);
        }
        H5Tclose(memory);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
    return text;
}

void take_epoch(hid_t file, ImportedHead& head) {
    std::string why;
    const auto epoch = parse_instant(text_attribute_of(file, "epoch"), why);
    const auto system = time_system_named(text_attribute_of(file, "time_system"));
    if (!epoch || !system) return;
    head.epoch = *epoch;
    head.time_system = *system;
    head.frame = text_attribute_of(file, "frame");
    head.body_frame = text_attribute_of(file, "body_frame");
    head.object = text_attribute_of(file, "object");
}

struct OpenFile {
    hid_t id;
    ~OpenFile() {
        if (id >= 0) H5Fclose(id);
    }
};

}  // namespace

void read_hdf5(ByteSource& source, const ImportRequest&, ImportGate& gate) {
    const QuietErrors quiet;
    const std::string& path = source.name();
    const OpenFile file{H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)};
    if (file.id < 0) throw InputError({path, 0, ""}, "it is no HDF5 file that can be read");
    const NumberSet t(file.id, path, "t", 1), q(file.id, path, "q_NB", 4), w(file.id, path, "w_NB_B", 3),
        energy(file.id, path, "energy", 1), L(file.id, path, "L_N", 3);
    for (const NumberSet* set : {&t, &q})
        if (!set->there())
            throw InputError(set->place(), "there is no dataset of this name; wanted: t, q_NB and, if known, w_NB_B");
    for (const NumberSet* set : {&q, &w, &energy, &L})
        if (set->there() && set->rows() != t.rows())
            throw InputError(set->place(),
                             "it has " + std::to_string(set->rows()) + " rows, and t has " + std::to_string(t.rows()));
    ImportedHead head;
    head.what = "HDF5";
    head.rates = w.there();
    head.dynamics = energy.there() && L.there();
    take_epoch(file.id, head);
    gate.head(head);
    if (const std::string status = text_attribute_of(file.id, "status"); !status.empty() && status != "complete")
        gate.note("the run was not complete: " + status);
    std::vector<double> ts, qs, ws, energies, Ls;
    for (hsize_t first = 0; first < t.rows(); first += rows_in_a_block) {
        const hsize_t count = std::min(rows_in_a_block, t.rows() - first);
        t.read(first, count, ts);
        q.read(first, count, qs);
        if (head.rates) w.read(first, count, ws);
        if (head.dynamics) {
            energy.read(first, count, energies);
            L.read(first, count, Ls);
        }
        for (std::size_t i = 0; i < count; ++i) {
            ImportedRow row;
            row.t = ts[i];
            row.q_NB = {qs[4 * i], qs[4 * i + 1], qs[4 * i + 2], qs[4 * i + 3]};
            if (head.rates) row.w_NB_B = {ws[3 * i], ws[3 * i + 1], ws[3 * i + 2]};
            if (head.dynamics) {
                row.energy = energies[i];
                row.L_N = {Ls[3 * i], Ls[3 * i + 1], Ls[3 * i + 2]};
            }
            gate.row(row, {path, 0, "row " + std::to_string(first + i)});
        }
    }
}

}  // namespace polhode
