// From the voltages of an analog computer to a row of a trajectory: the same for a machine by itself and for one among
// others side by side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/analog_computer/analog_machine.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

class AnalogRows {
 public:
    // `plan` must outlive it. `start`: volts of the integrators at t = 0.
    AnalogRows(const AnalogPlan& plan, const Problem& problem, const std::vector<double>& start);

    // Names of Row::state: integrator volts; correction signals; readings v11 .. v33 at 50 V = 1; the error of the
    // length; under a constant rate the drift; of the quaternion circuit the rates P, Q, R that its slopes show.
    static std::vector<std::string> columns(AnalogCircuit circuit, const Problem& problem);

    // The row of lane `lane` of machines that have been read out. Its own numbers are put into `state`, to which it
    // refers.
    template <int N>
    Row row(const analog::Machine<double, N>& machine, int lane, double t, const Vec3<double>& rate,
            std::vector<double>& state) const;

 private:
    double gain_ahead(int element) const;
    Quaternion<double> exact_attitude(double t) const;

    const AnalogPlan& plan_;
    std::vector<AnalogReading> readings_;
    std::vector<int> error_signals_;
    std::optional<Vec3<double>> constant_rate_;
    Quaternion<double> start_NB_{};
};

}  // namespace polhode
