#include "polhode/exchange/arrays/number_array.hpp"

#include <algorithm>
#include <bit>

namespace polhode {

namespace {

constexpr std::size_t rows_at_a_time = 8192;

double number_at(const char* at, NumberKind kind, bool big_end) {
    const std::size_t n = bytes_of(kind);
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < n; ++k)
        bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(at[big_end ? n - 1 - k : k])) << 8 * k;
    switch (kind) {
        case NumberKind::f64:
            return std::bit_cast<double>(bits);
        case NumberKind::f32:
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case NumberKind::i8:
            return static_cast<std::int8_t>(bits);
        case NumberKind::i16:
            return static_cast<std::int16_t>(bits);
        case NumberKind::i32:
            return static_cast<std::int32_t>(bits);
        case NumberKind::i64:
            return static_cast<double>(static_cast<std::int64_t>(bits));
        default:
            return static_cast<double>(bits);
    }
}

// A column of numbers may lie on its side.
void lay_upright(NumberArray& array) {
    if (array.rows != 1 || array.columns < 2) return;
    std::swap(array.rows, array.columns);
    array.by_columns = false;
}

std::string shape_text(const NumberArray& a) { return std::to_string(a.rows) + " x " + std::to_string(a.columns); }

}  // namespace

std::size_t bytes_of(NumberKind kind) {
    switch (kind) {
        case NumberKind::i8:
        case NumberKind::u8:
            return 1;
        case NumberKind::i16:
        case NumberKind::u16:
            return 2;
        case NumberKind::f32:
        case NumberKind::i32:
        case NumberKind::u32:
            return 4;
        default:
            return 8;
    }
}

void NumberArray::read(std::uint64_t first, std::size_t count, std::vector<double>& into) const {
    const std::size_t size = bytes_of(kind), width = static_cast<std::size_t>(columns);
    into.resize(count * width);
    const auto take = [&](std::uint64_t index, std::size_t n, std::size_t to, std::size_t stride) {
        const std::uint64_t at = offset + index * size;
        const std::size_t bytes = n * size;
        const std::string_view found =
            held ? (at < held->size() ? std::string_view(*held).substr(static_cast<std::size_t>(at), bytes)
                                      : std::string_view())
                 : source->at(at, bytes);
        if (found.size() < bytes)
            throw InputError({source ? source->name() : "", 0, name}, "the file ends too early: it is cut short");
        for (std::size_t i = 0; i < n; ++i) into[to + i * stride] = number_at(found.data() + i * size, kind, big_end);
    };
    if (!by_columns) {
        take(first * columns, count * width, 0, 1);
        return;
    }
    for (std::size_t c = 0; c < width; ++c) take(c * rows + first, count, c, width);
}

void hand_over_arrays(std::vector<NumberArray> arrays, const std::string& what, const std::string& file,
                      ImportGate& gate) {
    std::vector<std::string> names;
    for (const NumberArray& a : arrays) names.push_back(a.name);
    const auto find = [&](const std::string& name, std::uint64_t columns, bool required) -> NumberArray* {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) {
            if (!required) return nullptr;
            const std::string near = nearest_name(name, names);
            throw InputError({file, 0, name}, "there is no array of this name; there are " +
                                                  (names.empty() ? std::string("none") : listed(names)) +
                                                  (near.empty() ? "" : "; is it '" + near + "'?") +
                                                  "; wanted: t, q_NB (n x 4) and, if known, w_NB_B, energy, L_N");
        }
        NumberArray& array = arrays[static_cast<std::size_t>(found - names.begin())];
        if (columns == 1) lay_upright(array);
        if (array.columns != columns)
            throw InputError({file, 0, name},
                             "it is " + shape_text(array) + ", and n x " + std::to_string(columns) + " is wanted");
        return &array;
    };
    const NumberArray* const t = find("t", 1, true);
    const NumberArray* const q = find("q_NB", 4, true);
    const NumberArray* const w = find("w_NB_B", 3, false);
    const NumberArray* const energy = find("energy", 1, false);
    const NumberArray* const L = find("L_N", 3, false);
    for (const NumberArray* a : {q, w, energy, L})
        if (a && a->rows != t->rows)
            throw InputError({file, 0, a->name},
                             "it has " + std::to_string(a->rows) + " rows, and t has " + std::to_string(t->rows));
    ImportedHead head;
    head.what = what;
    head.rates = w != nullptr;
    head.dynamics = energy && L;
    gate.head(head);
    std::vector<double> ts, qs, ws, energies, Ls;
    for (std::uint64_t first = 0; first < t->rows; first += rows_at_a_time) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(rows_at_a_time, t->rows - first));
        t->read(first, count, ts);
        q->read(first, count, qs);
        if (w) w->read(first, count, ws);
        if (head.dynamics) {
            energy->read(first, count, energies);
            L->read(first, count, Ls);
        }
        for (std::size_t i = 0; i < count; ++i) {
            ImportedRow row;
            row.t = ts[i];
            row.q_NB = {qs[4 * i], qs[4 * i + 1], qs[4 * i + 2], qs[4 * i + 3]};
            if (w) row.w_NB_B = {ws[3 * i], ws[3 * i + 1], ws[3 * i + 2]};
            if (head.dynamics) {
                row.energy = energies[i];
                row.L_N = {Ls[3 * i], Ls[3 * i + 1], Ls[3 * i + 2]};
            }
            gate.row(row, {file, 0, "row " + std::to_string(first + i)});
        }
    }
}

}  // namespace polhode
