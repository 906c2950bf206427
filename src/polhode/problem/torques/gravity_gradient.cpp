// A planet's uneven attraction (torque/gravity_gradient.hpp).
#include <cmath>

#include "polhode/problem/torque_kind.hpp"

namespace polhode {

namespace {

Vec3<double> read_direction(const Values& values, const std::string& name) {
    const Vec3<double> v = values.vector(name);
    const double length = norm(v);
    if (!(length > 0)) values.refuse(name, "a direction cannot have zero length");
    return v / length;
}

AnyTorque<double> build_gravity_gradient(const TorqueTable& table) {
    const Values& values = table.values;
    const BodyModel& body = table.body;

    torque::GravityGradient<double> gradient;
    gradient.inertia = body.inertia;
    gradient.orbit_rate = values.number("orbit_rate");
    gradient.towards = read_direction(values, "towards");
    if (values.given("orbit_normal")) {
        gradient.turning = true;
        gradient.normal = read_direction(values, "orbit_normal");
        const double along = dot(gradient.normal, gradient.towards);
        if (std::abs(along) > 1e-6)
            values.refuse("orbit_normal", "must be at a right angle to 'towards', the direction to the planet");
        const Vec3<double> square_to_it = madd(-along, gradient.towards, gradient.normal);
        gradient.normal = square_to_it / norm(square_to_it);
    }
    return gradient;
}

}  // namespace

TorqueKind torque_gravity_gradient() {
    return {
        {"torque",
         "gravity-gradient",
         "what a planet's uneven attraction does to a body in a circular orbit",
         {{"orbit_rate", Type::non_negative, "rad/s", "", true, "of the circular orbit, sqrt(GM/r^3)"},
          {"towards", Type::vector3, "", "[0.0, 0.0, -1.0]", false,
           "direction from the body to the planet at t = 0, world axes, any length"},
          {"orbit_normal", Type::vector3, "", "", false,
           "the direction to the planet turns about this at the orbit rate; left out: it stands still in the world"}},
         "",
         "Hughes, Spacecraft Attitude Dynamics, section 8.1: 3 n^2 g x I g"},
        build_gravity_gradient};
}

}  // namespace polhode
