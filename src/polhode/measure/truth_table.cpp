#include "polhode/measure/truth_table.hpp"

#include <algorithm>
#include <stdexcept>

#include "polhode/base/stop_question.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

namespace {

// As the engine makes them: row i at i samples, the last one at the end.
std::vector<double> row_times(double duration, double sample) {
    std::vector<double> times;
    for (long i = 0;; ++i) {
        const double t = static_cast<double>(i) * sample;
        if (!(t < duration)) break;
        times.push_back(t);
    }
    times.push_back(duration);
    return times;
}

}  // namespace

TruthTable::TruthTable(const Problem& problem, double duration, const std::vector<double>& samples,
                       const std::string& against) {
    std::string why;
    std::unique_ptr<Truth> truth;
    if (against == "exact")
        truth = exact_truth(problem, why);
    else if (against == "reference")
        truth = reference_truth(problem, duration, why);
    else
        truth = truth_for(problem, duration, why);
    if (truth) {
        ask(*truth, duration, samples);
        description_ = truth->description();
        error_bound_ = truth->error_bound(duration);
        return;
    }
    if (against != "truth") throw InputError({"", 0, ""}, "no " + against + " solution to compare with: " + why);
    run(problem, duration, samples);
    description_ = "dop853 at its smallest tolerance";
    warning_ = "there is neither a closed form nor a reference solution (" + why +
               "); errors are differences from dop853 at its smallest tolerance, and mean nothing below about 1e-12";
}

void TruthTable::ask(Truth& truth, double duration, const std::vector<double>& samples) {
    std::vector<double> times{0, duration};
    for (const double sample : samples) {
        const std::vector<double> some = row_times(duration, sample);
        times.insert(times.end(), some.begin(), some.end());
    }
    std::sort(times.begin(), times.end());
    for (const double t : times) {
        throw_if_stop_asked();
        if (!states_.count(t)) states_.emplace(t, truth.at(t));
    }
}

void TruthTable::run(const Problem& problem, double duration, const std::vector<double>& samples) {
    Method method;
    method.integrator = "dop853";
    method.tolerance = 3e-15;
    method.constraint = "normalise";
    std::vector<double> each = samples;
    each.push_back(duration);
    std::sort(each.begin(), each.end());
    each.erase(std::unique(each.begin(), each.end()), each.end());
    for (const double sample : each) {
        RunSpan span;
        span.duration = duration;
        span.sample = sample;
        Statistics statistics;
        const RunObserver observer{.row =
                                       [&](const Row& row) {
                                           states_.try_emplace(row.t, TrueState{row.q_NB, row.w_NB_B});
                                       },
                                   .progress = {},
                                   .stop = stop_asked};
        simulate(problem, method, span, observer, statistics);
        throw_if_stop_asked();
    }
}

const TrueState& TruthTable::at(double t) const {
    const auto found = states_.find(t);
    if (found == states_.end()) throw std::logic_error("the truth was not asked for at t = " + std::to_string(t));
    return found->second;
}

}  // namespace polhode
