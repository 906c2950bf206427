// Where the Sun stands, seen from the Earth, to a hundredth of a degree between 1950 and 2050 (The Astronomical
// Almanac, page C5, low precision formulas): with d days from 2000 January 1, 12h,
//
//     L = 280.460 + 0.9856474 d,   g = 357.528 + 0.9856003 d,   eps = 23.439 - 4e-7 d              (deg)
//     lon = L + 1.915 sin g + 0.020 sin 2g,   R = 1.00014 - 0.01671 cos g - 0.00014 cos 2g         (deg, au)
//     s = (cos lon, cos eps sin lon, sin eps sin lon)
//
// World axes are inertial, x to the equinox, z to the north.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "../arithmetic/vec.hpp"

namespace polhode::orbit {

template <class T>
struct Sun {
    static constexpr double degree = 0.017453292519943295;
    static constexpr double day = 86400.0;
    static constexpr double mean_rate = 0.9856474 * degree / day, anomaly_rate = 0.9856003 * degree / day;
    static constexpr double obliquity_rate = -4e-7 * degree / day;

    // At t = 0, rad: whole turns are counted off in double, so that short numbers keep what matters.
    T longitude{0}, anomaly{0}, obliquity{0};

    POLHODE_HD static Sun of_epoch(double days_from_2000) {
        const auto turned = [](double deg) { return (deg - 360 * round_down(deg / 360)) * degree; };
        Sun s;
        s.longitude = T(turned(280.460 + 0.9856474 * days_from_2000));
        s.anomaly = T(turned(357.528 + 0.9856003 * days_from_2000));
        s.obliquity = T((23.439 - 4e-7 * days_from_2000) * degree);
        return s;
    }

    // Unit vector from the Earth to the Sun, world axes; t in s since the epoch.
    POLHODE_HD Vec3<T> direction(const T& t) const {
        T sg, cg, sl, cl, se, ce;
        sincos(anomaly + T(anomaly_rate) * t, sg, cg);
        const T lon = longitude + T(mean_rate) * t + T(1.915 * degree) * sg + T(2 * 0.020 * degree) * (sg * cg);
        sincos(lon, sl, cl);
        sincos(obliquity + T(obliquity_rate) * t, se, ce);
        return {cl, ce * sl, se * sl};
    }
    // au
    POLHODE_HD T distance(const T& t) const {
        const T c = cos(anomaly + T(anomaly_rate) * t);
        return T(1.00014) - T(0.01671) * c - T(0.00014) * (T(2) * c * c - T(1));
    }

    template <class To>
    POLHODE_HD Sun<To> as() const {
        return {static_cast<To>(longitude), static_cast<To>(anomaly), static_cast<To>(obliquity)};
    }
};

}  // namespace polhode::orbit
