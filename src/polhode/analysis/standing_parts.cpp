#include "polhode/analysis/standing_parts.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "polhode/inside/gyro_numbers.hpp"

namespace polhode {

namespace {

bool stands(const ControlMomentGyro& g) {
    const double nothing[Expression::most_variables] = {};
    return g.steered() && g.steering->constant() && (*g.steering)(static_cast<const double*>(nothing)) == 0 &&
           !g.wheel_torque;
}

// With d' = 0 the momentum of gimbal and wheel is Jt t (t.w) + Jg g (g.w) + Js s (s.w + Om) (inside/gyro_numbers.hpp):
// three moments of the whole, and a rotor along s.
Rotor as_rotor(const ControlMomentGyro& gyro, Mat3<double>& inertia) {
    const Vec3<double> g = gyro.gimbal_axis / norm(gyro.gimbal_axis);
    Vec3<double> s0 = gyro.spin_axis - dot(g, gyro.spin_axis) * g;
    s0 = s0 / norm(s0);
    const Vec3<double> s = std::cos(gyro.angle) * s0 + std::sin(gyro.angle) * cross(g, s0), t = cross(g, s);
    inside::add_dyad(inertia, gyro.transverse_moment, t);
    inside::add_dyad(inertia, gyro.gimbal_moment, g);
    inside::add_dyad(inertia, gyro.wheel_moment, s);
    Rotor r;
    r.kind = gyro.held ? Rotor::Kind::held : Rotor::Kind::free;
    r.name = gyro.name;
    r.axis = s;
    r.moment = gyro.wheel_moment;
    r.speed = gyro.speed;
    return r;
}

// Whether a formula that may look at states acts on the motion.
bool formulas_act(const Inside& inside) {
    return !inside.torques.empty() || !inside.frictions.empty() || !inside.gyros.empty() || inside.is_moved() ||
           inside.contact || inside.has_rotor(Rotor::Kind::driven);
}

// Whether an event changes nothing that moves the body; `acts`: states do.
bool only_looks(const Event& e, bool acts) {
    if (e.action == Event::Action::mark || e.action == Event::Action::stop) return true;
    return e.action == Event::Action::set && e.speeds.empty() && !acts;
}

}  // namespace

Problem with_standing_parts(Problem problem) {
    auto inside = std::make_shared<Inside>(*problem.inside);
    if (!inside->gyros.empty() && std::all_of(inside->gyros.begin(), inside->gyros.end(), stands)) {
        Mat3<double>& inertia = problem.body->inertia;
        for (const ControlMomentGyro& g : inside->gyros) inside->rotors.push_back(as_rotor(g, inertia));
        inside->gyros.clear();
        problem.body->diagonal = inertia(0, 1) == 0 && inertia(0, 2) == 0 && inertia(1, 2) == 0;
    }
    const bool acts = formulas_act(*inside);
    std::erase_if(inside->events, [acts](const Event& e) { return only_looks(e, acts); });
    if (!acts) {
        inside->states.clear();
        inside->controllers.clear();
    }
    problem.inside = inside;
    return problem;
}

Problem without_idle_parts(Problem problem) {
    if (!problem.inside) return problem;
    problem = with_standing_parts(std::move(problem));
    const Inside& left = *problem.inside;
    if (left.rotors.empty() && left.states.empty() && left.torques.empty() && left.events.empty() &&
        !left.has_parts() && !left.contact)
        problem.inside.reset();
    return problem;
}

}  // namespace polhode
