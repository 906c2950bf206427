// Sweeps of analog computers: machines of one circuit under one constant rate, each with parts of its own (drawn by
// its seed, or as good as its numbers say), eight of them in SIMD lanes (polhode/analog/machine.hpp). What comes out is
// what each gives by itself, to the last bit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/analog_computer/analog_machine.hpp"
#include "polhode/run/machines/analog_rows.hpp"
#include "polhode/sweep/compute/sweep_observer.hpp"
#include "polhode/sweep/compute/sweep_runs.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

class SweepMachines {
 public:
    static constexpr int lanes = 8;  // two registers of four doubles hide each other's latency

    // Null where the machines have to be run one by one, with the reason in words.
    static std::unique_ptr<const SweepMachines> make(const Sweep& sweep, std::string& why);

    // What one thread works with: the machines, and the rows they gave.
    class Workspace {
     public:
        explicit Workspace(const SweepMachines& of);

     private:
        friend class SweepMachines;
        AnalogPlan plan_;                                     // its settings are those of one lane after the other
        alignas(64) analog::Machine<double, lanes> machine_;  // lanes do not straddle lines of the cache
        std::vector<double> knots_, state_;
        std::vector<Row> rows_;        // row by row, lane by lane
        std::vector<double> numbers_;  // their own columns, in the same order
        int count_ = 0;
        bool sound_[lanes] = {};
    };

    // Runs the machines of `count` runs, at most `lanes`; inputs: run by run. `goes_on` hears now and then which part
    // of the way is done; where it says no, false comes back.
    bool follow(Workspace& workspace, const double* inputs, int count,
                const std::function<bool(double part)>& goes_on = {}) const;
    // Hands the rows of one of them to the observer of `reader`, and the quantities over time of all of them to
    // `history` where it is not null; `finish` of the reader then gives the outcomes. False: this run has to be
    // computed by itself. Throws InputError and ComputationFailed where there is no truth to measure against.
    bool observe(Workspace& workspace, int lane, const double* inputs, SweepRuns& reader,
                 std::vector<double>* history) const;
    // That the rows of a workspace take.
    std::size_t bytes() const;

 private:
    SweepMachines(const Sweep& sweep, const AnalogSettings& settings);
    bool put_settings(const double* inputs, AnalogSettings& settings) const;

    struct Varied {
        std::size_t column;
        double AnalogSettings::*number;  // null: the seed
        bool may_be_zero, may_be_negative;
    };

    const Sweep& sweep_;
    AnalogPlan plan_;
    std::vector<double> start_;
    AnalogRows reader_;
    Vec3<double> rate_{};
    std::vector<Varied> varied_;
    std::size_t own_columns_ = 0;
    bool all_rows_ = false, measures_ = false;
    double step_ = 0, last_step_ = 0, duration_ = 0, sample_ = 0;
    long steps_ = 0, steps_per_sample_ = 1;
};

}  // namespace polhode
