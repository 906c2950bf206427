// The turning points of the gyrostat with three different moments and its momentum inside along axis 3.
//
// With A > B, x = w3 - w3(0), al = (A-C) w3(0) - l, be = (B-C) w3(0) - l the squares of the other rates are quadratics
// in x (energy and length of H; Wittenburg 1977, section 4.4), so that the quartic of x' comes factored:
//
//     w1^2 = q1(x) = w1(0)^2 + [2 C be x + C (B-C) x^2]/(A (A-B))
//     w2^2 = q2(x) = w2(0)^2 - [2 C al x + C (A-C) x^2]/(B (A-B)),         x'^2 = ((A-B)/C)^2 q1 q2
//
// x counts from the start, so that roots next to it keep their digits: they carry how close a separatrix is.
#pragma once

#include "gyrostat_body.hpp"

namespace polhode::exact::detail {

// What two words cannot tell from zero, relative to what was subtracted: a separatrix is then taken to be one.
template <class T>
POLHODE_INLINE T unseen_difference() {
    return T(16) * square(T(std::numeric_limits<T>::epsilon()));
}

// c0 + c1 x + c2 x^2 with c0 >= 0: two roots, or p +- i s, or one root and one at infinity.
template <class T>
struct Quadratic {
    using Fine = TwoWords<T>;

    Fine c0{}, c1{}, c2{};
    int finite = 0;  // real roots that are finite
    bool complex = false;
    Fine root[2]{}, p{}, s{};

    POLHODE_HD Quadratic() = default;
    POLHODE_HD Quadratic(const Fine& constant, const Fine& linear, const Fine& square)
        : c0(constant), c1(linear), c2(square) {
        if (c2.hi == T(0)) {
            finite = c1.hi == T(0) ? 0 : 1;
            if (finite == 1) root[0] = -(c0 / c1);
            return;
        }
        const Fine square_of_c1 = c1 * c1;
        Fine discriminant = square_of_c1 - scaled(c2 * c0, T(4));
        if (abs(discriminant.hi) <= unseen_difference<T>() * square_of_c1.hi) discriminant = Fine();
        if (discriminant.hi < T(0)) {
            complex = true;
            p = -(scaled(c1, T(0.5)) / c2);
            s = abs(scaled(sqrt(-discriminant), T(0.5)) / c2);
            return;
        }
        // the sum has no cancellation; the other root by the product (Goldberg, ACM Comput. Surv. 23 (1991) 5)
        const Fine sum = negated_where(c1.hi < T(0), sqrt(discriminant)) + c1, half_sum = scaled(sum, T(-0.5));
        finite = 2;
        root[0] = half_sum / c2;
        root[1] = half_sum.hi == T(0) ? root[0] : c0 / half_sum;
    }
    // size of the coefficient of the highest power
    POLHODE_HD Fine lead() const { return abs(c2.hi == T(0) ? c1 : c2); }
    // |value| at x as the product of the distances from the roots: no cancellation next to one of them
    POLHODE_HD Fine size_at(const Fine& x) const {
        if (complex) return lead() * ((x - p) * (x - p) + s * s);
        Fine product = lead();
        for (int i = 0; i < finite; ++i) product = product * abs(x - root[i]);
        return product;
    }
};

template <class T>
struct RealRoot {
    TwoWords<T> x{};
    int of = 0;  // 0: of q1, 1: of q2
    bool infinite = false;
};

// The motion runs between b <= 0 <= a. Going down from b, round through infinity, the other two are c and d; or they
// are a pair of complex numbers, of quadratic `complex_of`.
template <class T>
class TurningPoints {
 public:
    using Fine = TwoWords<T>;
    using Root = RealRoot<T>;

    Quadratic<T> q[2];
    Root a{}, b{}, c{}, d{};
    int complex_of = -1;
    bool found = false;

    POLHODE_HD TurningPoints(const Quadratic<T>& q1, const Quadratic<T>& q2) : q{q1, q2} {
        Root all[4];
        int n = 0;
        for (int i = 0; i < 2; ++i) {
            if (q[i].complex) complex_of = i;
            for (int k = 0; k < 2 && !q[i].complex; ++k) all[n++] = Root{q[i].root[k], i, k >= q[i].finite};
        }
        const int lower = nearest(all, n, -1), upper = nearest(all, n, 1);
        found = lower >= 0 && upper >= 0;
        if (!found) return;
        b = all[lower];
        a = all[upper];
        if (complex_of >= 0) return;
        int rest[2] = {-1, -1}, m = 0;
        for (int i = 0; i < n; ++i)
            if (i != lower && i != upper && m < 2) rest[m++] = i;
        const bool in_order = comes_first(all[rest[0]], all[rest[1]]);
        c = all[in_order ? rest[0] : rest[1]];
        d = all[in_order ? rest[1] : rest[0]];
    }
    // Both ends on the same quadratic: the other rate never vanishes.
    POLHODE_HD bool ends_on_one() const { return a.of == b.of; }

 private:
    // the nearest root below (side = -1) or above the start; a root at the start belongs to the side x moves away from
    POLHODE_HD int nearest(const Root (&all)[4], int n, int side) const {
        const bool rises = (q[0].c1 * q[1].c0 + q[0].c0 * q[1].c1).hi > T(0);
        int best = -1;
        for (int i = 0; i < n; ++i) {
            if (all[i].infinite) continue;
            const T x = all[i].x.hi;
            const bool here = side < 0 ? x < T(0) || (x == T(0) && rises) : x > T(0) || (x == T(0) && !rises);
            if (here && (best < 0 || abs(all[i].x) < abs(all[best].x))) best = i;
        }
        return best;
    }
    // below b, at infinity, above a
    POLHODE_HD int place_of(const Root& r) const { return r.infinite ? 1 : r.x <= b.x ? 0 : 2; }
    POLHODE_HD bool comes_first(const Root& r, const Root& s) const {
        return place_of(r) != place_of(s) ? place_of(r) < place_of(s) : r.x >= s.x;
    }
};

}  // namespace polhode::exact::detail
