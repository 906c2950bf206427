#include "polhode/scenario/method_line.hpp"

#include "polhode/base/readable.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

std::string method_line(const Method& m) {
    // " order 3": what the scenario says about one part of the method, by the registry's description of it
    const auto details = [](const std::string& kind, const std::string& name, const Values& values) {
        std::string text;
        const Entry* entry = find_entry(kind, name);
        if (!entry) return text;
        for (const Parameter& p : entry->parameters) {
            if (!values.given(p.name)) continue;
            text += " " + p.name + " ";
            if (p.type == Type::text || p.type == Type::choice)
                text += values.text(p.name);
            else if (p.type == Type::integer)
                text += std::to_string(values.integer(p.name));
            else if (p.type == Type::number || p.type == Type::positive || p.type == Type::non_negative)
                text += readable(values.number(p.name)) + (p.unit.empty() ? "" : " " + p.unit);
            else if (p.type == Type::boolean)
                text += values.boolean(p.name) ? "yes" : "no";
        }
        return text;
    };
    std::string line = m.attitude + details("attitude", m.attitude, m.attitude_values) + ", " + m.integrator +
                       details("integrator", m.integrator, m.integrator_values);
    if (m.input == "readings") line += ", from readings";
    if (m.step) line += ", step " + readable(*m.step) + " s";
    if (m.tolerance) line += ", tolerance " + readable(*m.tolerance);
    if (m.compensated) line += ", compensated";
    if (m.constraint != "none") line += ", " + m.constraint + details("constraint", m.constraint, m.constraint_values);
    if (m.arithmetic != "double")
        line += ", " + m.arithmetic + details("arithmetic", m.arithmetic, m.arithmetic_values);
    return line;
}

}  // namespace polhode
