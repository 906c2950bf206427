#include "polhode/registry/table_reader.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>

#include "polhode/base/quantity.hpp"
#include "polhode/base/shortest.hpp"

namespace polhode {

namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "nothing" : text;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool describes(const std::vector<Parameter>& parameters, const std::string& name) {
    return std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& p) { return p.name == name; });
}

bool one_of(const std::string& name, std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), [&](const char* n) { return name == n; });
}

// What belongs to a sweep of many runs is not advised in a scenario, nor the other way round.
bool of_sweep(const std::string& table) { return one_of(table, {"sweep", "vary", "outcome", "keep"}); }
bool of_sweep(const Entry& e) {
    return e.kind == "variation" || e.kind == "outcome" || (e.kind == "table" && of_sweep(e.name));
}

// "[run]", "[[torque]] with kind = \"gravity\"": where a key of this entry would be right.
std::string home_in(const Entry& e, const std::string& key) {
    if (e.kind == "table") {
        if (e.name == "start.attitude") return "the attitude's table: attitude = { " + key + " = ... }";
        return one_of(e.name, {"torque", "rotor", "slug", "cmg", "moving_mass", "state", "controller", "event",
                               "compare", "input", "link", "change", "vary", "outcome"})
                   ? "[[" + e.name + "]]"
                   : "[" + e.name + "]";
    }
    if (e.kind == "variation") return "[[vary]] with kind = \"" + e.name + "\"";
    if (e.kind == "outcome") return "[[outcome]] with take = \"" + e.name + "\"";
    if (one_of(e.kind, {"torque", "rotor", "slug", "cmg", "moving_mass", "input", "link"}))
        return "[[" + e.kind + "]] with kind = \"" + e.name + "\"";
    if (e.kind == "controller") return "[[controller]]";
    if (e.kind == "event") return "[[event]] with do = \"" + e.name + "\"";
    if (e.kind == "rates") return "[rates] with kind = \"" + e.name + "\"";
    if (e.kind == "shape") return "a part of the body with shape = \"" + e.name + "\"";
    if (e.kind == "motion") return "[start] with motion = \"" + e.name + "\"";
    if (e.kind == "constraint" || e.kind == "attitude")
        return "the " + e.kind + "'s table: " + e.kind + " = { kind = \"" + e.name + "\", " + key + " = ... }";
    if (e.kind == "noise" || e.kind == "average")
        return "the " + e.kind + "'s table: " + e.kind + " = { kind = \"" + e.name + "\", " + key + " = ... }";
    return "[method] with " + e.kind + " = \"" + e.name + "\"";
}

// Where a key that is unknown in `table` belongs, or "". In a table that names a kind, a key of another kind comes
// first: `order` beside integrator = "rk4".
std::string home_of(const std::string& key, const TomlNode& table) {
    if (key == "kind" || key == "name") return "";
    const std::string root = table.place.key.substr(0, table.place.key.find_first_of(".["));
    const auto is_near = [&](const Entry& e) {
        if (root == "method" || root == "compare")
            return e.kind == "attitude" || e.kind == "integrator" || e.kind == "constraint" || e.kind == "arithmetic";
        if (root == "start") return e.kind == "motion" || e.name == "start.attitude";
        if (root == "readings") return e.kind == "noise" || e.kind == "average";
        if (root == "body") return e.kind == "shape";
        if (root == "vary") return e.kind == "variation";
        return e.kind == root;
    };
    const bool sweep = of_sweep(root) || (root.empty() && (table.find("sweep") || table.find("vary")));
    for (const bool near : {true, false})
        for (const Entry& e : registry())
            if (is_near(e) == near && (of_sweep(e) ? sweep : !of_sweep(root)) && describes(e.parameters, key) &&
                !(e.kind == "table" && e.name == table.place.key))
                return home_in(e, key);
    return "";
}

std::string with_unit(const Parameter& p) { return p.unit.empty() || p.unit == "1" ? "" : " (" + p.unit + ")"; }

std::string example_of(const Parameter& p) {
    std::string value = p.fallback;
    if (value.empty()) switch (p.type) {
            case Type::number:
            case Type::positive:
            case Type::non_negative:
                value = "1.0";
                break;
            case Type::integer:
                value = "4";
                break;
            case Type::boolean:
                value = "true";
                break;
            case Type::text:
                value = "\"text\"";
                break;
            case Type::choice:
                value = p.choices.empty() ? "\"\"" : "\"" + p.choices.front() + "\"";
                break;
            case Type::vector3:
                value = "[0.0, 0.0, 1.0]";
                break;
            case Type::numbers:
                value = "[0.0, 0.5, 1.0]";
                break;
            case Type::matrix3:
                value = "[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]";
                break;
            case Type::formulas:
                value = "[\"sin(t)\", \"0\", \"0.1*wx\"]";
                break;
            case Type::path:
                value = "\"data.csv\"";
                break;
            case Type::formula:
                value = "\"-0.5*wz\"";
                break;
        }
    return p.name + " = " + value;
}

std::string expectation(const Parameter& p) {
    switch (p.type) {
        case Type::number:
            return "a number" + with_unit(p);
        case Type::positive:
            return "a number greater than 0" + with_unit(p);
        case Type::non_negative:
            return "a number that is not negative" + with_unit(p);
        case Type::integer:
            return "a whole number that is not negative";
        case Type::boolean:
            return "true or false";
        case Type::text:
            return "a string";
        case Type::choice:
            return listed(p.choices);
        case Type::vector3:
            return "three numbers" + with_unit(p);
        case Type::numbers:
            return "a list of numbers" + with_unit(p);
        case Type::matrix3:
            return "three rows of three numbers, or three numbers for the diagonal" + with_unit(p);
        case Type::formulas:
            return "three strings or numbers, one formula for each component" + with_unit(p);
        case Type::path:
            return "the name of a file as a string";
        case Type::formula:
            return "a formula as a string, or a number" + with_unit(p);
    }
    return "";
}

// An item of a list has no name of its own to show in an example.
std::string with_example(const Parameter& p) { return p.name.empty() ? "" : "; example: " + example_of(p); }

// How a string could say such a number.
std::string with_quantity(const TomlNode& node, const Parameter& p) {
    const std::string example = node.kind == TomlNode::Kind::text ? quantity_example(p.unit) : "";
    return example.empty() ? "" : "; as a string a number has its unit with it, as in " + example;
}

[[noreturn]] void refuse(const TomlNode& node, const Parameter& p) {
    const std::string message =
        "expected " + expectation(p) + ", read " + node.described() + with_example(p) + with_quantity(node, p);
    const bool another_would_do = p.type == Type::positive || p.type == Type::non_negative || p.type == Type::integer;
    const bool is_number = node.is_number() || read_quantity(node.text, p.unit).written;
    if (is_number && another_would_do) throw InputError(node.place, message);
    throw FormError(node.place, message);
}

double finite(const TomlNode& node, const Parameter& p) {
    if (node.kind == TomlNode::Kind::text) {
        const Quantity quantity = read_quantity(node.text, p.unit);
        if (!quantity.problem.empty())
            throw FormError(node.place, "read " + node.described() + ": " + quantity.problem);
        if (quantity.written) return quantity.number;
    }
    if (!node.is_number()) {
        const bool item = p.type == Type::vector3 || p.type == Type::numbers || p.type == Type::matrix3;
        if (!item) refuse(node, p);
        throw FormError(node.place, "expected a number" + with_unit(p) + ", read " + node.described() +
                                        with_example(p) + with_quantity(node, p));
    }
    if (!std::isfinite(node.number))
        throw InputError(node.place,
                         "expected a finite number" + with_unit(p) + ", read " + node.described() + with_example(p));
    return node.number;
}

std::vector<double> finite_list(const TomlNode& node, const Parameter& p) {
    if (node.kind != TomlNode::Kind::array) refuse(node, p);
    std::vector<double> numbers;
    for (const TomlNode& item : node.items) numbers.push_back(finite(item, p));
    return numbers;
}

// A default as it would be read; each is parsed once in a thread, for a sweep reads a scenario for every run.
TomlNode default_of(const Parameter& p, const Place& place) {
    thread_local std::map<std::string, TomlNode> parsed;
    auto found = parsed.find(p.fallback);
    if (found == parsed.end()) found = parsed.emplace(p.fallback, parse_toml_value(p.fallback, {})).first;
    TomlNode node = found->second;
    relocate(node, place);
    return node;
}

Mat3<double> matrix(const TomlNode& node, const Parameter& p) {
    Mat3<double> m;
    for (int i = 0; i < 3; ++i) {
        const TomlNode& row = node.items[static_cast<std::size_t>(i)];
        if (row.kind != TomlNode::Kind::array || row.items.size() != 3) refuse(row, p);
        for (int j = 0; j < 3; ++j) m(i, j) = finite(row.items[static_cast<std::size_t>(j)], p);
    }
    return m;
}

}  // namespace

std::vector<std::string> names_of(const std::vector<Parameter>& parameters) {
    std::vector<std::string> names;
    for (const Parameter& p : parameters) names.push_back(p.name);
    return names;
}

void require_table(const TomlNode& node) {
    if (node.kind == TomlNode::Kind::table) return;
    const bool several =
        node.kind == TomlNode::Kind::array && !node.items.empty() && node.items.front().kind == TomlNode::Kind::table;
    if (several && node.items.size() == 1)
        throw FormError(node.place, "expected one table: write [" + node.name + "] in place of [[" + node.name + "]]");
    throw FormError(node.place, "expected one table" + (several ? ", read " + std::to_string(node.items.size()) +
                                                                      "; write [" + node.name + "] once"
                                                                : " [" + node.name + "], read " + node.described()));
}

void check_keys(const TomlNode& table, const std::vector<std::string>& allowed) {
    for (const TomlNode& item : table.items) {
        if (contains(allowed, item.name)) continue;
        std::string message = "unknown key; allowed here: " + joined(allowed) + ".";
        const std::string near = nearest_name(item.name, allowed), home = home_of(item.name, table);
        if (!home.empty())
            message += " '" + escaped_for_message(item.name) + "' belongs in " + home;
        else if (!near.empty())
            message += " Did you mean '" + near + "'?";
        throw FormError(item.place, message);
    }
}

void refuse_missing(const TomlNode& table, const std::string& key, const std::string& why) {
    Place at = table.place;
    at.key += (at.key.empty() ? "" : ".") + key;
    throw FormError(at, why);
}

const Entry& named_entry(const TomlNode& node, const std::string& kind) {
    const TomlNode* name = &node;
    if (node.kind == TomlNode::Kind::table) {
        name = node.find("kind");
        if (!name)
            refuse_missing(node, "kind",
                           "missing; the table needs the name of the " + kind + ": " + listed(names_of(kind)));
    }
    if (name->kind != TomlNode::Kind::text)
        throw FormError(name->place, "expected the name of the " + kind + " as a string, read " + name->described() +
                                         "; known: " + listed(names_of(kind)));
    if (const Entry* found = find_entry(kind, name->text)) return *found;
    std::string message =
        "unknown " + kind + " \"" + escaped_for_message(name->text) + "\"; known: " + joined(names_of(kind)) + ".";
    const std::string near = nearest_name(name->text, names_of(kind));
    if (!near.empty()) message += " Did you mean '" + near + "'?";
    throw FormError(name->place, message);
}

const Entry& named_entry_in(const TomlNode& table, const std::string& key, const std::string& kind) {
    const TomlNode* node = table.find(key);
    if (!node) refuse_missing(table, key, "missing; it says which " + kind + " is meant: " + listed(names_of(kind)));
    if (node->kind != TomlNode::Kind::text)
        throw FormError(node->place, "expected the name of the " + kind + " as a string, read " + node->described() +
                                         "; known: " + listed(names_of(kind)));
    return named_entry(*node, kind);
}

Values::Value read_value(const TomlNode& node, const Parameter& p) {
    switch (p.type) {
        case Type::number:
            return finite(node, p);
        case Type::positive: {
            const double number = finite(node, p);
            if (!(number > 0)) refuse(node, p);
            return number;
        }
        case Type::non_negative: {
            const double number = finite(node, p);
            if (!(number >= 0)) refuse(node, p);
            return number;
        }
        case Type::integer: {
            const double number = finite(node, p);
            if (!(number >= 0) || number != std::floor(number)) refuse(node, p);
            // Beyond 2^53 a double no longer holds every whole number: then an integer keeps its digits beside it.
            if (number > 0x1p53 || (node.kind == TomlNode::Kind::integer && !node.text.empty()))
                throw InputError(node.place, "expected a whole number up to 2^53 = 9007199254740992, read " +
                                                 node.described() + with_example(p));
            return number;
        }
        case Type::boolean:
            if (node.kind != TomlNode::Kind::boolean) refuse(node, p);
            return node.boolean;
        case Type::text:
            if (node.kind != TomlNode::Kind::text) refuse(node, p);
            return node.text;
        case Type::path:
            if (node.kind != TomlNode::Kind::text || node.text.empty() || node.text.find('\0') != std::string::npos)
                refuse(node, p);
            return node.text;
        case Type::choice: {
            if (node.kind != TomlNode::Kind::text) refuse(node, p);
            if (contains(p.choices, node.text)) return node.text;
            std::string message = "expected " + listed(p.choices) + ", read " + node.described() + ".";
            const std::string near = nearest_name(node.text, p.choices);
            if (!near.empty()) message += " Did you mean '" + near + "'?";
            throw FormError(node.place, message);
        }
        case Type::vector3: {
            const std::vector<double> v = finite_list(node, p);
            if (v.size() != 3) refuse(node, p);
            return Vec3<double>{v[0], v[1], v[2]};
        }
        case Type::numbers:
            return finite_list(node, p);
        case Type::matrix3: {
            if (node.kind != TomlNode::Kind::array || node.items.size() != 3) refuse(node, p);
            if (node.items[0].kind == TomlNode::Kind::array) return matrix(node, p);
            return finite_list(node, p);
        }
        case Type::formulas: {
            if (node.kind != TomlNode::Kind::array || node.items.size() != 3) refuse(node, p);
            std::vector<std::string> formulas;
            for (const TomlNode& item : node.items) {
                if (item.kind == TomlNode::Kind::text)
                    formulas.push_back(item.text);
                else if (item.is_number())
                    formulas.push_back(shortest(finite(item, p)));
                else
                    refuse(item, p);
            }
            return formulas;
        }
        case Type::formula:
            if (node.kind == TomlNode::Kind::text) return node.text;
            if (node.is_number()) return shortest(finite(node, p));
            refuse(node, p);
    }
    refuse(node, p);
}

Values read_values(const TomlNode& table, const std::vector<Parameter>& parameters,
                   const std::vector<std::string>& handled) {
    std::vector<std::string> allowed = handled;
    for (const Parameter& p : parameters)
        if (!contains(allowed, p.name)) allowed.push_back(p.name);
    check_keys(table, allowed);
    Values values;
    values.set_table_place(table.place);
    for (const Parameter& p : parameters) {
        if (contains(handled, p.name)) continue;
        if (const TomlNode* node = table.find(p.name)) {
            values.set(p.name, read_value(*node, p), node->place);
        } else if (p.required) {
            refuse_missing(table, p.name,
                           "missing; expected " + expectation(p) + ": " + p.summary + ". Example: " + example_of(p));
        } else if (!p.fallback.empty()) {
            Place at = table.place;
            at.key += (at.key.empty() ? "" : ".") + p.name;
            values.set(p.name, read_value(default_of(p, at), p), at, false);
        }
    }
    return values;
}

}  // namespace polhode
