#include "polhode/problem/inside/controller_tables.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

namespace {

constexpr const char* law_example = "; example: output = { u = \"-0.5*qx - 0.8*wx\" }";

// A table of names, or null where it is not given. Refuses anything else, and an empty one.
const TomlNode* names_in(const TomlNode& table, const char* key) {
    const TomlNode* found = table.find(key);
    if (found && (found->kind != TomlNode::Kind::table || found->items.empty()))
        throw InputError(found->place,
                         "expected a table of names and formulas, read " + found->described() + law_example);
    return found;
}

double start_value(const TomlNode& item) {
    if (!item.is_number() || !std::isfinite(item.number))
        throw InputError(item.place, "expected the number it begins with, read " + item.described() +
                                         "; example: memory = { sum = 0 }");
    return item.number;
}

Expression law_of(const TomlNode& item, const std::vector<std::string>& variables, const NamedNumbers& constants) {
    if (item.is_number()) return {shortest(item.number), variables, constants};
    if (item.kind != TomlNode::Kind::text)
        throw InputError(item.place, "expected a formula as a string, or a number, read " + item.described());
    try {
        return {item.text, variables, constants};
    } catch (const ExpressionError& e) {
        throw InputError(item.place, e.what());
    }
}

// A step or a limit: one number for all, or a table with one for each of those that need it.
double size_for(const TomlNode& table, const char* key, const std::string& name, const std::string& unit) {
    const TomlNode* given = table.find(key);
    if (!given) return 0;
    if (given->kind == TomlNode::Kind::table) given = given->find(name);
    if (!given) return 0;
    return std::get<double>(read_value(*given, {key, Type::positive, unit, "", false, ""}));
}

// Names in `key` that stand for nothing in `of`.
void require_known(const TomlNode& table, const char* key, const TomlNode* of, const char* what) {
    const TomlNode* sizes = table.find(key);
    if (!sizes || sizes->kind != TomlNode::Kind::table) return;
    std::vector<std::string> known;
    if (of)
        for (const TomlNode& item : of->items) known.push_back(item.name);
    for (const TomlNode& item : sizes->items) {
        if (std::find(known.begin(), known.end(), item.name) != known.end()) continue;
        const std::string near = nearest_name(item.name, known);
        throw InputError(item.place, std::string("no ") + what + " of this controller is called '" +
                                         escaped_for_message(item.name) + "'; " +
                                         (known.empty() ? "it has none" : "known: " + listed(known)) +
                                         (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
}

void read_times(const Values& values, Controller& c) {
    const bool rate = values.given("rate_hz"), period = values.given("period");
    if (rate && period) values.refuse("period", "given twice, as rate_hz and here; leave one of them out");
    if (!rate && !period)
        values.refuse("rate_hz",
                      "missing; it says how often the controller looks, as in rate_hz = 10.0 or period = 0.1");
    (rate ? c.rate_hz : c.period) = values.number(rate ? "rate_hz" : "period");
    c.first = values.number("first");
    if (values.given("delay")) c.delay = values.integer("delay");
    if (!values.given("delay_time")) {
        if (c.delay > 1000) values.refuse("delay", "at most 1000 samples late");
        return;
    }
    if (values.given("delay")) values.refuse("delay_time", "given twice, as delay and here; leave one of them out");
    const double samples = values.number("delay_time") / c.seconds_between();
    if (samples > 1000) values.refuse("delay_time", "at most 1000 samples late");
    c.delay = std::lround(samples);
    if (std::fabs(samples - static_cast<double>(c.delay)) > 1e-9 * std::max(1.0, samples))
        values.refuse("delay_time", "outputs change at samples, so the delay must be a whole number of them; it is " +
                                        shortest(samples) + " of " + shortest(c.seconds_between()) + " s");
}

}  // namespace

const std::vector<std::string>& controller_tables() {
    static const std::vector<std::string> names{"measure", "memory",          "update", "output",
                                                "quantum", "measure_quantum", "limit"};
    return names;
}

std::vector<Parameter> controller_parameters() {
    return {
        {"rate_hz", Type::positive, "Hz", "", false, "samples a second; sample k is at first + k/rate_hz"},
        {"period", Type::positive, "s", "", false,
         "in place of rate_hz: time between samples; sample k is at first + k period"},
        {"first", Type::non_negative, "s", "0.0", false, "time of the first sample"},
        {"measure", Type::text, "", "", false, "table of names and formulas: what is measured at a sample, and held"},
        {"memory", Type::text, "", "", false, "table of names and the numbers they begin with"},
        {"update", Type::text, "", "", false,
         "table of memory and formulas: the new values, all computed before any is set; period is the time between "
         "samples"},
        {"output", Type::text, "", "", true,
         "table of names and formulas of what was measured and is remembered; held until the next sample"},
        {"delay", Type::integer, "", "0", false, "outputs come so many samples late; until then they are 0"},
        {"delay_time", Type::non_negative, "s", "", false,
         "the same as a time, a multiple of the time between samples"},
        {"quantum", Type::text, "", "", false,
         "outputs are rounded to whole multiples of this; a number, or a table with one for each output"},
        {"measure_quantum", Type::text, "", "", false, "the same for what is measured"},
        {"limit", Type::text, "", "", false,
         "outputs are no larger than this, either way; a number, or a table with one for each output"},
        {"name", Type::text, "", "", false, "what messages call it; left out: controller1, controller2, ..."}};
}

std::vector<Entry> controller_entries() {
    return {{"controller", "sampled",
             "looks at the body at certain times, and holds what it gives out from one to the next",
             controller_parameters(), "", "Franklin, Powell, Workman, Digital Control of Dynamic Systems, ch. 4"}};
}

Controller build_controller(const Values& values, const TomlNode& table, Inside& inside, std::vector<Place>& names) {
    Controller c;
    c.name = values.given("name") ? values.text("name") : "controller" + std::to_string(inside.controllers.size() + 1);
    read_times(values, c);
    const TomlNode *measured = names_in(table, "measure"), *memory = names_in(table, "memory"),
                   *outputs = names_in(table, "output");
    if (!outputs) values.refuse("output", std::string("missing; it says what the controller gives out") + law_example);
    const auto add = [&](const TomlNode& item, double start, std::vector<Controller::Number>& to) {
        to.push_back({inside.states.size()});
        inside.states.push_back({item.name, start, {}, OwnState::Of::controller});
        names.push_back(item.place);
    };
    if (measured)
        for (const TomlNode& item : measured->items) add(item, 0, c.measured);
    if (memory)
        for (const TomlNode& item : memory->items) add(item, start_value(item), c.memory);
    for (const TomlNode& item : outputs->items) add(item, 0, c.outputs);
    return c;
}

void build_laws(const Values& values, const TomlNode& table, const std::vector<std::string>& variables,
                Controller& controller) {
    NamedNumbers constants = values.constants();
    constants.emplace_back("period", controller.seconds_between());
    const TomlNode *measured = names_in(table, "measure"), *memory = names_in(table, "memory"),
                   *updates = names_in(table, "update"), *outputs = names_in(table, "output");
    require_known(table, "update", memory, "memory");
    require_known(table, "quantum", outputs, "output");
    require_known(table, "limit", outputs, "output");
    require_known(table, "measure_quantum", measured, "measurement");
    for (std::size_t i = 0; i < controller.measured.size(); ++i) {
        const TomlNode& item = measured->items[i];
        controller.measured[i].value = law_of(item, variables, constants);
        controller.measured[i].quantum = size_for(table, "measure_quantum", item.name, "");
    }
    for (std::size_t i = 0; i < controller.memory.size(); ++i) {
        const std::string& name = memory->items[i].name;
        const TomlNode* update = updates ? updates->find(name) : nullptr;
        if (!update)
            throw InputError(memory->items[i].place, "nothing changes this memory; give its update, as in update = { " +
                                                         name + " = \"" + name + " + qx*period\" }");
        controller.memory[i].value = law_of(*update, variables, constants);
    }
    for (std::size_t i = 0; i < controller.outputs.size(); ++i) {
        const TomlNode& item = outputs->items[i];
        controller.outputs[i].value = law_of(item, variables, constants);
        controller.outputs[i].quantum = size_for(table, "quantum", item.name, "");
        controller.outputs[i].limit = size_for(table, "limit", item.name, "");
    }
}

}  // namespace polhode
