// Nine direction cosines a11 .. a33, row by row: the matrix R_NB, v_N = R_NB v_B. Column i is body axis i in the world,
// row i is world axis i in the body, as Gray writes it. (Robinson's matrix is the transpose: see borders.hpp.)
// Nothing is singular. Six conditions R^T R = 1 hold for a rotation; they are restored by normalise() and never in
// secret: a quaternion of length n gives the matrix n^2 R, and a matrix m R gives back a quaternion of length sqrt(m).
#pragma once

#include "quaternion.hpp"

namespace polhode {

// |q|^2 R(q), homogeneous of degree two, no division (Robinson 1958 eq. 31, transposed; TN D-5302 eq. 12)
template <class T>
POLHODE_HD inline Mat3<T> to_matrix(const Quaternion<T>& q) {
    const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
    Mat3<T> R;
    R(0, 0) = (ww - zz) + (xx - yy);
    R(1, 1) = (ww - zz) - (xx - yy);
    R(2, 2) = (ww - xx) + (zz - yy);
    R(0, 1) = twice(difference_of_products(q.x, q.y, q.w, q.z));
    R(1, 0) = twice(sum_of_products(q.x, q.y, q.w, q.z));
    R(0, 2) = twice(sum_of_products(q.x, q.z, q.w, q.y));
    R(2, 0) = twice(difference_of_products(q.x, q.z, q.w, q.y));
    R(1, 2) = twice(difference_of_products(q.y, q.z, q.w, q.x));
    R(2, 1) = twice(sum_of_products(q.y, q.z, q.w, q.x));
    return R;
}

// The quaternion, w >= 0, of a matrix proportional to a rotation: its scale n is sqrt(sum of squares/3), n = |q|^2.
// The ten combinations of Robinson 1958 eqs. 16, 17 and their completion make the matrix M = 4 q q^T, each of whose
// columns is parallel to q; the one with the largest diagonal element loses nothing, at half a turn as anywhere
// (Shepperd, J. Guidance and Control 1 (1978) 223). For a matrix off its constraint the columns differ; M q/(4 n), one
// step of the power method, brings the result from there to the nearest rotation, up to the square of the defect.
template <class T>
POLHODE_HD inline Quaternion<T> matrix_to_quaternion(const Mat3<T>& R) {
    const T n = sqrt((dot(R.row(0), R.row(0)) + dot(R.row(1), R.row(1)) + dot(R.row(2), R.row(2))) / T(3));
    const T xx = R(0, 0), yy = R(1, 1), zz = R(2, 2);
    const T wx = R(2, 1) - R(1, 2), wy = R(0, 2) - R(2, 0), wz = R(1, 0) - R(0, 1);
    const T xy = R(1, 0) + R(0, 1), xz = R(0, 2) + R(2, 0), yz = R(2, 1) + R(1, 2);
    const Vec<T, 4> M[4] = {{n + (xx + yy + zz), wx, wy, wz},
                            {wx, n + (xx - yy - zz), xy, xz},
                            {wy, xy, n + (yy - xx - zz), yz},
                            {wz, xz, yz, n + (zz - xx - yy)}};
    int largest = 0;
    for (int i = 1; i < 4; ++i)
        if (M[i][i] > M[largest][largest]) largest = i;
    const Vec<T, 4> p = (T(0.5) / sqrt(M[largest][largest])) * M[largest];
    const T f = T(0.25) / n;
    const Quaternion<T> q{f * dot(M[0], p), f * dot(M[1], p), f * dot(M[2], p), f * dot(M[3], p)};
    return q.w < T(0) ? -q : q;
}

// Matrix of cofactors: det(R) (R^T)^-1, equal to R for a rotation (Robinson 1958 eq. 162).
template <class T>
POLHODE_INLINE Mat3<T> cofactors(const Mat3<T>& R) {
    const Vec3<T> a = cross(R.row(1), R.row(2)), b = cross(R.row(2), R.row(0)), c = cross(R.row(0), R.row(1));
    Mat3<T> r;
    for (int j = 0; j < 3; ++j) {
        r(0, j) = a[j];
        r(1, j) = b[j];
        r(2, j) = c[j];
    }
    return r;
}
template <class T>
POLHODE_INLINE Mat3<T> inverse(const Mat3<T>& R) {
    const Mat3<T> c = cofactors(R);
    return (T(1) / dot(R.row(0), c.row(0))) * c.transposed();
}

// [w]x: skew(a) b = a x b
template <class T>
POLHODE_INLINE Mat3<T> skew(const Vec3<T>& a) {
    Mat3<T> r;
    r(0, 1) = -a[2];
    r(0, 2) = a[1];
    r(1, 0) = a[2];
    r(1, 2) = -a[0];
    r(2, 0) = -a[1];
    r(2, 1) = a[0];
    return r;
}

template <class T>
struct Dcm {
    using scalar = T;
    static constexpr int size = 9;
    Mat3<T> R_NB = Mat3<T>::identity();

    POLHODE_INLINE constexpr Vec<T, 9> params() const {
        Vec<T, 9> p;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) p[3 * i + j] = R_NB(i, j);
        return p;
    }
    POLHODE_INLINE constexpr Dcm with(const Vec<T, 9>& p) const {
        Dcm d;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) d.R_NB(i, j) = p[3 * i + j];
        return d;
    }
    friend constexpr bool operator==(const Dcm& a, const Dcm& b) { return a.R_NB == b.R_NB; }
};

template <class T>
POLHODE_INLINE Vec3<T> to_world(const Dcm<T>& d, const Vec3<T>& v_B) {
    return d.R_NB * v_B;
}
template <class T>
POLHODE_INLINE Vec3<T> to_body(const Dcm<T>& d, const Vec3<T>& v_N) {
    return d.R_NB.transposed() * v_N;
}
template <class T>
POLHODE_INLINE Dcm<T> compose(const Dcm<T>& a, const Dcm<T>& b) {
    return {a.R_NB * b.R_NB};
}
// The matrix inverse; for an exact rotation the transpose is the same and cheaper.
template <class T>
POLHODE_INLINE Dcm<T> inverse(const Dcm<T>& d) {
    return {inverse(d.R_NB)};
}

// R' = R [w_B]x: each row turns backwards, a_i' = a_i x w_B (Robinson 1958 eq. 176, transposed)
template <class T>
POLHODE_INLINE Vec<T, 9> derivative(const Dcm<T>& d, const Vec3<T>& w_B) {
    Vec<T, 9> r;
    for (int i = 0; i < 3; ++i) {
        const Vec3<T> row = cross(d.R_NB.row(i), w_B);
        for (int j = 0; j < 3; ++j) r[3 * i + j] = row[j];
    }
    return r;
}
// [w_B]x = R^-1 R', its antisymmetric part (Robinson 1958 eq. 178 has R^T for R^-1)
template <class T>
POLHODE_HD inline Vec3<T> rate(const Dcm<T>& d, const Vec<T, 9>& dp) {
    const Mat3<T> W = inverse(d.R_NB) * d.with(dp).R_NB;
    return {half(W(2, 1) - W(1, 2)), half(W(0, 2) - W(2, 0)), half(W(1, 0) - W(0, 1))};
}

// Frobenius length of 1 - R^T R: all six orthogonality conditions in one number (Robinson 1958 eqs. 80, 81).
template <class T>
POLHODE_HD inline T defect(const Dcm<T>& d) {
    const Mat3<T> E = Mat3<T>::identity() - d.R_NB.transposed() * d.R_NB;
    return sqrt(dot(E.row(0), E.row(0)) + dot(E.row(1), E.row(1)) + dot(E.row(2), E.row(2)));
}

// R (3 - R^T R)/2: the polar factor to first order, no square root; its error is 3/8 of the square of 1 - R^T R.
template <class T>
POLHODE_HD inline Dcm<T> normalise_binomial(const Dcm<T>& d) {
    const Mat3<T> E = Mat3<T>::identity() - d.R_NB.transposed() * d.R_NB;
    return {d.R_NB + T(0.5) * (d.R_NB * E)};
}

// The nearest rotation (orthogonal polar factor): Newton's iteration X <- (X + X^-T)/2 (Higham, SIAM J. Sci. Stat.
// Comput. 7 (1986) 1160), finished by one binomial step, which is then exact. A matrix with det <= 0 has lost its
// attitude: the result is not a number.
template <class T>
POLHODE_HD inline Dcm<T> normalise(const Dcm<T>& d) {
    Dcm<T> x = d;
    const T det = determinant(x.R_NB);
    if (!(det > T(0))) {
        const T lost = T(0) * std::numeric_limits<T>::infinity();
        return {Mat3<T>{{{lost, lost, lost}, {lost, lost, lost}, {lost, lost, lost}}}};
    }
    // sum of squares to 3 first, so that a scaled matrix needs no halving steps
    if (!(defect(x) < T(0.5))) {
        const Mat3<T>& R = x.R_NB;
        const T s = sqrt((dot(R.row(0), R.row(0)) + dot(R.row(1), R.row(1)) + dot(R.row(2), R.row(2))) / T(3));
        x.R_NB = (T(1) / s) * R;
    }
    const T close = half(sqrt(std::numeric_limits<T>::epsilon()));
    for (int i = 0; i < 60 && !(defect(x) <= close); ++i) x.R_NB = T(0.5) * (x.R_NB + inverse(x.R_NB).transposed());
    return normalise_binomial(x);
}
template <class T>
POLHODE_INLINE bool rechart(Dcm<T>&) {
    return false;
}

template <class T>
POLHODE_INLINE Quaternion<T> to_quaternion(const Dcm<T>& d) {
    return matrix_to_quaternion(d.R_NB);
}
template <class T>
POLHODE_INLINE void assign_quaternion(Dcm<T>& to, const Quaternion<T>& q) {
    to.R_NB = to_matrix(q);
}
template <class T>
POLHODE_INLINE Mat3<T> to_matrix(const Dcm<T>& d) {
    return d.R_NB;
}

template <class To, class T>
POLHODE_INLINE constexpr Dcm<To> cast(const Dcm<T>& d) {
    return {cast<To>(d.R_NB)};
}

}  // namespace polhode
