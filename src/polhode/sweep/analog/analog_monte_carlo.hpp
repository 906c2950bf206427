// Many analog computers of one design, each with parts of its own: the statistics that Robinson judged too laborious.
// They are a sweep (sweep.hpp) over the seed. Machine n is the machine of seed first_seed + n, so that any of them
// can be run again by itself (`seed = ...` in a scenario), to the same bits. Results do not depend on the number of
// threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "polhode/analog_computer/analog_machine.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

struct AnalogExperiment {
    Sweep sweep;              // its outcomes are the numbers of AnalogOutcome
    AnalogSettings settings;  // its seed is the first
    Vec3<double> rate{};      // rad/s, constant
    double duration = 0;      // s

    int threads = 0;                         // 0: as many as the computer has
    std::function<void(double)> progress{};  // part done, 0 to 1, from one thread at a time
    std::function<bool()> stop{};            // true: give up
};

// `machines` machines in place of the one of a scenario: of its first method on the analog computer, [method] or one of
// [[compare]]. They begin with the seed of that method and `skip` beyond it. Throws InputError where there is none, or
// the rate is not constant.
AnalogExperiment analog_experiment(const std::string& text, const std::string& name,
                                   const std::vector<std::string>& settings, const std::string& directory,
                                   long machines, long skip = 0);

// The experiment of Robinson's report as a scenario, for a circuit by the name of its attitude ("quaternion",
// "dcm-two-vector"): from identity, 0.5 rad/s about x, ten revolutions.
std::string analog_report_scenario(const std::string& circuit);

// What the report predicts for the standard deviation of the drift at the end, rad: its drift rate times the time
// (Robinson 1958 eqs. 118 and 120), or for direction cosines its bound (106).
double predicted_drift(const AnalogExperiment& experiment);

// How one machine ended.
struct AnalogOutcome {
    // rad: rotation vector, the shorter way, from the attitude of an exact machine to the normalised one it has, in
    // moving axes; after whole revolutions from identity that is the rotation vector of the attitude itself
    Vec3<double> drift{};
    double length_error = 0;             // |e| - 1 or |i| - 1, of the integrator voltages
    double indicated_length_error = 0;   // what the correction signal shows: -phi/2
    Vec3<double> apparent_rate_error{};  // rad/s: Robinson 1958 eq. 79 as printed, less the rate put in (quaternion)
    Vec3<double> true_rate_error{};      // the same for e/|e|
};

// Empty when stopped. Throws ComputationFailed where a machine breaks down.
std::vector<AnalogOutcome> run_machines(const AnalogExperiment& experiment);

// Mean, standard deviation (n - 1) and excess kurtosis of numbers, summed in their order.
struct Moments {
    long count = 0;
    double mean = 0, deviation = 0, rms = 0, excess_kurtosis = 0;
};
Moments moments_of(const std::vector<double>& numbers);

struct AnalogStatistics {
    Moments drift[3];  // rad, about x, y, z
    double rms_total_drift = 0;
    Moments length_error, indicated_length_error;
    Moments apparent_rate_error[3], true_rate_error[3];
};
AnalogStatistics statistics_of(const std::vector<AnalogOutcome>& outcomes);

}  // namespace polhode
