#include "polhode/inside/gyrostat_form.hpp"

#include <cmath>

namespace polhode {

namespace {

// Which of the three axes it lies along; -1: none.
int axis_along(const Vec3<double>& v) {
    for (int i = 0; i < 3; ++i)
        if (v[(i + 1) % 3] == 0 && v[(i + 2) % 3] == 0) return i;
    return -1;
}

std::string why_no_gyrostat(const Problem& problem) {
    const Inside& inside = *problem.inside;
    if (!problem.torques.empty() || !inside.torques.empty()) return "a torque acts on a body with an inside";
    if (inside.contact) return "a body on a table has no closed form here";
    if (!inside.frictions.empty()) return "dry friction has no closed form";
    if (!inside.controllers.empty()) return "a body with a controller has no closed form";
    if (!inside.states.empty()) return "states of its own have no closed form";
    if (inside.has_parts()) return "a body with a slug, an energy sink, gyros or moving parts has no closed form";
    if (!inside.events.empty()) return "a body with events has no closed form";
    if (!problem.body->diagonal) return "rotors have a closed form where the body axes are principal axes";
    const int axis = inside.rotors.empty() ? 0 : axis_along(inside.rotors.front().axis);
    for (const Rotor& r : inside.rotors) {
        if (r.kind == Rotor::Kind::driven) return "a driven rotor has no closed form";
        if (r.friction > 0) return "a rotor with friction has no closed form";
        if (axis < 0 || axis_along(r.axis) != axis)
            return "rotors have a closed form where they all lie along one principal axis";
    }
    return "";
}

}  // namespace

std::optional<GyrostatForm> GyrostatForm::of(const Problem& problem, std::string& why) {
    why = why_no_gyrostat(problem);
    if (!why.empty()) return std::nullopt;
    GyrostatForm g;
    Vec3<double> moments;
    for (int i = 0; i < 3; ++i) moments[i] = problem.body->inertia(i, i);
    exact::GyrostatBody<double> body(moments);
    const Vec3<double>& w = problem.start.rate;
    double momentum = 0;
    for (const Rotor& r : problem.inside->rotors) {
        const int axis = axis_along(r.axis);
        const double sign = r.axis[axis] < 0 ? -1 : 1;
        if (r.held())
            body.add_held(axis, r.moment, sign * r.speed);
        else
            body.add_free(axis, r.moment, sign * r.speed, w[axis]);
        momentum += r.moment * std::fabs(r.speed);
        g.rotors_.push_back({sign * r.speed, sign, r.held()});
    }
    if (!body.has_closed_form()) {
        why = "the rotors' moments leave no body";
        return std::nullopt;
    }
    g.form_ = exact::Gyrostat<double>(body, start_quaternion(problem), w);
    g.rate_ = norm(w) + momentum / std::fmin(moments[0], std::fmin(moments[1], moments[2]));
    return g;
}

double GyrostatForm::rotor_angle(std::size_t k, double t) const {
    const AlongAxis& r = rotors_[k];
    return r.sign * (r.held ? r.speed * t : form_.free_rotor_angle(r.speed, t));
}

}  // namespace polhode
