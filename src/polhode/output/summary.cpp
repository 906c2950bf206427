#include "polhode/output/summary.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "polhode/base/text_table.hpp"
#include "polhode/closed_form/top_analysis.hpp"

namespace polhode {

namespace {

double ratio(double a, double b) { return b > 0 ? a / b : (a == 0 ? 0 : INFINITY); }

}  // namespace

std::string MethodSummary::status() const {
    if (!failure.empty()) return "failed";
    return statistics.interrupted ? "interrupted" : "complete";
}

double MethodSummary::energy_drift_relative() const {
    return ratio(record.largest_energy_change, std::max(std::fabs(record.first.energy), record.largest_kinetic_energy));
}
double MethodSummary::momentum_drift_relative() const {
    return ratio(record.largest_momentum_change, norm(record.first.L_N));
}
double MethodSummary::Lz_drift_relative() const { return ratio(record.largest_Lz_change, norm(record.first.L_N)); }
double MethodSummary::seconds_per_step() const {
    const long steps = statistics.accepted + statistics.rejected;
    return steps > 0 ? statistics.cpu_seconds / static_cast<double>(steps) : 0;
}
double MethodSummary::times_real_time() const {
    return statistics.cpu_seconds > 0 ? statistics.end_time / statistics.cpu_seconds : 0;
}
double MethodSummary::cycles_per_second(const Cycle& cycle) const { return times_real_time() / cycle.seconds; }
double MethodSummary::evaluations_per_cycle(const Cycle& cycle) const {
    const double cycles = statistics.end_time / cycle.seconds;
    return cycles > 0 ? static_cast<double>(statistics.evaluations) / cycles : 0;
}

Vec3<double> MethodSummary::final_euler_zyx_deg() const {
    constexpr double deg = 180 / std::numbers::pi;
    const Quaternion<double>& q_NB = record.last.q_NB;
    const double n = norm_squared(q_NB);
    const Vec3<double> x = to_world(q_NB, {1, 0, 0}) / n, y = to_world(q_NB, {0, 1, 0}) / n,
                       z = to_world(q_NB, {0, 0, 1}) / n;
    const double across = std::hypot(x[0], x[1]);
    const double theta = std::atan2(-x[2], across);
    if (across < 1e-12) return {std::atan2(-y[0], y[1]) * deg, theta * deg, 0};
    return {std::atan2(x[1], x[0]) * deg, theta * deg, std::atan2(y[2], z[2]) * deg};
}

std::string method_line(const Method& m) {
    // " order 3": what the scenario says about one part of the method, by the registry's description of it
    const auto details = [](const std::string& kind, const std::string& name, const Values& values) {
        std::string text;
        const Entry* entry = find_entry(kind, name);
        if (!entry) return text;
        for (const Parameter& p : entry->parameters) {
            if (!values.given(p.name)) continue;
            text += " " + p.name + " ";
            if (p.type == Type::text || p.type == Type::choice)
                text += values.text(p.name);
            else if (p.type == Type::integer)
                text += std::to_string(values.integer(p.name));
            else if (p.type == Type::number || p.type == Type::positive || p.type == Type::non_negative)
                text += readable(values.number(p.name)) + (p.unit.empty() ? "" : " " + p.unit);
            else if (p.type == Type::boolean)
                text += values.boolean(p.name) ? "yes" : "no";
        }
        return text;
    };
    std::string line = m.attitude + details("attitude", m.attitude, m.attitude_values) + ", " + m.integrator +
                       details("integrator", m.integrator, m.integrator_values);
    if (m.input == "readings") line += ", from readings";
    if (m.step) line += ", step " + readable(*m.step) + " s";
    if (m.tolerance) line += ", tolerance " + readable(*m.tolerance);
    if (m.compensated) line += ", compensated";
    if (m.constraint != "none") line += ", " + m.constraint + details("constraint", m.constraint, m.constraint_values);
    if (m.arithmetic != "double")
        line += ", " + m.arithmetic + details("arithmetic", m.arithmetic, m.arithmetic_values);
    return line;
}

Summary summarise(const Scenario& scenario, std::vector<MethodSummary> methods, const Comparison& comparison) {
    Summary s;
    s.title = scenario.title;
    s.file = scenario.file;
    s.settings = scenario.settings;
    s.warnings = scenario.warnings;
    s.duration = scenario.run.duration;
    s.sample = scenario.run.sample;
    s.dynamics = scenario.problem.dynamics();
    s.invariants = invariants_of(scenario.problem);
    s.body = scenario.problem.body;
    s.methods = std::move(methods);
    s.reference = comparison.reference();
    s.differences = comparison.differences();
    s.cycle = cycle_of(scenario.problem);
    s.top = analyse_top(scenario.problem);
    if (s.top && s.top->kind == TopKind::free) s.top.reset();
    s.free = analyse_free(scenario.problem);
    return s;
}

}  // namespace polhode
