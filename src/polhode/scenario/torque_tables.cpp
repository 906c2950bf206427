#include "polhode/scenario/torque_tables.hpp"

#include <algorithm>
#include <map>

#include "polhode/problem/switched_torque.hpp"
#include "polhode/problem/torques/plate_sides.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/scenario/toml_setting.hpp"

namespace polhode {

namespace {

const char* const settable =
    "a body that moves takes other values of its torques, as torque[0].g, and, where it has no inside, of constants in "
    "their formulas, as constants.c";

const OrbitModel* orbit_of(const Problem& problem) { return problem.orbit ? &*problem.orbit : nullptr; }

std::vector<Parameter> change_parameters() {
    return {{"t", Type::non_negative, "s", "", true, "from when on"},
            {"key", Type::text, "", "", true, "what is changed, as --set names it: torque[0].g, constants.c"},
            {"value", Type::text, "", "", true, "the new value, a number, a list or a text as in the table itself"}};
}

// Each with the table it comes from, by its place among them.
struct TabledTorque {
    std::size_t table;
    TorqueModel torque;
};
std::vector<TabledTorque> tabled_torques(const TomlNode& root, const std::string& directory, InsideReader& inside,
                                         const Problem& problem) {
    std::vector<TabledTorque> all;
    const TomlNode* torques = root.find("torque");
    for (std::size_t i = 0; torques && i < torques->items.size(); ++i) {
        const TomlNode& table = torques->items[i];
        const Entry& entry = named_entry_in(table, "kind", "torque");
        Values values = read_values(table, entry.parameters, {"kind"});
        values.set_constants(inside.constants());
        if (inside.takes_torque(entry.name, values)) continue;
        all.push_back({i, build_torque(entry.name, values, *problem.body, directory, orbit_of(problem))});
    }
    return all;
}

// The table that "torque[2].g" or "torque.2.g" is in.
std::size_t table_of(const std::string& key) {
    std::size_t i = key.find_first_of("0123456789"), n = 0;
    for (; i < key.size() && key[i] >= '0' && key[i] <= '9'; ++i) n = 10 * n + static_cast<std::size_t>(key[i] - '0');
    return n;
}

bool begins(const std::string& key, const std::string& with) { return key.compare(0, with.size(), with) == 0; }

void require_settable(const TomlNode& root, const std::string& key, const Place& place, bool inside) {
    if (begins(key, "constants.") && inside)
        throw InputError(place,
                         "constants of a body with an inside stay as they are: a [[state]] without a derivative is a "
                         "number that an [[event]] can set");
    if (begins(key, "constants.")) {
        const TomlNode* constants = root.find("constants");
        std::vector<std::string> known;
        if (constants)
            for (const TomlNode& one : constants->items) known.push_back(one.name);
        const std::string name = key.substr(std::string("constants.").size());
        if (std::find(known.begin(), known.end(), name) != known.end()) return;
        const std::string near = nearest_name(name, known);
        throw InputError(place, "there is no constant '" + escaped_for_message(name) + "'; " +
                                    (known.empty() ? "this scenario has none" : "known: " + listed(known)) +
                                    (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (!begins(key, "torque[") && !begins(key, "torque."))
        throw InputError(place, "'" + escaped_for_message(key) + "' cannot change on the way: " + settable);
    const TomlNode* torques = root.find("torque");
    const std::size_t count = torques ? torques->items.size() : 0;
    if (table_of(key) >= count)
        throw InputError(place, "there is no '" + escaped_for_message(key) + "': this scenario has " +
                                    std::to_string(count) + " torques, counted from 0");
    if (key.size() > 5 && key.compare(key.size() - 5, 5, ".kind") == 0)
        throw InputError(place, "a torque stays of its kind; " + std::string(settable));
}

}  // namespace

bool fixed_by_inside(const TorqueModel& torque) { return plate_of(torque) || torque.kind == "gravity-gradient"; }

std::vector<ChangedTorque> changed_torques(TomlNode& root, const std::string& key, const TomlNode& value,
                                           const std::string& directory, const Problem& problem) {
    const Place place = value.place;
    require_settable(root, key, place, problem.inside != nullptr);
    set_value(root, key, value, place);
    InsideReader inside(root, orbit_of(problem));
    const bool of_one = begins(key, "torque");
    std::vector<ChangedTorque> changed;
    std::vector<TabledTorque> all = tabled_torques(root, directory, inside, problem);
    if (all.size() != problem.torques.size())
        throw InputError(place,
                         "with this value the torque would belong to the inside of the body: " + std::string(settable));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool is_formula = all[i].torque.kind == "formula" || all[i].torque.kind == "magnetic";
        if (of_one ? all[i].table != table_of(key) : !is_formula) continue;
        if (problem.inside && fixed_by_inside(all[i].torque))
            throw InputError(place, "a torque '" + all[i].torque.kind + "' on a body with an inside stays as it is");
        changed.push_back({i, std::move(all[i].torque)});
    }
    if (of_one && changed.empty())
        throw InputError(place, "this torque belongs to the inside of the body and stays as it is");
    return changed;
}

void read_torques(const TomlNode& root, const std::string& directory, InsideReader& inside, Problem& problem) {
    for (TabledTorque& one : tabled_torques(root, directory, inside, problem))
        problem.torques.push_back(std::move(one.torque));
}

void read_changes(const TomlNode& root, const std::string& directory, Problem& problem) {
    const TomlNode* list = root.find("change");
    if (!list) return;
    struct Change {
        double t;
        std::string key;
        TomlNode value;
    };
    std::vector<Change> changes;
    for (const TomlNode& table : list->items) {
        const Values values = read_values(table, change_parameters(), {"value"});
        const TomlNode* value = table.find("value");
        if (!value) throw InputError(table.place, "says no value; example: value = 1.62");
        changes.push_back({values.number("t"), values.text("key"), *value});
    }
    std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.t < b.t; });
    TomlNode tree = root;
    std::map<std::size_t, TorqueChanges> by_torque;
    for (const Change& change : changes)
        for (ChangedTorque& one : changed_torques(tree, change.key, change.value, directory, problem)) {
            TorqueChanges& of = by_torque[one.place];
            if (of.all.empty()) of.all.push_back({0, problem.torques[one.place].torque});
            of.all.push_back({change.t, std::move(one.torque.torque)});
        }
    for (auto& [place, of] : by_torque)
        problem.torques[place].torque = switched_torque(std::make_shared<const TorqueChanges>(std::move(of)));
}

Entry change_entry() {
    return {
        "table", "change",
        "from a time on a torque has another value; [[change]] may stand several times (a flight on which something "
        "was set has them)",
        change_parameters()};
}

}  // namespace polhode
