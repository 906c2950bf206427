#include "polhode/analog_computer/analog_netlist.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>

namespace polhode {

namespace {

using Input = AnalogElement::Input;

class Builder {
 public:
    explicit Builder(const AnalogScaling& s) : s_(s), S_(s.volts_per_unit) { net_.scaling = s; }

    AnalogNetlist build() {
        add({"REF", "100 V", AnalogKind::reference, AnalogRole::source});
        for (const char* rate : {"P", "Q", "R"}) add({rate, rate, AnalogKind::input, AnalogRole::source});
        for (const char* rate : {"P", "Q", "R"}) invert(rate);
        if (s_.circuit == AnalogCircuit::quaternion)
            quaternion();
        else
            direction_cosines();
        return std::move(net_);
    }

 private:
    int add(AnalogElement e) {
        net_.elements.push_back(std::move(e));
        return static_cast<int>(net_.elements.size()) - 1;
    }
    int at(const std::string& name) const {
        const int k = net_.find(name);
        if (k < 0) throw std::logic_error("analog netlist: no element " + name);
        return k;
    }
    void invert(const std::string& name) {
        const int k = at(name);
        const std::string& signal = net_.elements[static_cast<std::size_t>(k)].signal;
        const std::string minus = signal.find(' ') == std::string::npos ? "-" + signal : "-(" + signal + ")";
        add({"-" + name, minus, AnalogKind::inverter, AnalogRole::inversion, {{k, -1}}});
    }
    // A pot fed +pot and -pot, turned by the servo of `shaft`
    void channel(const std::string& name, AnalogRole role, const std::string& shaft, const std::string& pot) {
        const auto signal = [&](const std::string& n) { return net_.elements[static_cast<std::size_t>(at(n))].signal; };
        add({name,
             signal(shaft) + " x " + signal(pot),
             AnalogKind::channel,
             role,
             {{at(shaft), 1}, {at(pot), 1}, {at("-" + pot), 1}}});
    }
    // A reference to an element that is added later: integrators come before the summers that feed them.
    void connect(const std::string& integrator, const std::string& summer, double gain) {
        net_.elements[static_cast<std::size_t>(at(integrator))].inputs = {{at(summer), gain}};
    }
    int summer(const std::string& name, const std::string& signal, AnalogRole role,
               const std::vector<std::pair<std::string, double>>& terms) {
        AnalogElement e{name, signal, AnalogKind::summer, role};
        for (const auto& [from, gain] : terms) e.inputs.push_back({at(from), gain});
        return add(std::move(e));
    }
    void output(int m, int n, const std::vector<std::pair<std::string, double>>& terms) {
        const std::string mn = std::to_string(m) + std::to_string(n);
        const int k = summer("OUT_" + mn, "a" + mn, AnalogRole::output, terms);
        net_.elements[static_cast<std::size_t>(k)].row = m;
        net_.elements[static_cast<std::size_t>(k)].column = n;
    }

    // 2 e' of Robinson 1958 eq. 108, in volts eq. 111 with 100 replaced by S
    void quaternion() {
        const auto str = [](int i) { return std::to_string(i); };
        for (int i = 1; i <= 4; ++i) add({"INT_" + str(i), "E" + str(i), AnalogKind::integrator, AnalogRole::state});
        for (int i = 1; i <= 4; ++i) invert("INT_" + str(i));
        // listed here in the order of the equations; the squares come before phi, phi before its products
        const std::string rates = "PQR";
        for (int i = 1; i <= 4; ++i)
            for (char x : rates) channel(str(i) + x, AnalogRole::rate_product, "INT_" + str(i), std::string(1, x));
        // 100 C phi = C (100 V) - (10^4 C/S^2) sum of the squares
        AnalogElement phi{"PHI", "phi", AnalogKind::summer, AnalogRole::error_signal, {{at("REF"), s_.C}}};
        const int phi_at = add(phi);
        invert("PHI");
        for (int i = 1; i <= 4; ++i) channel(str(i) + "C", AnalogRole::length_correction, "INT_" + str(i), "PHI");
        for (int i = 1; i <= 4; ++i)
            for (int j = i; j <= 4; ++j)
                channel(str(i) + str(j), i == j ? AnalogRole::square : AnalogRole::cross_product, "INT_" + str(i),
                        "INT_" + str(j));
        const double square = -1e4 * s_.C / (S_ * S_);
        for (int i = 1; i <= 4; ++i)
            net_.elements[static_cast<std::size_t>(phi_at)].inputs.push_back({at(str(i) + str(i)), square});

        const double Pm = s_.full_scale_rate[0], Qm = s_.full_scale_rate[1], Rm = s_.full_scale_rate[2];
        const double k = s_.K / s_.C;
        const auto rate_sum = [&](int i, const std::vector<std::pair<std::string, double>>& terms) {
            summer("SUM_" + str(i), "2 dE" + str(i) + "/dt", AnalogRole::rate_sum, terms);
            connect("INT_" + str(i), "SUM_" + str(i), 0.5);
        };
        rate_sum(1, {{"4P", -Pm}, {"3Q", -Qm}, {"2R", -Rm}, {"1C", k}});
        rate_sum(2, {{"3P", -Pm}, {"4Q", Qm}, {"1R", Rm}, {"2C", k}});
        rate_sum(3, {{"2P", Pm}, {"1Q", Qm}, {"4R", -Rm}, {"3C", k}});
        rate_sum(4, {{"1P", Pm}, {"2Q", -Qm}, {"3R", Rm}, {"4C", k}});

        // Robinson 1958 eq. 31 at 50 V = 1
        const double s = 5000 / (S_ * S_), c = 2 * s;
        output(1, 1, {{"11", s}, {"22", -s}, {"33", -s}, {"44", s}});
        output(1, 2, {{"12", c}, {"34", c}});
        output(1, 3, {{"24", c}, {"13", -c}});
        output(2, 1, {{"34", c}, {"12", -c}});
        output(2, 2, {{"11", s}, {"22", -s}, {"33", s}, {"44", -s}});
        output(2, 3, {{"23", c}, {"14", c}});
        output(3, 1, {{"13", c}, {"24", c}});
        output(3, 2, {{"23", c}, {"14", -c}});
        output(3, 3, {{"11", s}, {"22", s}, {"33", -s}, {"44", -s}});
    }

    // Robinson 1958 eq. 82 with + k1 (1 - i.i), in volts eq. 92. i = (a11, a21, a31), j = (a12, a22, a32).
    void direction_cosines() {
        const auto iv = [](int i, int v) { return std::to_string(i) + std::to_string(v); };
        for (int v = 1; v <= 2; ++v)
            for (int i = 1; i <= 3; ++i)
                add({"INT_" + iv(i, v), "A" + iv(i, v), AnalogKind::integrator, AnalogRole::state});
        for (int v = 1; v <= 2; ++v)
            for (int i = 1; i <= 3; ++i) invert("INT_" + iv(i, v));
        for (int v = 1; v <= 2; ++v)
            for (const auto& [i, x] :
                 std::vector<std::pair<int, char>>{{2, 'R'}, {3, 'Q'}, {3, 'P'}, {1, 'R'}, {1, 'Q'}, {2, 'P'}})
                channel(iv(i, v) + x, AnalogRole::rate_product, "INT_" + iv(i, v), std::string(1, x));

        const int length[2] = {
            add({"LEN_1", "1 - i.i", AnalogKind::summer, AnalogRole::error_signal, {{at("REF"), s_.C1}}}),
            add({"LEN_2", "1 - j.j", AnalogKind::summer, AnalogRole::error_signal, {{at("REF"), s_.C1}}})};
        const int dot = add({"DOT", "i.j", AnalogKind::summer, AnalogRole::error_signal});
        for (const char* e : {"LEN_1", "LEN_2", "DOT"}) invert(e);
        for (int v = 1; v <= 2; ++v)
            for (int i = 1; i <= 3; ++i)
                channel(iv(i, v) + "C", AnalogRole::length_correction, "INT_" + iv(i, v), "LEN_" + std::to_string(v));
        const double per_square = 1e4 / (S_ * S_);
        for (int v = 1; v <= 2; ++v)
            for (int i = 1; i <= 3; ++i) {
                channel(iv(i, v) + "s", AnalogRole::square, "INT_" + iv(i, v), "INT_" + iv(i, v));
                net_.elements[static_cast<std::size_t>(length[v - 1])].inputs.push_back(
                    {at(iv(i, v) + "s"), -per_square * s_.C1});
            }
        for (int v = 1; v <= (s_.symmetric ? 2 : 1); ++v)
            for (int i = 1; i <= 3; ++i)
                channel(iv(i, v) + "D", AnalogRole::orthogonality_correction, "INT_" + iv(i, v), "DOT");
        for (int i = 1; i <= 3; ++i) {
            channel(std::to_string(i) + "d", AnalogRole::dot_product, "INT_" + iv(i, 1), "INT_" + iv(i, 2));
            net_.elements[static_cast<std::size_t>(dot)].inputs.push_back(
                {at(std::to_string(i) + "d"), per_square * s_.C2});
        }
        // k = i x j, shaft from j, pot from i
        const int cross[6][2] = {{32, 21}, {22, 31}, {12, 31}, {32, 11}, {22, 11}, {12, 21}};
        for (int n = 0; n < 6; ++n)
            channel("x" + std::to_string(n), AnalogRole::cross_product, "INT_" + std::to_string(cross[n][0]),
                    "INT_" + std::to_string(cross[n][1]));

        const double Pm = s_.full_scale_rate[0], Qm = s_.full_scale_rate[1], Rm = s_.full_scale_rate[2];
        const double k2 = -s_.k2 / s_.C2 * (s_.symmetric ? 0.5 : 1);
        for (int v = 1; v <= 2; ++v) {
            const auto rate_sum = [&](int i, std::vector<std::pair<std::string, double>> terms) {
                terms.push_back({iv(i, v) + "C", s_.k1 / s_.C1});
                if (v == 2) terms.push_back({iv(i, 1) + "D", k2});
                if (v == 1 && s_.symmetric) terms.push_back({iv(i, 2) + "D", k2});
                summer("SUM_" + iv(i, v), "dA" + iv(i, v) + "/dt", AnalogRole::rate_sum, terms);
                connect("INT_" + iv(i, v), "SUM_" + iv(i, v), 1);
            };
            rate_sum(1, {{iv(2, v) + "R", Rm}, {iv(3, v) + "Q", -Qm}});
            rate_sum(2, {{iv(3, v) + "P", Pm}, {iv(1, v) + "R", -Rm}});
            rate_sum(3, {{iv(1, v) + "Q", Qm}, {iv(2, v) + "P", -Pm}});
        }
        const double c = 100 / S_;
        output(1, 3, {{"x0", c}, {"x1", -c}});
        output(2, 3, {{"x2", c}, {"x3", -c}});
        output(3, 3, {{"x4", c}, {"x5", -c}});
    }

    const AnalogScaling& s_;
    double S_;
    AnalogNetlist net_;
};

}  // namespace

int AnalogNetlist::find(const std::string& name) const {
    for (std::size_t k = 0; k < elements.size(); ++k)
        if (elements[k].name == name) return static_cast<int>(k);
    return -1;
}

std::vector<int> AnalogNetlist::of_kind(AnalogKind kind) const {
    std::vector<int> found;
    for (std::size_t k = 0; k < elements.size(); ++k)
        if (elements[k].kind == kind) found.push_back(static_cast<int>(k));
    return found;
}

std::vector<int> AnalogNetlist::of_role(AnalogRole role) const {
    std::vector<int> found;
    for (std::size_t k = 0; k < elements.size(); ++k)
        if (elements[k].role == role) found.push_back(static_cast<int>(k));
    return found;
}

AnalogNetlist analog_netlist(const AnalogScaling& scaling) { return Builder(scaling).build(); }

AnalogNetlist with_vector_transformation(AnalogNetlist net) {
    const auto add = [&](AnalogElement e) {
        net.elements.push_back(std::move(e));
        return static_cast<int>(net.elements.size()) - 1;
    };
    int component[3], inverted[3];
    for (int n = 0; n < 3; ++n) {
        const std::string name(1, "XYZ"[n]);
        const std::string minus = std::string("-").append(name);
        component[n] = add({name, name, AnalogKind::input, AnalogRole::source});
        inverted[n] = add({minus, minus, AnalogKind::inverter, AnalogRole::inversion, {{component[n], -1}}});
    }
    for (int m = 1; m <= 3; ++m) {
        AnalogElement sum{std::string("VEC_").append(std::to_string(m)), std::string(1, "XYZ"[m - 1]) + "'",
                          AnalogKind::summer, AnalogRole::output};
        for (int n = 1; n <= 3; ++n) {
            const int shaft = reading_of(net, m, n).element;
            const std::string name = std::string("v").append(std::to_string(10 * m + n));
            const int k = add({name,
                               net.elements[static_cast<std::size_t>(shaft)].signal + " x " + "XYZ" [n - 1],
                               AnalogKind::channel,
                               AnalogRole::cross_product,
                               {
                                   {shaft, 1}, {component[n - 1], 1}, { inverted[n - 1], 1 }
                               }});
            sum.inputs.push_back({k, 100 / net.scaling.volts_per_unit});
        }
        add(std::move(sum));
    }
    return net;
}

AnalogReading reading_of(const AnalogNetlist& net, int m, int n) {
    const double to_fifty = 50 / net.scaling.volts_per_unit;
    for (std::size_t k = 0; k < net.elements.size(); ++k) {
        const AnalogElement& e = net.elements[k];
        if (e.role == AnalogRole::output && e.row == m && e.column == n)
            return {static_cast<int>(k), net.scaling.circuit == AnalogCircuit::quaternion ? 1 : to_fifty};
    }
    return {net.find("INT_" + std::to_string(m) + std::to_string(n)), to_fifty};
}

analog::Circuit<double> compile(const AnalogNetlist& net) {
    analog::Circuit<double> c;
    const int size = static_cast<int>(net.elements.size());
    if (size > analog::most_signals) throw std::logic_error("analog circuit: too many elements");
    c.signals = size;

    // Depth first from the integrators' inputs: what the motion needs; then the rest.
    std::vector<int> order;
    std::vector<char> mark(net.elements.size(), 0);
    const std::function<void(int)> visit = [&](int k) {
        const auto i = static_cast<std::size_t>(k);
        const AnalogElement& e = net.elements[i];
        if (mark[i] == 2 || e.kind == AnalogKind::integrator || e.inputs.empty()) return;
        if (mark[i] == 1) throw std::logic_error("analog circuit: a loop without an integrator through " + e.name);
        mark[i] = 1;
        for (const Input& in : e.inputs) visit(in.from);
        mark[i] = 2;
        order.push_back(k);
    };
    for (int k : net.of_kind(AnalogKind::integrator))
        visit(net.elements[static_cast<std::size_t>(k)].inputs.front().from);
    const std::size_t for_motion = order.size();
    for (int k = 0; k < size; ++k) visit(k);

    for (int k = 0; k < size; ++k) {
        const AnalogKind kind = net.elements[static_cast<std::size_t>(k)].kind;
        if (kind == AnalogKind::reference || kind == AnalogKind::input) {
            if (c.inputs == analog::most_inputs) throw std::logic_error("analog circuit: too many inputs");
            c.input_signal[c.inputs++] = k;
        }
    }
    std::map<int, int> integrator_index;
    for (int k : net.of_kind(AnalogKind::integrator)) {
        const Input& in = net.elements[static_cast<std::size_t>(k)].inputs.front();
        integrator_index[k] = c.integrators;
        c.integrator[c.integrators++] = {k, in.from, in.gain};
    }
    // Amplifiers and channels are numbered as they stand in the netlist; the tasks say in which order they are run.
    std::map<int, analog::Circuit<double>::Task> task_of;
    for (int k = 0; k < size; ++k) {
        const AnalogElement& e = net.elements[static_cast<std::size_t>(k)];
        if (e.kind == AnalogKind::channel) {
            if (c.channels == analog::most_channels) throw std::logic_error("analog circuit: too many channels");
            const bool correction =
                e.role == AnalogRole::length_correction || e.role == AnalogRole::orthogonality_correction;
            const bool follows = net.scaling.lagged_correction || !correction;
            if (!follows) c.any_without_lag = true;
            task_of[k] = {true, c.channels};
            c.channel[c.channels++] = {k, integrator_index.at(e.inputs[0].from), e.inputs[1].from, e.inputs[2].from,
                                       follows};
        } else if (e.kind == AnalogKind::summer || e.kind == AnalogKind::inverter) {
            if (c.amplifiers == analog::most_amplifiers) throw std::logic_error("analog circuit: too many amplifiers");
            const bool clipped = net.scaling.clip_error_signals && e.role == AnalogRole::error_signal;
            const int first = c.wires;
            for (const Input& in : e.inputs) {
                if (c.wires == analog::most_wires) throw std::logic_error("analog circuit: too many wires");
                c.wire[c.wires++] = {in.from, in.gain};
            }
            task_of[k] = {false, c.amplifiers};
            c.amplifier[c.amplifiers++] = {k, first, c.wires, clipped};
        }
    }
    for (int k : order) c.task[c.tasks++] = task_of.at(k);
    c.tasks_for_motion = static_cast<int>(for_motion);
    return c;
}

AnalogEquipment equipment_of(const AnalogNetlist& net) {
    AnalogEquipment q;
    std::map<int, int> pots;              // by the element that turns the shaft
    std::map<int, std::set<bool>> signs;  // with which a product enters sums other than the error signals
    for (const AnalogElement& e : net.elements) {
        if (e.kind == AnalogKind::integrator) ++q.integrators;
        if (e.kind == AnalogKind::inverter) ++q.inverters;
        if (e.kind == AnalogKind::summer) {
            ++q.summers;
            if (e.role != AnalogRole::error_signal)
                for (const AnalogElement::Input& in : e.inputs) signs[in.from].insert(in.gain > 0);
        }
        if (e.kind == AnalogKind::channel) {
            ++q.multiplications;
            ++pots[e.inputs[0].from];
        }
    }
    for (const auto& [shaft, count] : pots) q.pots.push_back(count);
    q.shafts = static_cast<int>(pots.size());
    for (const auto& [from, both] : signs)
        if (both.size() == 2 && net.elements[static_cast<std::size_t>(from)].kind == AnalogKind::channel)
            ++q.sign_inverters;
    return q;
}

int AnalogEquipment::servos(int pots_per_servo) const {
    int sum = 0;
    for (int n : pots) sum += (n + pots_per_servo - 1) / pots_per_servo;
    return sum;
}

const char* name_of(AnalogKind kind) {
    switch (kind) {
        case AnalogKind::reference:
            return "reference";
        case AnalogKind::input:
            return "input";
        case AnalogKind::integrator:
            return "integrator";
        case AnalogKind::summer:
            return "summer";
        case AnalogKind::inverter:
            return "inverter";
        case AnalogKind::channel:
            return "multiplier";
    }
    return "";
}

const char* name_of(AnalogRole role) {
    switch (role) {
        case AnalogRole::source:
            return "source";
        case AnalogRole::state:
            return "state";
        case AnalogRole::rate_sum:
            return "ahead of an integrator";
        case AnalogRole::error_signal:
            return "correction signal";
        case AnalogRole::output:
            return "output";
        case AnalogRole::inversion:
            return "other end of pots";
        case AnalogRole::rate_product:
            return "rate product";
        case AnalogRole::square:
            return "square";
        case AnalogRole::dot_product:
            return "dot product";
        case AnalogRole::length_correction:
            return "length correction";
        case AnalogRole::orthogonality_correction:
            return "orthogonality correction";
        case AnalogRole::cross_product:
            return "output product";
    }
    return "";
}

}  // namespace polhode
