// Many samples of a gyro at once: increments of eight logs side by side, or one log cut into eight pieces that are
// integrated side by side and put together afterwards (products of rotations may be bracketed in any way). The length
// of a piece is fixed, so that the bits do not depend on who computes what. Coning by the causal rule.
//
// Turns of more than 0.18 rad in one sample are left to the caller: the polynomials for exp do not reach them.
#pragma once

#include "../arithmetic/lanes.hpp"
#include "../rotation/rotation.hpp"
#include "coning.hpp"

#if !defined(__CUDACC__)

namespace polhode::strapdown {

inline constexpr int side_by_side = 8, piece_length = 64;
inline constexpr double longest_lane_turn = 0.18;  // rad a sample

namespace detail {

using Eight = Lanes<double, side_by_side>;

// cos(x/2) and sin(x/2)/x as polynomials of x^2, the least error for turns of up to 0.18 rad: below 1e-16 (Chebyshev's
// interpolation over that span; a term less than Taylor's series wants)
POLHODE_INLINE Quaternion<Eight> exp_of_short(const Vec3<Eight>& v) {
    const Eight n = dot(v, v);
    const Eight s = fma(n,
                        fma(n, fma(n, Eight(-1.5497504693388084676e-6), Eight(2.6041665960496321488e-4)),
                            Eight(-2.0833333333287574064e-2)),
                        Eight(0.5));
    const Eight c = fma(n,
                        fma(n,
                            fma(n, fma(n, Eight(9.6859404300240209877e-8), Eight(-2.1701388270989186916e-5)),
                                Eight(2.6041666666595167863e-3)),
                            Eight(-0.125)),
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

// Four numbers in a row, of each of eight pieces `stride` numbers apart: number j of all pieces to out[j]. Written out:
// a loop over halves would go through memory.
POLHODE_INLINE void gather_four(const double* from, long stride, Eight* out) {
    Row a, b, c, d, e, f, g, h;
    take_row(from, a);
    take_row(from + stride, b);
    take_row(from + 2 * stride, c);
    take_row(from + 3 * stride, d);
    transpose(a, b, c, d);
    take_row(from + 4 * stride, e);
    take_row(from + 5 * stride, f);
    take_row(from + 6 * stride, g);
    take_row(from + 7 * stride, h);
    transpose(e, f, g, h);
    out[0] = joined(a, e);
    out[1] = joined(b, f);
    out[2] = joined(c, g);
    out[3] = joined(d, h);
}
// The other way: four numbers of eight pieces to memory, those of a piece in a row.
POLHODE_INLINE void scatter_four(const Quaternion<Eight>& q, double* to, long stride) {
    Row a, b, c, d, e, f, g, h;
    parted(q.w, a, e);
    parted(q.x, b, f);
    parted(q.y, c, g);
    parted(q.z, d, h);
    transpose(a, b, c, d);
    put_row(to, a);
    put_row(to + stride, b);
    put_row(to + 2 * stride, c);
    put_row(to + 3 * stride, d);
    transpose(e, f, g, h);
    put_row(to + 4 * stride, e);
    put_row(to + 5 * stride, f);
    put_row(to + 6 * stride, g);
    put_row(to + 7 * stride, h);
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
    if (samples <= 0) return;
    const auto turn_of = [&](long i) {
        const double* at = increments + 3 * side_by_side * i;
        const Vec3<Eight> d{Eight::load(at), Eight::load(at + side_by_side), Eight::load(at + 2 * side_by_side)};
        const Vec3<Eight> turn = causal_two(before, d);
        before = d;
        return detail::exp_of_short(turn);
    };
    // the turn of the next sample beside the product of this one: neither waits for the other
    Quaternion<Eight> turn = turn_of(0);
    for (long i = 0; i < samples; ++i) {
        q = q * turn;
        if (i + 1 < samples) turn = turn_of(i + 1);
        if (i % 16 == 15) q = detail::tightened(q);
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
    const auto turn = [&](int i, const Vec3<Eight>& now) {
        q = q * detail::exp_of_short(causal_two(last, now));
        q.w.store(local[i][0]);
        q.x.store(local[i][1]);
        q.y.store(local[i][2]);
        q.z.store(local[i][3]);
        last = now;
    };
    for (int i = 0; i < piece_length; i += 4) {
        Eight x[12];  // four samples of three numbers
        detail::gather_four(&d[i][0], 3 * piece_length, x);
        turn(i, {x[0], x[1], x[2]});
        detail::gather_four(&d[i][0] + 4, 3 * piece_length, x + 4);
        turn(i + 1, {x[3], x[4], x[5]});
        detail::gather_four(&d[i][0] + 8, 3 * piece_length, x + 8);
        turn(i + 2, {x[6], x[7], x[8]});
        turn(i + 3, {x[9], x[10], x[11]});
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
        detail::scatter_four(from * turned, &to[i].w, 4 * piece_length);
    }
}

}  // namespace polhode::strapdown

#endif
