#include "arrays.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace polhode::python {

namespace {

std::string shape_of(const Numbers& array) {
    std::string text = "(";
    for (py::ssize_t k = 0; k < array.ndim(); ++k)
        text += std::to_string(array.shape(k)) + (k + 1 < array.ndim() ? ", " : array.ndim() == 1 ? "," : "");
    return text + ")";
}

}  // namespace

// By the bits of the exponents, without a branch, so that the compiler does several at once.
bool all_finite(const double* data, std::size_t count) {
    std::uint64_t bad = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t exponent = std::bit_cast<std::uint64_t>(data[i]) & 0x7ff0000000000000u;
        bad |= exponent == 0x7ff0000000000000u;
    }
    return bad == 0;
}

RowsOf::RowsOf(const Numbers& array, std::size_t wanted, const char* name, Check checking)
    : data(array.data()), count(1), width(wanted), single(array.ndim() == 1) {
    const py::ssize_t n = static_cast<py::ssize_t>(wanted);
    if (array.ndim() < 1 || array.ndim() > 2 || array.shape(array.ndim() - 1) != n)
        throw py::value_error(std::string(name) + ": shape " + shape_of(array) + " where (" + std::to_string(wanted) +
                              ",) or (n, " + std::to_string(wanted) + ") is needed");
    if (!single) count = static_cast<std::size_t>(array.shape(0));
    if (checking == Check::now) check(name);
}

void RowsOf::check(const char* name) const {
    if (all_finite(data, count * width)) return;
    for (std::size_t i = 0; i < count * width; ++i)
        if (!std::isfinite(data[i]))
            throw py::value_error(std::string(name) + ": number " + std::to_string(i % width) + " of row " +
                                  std::to_string(i / width) + " is not finite");
}

std::size_t rows_together(const RowsOf& a, const RowsOf& b, const char* names) {
    if (a.single || a.count == 1) return b.count;
    if (b.single || b.count == 1 || a.count == b.count) return a.count;
    throw py::value_error(std::string(names) + ": " + std::to_string(a.count) + " and " + std::to_string(b.count) +
                          " rows do not go together; give as many of each, or one of either");
}

py::array_t<double> rows_like(std::size_t count, std::size_t width, bool single) {
    std::vector<py::ssize_t> shape;
    if (!single) shape.push_back(static_cast<py::ssize_t>(count));
    if (width > 0) shape.push_back(static_cast<py::ssize_t>(width));
    return py::array_t<double>(shape);
}

}  // namespace polhode::python
