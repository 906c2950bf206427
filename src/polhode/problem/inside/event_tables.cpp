// [[event]]: what is done where a formula crosses zero.
#include <algorithm>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/problem/inside/inside_tables.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

namespace {

std::vector<Parameter> event_parameters_with(std::vector<Parameter> own) {
    std::vector<Parameter> all = event_parameters();
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

// The states and rotors that `set` names, with their new values.
void read_sets(const Values& values, const TomlNode& table, const Inside& inside,
               const std::vector<std::string>& variables, Event& event) {
    const TomlNode* set = table.find("set");
    if (!set || set->kind != TomlNode::Kind::table || set->items.empty())
        values.refuse("set",
                      std::string(set ? "expected a table of states and their new values, read " + set->described()
                                      : "missing; it says which states get which values") +
                          "; example: set = { on = 0, count = \"count + 1\" }");
    std::vector<std::string> names;
    // which way a dry friction slides is its own affair; these states stand last
    for (const OwnState& s : inside.states)
        if (s.of != OwnState::Of::friction) names.push_back(s.name);
    const std::size_t states = names.size();
    // the motor of a held one would undo it at once
    std::vector<int> rotors;
    for (std::size_t k = 0; k < inside.rotors.size(); ++k)
        if (!inside.rotors[k].held()) {
            names.push_back(inside.rotors[k].name);
            rotors.push_back(static_cast<int>(k));
        }
    for (const TomlNode& item : set->items) {
        const auto found = std::find(names.begin(), names.end(), item.name);
        if (found == names.end()) {
            const std::string near = nearest_name(item.name, names);
            throw InputError(item.place, "no [[state]] is called '" + escaped_for_message(item.name) +
                                             "', nor a [[rotor]] that is free or driven; " +
                                             (names.empty() ? "this scenario has none" : "known: " + listed(names)) +
                                             (near.empty() ? "" : "; did you mean '" + near + "'?"));
        }
        if (item.kind != TomlNode::Kind::text && !item.is_number())
            throw InputError(item.place, "expected a formula as a string, or a number, read " + item.described());
        try {
            const auto at = static_cast<std::size_t>(found - names.begin());
            Expression value(item.is_number() ? shortest(item.number) : item.text, variables, values.constants());
            if (at < states)
                event.sets.emplace_back(static_cast<int>(at), std::move(value));
            else
                event.speeds.emplace_back(rotors[at - states], std::move(value));
        } catch (const ExpressionError& e) {
            throw InputError(item.place, e.what());
        }
    }
}

void read_impulse(const Values& values, const std::vector<std::string>& variables, Event& event) {
    const bool given = values.given("impulse"), stop = values.given("normal");
    if (given && stop) values.refuse("normal", "'impulse' and 'normal' are given: the impulse is one or the other");
    if (!given && !stop)
        values.refuse("impulse",
                      "missing; give the angular impulse, as in impulse = [\"0\", \"0\", \"-0.1\"] (N m s), or "
                      "the 'normal' of a stop with its 'restitution'");
    if (stop) {
        event.normal = values.vector("normal");
        if (!(norm(*event.normal) > 0)) values.refuse("normal", "expected a direction, read [0, 0, 0]");
        event.restitution = values.number("restitution");
        if (event.restitution > 1) values.refuse("restitution", "a stop gives back between 0 and 1 of the rate");
    } else {
        event.impulse = read_formulas(values, "impulse", variables);
    }
    event.frame = values.text("frame") == "world" ? torque::Frame::world : torque::Frame::body;
}

}  // namespace

std::vector<Parameter> event_parameters() {
    return {
        {"when", Type::formula, "", "", true,
         "it happens where this formula crosses zero: t, qw .. qz, r11 .. r33, wx wy wz, and the names of rotors, "
         "states and constants"},
        {"direction", Type::choice, "", "\"either\"", false, "which way it crosses", {"rising", "falling", "either"}},
        {"name", Type::text, "", "", false, "what the summary calls it; left out: event1, event2, ..."}};
}

std::vector<Entry> event_entries() {
    return {
        {"event", "stop", "the run ends there, with a row", event_parameters()},
        {"event", "mark", "a row, and a line in the summary", event_parameters()},
        {"event", "set",
         "states of the scenario, and speeds of free and driven rotors, get new values; all are computed before any is "
         "set",
         event_parameters_with({{"set", Type::text, "", "", true,
                                 "table of states and rotors and their new values, numbers or formulas"}})},
        {"event", "impulse",
         "an angular impulse: the momentum jumps, free rotors keep their own momentum and held ones their speed",
         event_parameters_with(
             {{"impulse", Type::formulas, "N m s", "", false, "one formula for each component"},
              {"normal", Type::vector3, "", "", false,
               "in place of impulse: the body runs into a stop that keeps the rate along this direction from going on"},
              {"restitution", Type::non_negative, "1", "0.0", false, "how much of that rate is given back, 0 to 1"},
              {"frame", Type::choice, "", "\"body\"", false, "axes of impulse or normal", {"body", "world"}}}),
         "", "Hughes 1986, ch. 3; Goldstein, Classical Mechanics, section 5.1"}};
}

Event build_event(const std::string& action, const Values& values, const TomlNode& table, const Inside& inside,
                  const std::vector<std::string>& variables, std::size_t place) {
    Event e;
    e.name = values.given("name") ? values.text("name") : "event" + std::to_string(place + 1);
    e.when = read_formula(values, "when", variables);
    if (e.when.constant()) values.refuse("when", "the formula '" + e.when.text() + "' is constant and crosses nothing");
    e.direction = values.text("direction") == "rising" ? 1 : values.text("direction") == "falling" ? -1 : 0;
    if (action == "stop") e.action = Event::Action::stop;
    if (action == "set") {
        e.action = Event::Action::set;
        read_sets(values, table, inside, variables, e);
    }
    if (action == "impulse") {
        e.action = Event::Action::impulse;
        read_impulse(values, variables, e);
    }
    return e;
}

}  // namespace polhode
