// Arrays of numbers between Python and the core: always double, the last axis together, one way to complain.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode::python {

namespace py = pybind11;

// What a function takes: converted to doubles in C order where it is something else.
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

// An array (width,) or (n, width) as n rows; "quaternions: shape (5,) where (4,) or (n, 4) is needed".
struct RowsOf {
    enum class Check { now, later };  // whether all numbers are finite
    RowsOf(const Numbers& array, std::size_t width, const char* name, Check check = Check::now);
    void check(const char* name) const;
    const double* row(std::size_t i) const { return data + (count == 1 ? 0 : i * width); }

    const double* data;
    std::size_t count, width;
    bool single;  // it had no axis of rows
};

bool all_finite(const double* data, std::size_t count);

// How many rows two arguments have together: the same number, or one of them is single.
std::size_t rows_together(const RowsOf& a, const RowsOf& b, const char* names);

// A new array (n, width), or (width,) for a single row; width 0: (n,) or ().
py::array_t<double> rows_like(std::size_t count, std::size_t width, bool single);

inline Quaternion<double> quaternion_at(const double* p) { return {p[0], p[1], p[2], p[3]}; }
inline Vec3<double> vector_at(const double* p) { return {p[0], p[1], p[2]}; }
inline void put(double* p, const Quaternion<double>& q) { p[0] = q.w, p[1] = q.x, p[2] = q.y, p[3] = q.z; }
inline void put(double* p, const Vec3<double>& v) { p[0] = v[0], p[1] = v[1], p[2] = v[2]; }

}  // namespace polhode::python
