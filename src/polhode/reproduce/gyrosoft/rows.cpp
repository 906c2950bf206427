// GyroSoft 2015: what is read off the rows of its runs, and the curves drawn of them.
#include <algorithm>
#include <cmath>
#include <utility>

#include "polhode/reproduce/gyrosoft/gyrosoft.hpp"

namespace polhode::gyrosoft {

double angle_full(const Quaternion<double>& a, const Quaternion<double>& b) {
    const Quaternion<double> d = conjugate(normalise(a)) * normalise(b);
    return 2 * std::atan2(norm(d.vector()), std::fabs(d.w)) / degree;
}

Apart apart_along(const Vector& axis) {
    return [axis](const KeptRow& a, const KeptRow& b) {
        return angle_between(in_world(a.q_NB, axis), in_world(b.q_NB, axis)) / degree;
    };
}

double apart_at(const RunResult& a, const RunResult& b, double t, const Apart& apart) {
    return apart(a.row_at(t), b.row_at(t));
}

double end_deg(const RunResult& run) { return run.end(MeasureId::geodesic) / degree; }
double at_deg(const RunResult& run, double t) { return run.at(t, MeasureId::geodesic) / degree; }

double precession(const KeptRow& row) {
    const Vector e = in_world(row.q_NB, axis_z), de = cross(in_world(row.q_NB, row.w_NB_B), e);
    return (e[0] * de[1] - e[1] * de[0]) / (e[0] * e[0] + e[1] * e[1]);
}

TopMotion motion_of(const RunResult& run, double weight_moment) {
    const Vector moments = run.scenario->problem.body->principal_moments;
    return top_motion({moments[0], moments[2], weight_moment}, run.rows.front().q_NB, run.rows.front().w_NB_B);
}

double vertical_change(const RunResult& run) { return run.last().L_N[2] - run.rows.front().L_N[2]; }

double predicted_change(const RunResult& run, double lag) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < run.rows.size(); ++i) {
        const KeptRow& row = run.rows[i];
        const double sine = std::sin(tilt(row) * degree), cosine = std::cos(tilt(row) * degree);
        sum += (run.rows[i + 1].t - row.t) * lag * Mgl * sine * sine * (row.w_NB_B[2] - precession(row) * cosine);
    }
    return sum;
}

FigureCurve thinned(FigureCurve c) {
    const std::size_t every = (c.x.size() + 999) / 1000;
    if (every < 2) return c;
    FigureCurve some = c;
    some.x.clear();
    some.y.clear();
    for (std::size_t i = 0; i < c.x.size(); i += every) {
        some.x.push_back(c.x[i]);
        some.y.push_back(c.y[i]);
    }
    return some;
}

FigureCurve trace(const std::string& name, const RunResult& run, Style style) {
    return thinned(run.curve(name, tip(0), tip(1), style));
}

FigurePanel from_above(const std::string& title, std::vector<FigureCurve> curves, bool key, bool whole) {
    FigurePanel panel{.title = title,
                      .x = {"x", "x"},
                      .y = {"y", "y"},
                      .curves = std::move(curves),
                      .equal_scales = true,
                      .key = key};
    if (whole) {
        panel.x.from = panel.y.from = -1;
        panel.x.to = panel.y.to = 1;
    }
    return panel;
}

}  // namespace polhode::gyrosoft
