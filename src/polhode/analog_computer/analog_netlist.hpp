// Robinson's two coordinate conversions as lists of what is wired to what: the four-parameter (quaternion) circuit and
// the two-vector direction-cosine circuit. Everything else about the machines is read off these lists: what they
// compute (compile), what they are built of (equipment_of) and how they look (analog_diagram.hpp).
//
// Robinson, WADC TR 58-17, 1958, sections VI and VII; equations 82 (with the sign of the length correction put right),
// 92, 108 and 111. The figures with the patch diagrams are lost: the circuits are a reconstruction that gives these
// equations and every count of multiplications and integrators.
#pragma once

#include <string>
#include <vector>

#include "polhode/analog/circuit.hpp"
#include "polhode/arithmetic/vec.hpp"

namespace polhode {

enum class AnalogCircuit { quaternion, direction_cosines };

// What is set by gains: scales, and how hard the corrections pull.
struct AnalogScaling {
    AnalogCircuit circuit = AnalogCircuit::quaternion;
    double volts_per_unit = 50;               // S: volts of a parameter or cosine of 1
    Vec3<double> full_scale_rate{{1, 1, 1}};  // P_m, Q_m, R_m: rad/s of 100 V
    double K = 2;                             // 1/s, length correction of the quaternion
    double k1 = 1, k2 = 2;                    // 1/s, length and orthogonality correction of the cosines
    double C = 1, C1 = 1, C2 = 1;             // gain ahead of the correction multipliers of K, k1, k2
    bool symmetric = false;                   // half of the orthogonality correction into each vector
    bool clip_error_signals = false;          // correction signals held within +-100 V
    bool lagged_correction = true;            // correction products use the shaft; false: the voltage itself
    int size() const { return circuit == AnalogCircuit::quaternion ? 4 : 6; }
};

enum class AnalogKind { reference, input, integrator, summer, inverter, channel };
enum class AnalogRole {
    source,
    state,
    rate_sum,      // the summer ahead of an integrator
    error_signal,  // 1 - length^2, i.j
    output,        // a direction cosine that no integrator holds
    inversion,
    rate_product,
    square,
    dot_product,
    length_correction,
    orthogonality_correction,
    cross_product
};

struct AnalogElement {
    std::string name;    // "INT_1", "SUM_1", "1P": as in the report
    std::string signal;  // what its output is: "E1", "dE1/dt", "e1 P"
    AnalogKind kind = AnalogKind::summer;
    AnalogRole role = AnalogRole::source;
    struct Input {
        int from;
        double gain;
    };
    std::vector<Input> inputs{};  // of a channel: shaft, high end and low end of the pot
    int row = 0, column = 0;      // of an output cosine a_mn
};

struct AnalogNetlist {
    AnalogScaling scaling;
    std::vector<AnalogElement> elements;

    int find(const std::string& name) const;  // -1: there is none
    std::vector<int> of_kind(AnalogKind kind) const;
    std::vector<int> of_role(AnalogRole role) const;
};

AnalogNetlist analog_netlist(const AnalogScaling& scaling);
// The same with the nine products that take one vector from the fixed to the moving axes.
AnalogNetlist with_vector_transformation(AnalogNetlist netlist);

// The element that gives cosine a_mn, m, n = 1..3, and the factor from its volts to volts at 50 V = 1.
struct AnalogReading {
    int element;
    double factor;
};
AnalogReading reading_of(const AnalogNetlist& netlist, int m, int n);

// Ready to compute; signal k is element k.
analog::Circuit<double> compile(const AnalogNetlist& netlist);

struct AnalogEquipment {
    int integrators = 0, summers = 0, inverters = 0, multiplications = 0, shafts = 0;
    // one more inverter for each product that enters sums with both signs (correction signals exist in both anyway)
    int sign_inverters = 0;
    std::vector<int> pots;  // on each shaft
    int amplifiers() const { return summers + inverters; }
    int servos(int pots_per_servo) const;
};
AnalogEquipment equipment_of(const AnalogNetlist& netlist);

const char* name_of(AnalogKind kind);
const char* name_of(AnalogRole role);

}  // namespace polhode
