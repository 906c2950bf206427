#include "polhode/analysis/loads.hpp"

#include <cmath>

#include "polhode/analysis/linearisation.hpp"

namespace polhode {

std::string Loads::none_for(const Problem& problem) {
    if (!problem.dynamics()) return "the rate is given, and nothing is known of what makes it so";
    if (problem.inside && (problem.inside->contact || problem.inside->has_parts()))
        return "loads of bodies on a table, and of those with a slug, gyros or moving parts, are not known here";
    bool weight = false;
    for (const TorqueModel& m : problem.torques)
        weight = weight || std::holds_alternative<torque::Gravity<double>>(m.torque);
    const bool rotors = problem.inside && !problem.inside->rotors.empty();
    if (!weight && !rotors) return "the body has neither weight at a pivot (a torque 'gravity') nor rotors";
    if (rotors)
        for (const Rotor& r : problem.inside->rotors)
            if (r.speed_limit > 0)
                return "the motor of '" + r.name +
                       "' has a limit of the speed, and a row does not say on which side of it it is";
    return "";
}

Loads::Loads(const Problem& problem, double duration)
    : problem_(with_an_inside(problem)), system_(problem_), ends_(switching_times(problem_, duration)) {
    ends_.push_back(duration);
    system_.segment(0, ends_.front());
    for (const TorqueModel& m : problem_.torques)
        if (const auto* g = std::get_if<torque::Gravity<double>>(&m.torque)) weights_.push_back(*g);
    if (!weights_.empty()) names_ = {"pivot_x", "pivot_y", "pivot_z"};
    for (const Rotor& r : problem_.inside->rotors) {
        names_.push_back(r.name + "_torque");
        names_.push_back(r.name + "_bearing");
    }
}

StateVector<double> Loads::state_of(const Quaternion<double>& q, const Vec3<double>& w,
                                    std::span<const double> columns) {
    const InsideNumbers<double>& n = system_.numbers();
    StateVector<double> y = n.start(q, w);
    std::size_t next = 0;
    const auto column = [&] { return next < columns.size() ? columns[next++] : 0.0; };
    for (const auto& r : n.rotors()) {
        const double s = column();
        for (int i = 0; i < 3; ++i) y[4 + i] += r.moment * (s - r.speed) * r.axis[i];
        if (r.at >= 0) y[r.at] = r.moment * (s + dot(r.axis, w));
    }
    for (const int place : n.layout().angle)
        if (place >= 0) y[place] = column();
    for (const int place : n.layout().state) y[place] = column();
    return y;
}

// Which motors are at the limit of their torque shows in what they would give without it.
StateVector<double> Loads::slope(double t, const StateVector<double>& y) {
    const std::vector<Rotor>& rotors = problem_.inside->rotors;
    std::vector<MotorMode> modes(rotors.size());
    system_.set_modes(modes);
    const StateVector<double> d = system_(t, y);
    bool limited = false;
    for (std::size_t k = 0; k < rotors.size(); ++k) {
        if (!(rotors[k].torque_limit > 0)) continue;
        const double u = system_.motor(k, t);
        if (std::fabs(u) > rotors[k].torque_limit) modes[k].torque = u > 0 ? 1 : -1, limited = true;
    }
    if (!limited) return d;
    system_.set_modes(modes);
    return system_(t, y);
}

std::vector<double> Loads::at(double t, const Quaternion<double>& q_NB, const Vec3<double>& w,
                              std::span<const double> columns) {
    // rows come in order, method by method
    if (stretch_ > 0 && t < ends_[stretch_ - 1]) {
        stretch_ = 0;
        system_.segment(0, ends_[0]);
    }
    while (t > ends_[stretch_] && stretch_ + 1 < ends_.size()) {
        ++stretch_;
        system_.segment(ends_[stretch_ - 1], ends_[stretch_]);
    }
    const Quaternion<double> q = normalise(q_NB);
    const StateVector<double> y = state_of(q, w, columns), d = slope(t, y);
    const InsideNumbers<double>& n = system_.numbers();
    Vec3<double> left{d[4], d[5], d[6]};
    for (const auto& r : n.rotors())
        if (r.at >= 0) left = left - d[r.at] * r.axis;
    const Vec3<double> dw = n.inverse() * left;

    std::vector<double> loads;
    if (!weights_.empty()) {
        Vec3<double> F{};
        for (const torque::Gravity<double>& g : weights_) {
            const Vec3<double> a_B = cross(dw, g.at) + cross(w, cross(w, g.at));
            F = F + g.mass * (to_world(q, a_B) + Vec3<double>{0, 0, g.g});
        }
        loads = {F[0], F[1], F[2]};
    }
    for (std::size_t k = 0; k < n.rotors().size(); ++k) {
        const auto& r = n.rotors()[k];
        loads.push_back(r.at >= 0 ? d[r.at] : r.moment * dot(r.axis, dw));
        const double h = r.moment * (n.speed(k, y, w) + dot(r.axis, w));
        loads.push_back(norm(h * cross(w, r.axis)));
    }
    return loads;
}

}  // namespace polhode
