#include "polhode/library/registry.hpp"

#include "polhode/registry/registry.hpp"

namespace polhode {

namespace {

const char* type_word(Type type) {
    switch (type) {
        case Type::number:
            return "number";
        case Type::positive:
            return "positive";
        case Type::non_negative:
            return "non-negative";
        case Type::integer:
            return "integer";
        case Type::boolean:
            return "boolean";
        case Type::text:
            return "text";
        case Type::choice:
            return "choice";
        case Type::vector3:
            return "vector";
        case Type::numbers:
            return "numbers";
        case Type::matrix3:
            return "matrix";
        case Type::formulas:
            return "formulas";
        case Type::path:
            return "path";
    }
    return "text";
}

}  // namespace

std::vector<std::string> registry_kinds() { return kinds(); }

std::vector<RegistryEntry> registry_entries(const std::string& kind) {
    std::vector<RegistryEntry> entries;
    for (const Entry& e : registry()) {
        if (!kind.empty() && e.kind != kind) continue;
        entries.push_back({e.kind, e.name, e.summary, e.order, e.source, e.unit, {}});
        for (const Parameter& p : e.parameters)
            entries.back().parameters.push_back(
                {p.name, type_word(p.type), p.unit, p.fallback, p.required, p.summary, p.choices});
    }
    return entries;
}

}  // namespace polhode
