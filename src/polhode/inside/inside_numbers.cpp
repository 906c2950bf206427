#include "polhode/inside/inside_numbers.hpp"

#include "polhode/problem/samples/model_values.hpp"

namespace polhode::inside {

TwoWordBody two_word_body(const Problem& problem) {
    TwoWordBody body;
    body.inertia = cast<Two>(problem.body->inertia);
    Mat3<Two> carrier = body.inertia;
    for (const Rotor& r : problem.inside->rotors) {
        const Vec3<Two> given = cast<Two>(r.axis);
        const Vec3<Two> a = given / sqrt(dot(given, given));
        body.axis.push_back(a);
        const Two J(r.moment);
        if (r.held()) {
            body.held = body.held + (J * Two(r.speed)) * a;
            continue;
        }
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) carrier(i, j) = carrier(i, j) - J * a[i] * a[j];
    }
    body.carrier = carrier;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) body.turning(i, j) = body.inertia(i, j) - carrier(i, j);
    const TensorInertia<Two> left(carrier);
    for (int j = 0; j < 3; ++j) {
        Vec3<Two> unit{};
        unit[j] = Two(1);
        const Vec3<Two> column = left.solve(unit);
        for (int i = 0; i < 3; ++i) body.inverse(i, j) = column[i];
    }
    return body;
}

std::vector<double> stretches(const Problem& problem, double end) {
    std::vector<double> times = switching_times(problem, end);
    const auto add = [&](const SampledHistory& h) {
        if (!h.cubic()) return;
        for (long i = 0; i < static_cast<long>(h.rows()); ++i) times.push_back(h.knot(i));
    };
    for (const TorqueModel& m : problem.torques)
        if (const auto table = facts_of(m).table) add(*table);
    for (const Rotor& r : problem.inside->rotors)
        if (r.table) add(*r.table);
    if (problem.inside->changing.table) add(*problem.inside->changing.table);
    tidy_switching_times(times, end);
    times.push_back(end);
    return times;
}

}  // namespace polhode::inside
