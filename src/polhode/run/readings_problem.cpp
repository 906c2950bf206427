#include "polhode/run/readings_problem.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

bool reads(const Problem& problem, const Method& method) {
    if (method.input != "readings" || !problem.dynamics()) return false;
    if (!problem.readings)
        throw InputError(
            method.at("input"),
            "the method wants the readings of a gyroscope, and there are none: add a table [readings] with "
            "sample_hz = 2000.0, or give [rates] in place of [body]");
    return true;
}

Problem with_rates(const Problem& problem, const RatesModel& rates) {
    Problem read;
    read.title = problem.title;
    read.rates = rates;
    read.readings = problem.readings;  // for those who want more than rates
    read.start.attitude = problem.start.attitude;
    return read;
}

}  // namespace

std::optional<Problem> problem_as_read(const Problem& problem, const Method& method) {
    if (!reads(problem, method)) return {};
    return with_rates(problem, problem.readings->model());
}

std::optional<Problem> outline_as_read(const Problem& problem, const Method& method) {
    if (!reads(problem, method)) return {};
    return with_rates(problem, problem.readings->outline());
}

BodyOfReadings::BodyOfReadings(const Problem& problem, const RunObserver& observer, Statistics& statistics)
    : inertia_(problem.body->inertia), torques_(problem.torques), sink_(observer), statistics_(statistics) {
    own_ = observer;
    own_.row = [this](const Row& r) { row(r); };
}

BodyOfReadings::~BodyOfReadings() {
    if (!any_) return;
    statistics_.energy_start = energy_start_;
    statistics_.momentum_start = momentum_start_;
    statistics_.energy_drift = energy_drift_;
    statistics_.momentum_drift = momentum_drift_;
}

void BodyOfReadings::row(Row r) {
    const Vec3<double> momentum = inertia_ * r.w_NB_B;
    r.energy = 0.5 * dot(r.w_NB_B, momentum) + torques_.potential(r.q_NB);
    r.L_N = to_world(r.q_NB, momentum);
    if (!any_) {
        any_ = true;
        energy_start_ = r.energy;
        momentum_start_ = r.L_N;
    }
    energy_drift_ = std::max(energy_drift_, std::fabs(r.energy - energy_start_));
    momentum_drift_ = std::max(momentum_drift_, norm(r.L_N - momentum_start_));
    sink_.row(r);
}

}  // namespace polhode
