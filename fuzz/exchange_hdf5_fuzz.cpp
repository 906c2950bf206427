// HDF5 as any program could have written it: the bytes say which datasets there are, of which shapes and kinds of
// numbers, and what stands in them (exchange_reader.hpp says what must come out). The library that reads the file's own
// structure is not ours; what it hands over is what our reader must bear.
#if defined(POLHODE_WITH_HDF5)
#include <hdf5.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "exchange_reader.hpp"

namespace {

// Bytes from the front, zeros where they have ended.
class Choices {
 public:
    Choices(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    std::uint8_t byte() {
        if (size_ == 0) return 0;
        --size_;
        return *data_++;
    }
    double number() {
        const std::uint8_t kind = byte();
        if (kind < 200) return (kind - 100) / 64.0;
        std::uint8_t bytes[8];
        for (std::uint8_t& b : bytes) b = byte();
        double x;
        std::memcpy(&x, bytes, 8);
        return x;
    }

 private:
    const std::uint8_t* data_;
    std::size_t size_;
};

void write_dataset(hid_t file, const char* name, hsize_t columns, std::size_t rows, Choices& choices) {
    const std::uint8_t how = choices.byte();
    if (how == 255) return;  // it is missing
    if (how == 254) {
        H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        return;
    }
    const hid_t kinds[] = {H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_IEEE_F32LE, H5T_STD_I32LE, H5T_STD_U64BE, H5T_C_S1};
    const hid_t type = how < 200 ? H5T_IEEE_F64LE : kinds[how % 6];
    std::vector<hsize_t> shape{rows};
    if (columns > 1 || how % 5 == 1) shape.push_back(columns);
    if (how % 50 == 49) shape.push_back(how % 3);
    if (how % 50 == 48) shape[0] = choices.byte() % 12;
    if (how % 50 == 47) shape.clear();
    std::size_t count = 1;
    for (const hsize_t n : shape) count *= static_cast<std::size_t>(n);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i) {
        // times that rise and attitudes of unit length come by themselves, so that rows are reached
        const std::uint8_t odd = choices.byte();
        const bool first = columns == 1 || i % columns == 0;
        numbers.push_back(odd > 240      ? choices.number()
                          : columns == 1 ? static_cast<double>(i)
                          : columns == 4 ? (first ? 1.0 : 0.0)
                                         : odd / 16.0);
    }
    const hid_t space =
        shape.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (H5Tget_class(type) != H5T_STRING && count > 0)
        H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
    H5Dclose(set);
    H5Sclose(space);
}

void write_attribute(hid_t file, const char* name, Choices& choices) {
    const std::uint8_t how = choices.byte();
    if (how < 128) return;
    std::string text = how < 192 ? "2000-01-01T12:00:00" : how < 224 ? "TAI" : "";
    if (text.empty())
        for (int n = how - 224; n > 0; --n) text += static_cast<char>(1 + choices.byte() % 255);
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    const char* held = text.c_str();
    if (how % 2 == 0)
        H5Tset_size(type, H5T_VARIABLE);
    else
        H5Tset_size(type, text.size() + 1);
    const hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (how % 2 == 0)
        H5Awrite(attribute, type, &held);
    else
        H5Awrite(attribute, type, held);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const int memory = memfd_create("fuzz", 0);
    const std::string path = "/proc/self/fd/" + std::to_string(memory);
    Choices choices(data, size);
    const std::size_t rows = choices.byte() % 12;
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const struct {
        const char* name;
        hsize_t columns;
    } sets[] = {{"t", 1}, {"q_NB", 4}, {"w_NB_B", 3}, {"energy", 1}, {"L_N", 3}};
    for (const auto& set : sets) write_dataset(file, set.name, set.columns, rows, choices);
    for (const char* name : {"status", "epoch", "time_system", "frame", "body_frame", "object"})
        write_attribute(file, name, choices);
    H5Fclose(file);
    polhode::ImportRequest request;
    CheckedSink sink;
    try {
        polhode::import_file(path, "hdf5", request, sink);
    } catch (const polhode::InputError&) {
    }
    if (H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL) > 0) __builtin_trap();  // something was left open
    close(memory);
    return 0;
}
#else
#include <cstddef>
#include <cstdint>
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }
#endif
