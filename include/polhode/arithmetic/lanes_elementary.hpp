// Elementary functions of several doubles side by side, lane by lane the bits of those in elementary.hpp: sincos, sin,
// cos, atan2. What is rare there (huge angles, numbers at the ends of the range) is done one lane at a time by the
// function for one double.
#pragma once

#include "elementary.hpp"
#include "lanes.hpp"

#if !defined(__CUDACC__)

namespace polhode {

template <int N>
POLHODE_INLINE void sincos(const Lanes<double, N>& x, Lanes<double, N>& sine, Lanes<double, N>& cosine) {
    using L = Lanes<double, N>;
    const L size = abs(x);
    const auto inside = size <= L(0x1.921fb54442d18p-1);
    // the last bits of the shifted number are those of the quadrant
    const L shifted = select(inside, L(0.0), x * L(0x1.45f306dc9c883p-1)) + L(0x1.8p52);
    const detail::PairOf<L> r = detail::without_quadrants(x, shifted - L(0x1.8p52));
    detail::PairOf<L> sp, cp;
    detail::sincos_reduced(r, sp, cp);
    const L s = sp.hi + sp.lo, c = cp.hi + cp.lo;
    const auto odd = bit_of(shifted, 0), upper = bit_of(shifted, 1);
    sine = negated_where(upper, select(odd, c, s));
    cosine = negated_where(upper != odd, select(odd, s, c));
    const auto tiny = size < L(0x1p-27);
    sine = select(tiny, x, sine);
    cosine = select(tiny, L(1.0), cosine);
    const auto rare = !(size <= L(0x1p20));
    if (any(rare))
        for (int i = 0; i < N; ++i)
            if (rare[i]) {
                double one_sine, one_cosine;
                sincos(x[i], one_sine, one_cosine);
                sine.set(i, one_sine);
                cosine.set(i, one_cosine);
            }
}
template <int N>
POLHODE_INLINE Lanes<double, N> sin(const Lanes<double, N>& x) {
    Lanes<double, N> s, c;
    sincos(x, s, c);
    return s;
}
template <int N>
POLHODE_INLINE Lanes<double, N> cos(const Lanes<double, N>& x) {
    Lanes<double, N> s, c;
    sincos(x, s, c);
    return c;
}

template <int N>
POLHODE_INLINE Lanes<double, N> atan2(const Lanes<double, N>& y, const Lanes<double, N>& x) {
    using L = Lanes<double, N>;
    const L height = abs(y), width = abs(x);
    const auto steep = height > width, left = copysign(L(1.0), x) < L(0.0);
    const L a = select(steep, width, height), b = select(steep, height, width);
    // the angle is base + sign * atan(a/b)
    const detail::PairOf<L> base{
        select(steep, L(0x1.921fb54442d18p+0), select(left, L(0x1.921fb54442d18p+1), L(0.0))),
        select(steep, L(0x1.1a62633145c07p-54), select(left, L(0x1.1a62633145c07p-53), L(0.0)))};
    const L sign = negated_where(steep != left, L(1.0));
    const L t = a / b;
    const L shifted = L(8.0) * t + L(0x1.8p52);
    const L r = select(t < L(0x1p-28), base.hi + (base.lo + sign * t),
                       detail::angle_from_eighth(a, b, shifted - L(0x1.8p52), detail::atan_hi(shifted),
                                                 detail::atan_lo(shifted), base, sign));
    L angle = copysign(r, y);
    // also what is not a number, and both zero
    const auto rare = !(b >= L(0x1p-800) && b <= L(0x1p1000) && is_finite(a));
    if (any(rare))
        for (int i = 0; i < N; ++i)
            if (rare[i]) angle.set(i, atan2(y[i], x[i]));
    return angle;
}

}  // namespace polhode

#endif
