// A body with rotors along its principal axes, as its equations of motion see it: constant moments and a constant
// momentum inside,
//
//     H = Ie w + l,   H' = H x w                       (Zhukovskii 1885; Volterra 1899; Wittenburg 1977, chapter 4)
//
// The moments given are those of the whole body with all rotors locked. A rotor whose speed relative to the body is
// held leaves them and adds J s to l; one that turns freely keeps its absolute momentum h = J (s + w) about its axis,
// which is what it adds to l, and takes J away from the moment (Hughes 1986, chapters 3 and 6). Both are kept in two
// words: what is given is taken at its exact value.
#pragma once

#include "state.hpp"
#include "wide_range.hpp"

namespace polhode::exact {

template <class T>
struct GyrostatBody {
    using Fine = TwoWords<T>;

    Fine moment[3]{};  // Ie
    Fine inside[3]{};  // l, in body axes
    int axis = 2;      // the body axis that carries the rotors: for l = 0 the one whose turn is asked for

    POLHODE_HD GyrostatBody() = default;
    POLHODE_HD explicit GyrostatBody(const Vec3<T>& moments) {
        for (int k = 0; k < 3; ++k) moment[k] = Fine(moments[k]);
    }
    // A rotor along the body axis `on` (0, 1, 2), its speed relative to the body counted about the positive axis.
    POLHODE_HD GyrostatBody& add_held(int on, T rotor_moment, T speed) {
        axis = on;
        inside[on] = inside[on] + exact_product(rotor_moment, speed);
        return *this;
    }
    // The same turning freely; w_on: the body's own rate about that axis at the start.
    POLHODE_HD GyrostatBody& add_free(int on, T rotor_moment, T speed, T w_on) {
        axis = on;
        inside[on] = inside[on] + Fine::sum(speed, w_on) * rotor_moment;
        moment[on] = moment[on] - rotor_moment;
        return *this;
    }

    POLHODE_HD bool is_physical() const {
        bool all_positive = true;
        for (int k = 0; k < 3; ++k)
            all_positive = all_positive && moment[k].hi > T(0) && is_finite(moment[k].hi) && is_finite(inside[k].hi);
        return all_positive;
    }
    POLHODE_HD bool is_sphere() const { return moment[0] == moment[1] && moment[1] == moment[2]; }
    POLHODE_HD int parts_inside() const {
        int parts = 0;
        for (int k = 0; k < 3; ++k) parts += inside[k].hi == T(0) ? 0 : 1;
        return parts;
    }
    // The internal momentum lies on one principal axis, or all axes are principal.
    POLHODE_HD bool has_closed_form() const {
        if (!is_physical()) return false;
        return is_sphere() || parts_inside() == 0 || (parts_inside() == 1 && !(inside[axis].hi == T(0)));
    }

    // The same in units in which moments are divided by one number and rates by another, both powers of two.
    POLHODE_HD GyrostatBody in_units(T moment_unit, T rate_unit) const {
        GyrostatBody r = *this;
        for (int k = 0; k < 3; ++k) {
            r.moment[k] = scaled(moment[k], T(1) / moment_unit);
            r.inside[k] = scaled(scaled(inside[k], T(1) / moment_unit), T(1) / rate_unit);
        }
        return r;
    }
};

template <class W, class T>
POLHODE_HD inline GyrostatBody<W> cast_body(const GyrostatBody<T>& body) {
    const auto other = [](const TwoWords<T>& a) { return TwoWords<W>(static_cast<W>(a.hi), static_cast<W>(a.lo)); };
    GyrostatBody<W> r;
    for (int k = 0; k < 3; ++k) {
        r.moment[k] = other(body.moment[k]);
        r.inside[k] = other(body.inside[k]);
    }
    r.axis = body.axis;
    return r;
}

}  // namespace polhode::exact
