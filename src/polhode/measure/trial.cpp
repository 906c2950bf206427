#include "polhode/measure/trial.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "polhode/run/prepare.hpp"

namespace polhode {

namespace {

// Runs shorter than this are too short for one reading of the clock to mean much.
constexpr double enough_seconds = 4e-3;
constexpr std::size_t most_repeats = 25;

}  // namespace

Trial run_trial(const Problem& problem, const Method& method, const RunSpan& span, const TruthAt& truth,
                const TrialRequest& request) {
    Trial trial;
    const Measurer measure(problem, method.attitude);
    const auto judge = [&](const Row& row) {
        const double error = std::fabs(measure(row, truth(row.t))[static_cast<std::size_t>(request.measure)]);
        // once not a number, always not a number
        trial.error = request.largest && error < trial.error ? trial.error : error;
    };
    Statistics statistics;
    const auto too_many = [&] {
        return request.most_steps > 0 &&
               static_cast<double>(statistics.accepted + statistics.rejected) > request.most_steps;
    };
    bool asked = false;
    const auto stop = [&] { return asked = (request.stop && request.stop()) || too_many(); };

    try {
        simulate(prepare(problem, method, span),
                 {.row =
                      [&](const Row& row) {
                          // a run that is stopped gives one more row, where it is
                          if (!asked && (request.largest || row.t >= span.duration)) judge(row);
                      },
                  .progress = {},
                  .stop = stop},
                 statistics);
    } catch (const ComputationFailed& e) {
        trial.failure = e.what();
    }
    trial.evaluations = statistics.evaluations;
    trial.accepted = statistics.accepted;
    trial.rejected = statistics.rejected;
    trial.cpu_seconds = statistics.cpu_seconds;
    trial.stopped = statistics.interrupted || too_many();
    if (trial.failure.empty() && !trial.stopped && !std::isfinite(trial.error))
        trial.failure = "the error is not a finite number";
    if (!trial.failure.empty() || trial.stopped || !request.timed) return trial;

    // What a row costs is not the method's: the clock runs over the same steps without rows. (Where rows change the
    // steps themselves, as they do for Merson's halving, they belong to the method.)
    std::vector<double> times{statistics.cpu_seconds};
    RunSpan timed = span;
    if (request.largest && span.sample < span.duration) {
        timed.sample = span.duration;
        Statistics ends;
        simulate(prepare(problem, method, timed), {.row = [](const Row&) {}, .progress = {}, .stop = stop}, ends);
        if (!ends.interrupted && ends.accepted == statistics.accepted && ends.rejected == statistics.rejected) {
            times = {ends.cpu_seconds};
            trial.evaluations = ends.evaluations;
        } else {
            timed = span;
        }
    }
    double total = times.front();
    const auto wanted = static_cast<std::size_t>(std::max(1, request.repeats));
    const Plan plan = prepare(problem, method, timed);
    const RunObserver idle{.row = [](const Row&) {}, .progress = {}, .stop = request.stop};
    while (times.size() < wanted || (wanted > 1 && total < enough_seconds && times.size() < most_repeats)) {
        Statistics again;
        simulate(plan, idle, again);
        if (again.interrupted) break;
        times.push_back(again.cpu_seconds);
        total += again.cpu_seconds;
    }
    std::nth_element(times.begin(), times.begin() + static_cast<long>(times.size() / 2), times.end());
    trial.cpu_seconds = times[times.size() / 2];
    return trial;
}

}  // namespace polhode
