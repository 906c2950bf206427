// Gray, Rubinoff and Sohon 1952: the attitude as nine direction cosines on a machine with fractions only.
//
// Row i of A, (l_i, m_i, n_i), is world axis i written in body axes: A = R_NB. The machine stores M A, so that unity
// fits ("pseudo direction cosines"; the paper takes M = 1/2). Rows 3 and 2 are integrated, row 3 is brought back to
// length M, row 2 is made perpendicular to it and of length M, and row 1 is their cross product:
//
//     step 2   r3 <- r3 (1 - eps/2),  |r3|^2 = M^2 (1 + eps): two terms of the binomial series, no square root
//     step 4   method 1: r2 <- r2 (1 - eps1/2) - r3 eps2,  |r2|^2 = M^2 (1 + eps1),  r2.r3 = M^2 eps2
//              method 2: the component j of r2 where |r3| is largest is replaced by -(sum of the other two r2_i
//              r3_i)/r3_j, then r2 <- r2 (1 - eps/2)
//     step 5   r1 = (r2 x r3)/M
//
// The corrections are of first order: what remains is -(3/4) eps^2 of the square of a length after step 2, and
// -eps1 eps2/2 of r2.r3/M^2 after method 1. They hold the matrix orthonormal and say nothing about where it points.
// Where the paper says "n3 is greater than l3 or m3" sizes are meant: signed, r3 = M (-1, 0, 0) would divide by zero.
#pragma once

#include <initializer_list>

#include "../arithmetic/factor.hpp"
#include "../arithmetic/vec.hpp"

namespace polhode {

// 2 a c; a machine may round it before or after the doubling, real arithmetic knows no difference.
template <class T>
POLHODE_INLINE T twice_product(T a, T c) {
    return twice(a * c);
}

enum class GrayOrthogonalising : unsigned char { smallest_turn, one_component };         // methods 1 and 2
enum class GrayCorrections : unsigned char { together, length_first, direction_first };  // of method 1
enum class GrayDoubling : unsigned char { after_rounding, before_rounding };             // of words, in 2 l g

// Where the largest of three sizes stands; of equals the last, then the middle one.
template <class T>
POLHODE_INLINE int largest_component(const Vec3<T>& r) {
    const T l = abs(r[0]), m = abs(r[1]), n = abs(r[2]);
    if (n >= l && n >= m) return 2;
    return m >= l ? 1 : 0;
}

template <class T>
class GrayProcedure {
 public:
    POLHODE_HD explicit GrayProcedure(double M, GrayOrthogonalising method = GrayOrthogonalising::smallest_turn,
                                      GrayCorrections corrections = GrayCorrections::together,
                                      GrayDoubling doubling = GrayDoubling::after_rounding)
        : per_square_(1 / (M * M)),
          per_four_squares_(1 / (4 * M * M)),
          per_scale_(1 / M),
          method_(method),
          corrections_(corrections),
          doubling_(doubling) {}

    // Step 2: r (1 - eps/2) = 2 r (3/4 - |r|^2/(4 M^2)), for rows of three numbers and for quaternions alike.
    template <int N>
    POLHODE_HD Vec<T, N> normalised(const Vec<T, N>& r) const {
        const T g = half_factor(r);
        Vec<T, N> out;
        for (int i = 0; i < N; ++i) out[i] = doubled(r[i], g);
        return out;
    }

    // Step 4: the integrated row 2 against the normalised row 3.
    POLHODE_HD Vec3<T> orthogonalised(const Vec3<T>& r2, const Vec3<T>& r3) const {
        if (method_ == GrayOrthogonalising::one_component) return normalised(with_one_replaced(r2, r3));
        Vec3<T> r = r2;
        if (corrections_ == GrayCorrections::together) {
            const T g = half_factor(r2), eps2 = times(dot(r2, r3), per_square_);
            for (int i = 0; i < 3; ++i) r[i] = doubled(r2[i], g) - r3[i] * eps2;
            return r;
        }
        if (corrections_ == GrayCorrections::length_first) return turned(normalised(r2), r3);
        return normalised(turned(r2, r3));
    }

    // Step 5
    POLHODE_HD Vec3<T> first_row(const Vec3<T>& r2, const Vec3<T>& r3) const {
        const Vec3<T> c = cross(r2, r3);
        return {times(c[0], per_scale_), times(c[1], per_scale_), times(c[2], per_scale_)};
    }

    // Steps 2, 4 and 5 on a matrix whose rows 3 and 2 have just been integrated.
    POLHODE_HD Mat3<T> corrected(const Mat3<T>& A) const {
        const Vec3<T> r3 = normalised(A.row(2)), r2 = orthogonalised(A.row(1), r3), r1 = first_row(r2, r3);
        Mat3<T> out;
        for (int j = 0; j < 3; ++j) {
            out(0, j) = r1[j];
            out(1, j) = r2[j];
            out(2, j) = r3[j];
        }
        return out;
    }

    // Method 2 where the other two components alone have been integrated, as forward Euler allows: eq. of section 5,
    // n2 = (l2 l3 + m2 m3)/(-n3).
    POLHODE_HD static Vec3<T> with_one_replaced(const Vec3<T>& r2, const Vec3<T>& r3) {
        const int j = largest_component(r3), a = (j + 1) % 3, b = (j + 2) % 3;
        Vec3<T> r = r2;
        r[j] = -sum_of_products(r2[a], r3[a], r2[b], r3[b]) / r3[j];
        return r;
    }

 private:
    // 1/2 - eps/4
    template <int N>
    POLHODE_HD T half_factor(const Vec<T, N>& r) const {
        return T(0.75) - times(dot(r, r), per_four_squares_);
    }
    POLHODE_HD T doubled(T a, T g) const {
        return doubling_ == GrayDoubling::after_rounding ? twice(a * g) : twice_product(a, g);
    }
    POLHODE_HD Vec3<T> turned(const Vec3<T>& r2, const Vec3<T>& r3) const {
        const T eps2 = times(dot(r2, r3), per_square_);
        Vec3<T> r;
        for (int i = 0; i < 3; ++i) r[i] = r2[i] - r3[i] * eps2;
        return r;
    }

    Factor<T> per_square_, per_four_squares_, per_scale_;
    GrayOrthogonalising method_;
    GrayCorrections corrections_;
    GrayDoubling doubling_;
};

// ---- the 21 identities of section 4, as sizes of what is left of them; true cosines, M = 1 ----
template <class T>
struct CosineIdentities {
    T normality{0};      // six: each row and each column has length 1 (eq. 1)
    T orthogonality{0};  // six: rows pairwise, columns pairwise (eq. 2)
    T cofactors{0};      // nine: each cosine is its own cofactor, l1 = m2 n3 - m3 n2 (eq. 3)
};
template <class T>
POLHODE_HD inline CosineIdentities<T> cosine_identities(const Mat3<T>& A) {
    CosineIdentities<T> worst;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        for (const T& square : {dot(A.row(i), A.row(i)), dot(A.column(i), A.column(i))})
            worst.normality = max(worst.normality, abs(square - T(1)));
        for (const T& product : {dot(A.row(i), A.row(j)), dot(A.column(i), A.column(j))})
            worst.orthogonality = max(worst.orthogonality, abs(product));
        const Vec3<T> off = A.row(i) - cross(A.row(j), A.row(k));
        for (int n = 0; n < 3; ++n) worst.cofactors = max(worst.cofactors, abs(off[n]));
    }
    return worst;
}
// Largest element of A A^T - 1: length and angles of the rows.
template <class T>
POLHODE_HD inline T row_defect(const Mat3<T>& A) {
    T worst{0};
    for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) worst = max(worst, abs(dot(A.row(i), A.row(j)) - (i == j ? T(1) : T(0))));
    return worst;
}

}  // namespace polhode
