// Vec<T,N> and Mat3<T>: the only containers of the core. Fixed size, no allocation, usable in a CUDA kernel and with
// any scalar that has + - * / and the primitives of scalar.hpp. Sums of products use fma in a fixed order.
#pragma once

#include "scalar.hpp"

namespace polhode {

template <class T, int N>
struct Vec {
    using scalar = T;
    static constexpr int size = N;
    T v[N]{};

    POLHODE_INLINE constexpr T& operator[](int i) { return v[i]; }
    POLHODE_INLINE constexpr const T& operator[](int i) const { return v[i]; }

    friend POLHODE_INLINE constexpr Vec operator+(const Vec& a, const Vec& b) {
        Vec r;
        for (int i = 0; i < N; ++i) r.v[i] = a.v[i] + b.v[i];
        return r;
    }
    friend POLHODE_INLINE constexpr Vec operator-(const Vec& a, const Vec& b) {
        Vec r;
        for (int i = 0; i < N; ++i) r.v[i] = a.v[i] - b.v[i];
        return r;
    }
    friend POLHODE_INLINE constexpr Vec operator-(const Vec& a) {
        Vec r;
        for (int i = 0; i < N; ++i) r.v[i] = -a.v[i];
        return r;
    }
    friend POLHODE_INLINE constexpr Vec operator*(T s, const Vec& a) {
        Vec r;
        for (int i = 0; i < N; ++i) r.v[i] = s * a.v[i];
        return r;
    }
    friend POLHODE_INLINE constexpr Vec operator*(const Vec& a, T s) { return s * a; }
    friend POLHODE_INLINE constexpr Vec operator/(const Vec& a, T s) {
        Vec r;
        for (int i = 0; i < N; ++i) r.v[i] = a.v[i] / s;
        return r;
    }
    friend constexpr bool operator==(const Vec& a, const Vec& b) {
        for (int i = 0; i < N; ++i)
            if (!(a.v[i] == b.v[i])) return false;
        return true;
    }
};

template <class T>
using Vec3 = Vec<T, 3>;

// a*x + y, each component rounded once
template <class T, int N>
POLHODE_INLINE Vec<T, N> madd(T a, const Vec<T, N>& x, const Vec<T, N>& y) {
    Vec<T, N> r;
    for (int i = 0; i < N; ++i) r.v[i] = fma(a, x.v[i], y.v[i]);
    return r;
}

template <class T, int N>
POLHODE_INLINE T dot(const Vec<T, N>& a, const Vec<T, N>& b) {
    T s = a.v[0] * b.v[0];
    for (int i = 1; i < N; ++i) s = fma(a.v[i], b.v[i], s);
    return s;
}

template <class T>
POLHODE_INLINE Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
    return {difference_of_products(a[1], b[2], a[2], b[1]), difference_of_products(a[2], b[0], a[0], b[2]),
            difference_of_products(a[0], b[1], a[1], b[0])};
}

// Length, scaled so that squares neither overflow nor vanish.
template <class T, int N>
POLHODE_HD inline T norm(const Vec<T, N>& a) {
    T largest = abs(a.v[0]);
    for (int i = 1; i < N; ++i) largest = max(largest, abs(a.v[i]));
    if (T(1e-16) < largest && largest < T(1e16)) return sqrt(dot(a, a));
    if (largest == T(0) || !is_finite(largest)) return largest;
    const Vec<T, N> b = a / largest;
    return largest * sqrt(dot(b, b));
}

template <class T, int N>
POLHODE_INLINE bool is_finite(const Vec<T, N>& a) {
    for (int i = 0; i < N; ++i)
        if (!is_finite(a.v[i])) return false;
    return true;
}

// Another number type, component by component.
template <class To, class T, int N>
POLHODE_INLINE constexpr Vec<To, N> cast(const Vec<T, N>& a) {
    Vec<To, N> r;
    for (int i = 0; i < N; ++i) r.v[i] = static_cast<To>(a.v[i]);
    return r;
}

// 3x3 matrix, m[row][column].
template <class T>
struct Mat3 {
    using scalar = T;
    T m[3][3]{};

    static constexpr POLHODE_HD Mat3 identity() {
        Mat3 r;
        for (int i = 0; i < 3; ++i) r.m[i][i] = T(1);
        return r;
    }
    static constexpr POLHODE_HD Mat3 diagonal(const Vec3<T>& d) {
        Mat3 r;
        for (int i = 0; i < 3; ++i) r.m[i][i] = d[i];
        return r;
    }
    POLHODE_INLINE constexpr T& operator()(int i, int j) { return m[i][j]; }
    POLHODE_INLINE constexpr const T& operator()(int i, int j) const { return m[i][j]; }
    POLHODE_INLINE constexpr Vec3<T> row(int i) const { return {m[i][0], m[i][1], m[i][2]}; }
    POLHODE_INLINE constexpr Vec3<T> column(int j) const { return {m[0][j], m[1][j], m[2][j]}; }
    POLHODE_INLINE constexpr Mat3 transposed() const {
        Mat3 r;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) r.m[i][j] = m[j][i];
        return r;
    }
    friend POLHODE_INLINE constexpr Mat3 operator+(const Mat3& a, const Mat3& b) {
        Mat3 r;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][j] + b.m[i][j];
        return r;
    }
    friend POLHODE_INLINE constexpr Mat3 operator-(const Mat3& a, const Mat3& b) {
        Mat3 r;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][j] - b.m[i][j];
        return r;
    }
    friend POLHODE_INLINE constexpr Mat3 operator*(T s, const Mat3& a) {
        Mat3 r;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) r.m[i][j] = s * a.m[i][j];
        return r;
    }
    friend POLHODE_INLINE Vec3<T> operator*(const Mat3& a, const Vec3<T>& x) {
        return {dot(a.row(0), x), dot(a.row(1), x), dot(a.row(2), x)};
    }
    friend POLHODE_INLINE Mat3 operator*(const Mat3& a, const Mat3& b) {
        Mat3 r;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) r.m[i][j] = dot(a.row(i), b.column(j));
        return r;
    }
    friend constexpr bool operator==(const Mat3& a, const Mat3& b) {
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                if (!(a.m[i][j] == b.m[i][j])) return false;
        return true;
    }
};

template <class T>
POLHODE_INLINE T determinant(const Mat3<T>& a) {
    return dot(a.row(0), cross(a.row(1), a.row(2)));
}

template <class To, class T>
POLHODE_INLINE constexpr Mat3<To> cast(const Mat3<T>& a) {
    Mat3<To> r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) r.m[i][j] = static_cast<To>(a.m[i][j]);
    return r;
}

}  // namespace polhode
