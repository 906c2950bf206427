// Robinson 1958 (WADC TR 58-17), what the parts of its page share: the machines, the runs, what is taken off them, and
// the parts. Each file of this room holds one subject with its claims, figures and tables. A claim is a function whose
// name says what the report says; what it returns is judged.
// Where an index says which circuit: 0 the quaternion, 1 the direction cosines.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "polhode/analog_computer/analog_theory.hpp"
#include "polhode/reproduce/kept_rows.hpp"
#include "polhode/sweep/analog/analog_monte_carlo.hpp"

namespace polhode::robinson {

using kept_rows::degree;
using std::numbers::pi;
using Style = FigureCurve::Style;
using Strings = std::vector<std::string>;

constexpr double ten_revolutions = 40 * pi;  // s at 0.5 rad/s
constexpr double turned_degrees = 3600;      // in that time
constexpr double measured_sigma = 0.053;     // V, appendix C
constexpr double predicted_sigma = 0.05;     // V, in the report's prediction (120)

// The input axis, P, Q, R or 0 for none, as a place in a vector.
inline int index_of(char axis) { return axis == 'Q' ? 1 : axis == 'R' ? 2 : 0; }

// ---- many machines (machines.cpp) ----------------------------------------------------------------

// Machines of one design, a chunk of seeds in each job.
class Machines {
 public:
    struct Chunk {
        AnalogStatistics statistics;
        std::vector<double> about_axis;  // drift about the input axis, deg
    };
    Machines() = default;
    Machines(Laboratory& lab, const std::string& file, const Strings& settings, char axis, long machines,
             double seconds_for_one);

    Moments of(const std::function<Moments(const AnalogStatistics&)>& which) const;
    // standard deviation of the drift, deg, about the input axis or another
    double drift() const { return drift(axis_); }
    double drift(int i) const {
        return of([i](const AnalogStatistics& s) { return s.drift[i]; }).deviation / degree;
    }
    double worst_drift() const { return std::max({drift(0), drift(1), drift(2)}); }
    double length() const {
        return of([](const AnalogStatistics& s) { return s.length_error; }).deviation;
    }
    double apparent_rate() const {
        return of([i = axis_](const AnalogStatistics& s) { return s.apparent_rate_error[i]; }).deviation;
    }
    double true_rate() const {
        return of([i = axis_](const AnalogStatistics& s) { return s.true_rate_error[i]; }).deviation;
    }
    std::vector<double> drifts() const;
    const std::string& command() const { return command_; }
    long count() const { return count_; }
    double known_to() const { return 1 / std::sqrt(2.0 * static_cast<double>(count_)); }

 private:
    int axis_ = 0;
    long count_ = 0;
    std::string command_;
    std::vector<Later<Chunk>> chunks_;
};

// ---- runs (runs.cpp) -----------------------------------------------------------------------------

struct RobinsonRuns {
    // one machine
    Later<RunResult> short_of[2][3], ideal_end[2], short_half[2], short_whole[2];
    double gain_error[2][3] = {};  // fitted to tables I and II
    Later<RunResult> correction_gain[2], inverter_gain, decay[2], history, rest_1, rest_5;
    Later<RunResult> lag_free[2], lag_on[2], lag_off[2];  // [2]: five and ten revolutions for on and off
    Later<RunResult> sign_plus, sign_minus;
    RunSeries histories, lag_gains, lag_corrected;
    // many
    Machines uncorrelated_rest[2], uncorrelated_P[2], constant_P, knots[2][3], sine_P[2], gain_P[2], symmetric_rest;
    Machines servo_rest, rate[2][2], length[2][2];  // rate: constant, knots by K = 2, 0.5; length: circuit by squares
    long machines = 0;
};
std::shared_ptr<const RobinsonRuns> ask_runs(Laboratory& lab);

// ---- what is taken off the runs (quantities.cpp) ----------------------------------------------------

// Lengths by the integrators' volts, 50 V for 1.
double quaternion_length(const KeptRow& row);
double vector_length(const KeptRow& row);
std::function<double(const KeptRow&)> length_of(int circuit);

// What the theory of multipliers is asked for: errors at the rate of the runs, and at full scale about all axes.
MultiplierErrors single_axis(double sigma);
MultiplierErrors full_scale();
double times(double rate);     // rad/s to deg after ten revolutions
double secular(double kappa);  // what stays of errors along a shaft after ten revolutions, deg

std::string fixed(double value, int decimals);
FigureCurve coloured(FigureCurve curve, int colour);

// ---- parts of the page ----------------------------------------------------------------------------------------------

inline Verdict if_so(bool holds) { return holds ? Verdict::with_condition : Verdict::fails; }

// equipment.cpp: counted from the wiring, without a run
Claim quaternion_needs_30_per_cent_less_equipment(const RobinsonRuns&);
Claim eight_servos_carry_the_quaternion_twelve_the_cosines(const RobinsonRuns&);
Claim quaternion_is_nearly_as_good_in_multiplications(const RobinsonRuns&);
void machine(ReportPage& page);

// lag.cpp: multipliers that lag
Claim lag_makes_the_length_grow_exponentially(const RobinsonRuns& r);
Claim lag_makes_the_length_ripple(const RobinsonRuns& r);
Claim phase_lag_must_stay_below_a_milliradian(const RobinsonRuns& r);
Claim bandpass_of_the_quaternion_is_half_as_severe(const RobinsonRuns& r);
Claim phase_lag_is_not_the_cause_of_the_bias(const RobinsonRuns& r);
void figure_of_lag(ReportPage& page, const RobinsonRuns& r);

// correction.cpp: how lengths and right angles are held
Claim correction_takes_out_an_error_of_length(const RobinsonRuns& r);
Claim equation_82_corrects_with_a_minus_sign(const RobinsonRuns& r);
Claim indicated_error_of_length_stays_below_a_thousandth(const RobinsonRuns& r);
Claim length_settles_with_the_predicted_deviation(const RobinsonRuns& r);
Claim root_two_bounds_drift_and_length_of_the_cosines(const RobinsonRuns& r);
Claim orthogonality_correction_belongs_into_one_vector(const RobinsonRuns& r);
void figures_5_and_6(ReportPage& page, const RobinsonRuns& r);

// drift.cpp: how multipliers in error make the attitude drift
Claim quaternion_drift_rate_is_sigma_w_over_s(const RobinsonRuns& r);
Claim drift_rate_is_a_fraction_of_full_scale(const RobinsonRuns& r);
Claim drift_rate_contains_the_factor_1_03(const RobinsonRuns& r);
Claim drift_scatters_by_3_7_degrees(const RobinsonRuns& r);
Claim quaternion_is_no_more_sensitive_to_multipliers(const RobinsonRuns& r);
Claim servomultipliers_leave_only_integrator_drift_at_rest(const RobinsonRuns& r);

// many_machines.cpp: how the drift is distributed, and what the laws say
void many_machines(ReportPage& page, const RobinsonRuns& r);

// experiment.cpp: what was measured in 1958
Moments observed(int circuit, char axis);  // drift about the input axis after ten revolutions, deg
double observed_mean(int circuit);
Claim drift_is_mostly_about_the_axis_of_rotation(const RobinsonRuns& r);
Claim bias_is_due_to_low_amplifier_gain(const RobinsonRuns& r);
Claim only_amplifiers_ahead_of_integrators_matter(const RobinsonRuns& r);
Claim three_results_agree_with_the_prediction(const RobinsonRuns& r);
Claim calibration_could_reduce_the_drift_to_a_tenth(const RobinsonRuns& r);
void tables(ReportPage& page, const RobinsonRuns& r);
void figures_of_runs(ReportPage& page, const RobinsonRuns& r);

// multipliers.cpp
void multipliers(ReportPage& page);

// robinson.cpp
void write_page(ReportPage& page, const RobinsonRuns& r);

}  // namespace polhode::robinson
