#include "polhode/library/registry.hpp"

#include "polhode/registry/registry.hpp"

namespace polhode {

std::vector<std::string> registry_kinds() { return kinds(); }

std::vector<RegistryEntry> registry_entries(const std::string& kind) {
    std::vector<RegistryEntry> entries;
    for (const Entry& e : registry()) {
        if (!kind.empty() && e.kind != kind) continue;
        entries.push_back({e.kind, e.name, e.summary, e.order, e.source, e.unit, {}});
        for (const Parameter& p : e.parameters)
            entries.back().parameters.push_back(
                {p.name, name_of(p.type), p.unit, p.fallback, p.required, p.summary, p.choices});
    }
    return entries;
}

}  // namespace polhode
