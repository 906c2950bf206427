#include "polhode/analog_computer/analog_diagram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace polhode {

namespace {

// All places lie on a grid of 3: outputs of one column at multiples of 6, inputs of the next between them, so that no
// two horizontal wires of different nets ever share a line.
constexpr int pot_row = 36, pin_pitch = 12, track_pitch = 9;
constexpr int top_edge = 126;

struct Point {
    int x, y;
};

std::string escaped(const std::string& text) {
    std::string out;
    for (char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '-')
            out += "\xe2\x88\x92";  // a minus sign
        else
            out += c;
    }
    return out;
}

std::string gain_text(double gain) { return fmt::format("{}{:.4g}", gain < 0 ? '-' : '+', std::fabs(gain)); }

class Diagram {
 public:
    explicit Diagram(const AnalogNetlist& net) : net_(net) {
        for (int k : net_.of_kind(AnalogKind::channel)) {
            const int shaft = element(k).inputs[0].from;
            if (std::find(shafts_.begin(), shafts_.end(), shaft) == shafts_.end()) shafts_.push_back(shaft);
            pots_[shaft].push_back(k);
        }
        std::sort(shafts_.begin(), shafts_.end());
    }

    std::string draw() {
        place();
        sources();
        servos();
        summers();
        integrators();
        wires();
        return page();
    }

 private:
    const AnalogElement& element(int k) const { return net_.elements[static_cast<std::size_t>(k)]; }
    int size() const { return static_cast<int>(net_.elements.size()); }

    // The inverter fed by an element, or -1.
    int inverter_of(int k) const {
        for (int n = 0; n < size(); ++n)
            if (element(n).kind == AnalogKind::inverter && element(n).inputs[0].from == k) return n;
        return -1;
    }
    bool feeds_pots(int k) const {
        for (int n : net_.of_kind(AnalogKind::channel))
            for (const auto& in : element(n).inputs)
                if (in.from == k) return true;
        return false;
    }

    // ---- where things stand ----
    void place() {
        // nets of the left channel: everything that turns a shaft or feeds a pot
        for (int k = 0; k < size(); ++k)
            if (feeds_pots(k)) left_nets_.push_back(k);
        source_x_ = 24;
        left_x_ = source_x_ + 132;
        pot_x_ = left_x_ + track_pitch * static_cast<int>(left_nets_.size()) + 60;
        middle_x_ = pot_x_ + 84;
        int products = 0;
        for (int k : net_.of_kind(AnalogKind::channel)) middle_track_[k] = middle_x_ + 12 + track_pitch * products++;
        summer_x_ = middle_x_ + 24 + track_pitch * products + 30;
        integrator_x_ = summer_x_ + 96;
        right_x_ = integrator_x_ + 168;
        int y = top_edge;
        for (int shaft : shafts_) {
            servo_y_[shaft] = y;
            y += 30;
            for (int k : pots_[shaft]) {
                pot_y_[k] = y;
                y += pot_row;
            }
            y += 18;
        }
        bottom_ = y;

        int t = 0;
        for (int k : left_nets_) left_track_[k] = left_x_ + track_pitch * t++;
        // nets that come back from the right
        for (int k : left_nets_)
            if (element(k).role != AnalogRole::source &&
                !(element(k).kind == AnalogKind::inverter &&
                  element(element(k).inputs[0].from).role == AnalogRole::source))
                feedback_.push_back(k);

        // summers: those ahead of integrators, the correction signals, the outputs
        int ys = top_edge - 6;
        for (AnalogRole role : {AnalogRole::rate_sum, AnalogRole::error_signal, AnalogRole::output})
            for (int k : net_.of_role(role)) {
                const int pins = static_cast<int>(element(k).inputs.size());
                const int height = std::max(36, pin_pitch * pins + 12);
                summer_y_[k] = {ys, height};
                ys += height + 24;
                if (role != AnalogRole::output) ys += 12;  // room for the line of the inverse signal
                ys = (ys + 5) / 6 * 6;
            }
        bottom_ = std::max(bottom_, ys);
    }

    // ---- colours: one for each state, for its wires and its products ----
    std::string colour(int k) const {
        static const char* const states[] = {"#0072b2", "#d55e00", "#008a63", "#b0457f", "#b07800", "#2f8fc4"};
        const AnalogElement& e = element(k);
        if (e.kind == AnalogKind::integrator) {
            const auto at = std::find(shafts_.begin(), shafts_.end(), k) - shafts_.begin();
            return states[static_cast<std::size_t>(at) % 6];
        }
        if (e.kind == AnalogKind::inverter || e.kind == AnalogKind::channel) return colour(e.inputs[0].from);
        if (e.role == AnalogRole::error_signal) return "#7a1f1f";
        if (e.name == "Q") return "#6b6b6b";
        if (e.name == "R") return "#9a8f70";
        return "#222222";
    }
    bool is_inverse(int k) const { return element(k).kind == AnalogKind::inverter; }

    // ---- drawing ----
    void line(int net, const std::vector<Point>& points) {
        std::string path;
        for (std::size_t i = 0; i < points.size(); ++i)
            path += fmt::format("{}{} {}", i == 0 ? "M" : "L", points[i].x, points[i].y);
        wires_ += fmt::format("<path d=\"{}\" stroke=\"{}\"{}/>\n", path, colour(net),
                              is_inverse(net) ? " stroke-dasharray=\"5 2.5\"" : "");
    }
    void dot(int net, int x, int y) {
        dots_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.4\" fill=\"{}\"/>\n", x, y, colour(net));
    }
    void text(int x, int y, const std::string& words, const std::string& style = "") {
        labels_ += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y, style.empty() ? "" : " " + style,
                               escaped(words));
    }
    void triangle(int x, int y, int height, int width) {
        shapes_ += fmt::format("<path d=\"M{} {}L{} {}L{} {}Z\"/>\n", x, y, x, y + height, x + width, y + height / 2);
    }

    // A vertical track at x that joins the ends of horizontal wires at `ys`.
    void track(int net, int x, std::vector<int> ys) {
        std::sort(ys.begin(), ys.end());
        if (ys.front() == ys.back()) return;
        line(net, {{x, ys.front()}, {x, ys.back()}});
        for (std::size_t i = 1; i + 1 < ys.size(); ++i) dot(net, x, ys[i]);
    }

    void sources() {
        int y = top_edge;
        for (int k : net_.of_kind(AnalogKind::input)) {
            const int inverse = inverter_of(k);
            shapes_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"12\"/>\n", source_x_ + 12, y);
            text(source_x_ + 12, y + 4, element(k).signal, "text-anchor=\"middle\" class=\"b\"");
            line(k, {{source_x_ + 24, y}, {left_track_[k], y}});
            output_at_[k].push_back(y);
            const int low = y + 30;
            line(k, {{source_x_ + 42, y}, {source_x_ + 42, low}, {source_x_ + 60, low}});
            dot(k, source_x_ + 42, y);
            triangle(source_x_ + 60, low - 12, 24, 24);
            line(inverse, {{source_x_ + 84, low}, {left_track_[inverse], low}});
            output_at_[inverse].push_back(low);
            y += 78;
        }
    }

    void servos() {
        for (int shaft : shafts_) {
            const int y = servo_y_[shaft], last = pot_y_[pots_[shaft].back()];
            boxes_ += fmt::format(
                "<rect x=\"{}\" y=\"{}\" width=\"104\" height=\"{}\" rx=\"6\" fill=\"#f4f4ef\" stroke=\"#c9c9bd\"/>\n",
                pot_x_ - 40, y - 15, last - y + 33);
            shapes_ += fmt::format("<path d=\"M{} {}L{} {}\" stroke-dasharray=\"1 3\" stroke-linecap=\"round\"/>\n",
                                   pot_x_ + 32, y, pot_x_ + 32, last);
            shapes_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"9\"/>\n", pot_x_ + 32, y + 3);
            text(pot_x_ + 32, y + 7, "M", "text-anchor=\"middle\" class=\"b\"");
            text(pot_x_ - 34, y - 3, "servo " + element(shaft).signal, "class=\"s\"");
            line(shaft, {{left_track_[shaft], y + 3}, {pot_x_ + 23, y + 3}});
            input_at_[shaft].push_back(y + 3);
            for (int k : pots_[shaft]) {
                const int at = pot_y_[k];
                shapes_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"52\" height=\"26\"/>\n", pot_x_ + 6, at - 13);
                text(pot_x_ + 32, at + 4, element(k).name, "text-anchor=\"middle\" class=\"b\"");
                for (int end : {1, 2}) {
                    const int from = element(k).inputs[static_cast<std::size_t>(end)].from;
                    const int pin = at + (end == 1 ? -9 : 9);
                    line(from, {{left_track_[from], pin}, {pot_x_ + 6, pin}});
                    text(pot_x_ + 3, pin - 2, element(from).signal, "text-anchor=\"end\" class=\"s\"");
                    input_at_[from].push_back(pin);
                }
                line(k, {{pot_x_ + 58, at}, {middle_track_[k], at}});
                product_at_[k].push_back(at);
            }
        }
    }

    void summers() {
        for (const auto& [k, box] : summer_y_) {
            const auto [y, height] = box;
            const AnalogElement& e = element(k);
            triangle(summer_x_, y, height, 60);
            text(summer_x_ + 4, y + height / 2 + 4, e.name, "class=\"n\"");
            int pin = y + height / 2 - pin_pitch * (static_cast<int>(e.inputs.size()) - 1) / 2;
            pin = pin / 6 * 6 + 3;
            for (const auto& in : e.inputs) {
                text(summer_x_ - 3, pin - 2, gain_text(in.gain), "text-anchor=\"end\" class=\"s\"");
                if (element(in.from).kind == AnalogKind::reference) {
                    line(in.from, {{summer_x_ - 36, pin}, {summer_x_, pin}});
                    shapes_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\"/>\n", summer_x_ - 39, pin);
                    text(summer_x_ - 45, pin + 4, element(in.from).signal, "text-anchor=\"end\" class=\"s\"");
                } else {
                    line(in.from, {{middle_track_[in.from], pin}, {summer_x_, pin}});
                    product_at_[in.from].push_back(pin);
                }
                pin += pin_pitch;
            }
            const int out = y + height / 2;
            if (e.role == AnalogRole::output) {
                line(k, {{summer_x_ + 60, out}, {integrator_x_ + 24, out}});
                text(integrator_x_ + 30, out + 4, e.signal, "class=\"b\"");
            }
        }
        for (auto& [k, ys] : product_at_) track(k, middle_track_[k], ys);
    }

    // What follows a summer: an integrator or nothing, then the signal and its inverse, on their way back to the pots.
    void integrators() {
        const int lanes = bottom_ + 24;
        int lane = 0;
        std::map<int, int> lane_y, right_track;
        for (std::size_t i = 0; i < feedback_.size(); ++i) {
            lane_y[feedback_[i]] = lanes + track_pitch * lane++;
            // the outermost track has the lowest lane
            right_track[feedback_[i]] = right_x_ + track_pitch * static_cast<int>(i);
        }
        right_edge_ = right_x_ + track_pitch * static_cast<int>(feedback_.size());
        bottom_edge_ = lanes + track_pitch * lane;
        for (const auto& [summer, box] : summer_y_) {
            const AnalogElement& s = element(summer);
            if (s.role == AnalogRole::output) continue;
            const int y = box.first + box.second / 2;
            int signal = summer, x = summer_x_ + 60;
            if (s.role == AnalogRole::rate_sum) {
                for (int k : net_.of_kind(AnalogKind::integrator))
                    if (element(k).inputs[0].from == summer) signal = k;
                line(summer, {{x, y}, {integrator_x_, y}});
                text(summer_x_ + 66, y - 4, gain_text(element(signal).inputs[0].gain), "class=\"s\"");
                shapes_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"9\" height=\"36\"/>\n", integrator_x_, y - 18);
                triangle(integrator_x_ + 9, y - 18, 36, 39);
                text(integrator_x_ + 11, y + 3, element(signal).name, "class=\"t\"");
                x = integrator_x_ + 48;
            }
            const int inverse = inverter_of(signal);
            line(signal, {{x, y},
                          {right_track[signal], y},
                          {right_track[signal], lane_y[signal]},
                          {left_track_[signal], lane_y[signal]}});
            text(integrator_x_ + 66, y - 5, s.role == AnalogRole::error_signal ? s.signal : element(signal).signal,
                 "class=\"b\"");
            const int low = y + 27;
            line(signal, {{integrator_x_ + 60, y}, {integrator_x_ + 60, low}, {integrator_x_ + 78, low}});
            dot(signal, integrator_x_ + 60, y);
            triangle(integrator_x_ + 78, low - 9, 18, 18);
            line(inverse, {{integrator_x_ + 96, low},
                           {right_track[inverse], low},
                           {right_track[inverse], lane_y[inverse]},
                           {left_track_[inverse], lane_y[inverse]}});
            text(integrator_x_ + 102, low - 4, element(inverse).signal, "class=\"s\"");
            output_at_[signal].push_back(lane_y[signal]);
            output_at_[inverse].push_back(lane_y[inverse]);
        }
    }

    void wires() {
        for (int k : left_nets_) {
            std::vector<int> ys = input_at_[k];
            ys.insert(ys.end(), output_at_[k].begin(), output_at_[k].end());
            const int first = *std::min_element(ys.begin(), ys.end());
            track(k, left_track_[k], ys);
            labels_ +=
                fmt::format("<text transform=\"translate({} {}) rotate(-90)\" class=\"s w\" fill=\"{}\">{}</text>\n",
                            left_track_[k] + 3, first - 5, colour(k), escaped(element(k).signal));
        }
    }

    std::string page() const {
        const AnalogEquipment q = equipment_of(net_);
        const bool quaternion = net_.scaling.circuit == AnalogCircuit::quaternion;
        const int width = right_edge_ + 24, height = bottom_edge_ + 72;
        const std::string title = quaternion ? "Four-parameter (quaternion) coordinate conversion"
                                             : "Two-vector direction-cosine coordinate conversion";
        std::string out = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n"
            "<title>{}</title>\n<desc>Patch diagram of Robinson's analog computer (WADC TR 58-17, 1958), drawn from "
            "the netlist that is computed.</desc>\n"
            "<style>text{{font:12px sans-serif;fill:#222}}.b{{font-weight:bold}}.s{{font-size:9px}}"
            ".n{{font-size:10px}}.t{{font-size:8px}}.w{{paint-order:stroke;stroke:#fff;stroke-width:3px}}"
            ".h{{font-size:20px;font-weight:bold}}</style>\n"
            "<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n",
            width, height, width, height, title, width, height);
        out += fmt::format("<text x=\"24\" y=\"36\" class=\"h\">{}</text>\n", title);
        out += fmt::format(
            "<text x=\"24\" y=\"56\">Robinson, WADC TR 58-17, 1958. {} integrators, {} summers, {} inverters, {} "
            "multiplications on {} shafts.</text>\n",
            q.integrators, q.summers, q.inverters, q.multiplications, q.shafts);
        const char* const legend[] = {
            "Circle: input. Triangle: summing amplifier with the gain of each input; small triangle: inverter. Bar and "
            "triangle: integrator.",
            "M: servo that turns the pots of its box. A pot is fed a signal and its inverse (dashed); its wiper gives "
            "the product. Wires are joined at dots only."};
        for (int n = 0; n < 2; ++n)
            out += fmt::format("<text x=\"24\" y=\"{}\" class=\"n\">{}</text>\n", height - 36 + 16 * n, legend[n]);
        out += boxes_ + "<g fill=\"none\" stroke-width=\"1.2\">\n" + wires_ + "</g>\n";
        out += "<g fill=\"#fff\" stroke=\"#222\" stroke-width=\"1.2\">\n" + shapes_ + "</g>\n";
        out += dots_ + labels_ + "</svg>\n";
        return out;
    }

    const AnalogNetlist& net_;
    std::vector<int> shafts_, left_nets_, feedback_;
    std::map<int, std::vector<int>> pots_, input_at_, output_at_, product_at_;
    std::map<int, int> servo_y_, pot_y_, left_track_, middle_track_;
    std::map<int, std::pair<int, int>> summer_y_;
    int source_x_ = 0, left_x_ = 0, pot_x_ = 0, middle_x_ = 0, summer_x_ = 0, integrator_x_ = 0, right_x_ = 0;
    int bottom_ = 0, right_edge_ = 0, bottom_edge_ = 0;
    std::string boxes_, wires_, shapes_, dots_, labels_;
};

}  // namespace

std::string analog_diagram(const AnalogNetlist& netlist) { return Diagram(netlist).draw(); }

}  // namespace polhode
