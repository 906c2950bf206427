// Thin air on a flat plate along the orbit (torque/plate.hpp).
#include "polhode/orbit/dipole_field.hpp"
#include "polhode/problem/torques/plate_sides.hpp"
#include "polhode/problem/torques/plates.hpp"

namespace polhode {

namespace {

template <class T>
struct DragTorque {
    torque::Plate<T> plate;
    T coefficient{0}, density{0}, height{0}, scale_height{0};  // scale_height 0: the same density everywhere
    T earth_rate{0};                                           // of the air about the world's z
    orbit::Kepler<T> path;

    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>&) const {
        return on_side(t, attitude, 0);
    }
    template <class Attitude>
    Vec3<T> on_side(const T& t, const Attitude& attitude, int side) const {
        const auto place = path.at(t);
        const T r = distance(place);
        T rho = density;
        if (scale_height > T(0)) rho = density * exp((height + T(earth_radius) - r) / scale_height);
        return plate.torque_of(plate.drag(to_body(attitude, wind(place)), rho, coefficient, side));
    }
    // What it is hit from, in body axes.
    template <class Attitude>
    Vec3<T> seen_from(const T& t, const Attitude& attitude) const {
        return to_body(attitude, wind(path.at(t)));
    }
    T distance(const typename orbit::Kepler<T>::Place& place) const {
        return path.elements().semi_major_axis * place.distance;
    }
    // The velocity relative to the air, world axes.
    Vec3<T> wind(const typename orbit::Kepler<T>::Place& place) const {
        const T r = distance(place);
        const Vec3<T> air{-(earth_rate * r) * place.outward[1], (earth_rate * r) * place.outward[0], T(0)};
        return path.velocity(place) - air;
    }

    template <class To>
    DragTorque<To> as() const {
        return {plate.template as<To>(), static_cast<To>(coefficient),  static_cast<To>(density),
                static_cast<To>(height), static_cast<To>(scale_height), static_cast<To>(earth_rate),
                path.template as<To>()};
    }
    TorqueFacts facts() const { return plate_facts(); }
};

AnyTorque<double> build_drag(const TorqueTable& table) {
    const Values& values = table.values;
    DragTorque<double> torque;
    torque.path = orbit_of_plate(table, "drag").path;
    torque.plate = read_plate(values);
    torque.coefficient = values.number("coefficient");
    torque.density = values.number("density");
    if (values.given("height") != values.given("scale_height"))
        values.refuse(values.given("height") ? "height" : "scale_height",
                      "'height' says where 'density' holds and 'scale_height' how it falls off: give both or none");
    if (values.given("height")) {
        torque.height = values.number("height");
        torque.scale_height = values.number("scale_height");
    }
    if (values.text("air") == "turning") torque.earth_rate = orbit::DipoleField<double>::earth_rate;
    return plate_torque(torque);
}

}  // namespace

TorqueKind torque_drag() {
    std::vector<Parameter> parameters = plate_parameters();
    parameters.insert(
        parameters.end(),
        {{"coefficient", Type::positive, "1", "2.2", false, "of drag, C_d"},
         {"density", Type::positive, "kg/m^3", "", true, "of the air, everywhere or at 'height'"},
         {"height", Type::number, "m", "", false, "above 6378.137 km, where 'density' holds"},
         {"scale_height", Type::positive, "m", "", false, "higher by so much the air is thinner by the factor e"},
         {"air",
          Type::choice,
          "",
          "\"turning\"",
          false,
          "turns with the Earth, or stands still in the world",
          {"turning", "still"}}});
    return {{"torque", "drag", "thin air on a flat plate along the [orbit]; one table a plate", parameters, "",
             "Wertz 1978, section 17.2.3"},
            build_drag};
}

}  // namespace polhode
