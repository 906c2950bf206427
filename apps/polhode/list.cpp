// polhode list: what can be named in a scenario, straight from the registry.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "polhode/measure/method_properties.hpp"
#include "polhode/registry/registry.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

struct ListCommand {
    std::string kind, name;
    bool json = false;
};

const char* word_for(Type type) {
    switch (type) {
        case Type::number:
            return "number";
        case Type::positive:
            return "number > 0";
        case Type::non_negative:
            return "number >= 0";
        case Type::integer:
            return "whole number";
        case Type::boolean:
            return "true or false";
        case Type::text:
            return "text";
        case Type::choice:
            return "one of";
        case Type::vector3:
            return "[x, y, z]";
        case Type::numbers:
            return "list of numbers";
        case Type::matrix3:
            return "3 rows of 3";
        case Type::formulas:
            return "3 formulas";
        case Type::path:
            return "file name";
        case Type::formula:
            return "formula";
    }
    return "value";
}

// "number > 0, m, required: distance from the pivot"
std::string meaning(const Parameter& p) {
    std::string text = word_for(p.type);
    if (!p.choices.empty()) text += " " + listed(p.choices);
    if (!p.unit.empty() && p.unit != "1") text += ", " + p.unit;
    if (p.required) text += ", required";
    if (!p.fallback.empty()) text += ", default " + p.fallback;
    return text + ": " + p.summary;
}

// An integrator at each of its settings, measured here and now.
struct Measured {
    std::string setting;  // "order=8", or "" where there is nothing to set
    MethodProperties properties;
};
std::vector<Measured> measured(const Entry& e) {
    std::vector<Measured> all;
    if (e.kind != "integrator") return all;
    for (const std::string& setting : orders_worth_measuring(e.name)) {
        const std::vector<std::string> settings = setting.empty() ? std::vector<std::string>{} : std::vector{setting};
        all.push_back({setting, measure_properties(e.name, settings)});
        if (!all.back().properties.measured()) all.pop_back();
    }
    return all;
}

nlohmann::ordered_json as_json(const Entry& e) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
    for (const Parameter& p : e.parameters) {
        nlohmann::ordered_json one{{"name", p.name},        {"type", word_for(p.type)}, {"unit", p.unit},
                                   {"default", p.fallback}, {"required", p.required},   {"summary", p.summary}};
        if (!p.choices.empty()) one["choices"] = p.choices;
        parameters.push_back(one);
    }
    nlohmann::ordered_json entry{{"kind", e.kind}, {"name", e.name},     {"summary", e.summary},    {"order", e.order},
                                 {"unit", e.unit}, {"source", e.source}, {"parameters", parameters}};
    for (const Measured& m : measured(e)) {
        const MethodProperties& p = m.properties;
        nlohmann::ordered_json one{{"setting", m.setting}};
        if (p.order) one["order"] = *p.order;
        if (p.flops_free) one["flops_per_step"] = *p.flops_free;
        if (p.flops_heavy) one["flops_per_step_heavy"] = *p.flops_heavy;
        if (p.flops_free || p.flops_heavy) one["elementary_functions_per_step"] = p.elementary;
        one["keeps"] = p.keeps;
        entry["measured"].push_back(one);
    }
    return entry;
}

int list(const ListCommand& options) {
    const auto known = kinds();
    if (!options.kind.empty() && std::find(known.begin(), known.end(), options.kind) == known.end())
        refuse_unknown("", options.kind, "a kind of thing that can be listed", known);
    if (!options.name.empty() && !find_entry(options.kind, options.name))
        refuse_unknown("", options.name, "a known " + options.kind, names_of(options.kind));
    const auto wanted = [&](const Entry& e) {
        return (options.kind.empty() || e.kind == options.kind) && (options.name.empty() || e.name == options.name);
    };
    if (options.json) {
        nlohmann::ordered_json all = nlohmann::ordered_json::array();
        for (const Entry& e : registry())
            if (wanted(e)) all.push_back(as_json(e));
        print(all.dump(2) + "\n");
        return done;
    }

    std::string text;
    for (const std::string& kind : known) {
        if (!options.kind.empty() && kind != options.kind) continue;
        text += kind + "\n";
        for (const Entry& e : registry()) {
            if (e.kind != kind || !wanted(e)) continue;
            text += entry_line(e.name,
                               e.summary + (e.unit.empty() ? "" : ", " + e.unit) +
                                   (e.order.empty() ? "" : fmt::format(" (order {})", e.order)),
                               2, 24);
            if (options.kind.empty()) continue;
            for (const Parameter& p : e.parameters) text += entry_line(p.name, meaning(p), 6, 24);
            for (const Measured& m : measured(e))
                text += entry_line(
                    "", "measured" + (m.setting.empty() ? "" : ", " + m.setting) + ": " + properties_line(m.properties),
                    6, 24);
            if (!e.source.empty()) text += entry_line("", "source: " + e.source, 6, 24);
        }
        text += "\n";
    }
    if (options.kind.empty()) text += "Parameters, units and sources: polhode list KIND\n";
    print(text);
    return done;
}

}  // namespace

void add_list(Program& program) {
    auto options = std::make_shared<ListCommand>();
    CLI::App* command = program.line.add_subcommand("list", "What can be named in a scenario");
    command->add_option("KIND", options->kind, "attitude, integrator, constraint, torque, ...; default: everything");
    command->add_option("NAME", options->name, "one of that kind");
    command->add_flag("--json", options->json, "as JSON");
    command->footer(
        "Examples:\n  polhode list\n  polhode list torque\n  polhode list integrator taylor\n  polhode list integrator "
        "--json\n");
    command->callback([&program, options] { program.chosen = [options] { return list(*options); }; });
}

}  // namespace polhode::app
