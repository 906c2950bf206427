// Many samples of a gyro at once: increments of eight logs side by side, or one log cut into eight pieces that are
// integrated side by side and put together afterwards (products of rotations may be bracketed in any way). The length
// of a piece is fixed, so that the bits do not depend on who computes what. Coning by the causal rule.
//
// Turns of more than a third of a radian in one sample are left to the caller: the series for exp is too short for
// them.
#pragma once

#include "../arithmetic/lanes.hpp"
#include "../rotation/rotation.hpp"
#include "coning.hpp"

#if !defined(__CUDACC__)

namespace polhode::strapdown {

inline constexpr int side_by_side = 8, piece_length = 64;
inline constexpr double longest_lane_turn = 0.34;  // rad a sample

namespace detail {

using Eight = Lanes<double, side_by_side>;

// cos and sin(x/2)/x of half the angle by six and five terms: below 1e-16 for turns of 0.34 rad
POLHODE_INLINE Quaternion<Eight> exp_of_short(const Vec3<Eight>& v) {
    const Eight n = Eight(0.25) * dot(v, v);
    const Eight s =
        fma(n, fma(n, fma(n, fma(n, Eight(0.5 / 362880), Eight(-0.5 / 5040)), Eight(0.5 / 120)), Eight(-0.5 / 6)),
            Eight(0.5));
    const Eight c =
        fma(n,
            fma(n, fma(n, fma(n, fma(n, Eight(-1. / 3628800), Eight(1. / 40320)), Eight(-1. / 720)), Eight(1. / 24)),
                Eight(-0.5)),
            Eight(1.0));
    return {c, s * v[0], s * v[1], s * v[2]};
}

// Four numbers in a row of memory; Eight is two of them.
typedef double Row __attribute__((vector_size(32)));

// By reference: where the compiler was told of no such register, it would not know how to hand one over.
POLHODE_INLINE void take_row(const double* p, Row& r) { __builtin_memcpy(&r, p, sizeof r); }
POLHODE_INLINE void put_row(double* p, const Row& r) { __builtin_memcpy(p, &r, sizeof r); }

// Both halves of the eight, without a way through memory where they are registers of their own.
template <class E = Eight>
POLHODE_INLINE E joined(const Row& low, const Row& high) {
    E e;
    if constexpr (polhode::detail::register_bytes == sizeof(Row)) {
        e.low.v = low;
        e.high.v = high;
    } else {
        double both[side_by_side];
        put_row(both, low);
        put_row(both + 4, high);
        e = E::load(both);
    }
    return e;
}
template <class E>
POLHODE_INLINE void parted(const E& e, Row& low, Row& high) {
    if constexpr (polhode::detail::register_bytes == sizeof(Row)) {
        low = e.low.v;
        high = e.high.v;
    } else {
        double both[side_by_side];
        e.store(both);
        take_row(both, low);
        take_row(both + 4, high);
    }
}

// Rows become columns.
POLHODE_INLINE void transpose(Row& a, Row& b, Row& c, Row& d) {
    const Row ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6), ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Row cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6), cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

// Twelve numbers, four samples of three, of eight pieces `stride` numbers apart: number j of all pieces to out[j].
POLHODE_INLINE void gather_four_samples(const double* from, long stride, Eight (&out)[12]) {
    for (int part = 0; part < 3; ++part) {
        Row r[2][4];
        for (int half = 0; half < 2; ++half) {
            const double* at = from + 4 * half * stride + 4 * part;
            for (int k = 0; k < 4; ++k) take_row(at + k * stride, r[half][k]);
            transpose(r[half][0], r[half][1], r[half][2], r[half][3]);
        }
        for (int k = 0; k < 4; ++k) out[4 * part + k] = joined(r[0][k], r[1][k]);
    }
}

// Back to length 1 where it is nearly so: by (3 - n)/2
POLHODE_INLINE Quaternion<Eight> tightened(const Quaternion<Eight>& q) {
    const Eight f = Eight(0.5) * (Eight(3.0) - norm_squared(q));
    return {f * q.w, f * q.x, f * q.y, f * q.z};
}

}  // namespace detail

// Eight logs: numbers of one sample lie as x of all logs, y of all, z of all. q: attitudes at the start, and at the end
// afterwards; `before`: the increments before the first, zero at the start of a log. Calls out(i, q) after each sample.
template <class Out>
POLHODE_INLINE void integrate_eight_logs(const double* increments, long samples, Quaternion<detail::Eight>& q,
                                         Vec3<detail::Eight>& before, const Out& out) {
    using detail::Eight;
    for (long i = 0; i < samples; ++i) {
        const double* at = increments + 3 * side_by_side * i;
        const Vec3<Eight> d{Eight::load(at), Eight::load(at + side_by_side), Eight::load(at + 2 * side_by_side)};
        q = q * detail::exp_of_short(causal_two(before, d));
        if (i % 16 == 15) q = detail::tightened(q);
        before = d;
        out(i, q);
    }
}

// One log, side_by_side x piece_length samples from `d` on; `before`: the increment before the first. Attitudes after
// each to `to`, from `start`.
inline void integrate_pieces(const Vec3<double>* d, const Vec3<double>& before, const Quaternion<double>& start,
                             Quaternion<double>* to) {
    using detail::Eight;
    static_assert(sizeof(Vec3<double>) == 3 * sizeof(double) && sizeof(Quaternion<double>) == 4 * sizeof(double));
    alignas(64) double local[piece_length][4][side_by_side];
    double ends[3][side_by_side];
    for (int b = 0; b < side_by_side; ++b)
        for (int k = 0; k < 3; ++k) ends[k][b] = b == 0 ? before[k] : d[b * piece_length - 1][k];
    Vec3<Eight> last{Eight::load(ends[0]), Eight::load(ends[1]), Eight::load(ends[2])};
    Quaternion<Eight> q{Eight(1.0), Eight(0.0), Eight(0.0), Eight(0.0)};
    for (int i = 0; i < piece_length; i += 4) {
        Eight four[12];
        detail::gather_four_samples(&d[i][0], 3 * piece_length, four);
        for (int k = 0; k < 4; ++k) {
            const Vec3<Eight> now{four[3 * k], four[3 * k + 1], four[3 * k + 2]};
            q = q * detail::exp_of_short(causal_two(last, now));
            q.w.store(local[i + k][0]);
            q.x.store(local[i + k][1]);
            q.y.store(local[i + k][2]);
            q.z.store(local[i + k][3]);
            last = now;
        }
    }
    // where each piece begins: products of the pieces before it, each of length 1 to rounding
    q = detail::tightened(q);
    Quaternion<double> at = start;
    double begin[4][side_by_side];
    for (int b = 0; b < side_by_side; ++b) {
        begin[0][b] = at.w;
        begin[1][b] = at.x;
        begin[2][b] = at.y;
        begin[3][b] = at.z;
        at = at * Quaternion<double>{q.w[b], q.x[b], q.y[b], q.z[b]};
    }
    const Quaternion<Eight> from{Eight::load(begin[0]), Eight::load(begin[1]), Eight::load(begin[2]),
                                 Eight::load(begin[3])};
    for (int i = 0; i < piece_length; ++i) {
        const double(&l)[4][side_by_side] = local[i];
        const Quaternion<Eight> turned{Eight::load(l[0]), Eight::load(l[1]), Eight::load(l[2]), Eight::load(l[3])};
        const Quaternion<Eight> r = from * turned;
        detail::Row n[2][4];
        detail::parted(r.w, n[0][0], n[1][0]);
        detail::parted(r.x, n[0][1], n[1][1]);
        detail::parted(r.y, n[0][2], n[1][2]);
        detail::parted(r.z, n[0][3], n[1][3]);
        for (int half = 0; half < 2; ++half) {
            detail::transpose(n[half][0], n[half][1], n[half][2], n[half][3]);
            for (int k = 0; k < 4; ++k) detail::put_row(&to[(4 * half + k) * piece_length + i].w, n[half][k]);
        }
    }
}

}  // namespace polhode::strapdown

#endif
