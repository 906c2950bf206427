// What the tests of pictures share: the exact motion of a free body as samples.
#pragma once

#include "polhode/exact/free_body.hpp"
#include "polhode/picture/plot.hpp"
#include "support/output_support.hpp"

namespace polhode::test {

inline Scenario free_scenario(const Vec3<double>& moments, const Vec3<double>& rate) {
    Scenario s = steady_scenario();
    s.problem.body->inertia = Mat3<double>::diagonal(moments);
    s.problem.body->principal_moments = moments;
    s.problem.start.rate = rate;
    return s;
}

inline Row free_row(const exact::FreeBody<double>& body, const Vec3<double>& moments, double t) {
    const exact::State<double> state = body.state_at(t);
    Row row;
    row.t = t;
    row.q_NB = state.q_NB;
    row.w_NB_B = state.w_NB_B;
    Vec3<double> L{};
    for (int i = 0; i < 3; ++i) L[i] = moments[i] * row.w_NB_B[i];
    row.L_N = to_world(row.q_NB, L);
    row.energy = 0.5 * dot(L, row.w_NB_B);
    return row;
}

// One method, `count` rows `step` apart.
inline PlotData free_data(const Vec3<double>& moments, const Vec3<double>& rate, double step, int count) {
    PlotData data(free_scenario(moments, rate));
    data.begin("exact", "exact");
    const exact::FreeBody<double> body(moments, {}, rate);
    for (int i = 0; i <= count; ++i) data.row(free_row(body, moments, step * i));
    return data;
}

}  // namespace polhode::test
