#include "polhode/analog_computer/analog_netlist.hpp"

#include <algorithm>
#include <set>

#include "support/analog_support.hpp"

namespace analog_netlist_test {

namespace {

using namespace polhode;
using analog_test::rows_of;
using reference::TableRow;

AnalogNetlist netlist_of(AnalogCircuit circuit) {
    AnalogScaling s;
    s.circuit = circuit;
    return analog_netlist(s);
}
AnalogCircuit circuit_named(const std::string& name) {
    return name.rfind("direction", 0) == 0 ? AnalogCircuit::direction_cosines : AnalogCircuit::quaternion;
}
int count(const AnalogNetlist& net, AnalogRole role) { return static_cast<int>(net.of_role(role).size()); }

// robinson_multiplication_counts.csv, group by group
TEST(AnalogNetlist, HasTheMultiplicationsOfTheReport) {
    int judged = 0;
    for (const TableRow& row : rows_of("robinson_multiplication_counts.csv")) {
        const AnalogNetlist net = netlist_of(circuit_named(row.text("method")));
        const std::string& group = row.text("group");
        int found = -1;
        if (group == "rate products") found = count(net, AnalogRole::rate_product);
        if (group == "correction products" || group == "length correction products")
            found = count(net, AnalogRole::length_correction);
        if (group == "orthogonality correction products") found = count(net, AnalogRole::orthogonality_correction);
        if (group == "squares for phi" || group == "squares") found = count(net, AnalogRole::square);
        if (group == "dot product i.j") found = count(net, AnalogRole::dot_product);
        if (group.rfind("cross product", 0) == 0) found = count(net, AnalogRole::cross_product);
        if (group == "subtotal (basic)")
            found = equipment_of(net).multiplications - count(net, AnalogRole::cross_product);
        if (group == "total") found = equipment_of(net).multiplications;
        ASSERT_GE(found, 0) << group;
        EXPECT_EQ(found, row.integer("count")) << row.text("method") << " " << group;
        ++judged;
    }
    EXPECT_EQ(judged, 13);
}

// robinson_equipment.csv: what the report counts, from the netlist. Its amplifiers hang on lost figures and are not
// reached by either rule; of its eight servos for 26 pots two pots are short.
TEST(AnalogNetlist, HasTheEquipmentOfTheReport) {
    int judged = 0;
    for (const TableRow& row : rows_of("robinson_equipment.csv")) {
        const std::string& method = row.text("method");
        if (method != "quaternion" && method != "direction_cosine_two_vector") continue;
        const AnalogNetlist net = netlist_of(circuit_named(method));
        const AnalogEquipment q = equipment_of(net), v = equipment_of(with_vector_transformation(net));
        EXPECT_EQ(q.integrators, row.integer("integrators")) << method;
        EXPECT_EQ(q.multiplications, row.integer("multiplications")) << method;
        EXPECT_EQ(v.multiplications - q.multiplications, row.integer("first_vector_multiplications")) << method;
        if (method == "quaternion") {
            // the four parameters are no cosines: nine new shafts, "independent"
            EXPECT_EQ(v.shafts - q.shafts, 9);
            EXPECT_EQ(q.shafts, 4);
            EXPECT_EQ(q.amplifiers(), 22);
            EXPECT_EQ(q.amplifiers() + q.sign_inverters, 28);
            EXPECT_EQ(q.servos(3), 10);  // the report: 8
            EXPECT_EQ(q.servos(4), 8);
            EXPECT_EQ(q.pots, (std::vector<int>{8, 7, 6, 5}));
        } else {
            EXPECT_EQ(v.shafts - q.shafts, 3);  // only i x j has no shaft yet
            EXPECT_EQ(q.shafts, 6);
            EXPECT_EQ(q.amplifiers(), 24);
            EXPECT_EQ(q.sign_inverters, 0);
            EXPECT_EQ(q.servos(3), row.integer("servos_used"));
            EXPECT_EQ(q.pots, (std::vector<int>(6, 6)));
        }
        ++judged;
    }
    EXPECT_EQ(judged, 2);
}

TEST(AnalogNetlist, CountsChangeWithTheWiring) {
    AnalogScaling s;
    s.circuit = AnalogCircuit::direction_cosines;
    s.symmetric = true;
    EXPECT_EQ(equipment_of(analog_netlist(s)).multiplications, 39);  // three channels i2D more
    AnalogNetlist net = netlist_of(AnalogCircuit::quaternion);
    net.elements.pop_back();  // without the output a33 its products lose a sign
    EXPECT_EQ(equipment_of(net).summers, 13);
    EXPECT_EQ(equipment_of(net).sign_inverters, 5);
}

// Every channel of the reference numbers is there, in the order in which errors are listed.
TEST(AnalogNetlist, ChannelsAreNamedAsInTheReferenceNumbers) {
    for (const char* name : {"Q1", "D1"}) {
        std::vector<std::string> wanted, found;
        for (const TableRow& row : rows_of("robinson_emulator_cases.csv"))
            if (row.text("case") == name && row.text("key") == "eps_volts") wanted.push_back(row.text("index_or_name"));
        const AnalogNetlist net =
            netlist_of(name[0] == 'Q' ? AnalogCircuit::quaternion : AnalogCircuit::direction_cosines);
        for (int k : net.of_kind(AnalogKind::channel)) found.push_back(net.elements[static_cast<std::size_t>(k)].name);
        EXPECT_EQ(found, wanted);
    }
}

// Twelve gains set the scale of the rates, the same on all four integrators, and nothing else does.
TEST(AnalogNetlist, TwelveGainsSetTheRates) {
    AnalogScaling one, other;
    other.full_scale_rate = {{2, 3, 5}};
    const AnalogNetlist a = analog_netlist(one), b = analog_netlist(other);
    int changed = 0;
    for (std::size_t k = 0; k < a.elements.size(); ++k)
        for (std::size_t n = 0; n < a.elements[k].inputs.size(); ++n)
            changed += a.elements[k].inputs[n].gain != b.elements[k].inputs[n].gain;
    EXPECT_EQ(changed, 12);
}

TEST(AnalogNetlist, CompiledTasksFindTheirInputs) {
    for (const AnalogCircuit circuit : {AnalogCircuit::quaternion, AnalogCircuit::direction_cosines}) {
        const AnalogNetlist net = netlist_of(circuit);
        const analog::Circuit<double> c = compile(net);
        std::set<int> there;
        for (int i = 0; i < c.inputs; ++i) there.insert(c.input_signal[i]);
        for (int i = 0; i < c.integrators; ++i) there.insert(c.integrator[i].out);
        for (int t = 0; t < c.tasks; ++t) {
            if (t == c.tasks_for_motion) {
                for (int i = 0; i < c.integrators; ++i) EXPECT_TRUE(there.count(c.integrator[i].in));
            }
            if (c.task[t].is_channel) {
                const auto& channel = c.channel[c.task[t].index];
                EXPECT_TRUE(there.count(channel.high) && there.count(channel.low));
                there.insert(channel.out);
            } else {
                const auto& amplifier = c.amplifier[c.task[t].index];
                for (int w = amplifier.first_wire; w < amplifier.end_wire; ++w)
                    EXPECT_TRUE(there.count(c.wire[w].from));
                there.insert(amplifier.out);
            }
        }
        EXPECT_EQ(there.size(), net.elements.size());
        // outputs are not computed in every stage
        EXPECT_LT(c.tasks_for_motion, c.tasks);
    }
}

TEST(AnalogNetlist, ARingWithoutAnIntegratorIsRefused) {
    AnalogNetlist net = netlist_of(AnalogCircuit::quaternion);
    const int phi = net.find("PHI"), sum = net.find("SUM_1");
    net.elements[static_cast<std::size_t>(phi)].inputs.push_back({sum, 1.0});
    EXPECT_THROW(compile(net), std::logic_error);
}

}  // namespace

}  // namespace analog_netlist_test
