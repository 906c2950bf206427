// An array of numbers that stands somewhere in a file, by rows or by columns, of one of the usual types; and
// trajectories made of such arrays by their names: t, q_NB, w_NB_B, energy, L_N, as in the HDF5 file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "polhode/exchange/byte_source.hpp"
#include "polhode/exchange/imported.hpp"

namespace polhode {

enum class NumberKind { f64, f32, i8, u8, i16, u16, i32, u32, i64, u64 };
std::size_t bytes_of(NumberKind kind);

struct NumberArray {
    std::string name;
    std::uint64_t rows = 0, columns = 1;
    NumberKind kind = NumberKind::f64;
    bool big_end = false;
    bool by_columns = false;  // the first column, then the second, ...
    ByteSource* source = nullptr;
    std::uint64_t offset = 0;
    std::shared_ptr<const std::string> held{};  // in place of the source, where it had to be unpacked

    // Rows [first, first + count) as doubles, row by row. Throws InputError where the file ends too early.
    void read(std::uint64_t first, std::size_t count, std::vector<double>& into) const;
};

// The arrays as one trajectory. Throws InputError where t or q_NB are missing, or shapes do not fit.
void hand_over_arrays(std::vector<NumberArray> arrays, const std::string& what, const std::string& file,
                      ImportGate& gate);

}  // namespace polhode
