#include "polhode/scenario/method_presets.hpp"

#include <algorithm>

#include "polhode/method/method_parameters.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

TomlNode with_preset(const TomlNode& table) {
    const TomlNode* node = table.find("preset");
    if (!node) return table;
    const Entry& entry = named_entry_in(table, "preset", "preset");

    const TomlNode* own = table.find("integrator");
    std::vector<Parameter> allowed = method_parameters();
    std::string integrator;
    if (own && (own->kind == TomlNode::Kind::text || own->kind == TomlNode::Kind::table))
        integrator = named_entry(*own, "integrator").name;
    else if (const Parameter* p = find_parameter(entry.parameters, "integrator"))
        integrator = p->fallback.substr(1, p->fallback.size() - 2);
    if (const Entry* i = find_entry("integrator", integrator))
        allowed.insert(allowed.end(), i->parameters.begin(), i->parameters.end());

    TomlNode merged = table;
    for (const Parameter& p : entry.parameters) {
        if (table.find(p.name) || !find_parameter(allowed, p.name)) continue;
        if (own && own->kind == TomlNode::Kind::table && own->find(p.name)) continue;
        Place at = node->place;
        at.key = table.place.key + (table.place.key.empty() ? "" : ".") + p.name;
        TomlNode item = parse_toml_value(p.fallback, at);
        item.name = p.name;
        merged.items.push_back(item);
    }
    return merged;
}

}  // namespace polhode
