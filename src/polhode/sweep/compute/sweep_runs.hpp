// One run of a sweep the ordinary way: its scenario is made, checked and simulated as `polhode run` would do it.
// What every other way of computing it (ensemble_lanes.hpp, the GPU) is held against.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "polhode/measure/measure.hpp"
#include "polhode/sweep/compute/sweep_observer.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/statistics/sweep_summary.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

class SweepRuns {
 public:
    explicit SweepRuns(const Sweep& sweep);

    // The scenario of a run. Throws InputError where its numbers make none.
    Scenario scenario(const double* inputs);

    // The outcomes of run `run`; not a number, all of them, and the reason in `failure` where it fails. Quantities over
    // time go to `over_time` where it is not null. `stop`: true gives the run up (then false is returned). `progress`:
    // the part of the run that is done, now and then.
    bool run(std::uint64_t run, double* outcomes, std::string& failure, SweepSummary* over_time,
             const std::function<bool()>& stop = {}, const std::function<void(double)>& progress = {});

    SweepObserver& observer() { return observer_; }

    // For rows that come from elsewhere: the truth of the run with these inputs, what is measured of one row against
    // it, and the outcomes, of the observer and of the measures. Throw InputError where the run has no scenario or no
    // truth, and ComputationFailed where the truth ends.
    void begin_measures(const double* inputs);
    void begin_measures(const Problem& problem);  // of a run that is known to be sound, of the sweep's method
    void measure(const Row& row);
    void finish(double* outcomes);

 private:
    void simulate_with_measures(const Scenario& scenario, double* outcomes, SweepSummary* over_time,
                                const std::function<bool()>& stop, const std::function<void(double)>& progress,
                                bool& stopped);

    const Sweep& sweep_;
    TomlNode tree_;
    SweepObserver observer_;
    std::vector<double> inputs_;
    bool measures_ = false;
    // of the run that is measured
    std::unique_ptr<Truth> truth_;
    std::unique_ptr<Measurer> measurer_;
    Measured last_{}, largest_{};
    bool first_ = true;
    void begin_measures(const Problem& problem, const Method& method, double end);
};

}  // namespace polhode
