// arithmetic = "analog": a run on an emulation of Robinson's analog computer.
#pragma once

#include <string>
#include <vector>

#include "polhode/analog_computer/analog_machine.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/arithmetic_kind.hpp"

namespace polhode {

ArithmeticKind analog_kind();
// The machine a method asks for; throws InputError where the method or the problem cannot be put on it.
AnalogSettings analog_settings_of(const Problem& problem, const Method& method);
// Names of the columns after the rate (analog_rows.hpp).
std::vector<std::string> analog_columns(const Problem& problem, const Method& method);
// Volts of the integrators at the start.
std::vector<double> analog_start(const Problem& problem, const Method& method, const AnalogScaling& scaling);

}  // namespace polhode
