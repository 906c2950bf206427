// The Earth's magnetic field as a tilted dipole that turns with the Earth:
//
//     B = (R/r)^3 [3 (m . u) u - m],   u the unit vector from the centre, R = 6371.2 km
//
// with m = (g11, h11, g10) in Earth-fixed axes (degree 1 of a main field model; Langel, The main field, 1987, section
// 2.2). IGRF-14, epoch 2025.0, has -1410.3, 4545.5, -29350.0 nT (Alken et al., doi 10.5281/zenodo.14012302). What is
// left out, the higher degrees, is about a tenth of the field.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "../arithmetic/vec.hpp"
#include "kepler.hpp"

namespace polhode::orbit {

template <class T>
struct DipoleField {
    static constexpr double reference_radius = 6371.2e3;  // m
    static constexpr double earth_rate = 7.292115e-5;     // rad/s, in inertial axes (WGS 84)

    Vec3<T> dipole{T(-1410.3e-9), T(4545.5e-9), T(-29350.0e-9)};  // T, Earth-fixed axes
    T angle{0};                                                   // of the Earth at t = 0, rad: Greenwich from world x

    // T, world axes
    POLHODE_HD Vec3<T> operator()(const Kepler<T>& path, const typename Kepler<T>::Place& place, const T& t) const {
        T s, c;
        sincos(angle + T(earth_rate) * t, s, c);
        const Vec3<T> m{c * dipole[0] - s * dipole[1], s * dipole[0] + c * dipole[1], dipole[2]};
        const T ratio = T(reference_radius) / (path.elements().semi_major_axis * place.distance);
        const Vec3<T>& u = place.outward;
        return (ratio * ratio * ratio) * ((T(3) * dot(m, u)) * u - m);
    }

    template <class To>
    POLHODE_HD DipoleField<To> as() const {
        return {cast<To>(dipole), static_cast<To>(angle)};
    }
};

}  // namespace polhode::orbit
