#include "polhode/analog_computer/analog_diagram.hpp"

#include <regex>
#include <set>

#include "support/analog_support.hpp"

namespace analog_diagram_test {

namespace {

using namespace analog_test;

struct Segment {
    int x0, y0, x1, y1;
    std::string colour;
};

std::vector<Segment> wires_of(const std::string& svg) {
    std::vector<Segment> segments;
    const std::regex path("<path d=\"(M[^\"Z]*)\" stroke=\"(#[0-9a-f]+)\"");
    for (std::sregex_iterator it(svg.begin(), svg.end(), path), end; it != end; ++it) {
        std::istringstream in(std::regex_replace((*it)[1].str(), std::regex("[ML]"), " "));
        int x = 0, y = 0, px = 0, py = 0;
        for (int n = 0; in >> x >> y; ++n) {
            if (n > 0) segments.push_back({px, py, x, y, (*it)[2].str()});
            px = x, py = y;
        }
    }
    return segments;
}

TEST(AnalogDiagram, WiresAreOrthogonalAndNeverShareALine) {
    for (const AnalogCircuit circuit : {AnalogCircuit::quaternion, AnalogCircuit::direction_cosines})
        for (const bool symmetric : {false, true}) {
            AnalogScaling s;
            s.circuit = circuit;
            s.symmetric = symmetric;
            const std::vector<Segment> wires = wires_of(analog_diagram(analog_netlist(s)));
            EXPECT_GT(wires.size(), 150u);
            for (const Segment& w : wires) EXPECT_TRUE(w.x0 == w.x1 || w.y0 == w.y1);
            // two wires on one line that overlap belong to one net, or a reader could not tell them apart
            for (std::size_t i = 0; i < wires.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) {
                    const Segment &a = wires[i], &b = wires[j];
                    if (a.colour == b.colour) continue;
                    const auto overlap = [](int p, int q, int r, int t) {
                        return std::max(std::min(p, q), std::min(r, t)) < std::min(std::max(p, q), std::max(r, t));
                    };
                    const bool level = a.y0 == a.y1 && b.y0 == b.y1 && a.y0 == b.y0 && overlap(a.x0, a.x1, b.x0, b.x1);
                    const bool upright =
                        a.x0 == a.x1 && b.x0 == b.x1 && a.x0 == b.x0 && overlap(a.y0, a.y1, b.y0, b.y1);
                    EXPECT_FALSE(level || upright) << a.x0 << "," << a.y0 << " and " << b.x0 << "," << b.y0;
                }
        }
}

TEST(AnalogDiagram, ShowsEveryElement) {
    for (const AnalogCircuit circuit : {AnalogCircuit::quaternion, AnalogCircuit::direction_cosines}) {
        AnalogScaling s;
        s.circuit = circuit;
        const AnalogNetlist net = analog_netlist(s);
        const std::string svg = analog_diagram(net);
        for (const AnalogElement& e : net.elements) {
            if (e.kind == AnalogKind::inverter || e.kind == AnalogKind::reference) continue;
            EXPECT_NE(svg.find(">" + e.name + "</text>"), std::string::npos) << e.name;
        }
        std::size_t triangles = 0;
        for (std::size_t at = svg.find("Z\"/>"); at != std::string::npos; at = svg.find("Z\"/>", at + 1)) ++triangles;
        const AnalogEquipment q = equipment_of(net);
        EXPECT_EQ(triangles, static_cast<std::size_t>(q.summers + q.inverters + q.integrators));
        EXPECT_NE(svg.find(std::to_string(q.multiplications) + " multiplications"), std::string::npos);
    }
}

// The pictures of the manual are what the program draws.
TEST(AnalogDiagram, TheManualShowsThese) {
    for (const auto& [circuit, name] : {std::pair{AnalogCircuit::quaternion, "analog-quaternion"},
                                        std::pair{AnalogCircuit::direction_cosines, "analog-dcm-two-vector"}}) {
        AnalogScaling s;
        s.circuit = circuit;
        std::ifstream file(std::string(POLHODE_SOURCE_DIR) + "/docs/images/" + name + ".svg");
        std::ostringstream text;
        text << file.rdbuf();
        EXPECT_EQ(text.str(), analog_diagram(analog_netlist(s))) << name;
    }
}

}  // namespace

}  // namespace analog_diagram_test
