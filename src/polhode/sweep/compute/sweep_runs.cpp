#include "polhode/sweep/compute/sweep_runs.hpp"

#include <cmath>
#include <limits>
#include <memory>

#include "polhode/measure/measure.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

namespace {

// A reason as it stands in the results: without the name of the sweep's file and the folder of the files that it
// names, which are spelt in one way here and in another there.
std::string reason_without_folders(const Sweep& sweep, std::string text, const Place& place) {
    if (!place.file.empty() && (place.file == sweep.file || place.file == sweep.scenario_file) &&
        text.rfind(place.file + (place.line > 0 ? ":" : ": "), 0) == 0) {
        text.erase(0, place.file.size() + (place.line > 0 ? 1 : 2));
        if (place.line > 0) text.insert(0, "line ");
    }
    const std::string& folder = sweep.directory;
    for (std::size_t at = 0; !folder.empty() && (at = text.find(folder, at)) != std::string::npos;) {
        // at the front of a name, and not in the middle of "rad/s"
        if (at == 0 || std::string(" '\"(=").find(text[at - 1]) != std::string::npos)
            text.erase(at, folder.size());
        else
            ++at;
    }
    return text;
}

}  // namespace

SweepRuns::SweepRuns(const Sweep& sweep)
    : sweep_(sweep), tree_(sweep.tree), observer_(sweep), inputs_(static_cast<std::size_t>(sweep.inputs.columns())) {
    for (const SweepOutcome& o : sweep.outcomes) measures_ = measures_ || o.take == SweepOutcome::Take::measure;
}

Scenario SweepRuns::scenario(const double* inputs) {
    sweep_.inputs.apply(inputs, tree_);
    return read_scenario_tree(tree_, "", sweep_.file, {}, sweep_.directory);
}

bool SweepRuns::run(std::uint64_t run, double* outcomes, std::string& failure, SweepSummary* over_time,
                    const std::function<bool()>& stop, const std::function<void(double)>& progress) {
    failure.clear();
    bool stopped = false;
    try {
        sweep_.inputs.draw(run, inputs_.data());
        const Scenario one = scenario(inputs_.data());
        observer_.begin(inputs_.data());
        simulate_with_measures(one, outcomes, over_time, stop, progress, stopped);
        if (stopped) return false;
    } catch (const ComputationFailed& e) {
        failure = reason_without_folders(sweep_, e.what(), {});
    } catch (const InputError& e) {
        failure = reason_without_folders(sweep_, e.what(), e.place);
    }
    if (!failure.empty())
        for (std::size_t i = 0; i < sweep_.outcomes.size(); ++i) outcomes[i] = std::numeric_limits<double>::quiet_NaN();
    return true;
}

void SweepRuns::simulate_with_measures(const Scenario& scenario, double* outcomes, SweepSummary* over_time,
                                       const std::function<bool()>& stop, const std::function<void(double)>& progress,
                                       bool& stopped) {
    const Problem& problem = scenario.problem;
    const Method& method = scenario.methods.front();
    RunSpan span = scenario.run;
    if (!observer_.needs_rows()) span.sample = span.duration;

    if (measures_) begin_measures(problem, method, span.duration);
    std::uint64_t sample = 0;
    RunObserver observer;
    // what a run that fails later has given before does not count
    std::vector<double> history;
    observer.row = [&](const Row& row) {
        observer_.row(row);
        if (over_time) history.insert(history.end(), observer_.over_time().begin(), observer_.over_time().end());
        ++sample;
        if (measures_) measure(row);
    };
    observer.stop = stop;
    if (progress) observer.progress = [&](double t) { progress(t / span.duration); };
    Statistics statistics;
    simulate(problem, method, span, observer, statistics);
    stopped = statistics.interrupted;
    if (stopped) return;
    finish(outcomes);
    if (!over_time) return;
    const std::size_t quantities = sweep_.keep.over_time.size();
    for (std::uint64_t s = 0; s < sample; ++s)
        for (std::size_t q = 0; q < quantities; ++q) over_time->add_over_time(s, q, history[s * quantities + q]);
}

void SweepRuns::begin_measures(const double* inputs) {
    const Scenario one = scenario(inputs);
    begin_measures(one.problem, one.methods.front(), one.run.duration);
}

void SweepRuns::begin_measures(const Problem& problem) {
    begin_measures(problem, sweep_.base.methods.front(), sweep_.base.run.duration);
}

void SweepRuns::begin_measures(const Problem& problem, const Method& method, double end) {
    std::string why;
    truth_ = truth_for(problem, end, why);
    if (!truth_) throw InputError(method.place, "there is no truth to measure against: " + why);
    measurer_ = std::make_unique<Measurer>(problem, method.attitude);
    first_ = true;
}

void SweepRuns::measure(const Row& row) {
    last_ = (*measurer_)(row, truth_->at(row.t));
    for (std::size_t k = 0; k < last_.size(); ++k)
        if (first_ || std::fabs(last_[k]) > std::fabs(largest_[k])) largest_[k] = last_[k];
    first_ = false;
}

void SweepRuns::finish(double* outcomes) {
    observer_.finish(outcomes);
    for (std::size_t i = 0; i < sweep_.outcomes.size() && measures_; ++i) {
        const SweepOutcome& o = sweep_.outcomes[i];
        if (o.take != SweepOutcome::Take::measure) continue;
        const auto id = static_cast<std::size_t>(*o.measure);
        outcomes[i] = o.largest_measure ? largest_[id] : last_[id];
    }
}

}  // namespace polhode
