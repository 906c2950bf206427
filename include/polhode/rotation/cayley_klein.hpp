// Cayley-Klein parameters: a complex 2x2 matrix U, with the vector as the matrix V = [[z, x - iy], [x + iy, -z]]:
//
//     V_N = U V_B U^dagger,      U = w - i (x sx + y sy + z sz) = [[w - iz, -y - ix], [y - ix, w + iz]]
//
// Eight numbers: u11re u11im u12re u12im u21re u21im u22re u22im. U in SU(2) (U^dagger U = 1, det U = 1) is a
// rotation, U and -U the same one; nothing is singular. All eight are kept: a U that has left the form above loses the
// rest of it only in to_quaternion() and normalise(). (Robinson's H is U^dagger: see borders.hpp.)
#pragma once

#include "quaternion.hpp"

namespace polhode {

namespace detail {

// Complex number of the core: std::complex is not usable in every place the core is (CUDA, other scalars).
template <class T>
struct Complex {
    T re{0}, im{0};
    friend POLHODE_INLINE constexpr Complex operator+(const Complex& a, const Complex& b) {
        return {a.re + b.re, a.im + b.im};
    }
    friend POLHODE_INLINE constexpr Complex operator-(const Complex& a, const Complex& b) {
        return {a.re - b.re, a.im - b.im};
    }
    friend POLHODE_INLINE Complex operator*(const Complex& a, const Complex& b) {
        return {difference_of_products(a.re, b.re, a.im, b.im), sum_of_products(a.re, b.im, a.im, b.re)};
    }
    friend POLHODE_INLINE constexpr Complex conjugate(const Complex& a) { return {a.re, -a.im}; }
    friend POLHODE_INLINE T norm_squared(const Complex& a) { return sum_of_products(a.re, a.re, a.im, a.im); }
};

template <class T>
struct Complex2x2 {
    Complex<T> a11, a12, a21, a22;
    friend POLHODE_INLINE Complex2x2 operator*(const Complex2x2& a, const Complex2x2& b) {
        return {a.a11 * b.a11 + a.a12 * b.a21, a.a11 * b.a12 + a.a12 * b.a22, a.a21 * b.a11 + a.a22 * b.a21,
                a.a21 * b.a12 + a.a22 * b.a22};
    }
    friend POLHODE_INLINE constexpr Complex2x2 adjoint(const Complex2x2& a) {
        return {conjugate(a.a11), conjugate(a.a21), conjugate(a.a12), conjugate(a.a22)};
    }
    friend POLHODE_INLINE Complex<T> determinant(const Complex2x2& a) { return a.a11 * a.a22 - a.a12 * a.a21; }
};

template <class T>
POLHODE_HD inline Complex2x2<T> inverse(const Complex2x2<T>& a) {
    const Complex<T> d = determinant(a);
    const T n = T(1) / norm_squared(d);
    const Complex<T> f{n * d.re, -n * d.im}, minus{-f.re, -f.im};
    return {f * a.a22, minus * a.a12, minus * a.a21, f * a.a11};
}

// x sx + y sy + z sz
template <class T>
POLHODE_INLINE constexpr Complex2x2<T> pauli(const Vec3<T>& v) {
    return {{v[2], T(0)}, {v[0], -v[1]}, {v[0], v[1]}, {-v[2], T(0)}};
}
template <class T>
POLHODE_INLINE constexpr Vec3<T> pauli_vector(const Complex2x2<T>& V) {
    return {half(V.a12.re + V.a21.re), half(V.a21.im - V.a12.im), half(V.a11.re - V.a22.re)};
}

}  // namespace detail

template <class T>
struct CayleyKlein {
    using scalar = T;
    static constexpr int size = 8;
    detail::Complex2x2<T> U{{T(1), T(0)}, {T(0), T(0)}, {T(0), T(0)}, {T(1), T(0)}};

    POLHODE_INLINE constexpr Vec<T, 8> params() const {
        return {U.a11.re, U.a11.im, U.a12.re, U.a12.im, U.a21.re, U.a21.im, U.a22.re, U.a22.im};
    }
    POLHODE_INLINE constexpr CayleyKlein with(const Vec<T, 8>& p) const {
        return {{{p[0], p[1]}, {p[2], p[3]}, {p[4], p[5]}, {p[6], p[7]}}};
    }
    friend constexpr bool operator==(const CayleyKlein& a, const CayleyKlein& b) { return a.params() == b.params(); }
};

// Robinson 1958 eq. 25 with H = U^dagger
template <class T>
POLHODE_HD inline Vec3<T> to_world(const CayleyKlein<T>& c, const Vec3<T>& v_B) {
    return detail::pauli_vector(c.U * detail::pauli(v_B) * adjoint(c.U));
}
template <class T>
POLHODE_HD inline Vec3<T> to_body(const CayleyKlein<T>& c, const Vec3<T>& v_N) {
    return detail::pauli_vector(adjoint(c.U) * detail::pauli(v_N) * c.U);
}
template <class T>
POLHODE_INLINE CayleyKlein<T> compose(const CayleyKlein<T>& a, const CayleyKlein<T>& b) {
    return {a.U * b.U};
}
// The matrix inverse; for U in SU(2) it is the adjoint.
template <class T>
POLHODE_INLINE CayleyKlein<T> inverse(const CayleyKlein<T>& c) {
    return {detail::inverse(c.U)};
}

// U' = U (-i/2)(wx sx + wy sy + wz sz) (Robinson 1958 eqs. 71-76, adjoint)
template <class T>
POLHODE_HD inline Vec<T, 8> derivative(const CayleyKlein<T>& c, const Vec3<T>& w_B) {
    const T x = half(w_B[0]), y = half(w_B[1]), z = half(w_B[2]);
    const detail::Complex2x2<T> W{{T(0), -z}, {-y, -x}, {y, -x}, {T(0), z}};
    return CayleyKlein<T>{c.U * W}.params();
}
// wx sx + wy sy + wz sz = 2 i U^-1 U' (Robinson 1958 eq. 78, adjoint)
template <class T>
POLHODE_HD inline Vec3<T> rate(const CayleyKlein<T>& c, const Vec<T, 8>& dp) {
    const detail::Complex2x2<T> W = detail::inverse(c.U) * c.with(dp).U;
    return {-(W.a12.im + W.a21.im), W.a21.re - W.a12.re, W.a22.im - W.a11.im};
}

// Length of (1 - U^dagger U, 1 - det U): the five conditions of SU(2) in one number.
template <class T>
POLHODE_HD inline T defect(const CayleyKlein<T>& c) {
    const detail::Complex2x2<T> P = adjoint(c.U) * c.U;
    const detail::Complex<T> d = determinant(c.U);
    const T a = T(1) - P.a11.re, b = T(1) - P.a22.re, e = T(1) - d.re;
    return sqrt(fma(a, a, fma(b, b, twice(norm_squared(P.a12)))) + fma(e, e, d.im * d.im));
}

// The quaternion nearest to U: the part of U that has the form above.
template <class T>
POLHODE_INLINE Quaternion<T> to_quaternion(const CayleyKlein<T>& c) {
    return {half(c.U.a11.re + c.U.a22.re), -half(c.U.a12.im + c.U.a21.im), half(c.U.a21.re - c.U.a12.re),
            half(c.U.a22.im - c.U.a11.im)};
}
template <class T>
POLHODE_INLINE void assign_quaternion(CayleyKlein<T>& to, const Quaternion<T>& q) {
    to.U = {{q.w, -q.z}, {-q.y, -q.x}, {q.y, -q.x}, {q.w, q.z}};
}

// The nearest matrix of SU(2): the part of U that has the form above, scaled to length 1. (The sum of squares of V - U
// over V in SU(2) is least where the quaternion of V is parallel to that of U.)
template <class T>
POLHODE_INLINE CayleyKlein<T> normalise(const CayleyKlein<T>& c) {
    CayleyKlein<T> r;
    assign_quaternion(r, normalise(to_quaternion(c)));
    return r;
}
// The same with 1/length to first order (TN D-5302 eq. 28); for U of the form above it is U (3 - U^dagger U)/2.
template <class T>
POLHODE_INLINE CayleyKlein<T> normalise_binomial(const CayleyKlein<T>& c) {
    CayleyKlein<T> r;
    assign_quaternion(r, normalise_binomial(to_quaternion(c)));
    return r;
}
template <class T>
POLHODE_INLINE bool rechart(CayleyKlein<T>&) {
    return false;
}

template <class To, class T>
POLHODE_INLINE constexpr CayleyKlein<To> cast(const CayleyKlein<T>& c) {
    return CayleyKlein<To>{}.with(cast<To>(c.params()));
}

}  // namespace polhode
