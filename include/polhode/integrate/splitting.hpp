// Splitting methods: the energy is cut into pieces whose motions are known exactly, and these are run one after
// another. L = q m q* of a free body is kept to rounding because every piece keeps it; the methods are symplectic (for
// torques that have a potential) and reversible, so the energy error stays bounded.
//
//     FiveRotationSplitting    m1^2/2I1, m2^2/2I2, m3^2/2I3 in turn, each a rotation about a body axis
//                              (R. McLachlan, Phys. Rev. Lett. 71 (1993) 3043; S. Reich, Physica D 76 (1994) 375;
//                              J. Touma, J. Wisdom, Astron. J. 107 (1994) 1189)
//     SymmetricTopSplitting    a symmetric top, exact in two rotations, and the remainder (1/I2 - 1/I1) m2^2/2
//                              (Dullweber, Leimkuhler, McLachlan, J. Chem. Phys. 107 (1997) 5840). For I1 = I2 the
//                              remainder is absent: exact without torque, and with it the error knows only the torque.
//
// Torque enters as kicks (composition.hpp) and stays a flow of its own: kick and remainder do not commute, and joining
// them would leave order 1.
#pragma once

#include "composition.hpp"
#include "runge_kutta.hpp"
#include "turn.hpp"

namespace polhode::integrate {

namespace detail {

// Not inlined by force: a torque costs more than a call, and each method would hold dozens of copies.
template <class S, class T, class Torque>
POLHODE_HD void kick(S& s, const Torque& torque, T t, T h, const Vec3<T>& moments, Kick kind, int order) {
    if constexpr (is_free_body<Torque>) {
        (void)s, (void)torque, (void)t, (void)h, (void)moments, (void)kind, (void)order;
    } else if (kind == Kick::once) {
        push(s, h, torque(t, s.q, rate_of(s.m, moments)));
    } else {
        const auto slope = [&](T, const Vec3<T>& m) { return torque(t, s.q, rate_of(m, moments)); };
        if (order <= 4)
            push(s, h, mean_slope<Rk4>(slope, t, s.m, h));
        else
            push(s, h, mean_slope<DormandPrince853>(slope, t, s.m, h));
    }
}

}  // namespace detail

// Order 2, 4, 6 or 8 by name of the composition; the usual choice for an order.
POLHODE_HD inline CompositionName five_rotation_composition(int order) {
    return order <= 2   ? CompositionName::strang
           : order <= 4 ? CompositionName::blanes_moan4
           : order <= 6 ? CompositionName::kahan_li6
                        : CompositionName::kahan_li8;
}
POLHODE_HD inline CompositionName symmetric_top_composition(int order) {
    return order <= 2   ? CompositionName::strang
           : order <= 4 ? CompositionName::blanes_moan4
           : order <= 6 ? CompositionName::blanes_moan6
                        : CompositionName::kahan_li8;
}

template <class T>
class FiveRotationSplitting {
 public:
    POLHODE_HD FiveRotationSplitting(const Vec3<T>& moments, int order, Kick kick = Kick::once)
        : FiveRotationSplitting(moments, five_rotation_composition(order), kick) {}
    POLHODE_HD FiveRotationSplitting(const Vec3<T>& moments, CompositionName name, Kick kick = Kick::once)
        : moments_(moments), composition_(name), kick_(kick) {}

    POLHODE_INLINE int order() const { return composition_.order(); }

    template <class S = BodyState<T>, class Torque>
    POLHODE_HD S step(const S& from, T t, T h, const Torque& torque) const {
        struct Flows {
            const FiveRotationSplitting& method;
            const Torque& torque;
            S s;
            T t;

            POLHODE_INLINE T angle(int axis, T length) const { return length * (s.m[axis] / method.moments_[axis]); }
            POLHODE_INLINE void outer(T length) {
                if constexpr (is_free_body<Torque>)
                    turn_body<0>(s, angle(0, length));
                else
                    detail::kick(s, torque, t, length, method.moments_, method.kick_, method.order());
            }
            POLHODE_INLINE void inward(T length) {
                if constexpr (!is_free_body<Torque>) turn_body<0>(s, angle(0, length));
                turn_body<1>(s, angle(1, length));
            }
            POLHODE_INLINE void centre(T length) {
                turn_body<2>(s, angle(2, length));
                t = t + length;
            }
            POLHODE_INLINE void outward(T length) {
                turn_body<1>(s, angle(1, length));
                if constexpr (!is_free_body<Torque>) turn_body<0>(s, angle(0, length));
            }
        } flows{*this, torque, from, t};
        composition_.apply(h, flows);
        keep_length(flows.s);
        return flows.s;
    }

 private:
    Vec3<T> moments_;
    Composition<T> composition_;
    Kick kick_;
};

template <class T>
class SymmetricTopSplitting {
 public:
    POLHODE_HD SymmetricTopSplitting(const Vec3<T>& moments, int order, Kick kick = Kick::once)
        : SymmetricTopSplitting(moments, symmetric_top_composition(order), kick) {}
    POLHODE_HD SymmetricTopSplitting(const Vec3<T>& moments, CompositionName name, Kick kick = Kick::once)
        : given_(moments), composition_(name), kick_(kick) {
        // The two moments nearest each other (by 1/I, which is what the remainder holds) become 1 and 2, by a cyclic
        // relabelling, which is a proper rotation of the body axes.
        T smallest{};
        for (int axis = 0; axis < 3; ++axis) {
            const T a = moments[(axis + 1) % 3], b = moments[(axis + 2) % 3], difference = abs((a - b) / (a * b));
            if (axis == 0 || difference < smallest) {
                smallest = difference;
                shift_ = (axis + 1) % 3;
            }
        }
        const Vec3<T> I = renumbered(moments, shift_);
        equatorial_ = I[0];
        spin_ = (I[0] - I[2]) / (I[0] * I[2]);
        remainder_ = (I[0] - I[1]) / (I[0] * I[1]);
    }

    POLHODE_INLINE int order() const { return composition_.order(); }
    POLHODE_INLINE int symmetry_axis() const { return (2 + shift_) % 3; }
    POLHODE_INLINE bool symmetric() const { return remainder_ == T(0); }

    template <class S = BodyState<T>, class Torque>
    POLHODE_HD S step(const S& from, T t, T h, const Torque& torque) const {
        S s = renumbered(from, shift_);
        if (symmetric()) {
            if constexpr (is_free_body<Torque>)
                top(s, h);
            else
                run<false>(s, t, h, torque);
        } else {
            run<true>(s, t, h, torque);
        }
        keep_length(s);
        return given(s);
    }

 private:
    template <class S>
    POLHODE_INLINE S given(const S& s) const {
        return renumbered(s, (3 - shift_) % 3);
    }

    // q <- q exp(m h/I1) exp(e3 m3 (1/I3 - 1/I1) h), m turned back by the second angle (Touma and Wisdom 1994)
    template <class S>
    POLHODE_INLINE void top(S& s, T h) const {
        turn_right(s, turn(s.m, h / equatorial_));
        turn_body<2>(s, h * (spin_ * s.m[2]));
    }

    template <bool has_remainder, class S, class Torque>
    POLHODE_INLINE void run(S& state, T t0, T h, const Torque& torque) const {
        struct Flows {
            const SymmetricTopSplitting& method;
            const Torque& torque;
            S& s;
            T t;

            POLHODE_INLINE void rest(T length) {
                if constexpr (has_remainder) turn_body<1>(s, length * (method.remainder_ * s.m[1]));
            }
            POLHODE_INLINE void outer(T length) {
                if constexpr (is_free_body<Torque>) {
                    rest(length);
                } else {
                    S g = method.given(s);
                    detail::kick(g, torque, t, length, method.given_, method.kick_, method.order());
                    s = renumbered(g, method.shift_);
                }
            }
            POLHODE_INLINE void inward(T length) {
                if constexpr (!is_free_body<Torque>) rest(length);
            }
            POLHODE_INLINE void centre(T length) {
                method.top(s, length);
                t = t + length;
            }
            POLHODE_INLINE void outward(T length) {
                if constexpr (!is_free_body<Torque>) rest(length);
            }
        } flows{*this, torque, state, t0};
        composition_.apply(h, flows);
    }

    Vec3<T> given_;
    Composition<T> composition_;
    Kick kick_;
    int shift_ = 0;
    T equatorial_, spin_, remainder_;  // I1, 1/I3 - 1/I1, 1/I2 - 1/I1
};

}  // namespace polhode::integrate
