// What the tests of the analog computer share.
#pragma once

#include "polhode/analog_computer/analog_machine.hpp"
#include "support/reference_support.hpp"

namespace analog_test {

using namespace polhode;

// A table of tests/data whose cells may be quoted and hold commas.
inline std::vector<reference::TableRow> rows_of(const std::string& name) {
    const auto cells_of = [](const std::string& line) {
        std::vector<std::string> cells(1);
        bool quoted = false;
        for (char c : line) {
            if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
                cells.emplace_back();
            else if (c != '\r')
                cells.back() += c;
        }
        return cells;
    };
    std::istringstream lines(reference::text_of(name));
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> names = cells_of(line);
    std::vector<reference::TableRow> rows;
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() != names.size()) throw std::runtime_error(name + ": a line of another width: " + line);
        rows.emplace_back();
        for (std::size_t i = 0; i < names.size(); ++i) rows.back().cells[names[i]] = cells[i];
    }
    if (rows.empty()) throw std::runtime_error(name + " is empty");
    return rows;
}

inline constexpr double ten_revolutions = 125.66370614359172954;  // s at 0.5 rad/s

inline AnalogSettings ideal(AnalogCircuit circuit = AnalogCircuit::quaternion) {
    AnalogSettings s;
    s.scaling.circuit = circuit;
    s.curve = analog::ErrorCurve::none;
    return s;
}
inline AnalogSettings ideal_cosines() { return ideal(AnalogCircuit::direction_cosines); }

// One machine under a constant rate, from identity or from given volts.
class OneMachine {
 public:
    explicit OneMachine(const AnalogSettings& settings, std::uint64_t seed = 1)
        : plan(settings), machine(plan.circuit) {
        knots_.resize(static_cast<std::size_t>(plan.knots_per_machine()));
        fill_machine(machine, 0, plan, seed, knots_.data());
        start(analog_start(settings.scaling, Quaternion<double>{1, 0, 0, 0}));
    }
    void start(const std::vector<double>& volts) { start_machine(machine, 0, volts); }
    OneMachine& run(const Vec3<double>& rate, double duration, double step) {
        const auto in = plan.inputs(rate);
        const long steps = static_cast<long>(std::ceil(duration / step - 1e-9));
        const double h = duration / static_cast<double>(steps);
        for (long n = 0; n < steps; ++n) machine.step(h, in, in, in);
        machine.read_out(in);
        return *this;
    }
    double volts(int i) const { return machine.state[i][0]; }
    double volts(const std::string& name) const { return machine.volts[plan.netlist.find(name)][0]; }
    double reading(int m, int n) const {
        const AnalogReading r = reading_of(plan.netlist, m, n);
        return r.factor * machine.volts[r.element][0];
    }
    Quaternion<double> attitude() const {
        double v[analog::most_integrators];
        for (int i = 0; i < plan.circuit.integrators; ++i) v[i] = machine.state[i][0];
        return analog_attitude(plan.settings.scaling, v);
    }
    Vec3<double> drift() const { return analog_drift(attitude()); }  // rad
    double length_error() const {
        double v[analog::most_integrators];
        for (int i = 0; i < plan.circuit.integrators; ++i) v[i] = machine.state[i][0];
        return analog_length_error(plan.settings.scaling, v);
    }
    AnalogPlan plan;
    analog::Machine<double, 1> machine;

 private:
    std::vector<double> knots_;
};

// A case of robinson_emulator_cases.csv
struct EmulatorCase {
    std::string name, error_mode = "none";
    bool quaternion = true;
    double S = 50, T = 0, K = 2, C = 1, K1 = 1, C1 = 1, K2 = 2, C2 = 1;
    Vec3<double> PQR{}, full_scale{};
    std::vector<double> y0, eps, gains, offsets, final_volts, readout, drift;
};
inline std::vector<EmulatorCase> emulator_cases() {
    std::vector<EmulatorCase> cases;
    for (const reference::TableRow& row : rows_of("robinson_emulator_cases.csv")) {
        if (cases.empty() || cases.back().name != row.text("case")) {
            cases.emplace_back();
            cases.back().name = row.text("case");
        }
        EmulatorCase& c = cases.back();
        const std::string& key = row.text("key");
        const double value = row.number("value");
        const int index = static_cast<int>(row.integer("index_or_name"));
        if (key == "method") c.quaternion = row.text("value") == "quaternion";
        if (key == "error_mode") c.error_mode = row.text("value");
        if (key == "scale_volts") c.S = value;
        if (key == "T_s") c.T = value;
        if (key == "K") c.K = value;
        if (key == "C") c.C = value;
        if (key == "K1") c.K1 = value;
        if (key == "C1") c.C1 = value;
        if (key == "K2") c.K2 = value;
        if (key == "C2") c.C2 = value;
        if (key == "PQR") c.PQR[index] = value;
        if (key == "PmQmRm") c.full_scale[index] = value;
        if (key == "y0") c.y0.push_back(value);
        if (key == "eps_volts") c.eps.push_back(value);
        if (key == "summer_gains") c.gains.push_back(value);
        if (key == "offsets_volts") c.offsets.push_back(value);
        if (key == "final_volts") c.final_volts.push_back(value);
        if (key == "readout_volts_50_is_1") c.readout.push_back(value);
        if (key.rfind("drift_xyz", 0) == 0) c.drift.push_back(value);
    }
    return cases;
}

}  // namespace analog_test
