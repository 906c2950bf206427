// A planet's uneven attraction (torque/gravity_gradient.hpp).
#include <cmath>

#include "polhode/problem/torque_kind.hpp"
#include "polhode/torque/orbit_gradient.hpp"

namespace polhode {

namespace {

Vec3<double> read_direction(const Values& values, const std::string& name) {
    const Vec3<double> v = values.vector(name);
    const double length = norm(v);
    if (!(length > 0)) values.refuse(name, "a direction cannot have zero length");
    return v / length;
}

// Beyond this the pull of the nearest point is so short that a long step could miss it: steps end there.
constexpr double long_ellipse = 0.2;

template <class T>
struct GradientOnEllipse : torque::OrbitGradient<T> {
    template <class To>
    GradientOnEllipse<To> as() const {
        return {torque::OrbitGradient<T>::template as<To>()};
    }
    TorqueFacts facts() const {
        TorqueFacts f;
        f.scheduled = true;
        return f;
    }
    void switching_times(double end, std::vector<double>& times) const {
        const auto& of = this->path.elements();
        if (!(static_cast<double>(of.eccentricity) > long_ellipse)) return;
        const double n = static_cast<double>(of.mean_motion), M0 = static_cast<double>(of.mean_anomaly);
        for (double turn = std::ceil(M0 / two_pi<double>());; ++turn) {
            const double t = (turn * two_pi<double>() - M0) / n;
            if (!(t < end)) break;
            if (t > 0) times.push_back(t);
        }
    }
};

AnyTorque<double> gradient_in(const OrbitModel& orbit, const TorqueTable& table) {
    for (const char* key : {"orbit_rate", "towards", "orbit_normal"})
        if (table.values.given(key))
            table.values.refuse(key, "[orbit] says where the planet is; leave this out, or [orbit]");
    return external_torque(GradientOnEllipse<double>{{table.body.inertia, orbit.path}});
}

AnyTorque<double> build_gravity_gradient(const TorqueTable& table) {
    const Values& values = table.values;
    const BodyModel& body = table.body;
    if (table.orbit) return gradient_in(*table.orbit, table);
    if (!values.given("orbit_rate"))
        values.refuse("orbit_rate",
                      "missing; give the rate of a circular orbit, orbit_rate = 0.001, or an [orbit] of its own");

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
         "what a planet's uneven attraction does to a body in orbit, circular or as [orbit] says",
         {{"orbit_rate", Type::non_negative, "rad/s", "", false,
           "of a circular orbit, sqrt(GM/r^3); left out: the scenario has an [orbit]"},
          {"towards", Type::vector3, "", "[0.0, 0.0, -1.0]", false,
           "direction from the body to the planet at t = 0, world axes, any length"},
          {"orbit_normal", Type::vector3, "", "", false,
           "the direction to the planet turns about this at the orbit rate; left out: it stands still in the world"}},
         "",
         "Hughes, Spacecraft Attitude Dynamics, section 8.1: 3 n^2 g x I g"},
        build_gravity_gradient};
}

}  // namespace polhode
