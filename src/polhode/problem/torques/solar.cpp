// Sunlight on a flat plate (torque/plate.hpp, orbit/sun.hpp), dark in the Earth's shadow.
#include <memory>

#include "polhode/base/shortest.hpp"
#include "polhode/orbit/sun.hpp"
#include "polhode/problem/eclipse.hpp"
#include "polhode/problem/torques/plate_sides.hpp"
#include "polhode/problem/torques/plates.hpp"

namespace polhode {

namespace {

// W/m^2 at 1 au over the speed of light: 4.54e-6 N/m^2 (Kopp, Lean, Geophys. Res. Lett. 38 (2011) L01706)
constexpr double light_pressure = 1361.0 / 299792458.0;

template <class T>
struct SolarTorque {
    torque::Plate<T> plate;
    T mirrored{0}, scattered{0};
    orbit::Sun<T> sun;
    std::shared_ptr<const PlanetShadow> shadow;  // null: never dark
    bool lit = true;

    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>&) const {
        return on_side(t, attitude, 0);
    }
    template <class Attitude>
    Vec3<T> on_side(const T& t, const Attitude& attitude, int side) const {
        if (!lit) return {T(0), T(0), T(0)};
        const T au = sun.distance(t);
        const Vec3<T> s_B = to_body(attitude, sun.direction(t));
        return plate.torque_of(plate.light(s_B, T(light_pressure) / (au * au), mirrored, scattered, side));
    }
    // What it is hit from, in body axes.
    template <class Attitude>
    Vec3<T> seen_from(const T& t, const Attitude& attitude) const {
        return to_body(attitude, sun.direction(t));
    }
    // It goes out and on at the edge of the shadow, where steps end.
    void segment(double begin, double end) { lit = !shadow || !shadow->dark(0.5 * (begin + end)); }
    void switching_times(double end, std::vector<double>& times) const {
        if (shadow) shadow->crossings(end, times);
    }

    template <class To>
    SolarTorque<To> as() const {
        return {plate.template as<To>(),
                static_cast<To>(mirrored),
                static_cast<To>(scattered),
                sun.template as<To>(),
                shadow,
                lit};
    }
    TorqueFacts facts() const { return plate_facts(); }
};

double read_part(const Values& values, const char* name) {
    const double part = values.number(name);
    if (part > 1) values.refuse(name, shortest(part) + " is more than all of the light: 0 to 1");
    return part;
}

AnyTorque<double> build_solar(const TorqueTable& table) {
    const Values& values = table.values;
    const OrbitModel& orbit = orbit_of_plate(table, "a solar torque");
    if (!orbit.epoch)
        throw InputError(values.place(),
                         "where the Sun stands follows from the time: give [orbit] an epoch. Example: epoch = "
                         "\"2026-03-20T12:00:00\"");
    SolarTorque<double> torque;
    torque.plate = read_plate(values);
    torque.mirrored = read_part(values, "mirrored");
    torque.scattered = read_part(values, "scattered");
    if (torque.mirrored + torque.scattered > 1)
        values.refuse("scattered", "with 'mirrored' it is more than all of the light: both together are at most 1");
    torque.sun = orbit::Sun<double>::of_epoch(*orbit.epoch);
    if (values.boolean("shadow")) {
        const auto& of = orbit.path.elements();
        if (!(of.semi_major_axis * (1 - of.eccentricity) > earth_radius))
            values.refuse("shadow", "the [orbit] comes to " +
                                        shortest(of.semi_major_axis * (1 - of.eccentricity) * 1e-3) +
                                        " km from the Earth's centre, below its surface at 6378.137 km; with shadow = "
                                        "false the Earth is not there");
        torque.shadow = std::make_shared<const PlanetShadow>(
            PlanetShadow{orbit.path, [sun = torque.sun](double t) { return sun.direction(t); }, earth_radius});
    }
    return plate_torque(torque);
}

}  // namespace

TorqueKind torque_solar() {
    std::vector<Parameter> parameters = plate_parameters();
    parameters.insert(
        parameters.end(),
        {{"mirrored", Type::non_negative, "1", "0.0", false, "part of the light that is mirrored"},
         {"scattered", Type::non_negative, "1", "0.0", false, "part that is scattered evenly; the rest is absorbed"},
         {"shadow", Type::boolean, "", "true", false, "dark in the Earth's shadow, a cylinder"}});
    return {{"torque", "solar", "sunlight on a flat plate along the [orbit], which needs an epoch; one table a plate",
             parameters, "", "Wertz 1978, section 17.2.2; The Astronomical Almanac, page C5"},
            build_solar};
}

}  // namespace polhode
