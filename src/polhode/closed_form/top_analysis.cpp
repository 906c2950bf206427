#include "polhode/closed_form/top_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace polhode {

WeightMoment weight_moment(const std::vector<TorqueModel>& torques) {
    WeightMoment w;
    for (const TorqueModel& t : torques) {
        if (const auto weight = facts_of(t).weight)
            w.moment = madd(weight->force, weight->arm, w.moment);
        else
            w.others.push_back(t.kind);
    }
    return w;
}

int top_axis(const BodyModel& body, const Vec3<double>& moment) {
    const int symmetric = body.symmetry_axis();
    if (symmetric < 0) return -1;
    const double across = 1e-12 * norm(moment);  // places are typed in decimals: no exact zero after a subtraction
    const auto on_axis = [&](int axis) {
        return std::abs(moment[(axis + 1) % 3]) <= across && std::abs(moment[(axis + 2) % 3]) <= across;
    };
    if (on_axis(symmetric)) return symmetric;
    // Every axis of a sphere is one of symmetry.
    const Vec3<double>& I = body.principal_moments;
    if (std::max({I[0], I[1], I[2]}) - std::min({I[0], I[1], I[2]}) <= 1e-12 * I[0])
        for (int axis = 0; axis < 3; ++axis)
            if (on_axis(axis)) return axis;
    return -1;
}

Vec3<double> along_axis(const Vec3<double>& v_B, int axis) {
    return {v_B[(axis + 1) % 3], v_B[(axis + 2) % 3], v_B[axis]};
}

Quaternion<double> along_axis(const Quaternion<double>& q_NB, int axis) {
    // A third of a turn about (1,1,1) renames the axes in a ring: x -> y -> z -> x for +, the other way round for -.
    if (axis == 0) return q_NB * Quaternion<double>{0.5, 0.5, 0.5, 0.5};
    if (axis == 1) return q_NB * Quaternion<double>{0.5, -0.5, -0.5, -0.5};
    return q_NB;
}

std::optional<TopMotion> analyse_top(const Problem& problem, const Quaternion<double>& q_NB,
                                     const Vec3<double>& w_NB_B) {
    if (!problem.body || problem.inside) return {};
    const WeightMoment weight = weight_moment(problem.torques);
    if (!weight.others.empty() || norm(weight.moment) == 0) return {};
    const int axis = top_axis(*problem.body, weight.moment);
    if (axis < 0) return {};
    const int across = (axis + 1) % 3;
    const Top top{problem.body->inertia(across, across), problem.body->inertia(axis, axis), weight.moment[axis]};
    return top_motion(top, along_axis(q_NB, axis), along_axis(w_NB_B, axis));
}

std::optional<TopMotion> analyse_top(const Problem& problem) {
    if (!problem.body) return {};
    return analyse_top(problem, start_quaternion(problem), problem.start.rate);
}

std::optional<FreeMotion> analyse_free(const Problem& problem) {
    if (!problem.body || problem.inside || !problem.torques.empty()) return {};
    const BodyModel& body = *problem.body;
    Vec3<double> moments = body.principal_moments, rate = body.principal_axes.transposed() * problem.start.rate;
    // Moments and axes that were computed carry rounding errors, which must not make a cylinder a body of three
    // moments, nor a steady turn a motion near the separatrix.
    constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
    const double largest = std::max({moments[0], moments[1], moments[2]});
    for (const auto& [i, j] : {std::pair{0, 1}, {1, 2}, {0, 2}})
        if (std::abs(moments[i] - moments[j]) <= rounding * largest) moments[j] = moments[i];
    if (!body.diagonal)
        for (int i = 0; i < 3; ++i)
            if (std::abs(rate[i]) <= rounding * norm(rate)) rate[i] = 0;
    return free_motion(moments, rate);
}

}  // namespace polhode
