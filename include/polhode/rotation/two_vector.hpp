// Two vectors of the direction cosines: i and j, the world's first two axes in body components; the third is i x j.
// Six numbers a11 a12 a13 a21 a22 a23, the first two rows of R_NB. (Robinson writes the transpose: his a11 a21 a31 a12
// a22 a32, the first two columns of the passive matrix A, are these numbers in this order; see borders.hpp.)
// Nothing is singular. Three conditions i.i = j.j = 1, i.j = 0 hold for a rotation, and are never restored in secret;
// the third row follows whatever the first two are, so that a pair of length n has a third vector of length n^2.
#pragma once

#include "dcm.hpp"

namespace polhode {

template <class T>
struct TwoVector {
    using scalar = T;
    static constexpr int size = 6;
    Vec3<T> i_B{T(1), T(0), T(0)}, j_B{T(0), T(1), T(0)};

    POLHODE_INLINE constexpr Vec<T, 6> params() const { return {i_B[0], i_B[1], i_B[2], j_B[0], j_B[1], j_B[2]}; }
    POLHODE_INLINE constexpr TwoVector with(const Vec<T, 6>& p) const {
        return {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}};
    }
    // k = i x j (Robinson 1958 eq. 82, last three lines)
    POLHODE_INLINE Vec3<T> k_B() const { return cross(i_B, j_B); }
    friend constexpr bool operator==(const TwoVector& a, const TwoVector& b) { return a.params() == b.params(); }
};

template <class T>
POLHODE_INLINE Mat3<T> to_matrix(const TwoVector<T>& r) {
    const Vec3<T> k_B = r.k_B();
    Mat3<T> R_NB;
    for (int n = 0; n < 3; ++n) {
        R_NB(0, n) = r.i_B[n];
        R_NB(1, n) = r.j_B[n];
        R_NB(2, n) = k_B[n];
    }
    return R_NB;
}
// The first two rows; the third is dropped.
template <class T>
POLHODE_INLINE TwoVector<T> two_vector_of(const Mat3<T>& R_NB) {
    return {R_NB.row(0), R_NB.row(1)};
}

// All nine cosines, for rows of a trajectory: a11 .. a33 of R_NB.
template <class T>
POLHODE_INLINE Vec<T, 9> shown_numbers(const TwoVector<T>& r) {
    return Dcm<T>{to_matrix(r)}.params();
}

template <class T>
POLHODE_INLINE Vec3<T> to_world(const TwoVector<T>& r, const Vec3<T>& v_B) {
    return {dot(r.i_B, v_B), dot(r.j_B, v_B), dot(r.k_B(), v_B)};
}
template <class T>
POLHODE_INLINE Vec3<T> to_body(const TwoVector<T>& r, const Vec3<T>& v_N) {
    return madd(v_N[0], r.i_B, madd(v_N[1], r.j_B, v_N[2] * r.k_B()));
}
template <class T>
POLHODE_INLINE TwoVector<T> compose(const TwoVector<T>& a, const TwoVector<T>& b) {
    return {to_body(b, a.i_B), to_body(b, a.j_B)};
}
template <class T>
POLHODE_INLINE TwoVector<T> inverse(const TwoVector<T>& r) {
    return two_vector_of(inverse(to_matrix(r)));
}

// i' = i x w, j' = j x w (Robinson 1958 eq. 82 without its corrections)
template <class T>
POLHODE_INLINE Vec<T, 6> derivative(const TwoVector<T>& r, const Vec3<T>& w_B) {
    return TwoVector<T>{cross(r.i_B, w_B), cross(r.j_B, w_B)}.params();
}
// By way of the matrix: k' = i' x j + i x j' is k x w as well, whatever i and j are.
template <class T>
POLHODE_HD inline Vec3<T> rate(const TwoVector<T>& r, const Vec<T, 6>& dp) {
    const TwoVector<T> d = r.with(dp);
    Mat3<T> dR = to_matrix(d);
    const Vec3<T> dk = cross(d.i_B, r.j_B) + cross(r.i_B, d.j_B);
    for (int n = 0; n < 3; ++n) dR(2, n) = dk[n];
    return rate(Dcm<T>{to_matrix(r)}, Dcm<T>{dR}.params());
}

// Frobenius length of 1 - B B^T, B the two rows: the three conditions in one number.
template <class T>
POLHODE_HD inline T defect(const TwoVector<T>& r) {
    const T ii = T(1) - dot(r.i_B, r.i_B), jj = T(1) - dot(r.j_B, r.j_B), ij = dot(r.i_B, r.j_B);
    return sqrt(fma(ii, ii, fma(jj, jj, twice(ij * ij))));
}
// The nearest orthonormal pair: the polar factor S^(-1/2) B of the two rows, S = B B^T. For a 2x2 matrix Cayley and
// Hamilton give S^(1/2) = (S + s)/t with s^2 = det S and t^2 = trace S + 2 s, so S^(-1/2) = adjugate(S + s)/(s t).
template <class T>
POLHODE_HD inline TwoVector<T> normalise(const TwoVector<T>& r) {
    const T a = dot(r.i_B, r.i_B), c = dot(r.j_B, r.j_B), b = dot(r.i_B, r.j_B);
    const T s = norm(r.k_B());  // |i x j|^2 = det S, without the cancellation of a c - b^2
    const T f = T(1) / (s * sqrt(a + c + twice(s)));
    return {f * madd(c + s, r.i_B, (-b) * r.j_B), f * madd(a + s, r.j_B, (-b) * r.i_B)};
}
// B + (1 - S) B/2: the same to first order, without square root.
template <class T>
POLHODE_HD inline TwoVector<T> normalise_binomial(const TwoVector<T>& r) {
    const T a = fma(T(-0.5), dot(r.i_B, r.i_B), T(1.5)), c = fma(T(-0.5), dot(r.j_B, r.j_B), T(1.5));
    const T b = T(-0.5) * dot(r.i_B, r.j_B);
    return {madd(a, r.i_B, b * r.j_B), madd(c, r.j_B, b * r.i_B)};
}
template <class T>
POLHODE_INLINE bool rechart(TwoVector<T>&) {
    return false;
}

// The third row is brought to the length of the first two, so that n times a rotation stays one.
template <class T>
POLHODE_HD inline Quaternion<T> to_quaternion(const TwoVector<T>& r) {
    Mat3<T> R_NB = to_matrix(r);
    const Vec3<T> k_B = R_NB.row(2);
    const T scale = T(1) / sqrt(norm(k_B));
    for (int n = 0; n < 3; ++n) R_NB(2, n) = scale * k_B[n];
    return matrix_to_quaternion(R_NB);
}
template <class T>
POLHODE_INLINE void assign_quaternion(TwoVector<T>& to, const Quaternion<T>& q) {
    to = two_vector_of(to_matrix(q));
}

template <class To, class T>
POLHODE_INLINE constexpr TwoVector<To> cast(const TwoVector<T>& r) {
    return {cast<To>(r.i_B), cast<To>(r.j_B)};
}

}  // namespace polhode
