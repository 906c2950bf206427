#include "polhode/run/machines/analog_rows.hpp"

#include <cmath>

#include "polhode/problem/attitudes/attitude.hpp"

namespace polhode {

namespace {

std::optional<Vec3<double>> constant_rate(const Problem& problem) {
    if (!problem.rates) return std::nullopt;
    const auto* constant = std::get_if<kinematics::Constant<double>>(&problem.rates->rates);
    return constant ? std::optional((*constant)(0.0)) : std::nullopt;
}

// P, Q, R of the four parameters and their slopes; for |e| = 1 the rate, otherwise |e|^2 times it (Robinson 1958 eq.
// 79)
Vec3<double> apparent_rate(const double* e, const double* de) {
    return {{2 * fma(e[0], de[3], fma(e[1], de[2], -fma(e[2], de[1], e[3] * de[0]))),
             2 * fma(e[0], de[2], fma(e[3], de[1], -fma(e[1], de[3], e[2] * de[0]))),
             2 * fma(e[0], de[1], fma(e[2], de[3], -fma(e[3], de[2], e[1] * de[0])))}};
}

}  // namespace

AnalogRows::AnalogRows(const AnalogPlan& plan, const Problem& problem, const std::vector<double>& start)
    : plan_(plan),
      error_signals_(plan.netlist.of_role(AnalogRole::error_signal)),
      constant_rate_(constant_rate(problem)) {
    for (int m = 1; m <= 3; ++m)
        for (int n = 1; n <= 3; ++n) readings_.push_back(reading_of(plan_.netlist, m, n));
    if (!constant_rate_) return;
    // a matrix may be off its constraint, which is then the machine's to correct
    const StartAttitude& a = problem.start.attitude;
    const bool matrix = a.representation == "dcm" || a.representation == "dcm-two-vector";
    start_NB_ = matrix ? analog_attitude(plan.settings.scaling, start.data())
                       : attitude_to_quaternion(a.representation, a.params);
}

std::vector<std::string> AnalogRows::columns(AnalogCircuit circuit, const Problem& problem) {
    std::vector<std::string> names;
    if (circuit == AnalogCircuit::direction_cosines)
        names = {"A11", "A21", "A31", "A12", "A22", "A32", "phi_i", "phi_j", "i_dot_j"};
    else
        names = {"E1", "E2", "E3", "E4", "phi"};
    for (int m = 1; m <= 3; ++m)
        for (int n = 1; n <= 3; ++n) names.push_back("v" + std::to_string(m) + std::to_string(n));
    names.push_back("length_error");
    if (constant_rate(problem)) names.insert(names.end(), {"drift_x", "drift_y", "drift_z"});
    if (circuit == AnalogCircuit::quaternion) names.insert(names.end(), {"P", "Q", "R"});
    return names;
}

double AnalogRows::gain_ahead(int element) const {
    const AnalogScaling& s = plan_.settings.scaling;
    if (s.circuit == AnalogCircuit::quaternion) return s.C;
    return plan_.netlist.elements[static_cast<std::size_t>(element)].name == "DOT" ? s.C2 : s.C1;
}

// Where an exact machine stands.
Quaternion<double> AnalogRows::exact_attitude(double t) const {
    const double rate = norm(*constant_rate_);
    if (rate == 0) return start_NB_;
    double s, c;
    sincos(0.5 * rate * t, s, c);
    const Vec3<double> v = (s / rate) * *constant_rate_;
    return start_NB_ * Quaternion<double>{c, v[0], v[1], v[2]};
}

template <int N>
Row AnalogRows::row(const analog::Machine<double, N>& machine, int lane, double t, const Vec3<double>& rate,
                    std::vector<double>& state) const {
    const AnalogScaling& scaling = plan_.settings.scaling;
    double volts[analog::most_integrators];
    state.clear();
    for (int i = 0; i < plan_.circuit.integrators; ++i) state.push_back(volts[i] = machine.state[i][lane]);
    for (int k : error_signals_) state.push_back(machine.volts[k][lane] / (100 * gain_ahead(k)));
    for (const AnalogReading& r : readings_) {
        double v = r.factor * machine.volts[r.element][lane];
        if (plan_.settings.read_to > 0) v = std::round(v / plan_.settings.read_to) * plan_.settings.read_to;
        state.push_back(v);
    }
    Row row;
    row.t = t;
    row.q_NB = analog_attitude(scaling, volts);
    row.w_NB_B = rate;
    state.push_back(analog_length_error(scaling, volts));
    if (constant_rate_) {
        const Vec3<double> drift = analog_drift(conjugate(exact_attitude(t)) * row.q_NB);
        for (int i = 0; i < 3; ++i) state.push_back(drift[i]);
    }
    if (scaling.circuit == AnalogCircuit::quaternion) {
        row.defect = defect(row.q_NB);
        double e[4], de[4];
        for (int i = 0; i < 4; ++i) {
            e[i] = volts[i] / scaling.volts_per_unit;
            de[i] = machine.slope[i][lane] / scaling.volts_per_unit;
        }
        const Vec3<double> shown = apparent_rate(e, de);
        for (int i = 0; i < 3; ++i) state.push_back(shown[i]);
    } else {
        const double f = 1 / scaling.volts_per_unit;
        const Vec3<double> i = f * Vec3<double>{{volts[0], volts[1], volts[2]}};
        const Vec3<double> j = f * Vec3<double>{{volts[3], volts[4], volts[5]}};
        row.defect = std::sqrt(square(1 - dot(i, i)) + square(1 - dot(j, j)) + 2 * square(dot(i, j)));
    }
    row.state = state;
    return row;
}
template Row AnalogRows::row<1>(const analog::Machine<double, 1>&, int, double, const Vec3<double>&,
                                std::vector<double>&) const;
template Row AnalogRows::row<8>(const analog::Machine<double, 8>&, int, double, const Vec3<double>&,
                                std::vector<double>&) const;

}  // namespace polhode
