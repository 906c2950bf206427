// The numbers of an ensemble as columns (structure of arrays): what goes in, the rows that come out, and how one number
// or several are read and written.
#pragma once

#include <type_traits>

#include "../arithmetic/masks.hpp"
#include "shape.hpp"

namespace polhode::ensemble {

// The rows that are wanted, in the order of time, without the one at t = 0. `step`: how many whole steps of the grid
// lie before the row; the last row stands at the end, after the shorter last step.
struct Rows {
    long long count = 1;
    const double* time = nullptr;     // s
    const long long* step = nullptr;  // not looked at by the closed form; null: the last row alone
};

// Where the numbers of the bodies stand: number c of body i at base[c * stride + i].
struct Columns {
    const double* base = nullptr;
    long long stride = 0;
};
// The same for what comes out: 7 numbers (q_NB, w_NB_B) of row r of body i at base[(7 r + k) * stride + i], or as many
// as Shape::row_numbers says; and for each body whether it was declined (not 0).
struct Out {
    double* base = nullptr;
    long long stride = 0;
    unsigned char* declined = nullptr;
};

template <class T>
struct Access {
    static constexpr int width = 1;
    static POLHODE_INLINE T load(const double* p) { return *p; }
    static POLHODE_INLINE void store(const T& x, double* p) { *p = x; }
    static POLHODE_INLINE void mark(bool declined, unsigned char* p) { *p = declined ? 1 : 0; }
};
template <class T>
requires requires { typename T::Mask; }
struct Access<T> {
    static constexpr int width = T::width;
    static POLHODE_INLINE T load(const double* p) { return T::load(p); }
    static POLHODE_INLINE void store(const T& x, double* p) { x.store(p); }
    static POLHODE_INLINE void mark(const typename T::Mask& declined, unsigned char* p) {
        for (int i = 0; i < width; ++i) p[i] = declined[i] ? 1 : 0;
    }
};

template <class T>
POLHODE_INLINE T load(const Columns& c, int column, long long i) {
    return Access<T>::load(c.base + column * c.stride + i);
}
template <class T>
POLHODE_INLINE Vec3<T> load3(const Columns& c, int column, long long i) {
    return {load<T>(c, column, i), load<T>(c, column + 1, i), load<T>(c, column + 2, i)};
}
template <class T>
POLHODE_INLINE void store_row(const Out& out, long long row, long long i, const Quaternion<T>& q, const Vec3<T>& w) {
    double* p = out.base + 7 * row * out.stride + i;
    const T numbers[7] = {q.w, q.x, q.y, q.z, w[0], w[1], w[2]};
    for (int k = 0; k < 7; ++k) Access<T>::store(numbers[k], p + k * out.stride);
}

// The inertia tensor in body axes.
template <class T>
POLHODE_INLINE Mat3<T> load_tensor(const Columns& c, long long i) {
    const Vec3<T> I = load3<T>(c, at_moments, i), p = load3<T>(c, at_products, i);
    return {{{I[0], p[0], p[1]}, {p[0], I[1], p[2]}, {p[1], p[2], I[2]}}};
}

// How much of the way is behind: of the first body, which stands for all.
template <class T>
POLHODE_INLINE double part_of_way(const T& done, const T& whole) {
    double part = 0;
    if constexpr (std::is_same_v<T, double>)
        part = done / whole;
    else
        part = done[0] / whole[0];
    return part < 1 ? part : 1;
}

}  // namespace polhode::ensemble
