#include "polhode/scenario/setting_alternatives.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/scenario/start_rate.hpp"

namespace polhode {

namespace {

using Words = std::vector<std::string>;

struct Way {
    Words keys;      // to set one of these is to say it in this way ...
    Words beside{};  // ... and these have no meaning without them
};
struct Alternatives {
    std::string table;  // without places in lists: "torque", "method.constraint"; "*": any
    std::vector<Way> ways;
};

// The forms of a start's attitude are ways to say one thing. Some are rotations whatever their numbers are.
std::vector<Alternatives> of_attitudes() {
    Alternatives forms{"start.attitude", {}}, rotations{"start.attitude", {{{}}, {{}, {"normalise"}}}};
    for (const StartForm& form : start_forms()) {
        Way way;
        for (const Parameter& p : form.parameters) (way.keys.empty() ? way.keys : way.beside).push_back(p.name);
        if (!form.may_be_off) rotations.ways.front().keys.push_back(way.keys.front());
        forms.ways.push_back(std::move(way));
    }
    return {std::move(forms), std::move(rotations)};
}

// So are those of its rate; attitude and rate together are another way to say a motion.
std::vector<Alternatives> of_rates() {
    Alternatives rates{"start", {}};
    Way whole{{"attitude"}};
    for (const Parameter& p : start_rate_parameters()) {
        rates.ways.push_back({{p.name}});
        whole.keys.push_back(p.name);
    }
    return {std::move(rates),
            {"start", {std::move(whole), {{"motion"}, {"spin", "spin_hz", "tilt", "tilt_deg", "transverse"}}}}};
}

std::vector<Alternatives> make_alternatives() {
    std::vector<Alternatives> all = of_attitudes();
    const std::vector<Alternatives> rates = of_rates();
    all.insert(all.end(), rates.begin(), rates.end());
    const std::vector<Alternatives> others{
        {"start", {{{"spin"}}, {{"spin_hz"}}}},
        {"body", {{{"inertia"}, {"mass", "centre"}}, {{"parts"}, {"about", "axis"}}, {{"changing_inertia"}}}},
        {"rates", {{{"rate"}}, {{"cycles_per_second"}}, {{"frequency_hz"}}}},
        {"rates", {{{"file"}, {"columns", "time_unit", "time_zero"}}, {{"times"}, {"x", "y", "z"}}}},
        {"torque", {{{"file"}, {"columns", "time_unit", "time_zero"}}, {{"times"}, {"x", "y", "z"}}}},
        {"rotor", {{{"speed"}}, {{"speed_rpm"}}, {{"speed_hz"}}}},
        {"rotor", {{{"torque"}}, {{"times"}, {"torques"}}}},
        {"cmg", {{{"speed"}}, {{"speed_rpm"}}, {{"speed_hz"}}}},
        {"controller", {{{"rate_hz"}}, {{"period"}}}},
        {"controller", {{{"delay"}}, {{"delay_time"}}}},
        {"event", {{{"impulse"}}, {{"normal"}, {"restitution"}}}},
        {"*", {{{"gain"}}, {{"gain_fraction"}}}},
        {"*", {{{"density"}}, {{"density_deg"}}, {{"angle_random_walk"}}, {{"angle_random_walk_deg"}}}},
        {"*", {{{"instability"}}, {{"instability_deg_h"}}}},
        {"*", {{{"bias_walk"}}, {{"bias_walk_deg_h"}}}},
    };
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

const std::vector<Alternatives>& alternatives() {
    static const std::vector<Alternatives> all = make_alternatives();
    return all;
}

bool contains(const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// "torque[0].noise" is a table like "torque[1].noise".
std::string without_places(const std::string& key) {
    std::string plain;
    bool inside = false;
    for (const char c : key) {
        if (c == '[') inside = true;
        if (!inside) plain += c;
        if (c == ']') inside = false;
    }
    return plain;
}

// What was set before stays, so that two settings that contradict each other are seen.
void remove(TomlNode& table, const std::string& name) {
    std::vector<TomlNode>& items = table.items;
    items.erase(
        std::remove_if(items.begin(), items.end(),
                       [&](const TomlNode& n) { return n.name == name && n.place.file.rfind("--set ", 0) != 0; }),
        items.end());
}

}  // namespace

void make_room_for(TomlNode& table, const std::string& key, const std::string& name) {
    if (table.kind != TomlNode::Kind::table) return;
    const std::string plain = without_places(key);
    for (const Alternatives& one : alternatives()) {
        if (one.table != "*" && one.table != plain) continue;
        const auto mine =
            std::find_if(one.ways.begin(), one.ways.end(), [&](const Way& way) { return contains(way.keys, name); });
        if (mine == one.ways.end()) continue;
        for (const Way& way : one.ways) {
            if (&way == &*mine) continue;
            for (const std::string& other : way.keys) remove(table, other);
            for (const std::string& other : way.beside) remove(table, other);
        }
    }
    // the same in degrees: the unit stands in the key
    const std::string degrees = "_deg";
    remove(table, name.size() > degrees.size() && name.ends_with(degrees) ? name.substr(0, name.size() - degrees.size())
                                                                          : name + degrees);
}

bool takes_no_step(const std::string& integrator) {
    return integrator == "default" || integrator == "exact" || integrator == "reference";
}

void make_room_for_value(TomlNode& table, const std::string& key, const TomlNode& value) {
    const std::string plain = without_places(key);
    if ((plain == "method" || plain == "compare") && value.name == "integrator" && takes_no_step(value.text))
        remove(table, "step");
}

namespace {

void refuse_step_of(const TomlNode& method) {
    const TomlNode *step = method.find("step"), *integrator = method.find("integrator");
    if (!step || (!integrator && method.find("preset"))) return;
    const TomlNode* name =
        integrator && integrator->kind == TomlNode::Kind::table ? integrator->find("kind") : integrator;
    const std::string called = name ? name->text : "default";
    if (!takes_no_step(called)) return;
    throw FormError(step->place, "'" + called + "' " +
                                     (called == "default" ? "chooses its steps by itself" : "takes no steps") +
                                     "; leave `step` out, or name an integrator that takes it, as in integrator = "
                                     "\"rk4\"" +
                                     (called == "default" ? " (`tolerance` says how right 'default' has to be)" : ""));
}

}  // namespace

void refuse_step_without_use(const TomlNode& root) {
    if (const TomlNode* method = root.find("method"); method && method->kind == TomlNode::Kind::table)
        refuse_step_of(*method);
    if (const TomlNode* others = root.find("compare"); others && others->kind == TomlNode::Kind::array)
        for (const TomlNode& method : others->items) refuse_step_of(method);
}

}  // namespace polhode
