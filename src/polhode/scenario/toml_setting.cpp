#include "polhode/scenario/toml_setting.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "polhode/input/toml_bytes.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/scenario/setting_alternatives.hpp"

namespace polhode {

namespace {

struct Step {
    std::string name;
    bool bracketed = false;  // [3]: an index for certain; .3 is one where it meets a list
};

bool is_index(const std::string& text) {
    return !text.empty() && text.size() < 7 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "torque[0].mass" as its steps; the place is that of the whole setting.
std::vector<Step> steps_of(const std::string& path, const Place& place) {
    std::vector<Step> steps;
    std::size_t i = 0;
    while (i < path.size()) {
        if (path[i] == '[') {
            const std::size_t end = path.find(']', i);
            const std::string inside = end == std::string::npos ? "" : path.substr(i + 1, end - i - 1);
            if (!is_index(inside) || steps.empty())
                throw InputError(place, "the key '" + escaped_for_message(path) +
                                            "' cannot be read; a place in a list is a number, as in torque[0].mass");
            steps.push_back({inside, true});
            i = end + 1;
        } else {
            if (!steps.empty()) {
                if (path[i] != '.') break;
                ++i;
            }
            const std::size_t begin = i;
            while (i < path.size() && is_bare_key_character(path[i])) ++i;
            if (i == begin) break;
            steps.push_back({path.substr(begin, i - begin), false});
        }
        if (steps.size() > static_cast<std::size_t>(longest_dotted_key))
            throw InputError(place, "a key of more than " + std::to_string(longest_dotted_key) + " parts");
        if (i == path.size()) return steps;
    }
    throw InputError(place, "the key '" + escaped_for_message(path) +
                                "' cannot be read; write it with dots, as in method.step or torque[0].mass");
}

// Item 2 of a list that is not there, most likely because a name is misspelt: `missing`, the first on the way to the
// list that is not in the table `around` it.
[[noreturn]] void refuse_item_of_nothing(const TomlNode& around, const std::string& missing, const TomlNode& list,
                                         const std::string& index, const Place& place) {
    std::vector<std::string> there;
    for (const TomlNode& item : around.items)
        if (item.name != missing) there.push_back(item.name);
    const std::string near = nearest_name(missing, there);
    throw InputError(place, "there is no '" + list.place.key + "' of which " + index + " could be an item; " +
                                (near.empty() ? "a list must be given before its items can be set"
                                              : "did you mean '" + near + "'?"));
}

TomlNode& entered(TomlNode& node, const Step& step, const Place& place) {
    if (node.kind == TomlNode::Kind::array) {
        if (!is_index(step.name))
            throw InputError(place, "'" + node.place.key + "' is a list of " + std::to_string(node.items.size()) +
                                        "; name one of its items, as in " + node.place.key + "[0]." + step.name);
        const std::size_t index = static_cast<std::size_t>(std::atol(step.name.c_str()));
        if (index > node.items.size())
            throw InputError(place, "'" + node.place.key + "' has " + std::to_string(node.items.size()) +
                                        (node.items.size() == 1 ? " item" : " items") +
                                        ", counted from 0; there is no item " + step.name);
        if (index == node.items.size()) {
            TomlNode item;
            item.place = place;
            item.place.key = node.place.key + "[" + step.name + "]";
            node.items.push_back(item);
        }
        return node.items[index];
    }
    if (step.bracketed) throw InputError(place, "'" + node.place.key + "' is " + node.described() + ", not a list");
    // A name may stand for a table that has only its kind: constraint = "algebraic", then constraint.gain=5.
    if (node.kind == TomlNode::Kind::text) {
        TomlNode kind = node;
        kind.name = "kind";
        kind.place.key += ".kind";
        node.kind = TomlNode::Kind::table;
        node.items = {kind};
    }
    if (node.kind != TomlNode::Kind::table)
        throw InputError(place, "'" + node.place.key + "' is " + node.described() + ", not a table");
    if (TomlNode* found = node.find(step.name)) return *found;
    TomlNode member;
    member.name = step.name;
    member.place = place;
    member.place.key = (node.place.key.empty() ? "" : node.place.key + ".") + step.name;
    node.items.push_back(member);
    return node.items.back();
}

}  // namespace

TomlNode& node_at(TomlNode& root, const std::string& path, const Place& place) {
    const std::vector<Step> steps = steps_of(path, place);
    TomlNode *node = &root, *around = nullptr;
    std::string missing;  // the first name that had to be created, in the table `around`
    bool fresh = false;   // just created: may still become a list
    for (const Step& step : steps) {
        // A list of plain values is used as a whole, so a complaint about it is about what was set.
        const bool plain_list = node->kind == TomlNode::Kind::array && !node->items.empty() &&
                                node->items.front().kind != TomlNode::Kind::table;
        if (plain_list) node->place = {place.file, place.line, node->place.key};
        if (fresh && is_index(step.name)) {
            node->kind = TomlNode::Kind::array;
            if (std::atol(step.name.c_str()) > 0) refuse_item_of_nothing(*around, missing, *node, step.name, place);
        }
        const std::size_t before = node->items.size();
        TomlNode& next = entered(*node, step, place);
        fresh = node->items.size() != before;
        if (fresh && !around) {
            around = node;
            missing = step.name;
        }
        node = &next;
    }
    return *node;
}

namespace {

// What a step of a key leads to, where it is there already.
TomlNode* stepped(TomlNode& node, const Step& step) {
    if (node.kind != TomlNode::Kind::array) return node.find(step.name);
    const std::size_t index = is_index(step.name) ? std::stoul(step.name) : node.items.size();
    return index < node.items.size() ? &node.items[index] : nullptr;
}

// Everything on the way to a key is about to be said in its words: start.attitude.quaternion is an attitude too.
void make_room(TomlNode& root, const std::string& path, const Place& place) {
    TomlNode* node = &root;
    for (const Step& step : steps_of(path, place)) {
        if (!node) return;
        make_room_for(*node, node->place.key, step.name);
        node = stepped(*node, step);
    }
}

// The table in which what was set stands; nullptr where it is an item of a list.
TomlNode* table_around(TomlNode& root, const std::string& path, const Place& place) {
    std::vector<Step> steps = steps_of(path, place);
    steps.pop_back();
    TomlNode* node = &root;
    for (const Step& step : steps)
        if (node) node = stepped(*node, step);
    return node && node->kind == TomlNode::Kind::table ? node : nullptr;
}

}  // namespace

void apply_setting(TomlNode& root, const std::string& setting) {
    const Place place{"--set " + escaped_for_message(setting, 100), 0, ""};
    const auto trimmed = [](const std::string& s) {
        const std::size_t first = s.find_first_not_of(" \t"), last = s.find_last_not_of(" \t");
        return first == std::string::npos ? std::string() : s.substr(first, last - first + 1);
    };
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) throw InputError(place, "expected key=value, as in --set method.step=1e-4");
    const std::string path = trimmed(setting.substr(0, equals)), text = trimmed(setting.substr(equals + 1));
    if (path.empty()) throw InputError(place, "no key before '='; expected key=value, as in --set method.step=1e-4");
    if (text.empty()) throw InputError(place, "no value after '='; an empty string is written \"\"");

    make_room(root, path, place);
    Place whole = place;
    whole.key = node_at(root, path, place).place.key;
    set_value(root, path, parse_toml_value(text, whole), place);
}

void set_value(TomlNode& root, const std::string& path, const TomlNode& value, const Place& place) {
    make_room(root, path, place);
    TomlNode& node = node_at(root, path, place);
    Place whole = place;
    whole.key = node.place.key;
    const std::string name = node.name;
    node = value;
    relocate(node, whole);
    node.name = name;
    const TomlNode given = node;
    if (TomlNode* around = table_around(root, path, place)) make_room_for_value(*around, around->place.key, given);
}

}  // namespace polhode
