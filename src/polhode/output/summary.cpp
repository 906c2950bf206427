#include "polhode/output/summary.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "polhode/analysis/standing_parts.hpp"
#include "polhode/closed_form/top_analysis.hpp"
#include "polhode/problem/analysis/reading_gaps.hpp"

namespace polhode {

namespace {

double ratio(double a, double b) { return b > 0 ? a / b : (a == 0 ? 0 : INFINITY); }

}  // namespace

std::string MethodSummary::status() const {
    if (!failure.empty()) return "failed";
    return statistics.interrupted ? "interrupted" : "complete";
}

double MethodSummary::energy_drift_relative() const {
    return ratio(record.largest_energy_change,
                 std::max({std::fabs(record.first.energy), record.largest_kinetic_energy, record.largest_work}));
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

void MethodSummaries::begin(const Method& method, const Columns&) {
    methods_.emplace_back();
    methods_.back().method = method;
    if (target_) methods_.back().target.emplace(*target_, problem_);
}

void MethodSummaries::end(const Statistics& statistics, const std::string& failure) {
    MethodSummary& m = methods_.back();
    m.statistics = statistics;
    m.failure = failure;
    // the error of integrating what was read says nothing about what was not
    if (const auto& rates = problem_.rates; rates && !gaps_of(*rates).empty()) {
        m.statistics.estimated_error = -1;
        m.statistics.notes.push_back("attitude error not estimated: " + gaps_of(*rates));
    }
}

std::string MethodSummaries::status() const {
    std::string status = "complete";
    for (const MethodSummary& m : methods_)
        if (m.status() != "complete" && status != "failed") status = m.status();
    return status;
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
    if (const Inside* inside = scenario.problem.inside.get()) {
        s.inside = inside->columns();
        s.works = inside->works();
        if (inside->contact) s.work_of = "friction";
    }
    s.body = scenario.problem.body;
    s.methods = std::move(methods);
    s.reference = comparison.reference();
    s.differences = comparison.differences();
    s.cycle = cycle_of(scenario.problem);
    const Problem moved = without_idle_parts(scenario.problem);
    s.top = analyse_top(moved);
    if (s.top && s.top->kind == TopKind::free) s.top.reset();
    s.free = analyse_free(moved);
    s.gyrostat = analyse_gyrostat(scenario.problem);
    s.libration = analyse_libration(scenario.problem);
    s.equilibria = equilibria_of(scenario.problem);
    return s;
}

}  // namespace polhode
