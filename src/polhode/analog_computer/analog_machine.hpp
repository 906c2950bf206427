// One analog computer: a circuit (analog_netlist.hpp) with amplifiers and servomultipliers of its own. What a machine's
// parts are off by is drawn from its seed, the same on every computer; or given.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "polhode/analog/machine.hpp"
#include "polhode/analog_computer/analog_netlist.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

struct AnalogSettings {
    AnalogScaling scaling;
    analog::ErrorCurve curve = analog::ErrorCurve::correlated_knots;
    double sigma = 0.053;        // V at 100 V across the pot: standard deviation of a channel's error
    double servo_sigma = 0;      // V, of a part shared by all pots of a shaft
    int knots = 45;              // along the shaft
    bool squaring_error = true;  // false: squares and dot products are free of error
    std::vector<double> errors;  // given in place of drawn, by channel (with knots: all knots of each)
    std::vector<double> gains;   // of the summers ahead of the integrators; empty: drawn
    double gain_error = 0;       // gains 1 - N(gain_error, gain_spread)
    double gain_spread = 0;
    std::vector<double> offsets;  // V, at the same summers; empty: drawn
    double offset_spread = 0;     // V
    double inverter_gain = 1, correction_gain = 1, output_gain = 1;
    double lag = 0;      // s
    double read_to = 0;  // V: readings are rounded to this; 0: not
    enum class Overload { report, clip, fail } overload = Overload::report;
    std::uint64_t seed = 1;
};

std::vector<Parameter> analog_parameters();
// Throws InputError for values that contradict each other.
AnalogSettings analog_settings(const Values& values, AnalogCircuit circuit);
std::vector<std::string> analog_error_names();
// false: there is no such name
bool analog_error_named(const std::string& name, analog::ErrorCurve& curve);

// The wiring, compiled once for all machines of the same settings.
struct AnalogPlan {
    explicit AnalogPlan(const AnalogSettings& settings);
    AnalogSettings settings;
    AnalogNetlist netlist;
    analog::Circuit<double> circuit;
    int knots_per_machine() const;  // numbers that fill_machine writes
    // Reference and rates as voltages
    Vec<double, analog::most_inputs> inputs(const Vec3<double>& rate) const;
};

// Gives lane `lane` the parts of machine `seed`; `knots` is room for N x knots_per_machine() numbers.
template <int N>
void fill_machine(analog::Machine<double, N>& machine, int lane, const AnalogPlan& plan, std::uint64_t seed,
                  double* knots);
// Puts lane `lane` at an attitude given as volts of the integrators.
template <int N>
void start_machine(analog::Machine<double, N>& machine, int lane, const std::vector<double>& volts) {
    for (std::size_t i = 0; i < volts.size(); ++i) machine.state[i][lane] = volts[i];
    machine.settle_shafts();
}

// Integrator volts of an attitude. q_NB = (e1, e4, e3, e2); A = R_NB^T, i and j its first two columns.
std::vector<double> analog_start(const AnalogScaling& scaling, const Quaternion<double>& q_NB);
std::vector<double> analog_start(const AnalogScaling& scaling, const Mat3<double>& R_NB);
// The attitude the integrators hold: of the quaternion as it is (not normalised); of the cosines i/|i|, j made
// orthogonal to it and normalised, i x j.
Quaternion<double> analog_attitude(const AnalogScaling& scaling, const double* volts);
// |e| - 1, or |i| - 1
double analog_length_error(const AnalogScaling& scaling, const double* volts);
// Rotation vector of the normalised attitude, the shorter way, rad.
Vec3<double> analog_drift(const Quaternion<double>& q_NB);

}  // namespace polhode
