// Robinson 1958: the machines, drawn from their wiring, and what they are made of (verdicts 1 to 3).
#include <fmt/format.h>

#include "polhode/analog_computer/analog_diagram.hpp"
#include "polhode/analog_computer/analog_netlist.hpp"
#include "polhode/reproduce/robinson/robinson.hpp"

namespace polhode::robinson {

namespace {

AnalogNetlist netlist_of(int circuit) {
    AnalogScaling scaling;
    scaling.circuit = circuit == 0 ? AnalogCircuit::quaternion : AnalogCircuit::direction_cosines;
    return analog_netlist(scaling);
}

struct Counts {
    AnalogEquipment equipment;
    int amplifiers, vector_multiplications, vector_shafts;
};
Counts counts_of(int circuit) {
    const AnalogNetlist net = netlist_of(circuit);
    const AnalogEquipment e = equipment_of(net), v = equipment_of(with_vector_transformation(net));
    return {e, e.amplifiers() + e.sign_inverters, v.multiplications - e.multiplications, v.shafts - e.shafts};
}

// The report's own counts; Euler angles after Howe and Gilbert.
struct Stated {
    const char* method;
    int amplifiers, integrators, multiplications, each_vector, servos;
    const char* first_vector;
};
constexpr Stated stated[] = {{"Quaternion", 36, 4, 26, 9, 8, "9 independent"},
                             {"Direction cosines", 31, 6, 36, 9, 12, "9 dependent"},
                             {"Euler angles", 16, 6, 24, 12, 0, "12 dependent"}};

// Style rules of a drawing apply to the whole page it stands in: here they are bound to the drawing. On a narrow screen
// it keeps a legible size and can be pushed sideways; on paper it fits.
std::string bound_to_itself(std::string svg, const std::string& id) {
    const std::size_t begin = svg.find("<style>"), end = svg.find("</style>");
    if (begin != std::string::npos && end != std::string::npos) {
        std::string rules, text = svg.substr(begin + 7, end - begin - 7);
        for (std::size_t from = 0; from < text.size();) {
            const std::size_t to = text.find('}', from);
            if (to == std::string::npos) break;
            rules += "#" + id + " " + text.substr(from, to + 1 - from);
            from = to + 1;
        }
        rules += "@media screen{#" + id + "{min-width:860px}}";
        svg.replace(begin + 7, end - begin - 7, rules);
    }
    const std::size_t head = svg.find("<svg ");
    svg.insert(head + 5, "id=\"" + id + "\" ");
    return svg;
}

}  // namespace

Claim quaternion_needs_30_per_cent_less_equipment(const RobinsonRuns&) {
    const Counts q = counts_of(0), d = counts_of(1);
    const auto less = [](int a, int b) { return 100.0 * (b - a) / b; };
    const double products = less(q.equipment.multiplications, d.equipment.multiplications),
                 integrators = less(q.equipment.integrators, d.equipment.integrators),
                 amplifiers = less(stated[0].amplifiers, stated[1].amplifiers);
    return {.number = "1",
            .text = "The quaternion method requires nearly 30 per cent less computing equipment.",
            .quotation =
                "It is shown that the quaternion method is no more sensitive to multiplier errors than is the "
                "direction cosine method, and it requires nearly 30 per cent less computing equipment.",
            .place = "abstract",
            .verdict = products > 25 && amplifiers < 0 ? Verdict::with_condition
                       : products > 25                 ? Verdict::holds
                                                       : Verdict::fails,
            .explanation = fmt::format("Counted from the wiring: {} multiplications against {} ({} % less) and {} "
                                       "integrators against {} ({} % less). Of amplifiers it needs more, {} against {} "
                                       "by the report's own table ({} % more) and {} against {} in our circuits.",
                                       q.equipment.multiplications, d.equipment.multiplications,
                                       significant(products, 3), q.equipment.integrators, d.equipment.integrators,
                                       significant(integrators, 3), stated[0].amplifiers, stated[1].amplifiers,
                                       significant(-amplifiers, 2), q.amplifiers, d.amplifiers),
            .condition = "multiplications and integrators are counted, which were the dear part, and not amplifiers",
            .evidence = {{"multiplications less", products, "%"},
                         {"integrators less", integrators, "%"},
                         {"amplifiers less, by the report's table", amplifiers, "%"}},
            .command = "polhode analog"};
}

Claim eight_servos_carry_the_quaternion_twelve_the_cosines(const RobinsonRuns&) {
    const Counts q = counts_of(0), d = counts_of(1);
    const int pots = stated[0].servos * 3;
    return {.number = "2",
            .text = "Eight servos with three pots each carry the quaternion circuit, twelve the cosines.",
            .quotation =
                "In order to accomplish the functions indicated in Figure 2, it was found necessary to use 36 summing "
                "and inverting amplifiers, 4 integrators, and 8 multiplying servos, each with three multiplying pots. "
                "[...] To do the operations of Figure 1, 31 inverting and summing amplifiers, 6 integrators and 12 "
                "servomultipliers were required.",
            .place = "section VII",
            // it was built so; that our wiring needs more pots says nothing of a wiring that is lost
            .verdict = pots >= q.equipment.multiplications ? Verdict::holds : Verdict::not_decided,
            .explanation = fmt::format(
                "So the machine was built, and in our wiring, where each product has a pot, it does not come out: the "
                "cosines' {} fit twelve servos exactly, but the quaternion's {} do not fit {} pots. With three pots to "
                "a servo and one signal to a shaft it takes {} servos; eight would do with four pots each. Our wiring "
                "is a reconstruction, and two products may have been formed otherwise.",
                d.equipment.multiplications, q.equipment.multiplications, pots, q.equipment.servos(3)),
            .would_decide =
                "figure 2 or the computer diagram of 1957, both lost: where the 25th and 26th product were formed",
            .evidence = {{"pots on eight servos", static_cast<double>(pots)},
                         {"products of the quaternion", static_cast<double>(q.equipment.multiplications)},
                         {"servos of three pots, quaternion", static_cast<double>(q.equipment.servos(3))},
                         {"servos of three pots, cosines", static_cast<double>(d.equipment.servos(3))}},
            .command = "polhode analog"};
}

Claim quaternion_is_nearly_as_good_in_multiplications(const RobinsonRuns&) {
    const Counts q = counts_of(0), d = counts_of(1);
    // multiplications with n vectors: 26 + 9 n, 36 + 9 n, 24 + 12 n
    const auto with = [](int basic, int each, int n) { return basic + each * n; };
    const int one_q = with(q.equipment.multiplications, q.vector_multiplications, 1),
              one_d = with(d.equipment.multiplications, d.vector_multiplications, 1),
              one_e = with(stated[2].multiplications, stated[2].each_vector, 1);
    return {.number = "3",
            .text =
                "In multiplications the quaternion is nearly as good as direction cosines, and better if many vectors "
                "are to be transformed.",
            .quotation =
                "In the all-important area of multiplications, it is seen that the quaternion method is nearly as good "
                "as direction cosines and will be better if a large number of vectors are to be transformed.",
            .place = "section VIII",
            .verdict = q.equipment.multiplications < d.equipment.multiplications ? Verdict::fails : Verdict::holds,
            .explanation =
                fmt::format("It is better than direction cosines by {} for any number of vectors, as the table above "
                            "this sentence has it and the sentence before it says (\"well ahead\"). What is said fits "
                            "Euler angles, and seems a slip for them: they need {} against {} without a vector and {} "
                            "against {} with one. The first vector costs the quaternion {} new shafts, the cosines {}.",
                            one_d - one_q, stated[2].multiplications, q.equipment.multiplications, one_e, one_q,
                            q.vector_shafts, d.vector_shafts),

            .evidence = {{"quaternion, no vector", static_cast<double>(q.equipment.multiplications)},
                         {"cosines, no vector", static_cast<double>(d.equipment.multiplications)},
                         {"quaternion, one vector", static_cast<double>(one_q)},
                         {"Euler angles, one vector", static_cast<double>(one_e)}},
            .command = "polhode analog"};
}

void machine(ReportPage& page) {
    page.text(
        "A voltage stands for a number, 50 V for 1. An integrator's voltage changes at the rate of its input; a "
        "summing amplifier adds with given gains; a servomultiplier turns the sliders of several potentiometers to "
        "where one voltage says, and each slider picks off that share of the voltage across its potentiometer: a "
        "product. The report's own diagrams (figures 1 and 2) are lost. These circuits give its equations and all its "
        "counts of multiplications and integrators; they are drawn from the list of connections that is computed.");
    const char* const names[] = {"Quaternion circuit", "Direction-cosine circuit"};
    for (int c = 0; c < 2; ++c) {
        const AnalogNetlist net = netlist_of(c);
        const AnalogEquipment e = equipment_of(net);
        page.svg(names[c],
                 fmt::format("{} integrators on the right feed back to {} shafts with {} potentiometers. `polhode "
                             "analog {} --diagram patch.svg` draws it by itself.",
                             e.integrators, e.shafts, e.multiplications, c == 0 ? "quaternion" : "dcm-two-vector"),
                 bound_to_itself(analog_diagram(net), c == 0 ? "patch-quaternion" : "patch-cosines"));
    }
    ReportTable table{.caption = "Equipment: counted from the wiring, beside what the report states",
                      .heads = {"Item", "Quaternion", "report", "Cosines", "report", "Euler angles, report"},
                      .rows = {},
                      .commands = {"polhode analog", "polhode analog quaternion --netlist",
                                   "polhode analog dcm-two-vector --netlist"}};
    const Counts q = counts_of(0), d = counts_of(1);
    const auto text = [](int n) { return std::to_string(n); };
    table.rows = {
        {"integrators", text(q.equipment.integrators), text(stated[0].integrators), text(d.equipment.integrators),
         text(stated[1].integrators), text(stated[2].integrators)},
        {"multiplications", text(q.equipment.multiplications), text(stated[0].multiplications),
         text(d.equipment.multiplications), text(stated[1].multiplications), text(stated[2].multiplications)},
        {"first vector", fmt::format("{} on {} new shafts", q.vector_multiplications, q.vector_shafts),
         stated[0].first_vector, fmt::format("{} on {} new shafts", d.vector_multiplications, d.vector_shafts),
         stated[1].first_vector, stated[2].first_vector},
        {"shafts", text(q.equipment.shafts), "", text(d.equipment.shafts), "", ""},
        {"servos of three pots", text(q.equipment.servos(3)), text(stated[0].servos), text(d.equipment.servos(3)),
         text(stated[1].servos), ""},
        {"servos of four pots", text(q.equipment.servos(4)), "", text(d.equipment.servos(4)), "", ""},
        {"summing amplifiers", text(q.equipment.summers), "", text(d.equipment.summers), "", ""},
        {"inverting amplifiers", text(q.equipment.inverters), "", text(d.equipment.inverters), "", ""},
        {"inverters for products of both signs", text(q.equipment.sign_inverters), "", text(d.equipment.sign_inverters),
         "", ""},
        {"amplifiers in all", text(q.amplifiers), text(stated[0].amplifiers), text(d.amplifiers),
         text(stated[1].amplifiers), text(stated[2].amplifiers)}};
    page.table(table);
    page.text(
        "The report's 36 and 31 amplifiers cannot be reached from its text: isolation and inverting amplifiers depend "
        "on the multipliers, and the figures that showed them are lost. It counts the products of a first vector as "
        "dependent for the cosines, on shafts that are there; three of the nine cosines are sums, though, and need "
        "shafts of their own.");
}

}  // namespace polhode::robinson
