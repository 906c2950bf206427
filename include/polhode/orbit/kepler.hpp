// A body on an ellipse about a point, without perturbations: where it is, as a function of time.
//
//     M = M0 + n t,   E - e sin E = M,   r = a (1 - e cos E),   f' = n sqrt(1 - e^2) (a/r)^2
//                                        (Kepler; Danby, Fundamentals of Celestial Mechanics, 6.2 and 6.3)
//
// Every number type has it: a power series in time gives the series of the place, so that Taylor steps and the
// reference pass through it as through any other function of time.
#pragma once

#include <type_traits>

#include "../arithmetic/elementary.hpp"
#include "../arithmetic/vec.hpp"

namespace polhode::orbit {

namespace detail {

// The number in double, whatever it is made of.
template <class T>
POLHODE_HD double leading(const T& a) {
    if constexpr (requires { a.degree; })
        return leading(a.c[0]);
    else if constexpr (requires { a.hi; })
        return leading(a.hi) + leading(a.lo);
    else if constexpr (requires { a.value(); })
        return a.value();
    else if constexpr (requires { a.middle(); })
        return a.middle();
    else
        return static_cast<double>(a);
}

// How often Newton's iteration, which doubles what is right each time, follows a solution in double: the digits of two
// words, the 31 coefficients of a series, or both.
template <class T>
constexpr int newton_steps() {
    if constexpr (requires(T a) { a.degree; })
        return 7;
    else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, float>)
        return 0;
    else
        return 2;
}

}  // namespace detail

// E of E - e sin E = M in double, M within a turn about 0. Newton from pi, or -pi, comes down on the root from one
// side, whatever e < 1 is; it ends where it no longer moves down.
POLHODE_HD inline double eccentric_anomaly_of_turn(double M, double e) {
    const bool mirrored = M < 0;
    const double m = mirrored ? -M : M;
    double E = e < 0.8 ? m + e * sin(m) / (1 - sin(m + e) + sin(m)) : pi<double>();
    for (int i = 0; i < 60; ++i) {
        double s, c;
        sincos(E, s, c);
        const double step = (E - e * s - m) / (1 - e * c);
        E -= step;
        if (abs(step) <= 2e-16 * abs(E)) break;
    }
    return mirrored ? -E : E;
}

// E for any M; it grows with M.
template <class T>
POLHODE_HD T eccentric_anomaly(const T& M, const T& e) {
    const double m = detail::leading(M), turns = round_down(m / two_pi<double>() + 0.5);
    T E = T(eccentric_anomaly_of_turn(m - turns * two_pi<double>(), detail::leading(e)) + turns * two_pi<double>());
    for (int i = 0; i < detail::newton_steps<T>(); ++i) {
        T s, c;
        sincos(E, s, c);
        E = E - (E - e * s - M) / (T(1) - e * c);
    }
    return E;
}

// The mean anomaly that belongs to a true one, both within a turn about 0.
template <class T>
POLHODE_HD T mean_of_true_anomaly(const T& f, const T& e) {
    T s, c;
    sincos(half(f), s, c);
    const T E = T(2) * atan2(sqrt(T(1) - e) * s, sqrt(T(1) + e) * c);
    return E - e * sin(E);
}

template <class T>
class Kepler {
 public:
    // What an ellipse is given by; angles in rad.
    struct Elements {
        T mean_motion{0};      // n, rad/s
        T eccentricity{0};     // below 1
        T mean_anomaly{0};     // M0, at t = 0
        T semi_major_axis{0};  // a, m; 0 where only angles matter
        T inclination{0}, node{0}, perigee{0};
    };
    struct Place {
        T distance;       // r/a
        Vec3<T> outward;  // unit vector from the centre to the body, world axes
        Vec3<T> forward;  // a quarter of a turn further on
        T anomaly_rate;   // f', rad/s
    };

    Kepler() = default;
    // World from the plane of the orbit: Rz(node) Rx(inclination) Rz(perigee) (Danby, section 6.12)
    POLHODE_HD explicit Kepler(const Elements& elements) : of_(elements) {
        T sn, cn, si, ci, sp, cp;
        sincos(of_.node, sn, cn);
        sincos(of_.inclination, si, ci);
        sincos(of_.perigee, sp, cp);
        perigee_ = {cn * cp - sn * ci * sp, sn * cp + cn * ci * sp, si * sp};
        ahead_ = {-(cn * sp) - sn * ci * cp, cn * ci * cp - sn * sp, si * cp};
    }

    POLHODE_HD Place at(const T& t) const {
        const T e = of_.eccentricity, E = eccentric_anomaly(of_.mean_anomaly + of_.mean_motion * t, e);
        T s, c;
        sincos(E, s, c);
        const T ratio = T(1) - e * c, flat = sqrt((T(1) - e) * (T(1) + e));
        const T x = (c - e) / ratio, y = flat * s / ratio;  // cos f, sin f
        return {ratio, x * perigee_ + y * ahead_, x * ahead_ - y * perigee_, of_.mean_motion * flat / (ratio * ratio)};
    }

    // m/s, world axes: r' outward and r f' forward, with r' = n a e sin f/sqrt(1 - e^2) (Danby, section 6.3)
    POLHODE_HD Vec3<T> velocity(const Place& place) const {
        const T flat = sqrt((T(1) - of_.eccentricity) * (T(1) + of_.eccentricity));
        const T out = of_.mean_motion * of_.eccentricity * dot(place.outward, ahead_) / flat;
        return of_.semi_major_axis * (out * place.outward + (place.distance * place.anomaly_rate) * place.forward);
    }

    const Elements& elements() const { return of_; }
    const Vec3<T>& perigee() const { return perigee_; }  // unit vectors in world axes: to the nearest point,
    const Vec3<T>& ahead() const { return ahead_; }      // and a quarter of a turn further in the plane
    POLHODE_HD Vec3<T> normal() const { return cross(perigee_, ahead_); }

    template <class To>
    POLHODE_HD Kepler<To> as() const {
        return Kepler<To>({static_cast<To>(of_.mean_motion), static_cast<To>(of_.eccentricity),
                           static_cast<To>(of_.mean_anomaly), static_cast<To>(of_.semi_major_axis),
                           static_cast<To>(of_.inclination), static_cast<To>(of_.node), static_cast<To>(of_.perigee)});
    }

 private:
    Elements of_{};
    Vec3<T> perigee_{T(1), T(0), T(0)}, ahead_{T(0), T(1), T(0)};
};

// The orbit frame (LVLH): z to the centre, y against the orbit's normal, x = y x z. Its axes in the world, as columns.
template <class T>
POLHODE_HD Mat3<T> orbit_frame(const typename Kepler<T>::Place& place, const Vec3<T>& normal) {
    Mat3<T> R_NL;
    const Vec3<T> z = T(-1) * place.outward, y = T(-1) * normal, x = cross(y, z);
    for (int i = 0; i < 3; ++i) {
        R_NL(i, 0) = x[i];
        R_NL(i, 1) = y[i];
        R_NL(i, 2) = z[i];
    }
    return R_NL;
}
// Its rate in the world, in its own axes.
template <class T>
POLHODE_HD Vec3<T> orbit_frame_rate(const typename Kepler<T>::Place& place) {
    return {T(0), -place.anomaly_rate, T(0)};
}

}  // namespace polhode::orbit
