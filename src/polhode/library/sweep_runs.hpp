// One run of a campaign the ordinary way: its scenario is made, checked and simulated as `polhode run` would do it.
// What every other way of computing it (ensemble_lanes.hpp, the graphics card) is held against.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sweep.hpp"
#include "sweep_observer.hpp"
#include "sweep_summary.hpp"

namespace polhode {

class SweepRuns {
 public:
    explicit SweepRuns(const Sweep& sweep);

    // The scenario of a run. Throws InputError where its numbers make none.
    Scenario scenario(const double* inputs);

    // The outcomes of run `run`; not a number, all of them, and the reason in `failure` where it fails. Quantities over
    // time go to `over_time` where it is not null. `stop`: true gives the run up (then false is returned).
    bool run(std::uint64_t run, double* outcomes, std::string& failure, SweepSummary* over_time,
             const std::function<bool()>& stop = {});

    SweepObserver& observer() { return observer_; }

 private:
    void simulate_with_measures(const Scenario& scenario, double* outcomes, SweepSummary* over_time,
                                const std::function<bool()>& stop, bool& stopped);

    const Sweep& sweep_;
    TomlNode tree_;
    SweepObserver observer_;
    std::vector<double> inputs_;
    bool measures_ = false;
};

}  // namespace polhode
