// Everything that can be named in a scenario, with what the checker knows about it: `polhode list` as data. The
// references stay good as long as the program runs.
//
//     for (const polhode::RegistryEntry& e : polhode::registry_entries("integrator"))
//         std::printf("%s: %s\n", e.name.c_str(), e.summary.c_str());
#pragma once

#include <string>
#include <vector>

namespace polhode {

// A key that an entry takes in its table.
struct RegistryParameter {
    std::string name;
    std::string type;      // "number", "positive", "non-negative", "integer", "boolean", "text", "choice", "vector3",
                           // "numbers", "matrix3", "formulas", "formula" or "path"
    std::string unit;      // "kg m^2", "rad/s"; "" for none
    std::string fallback;  // its value where it is left out, as it would stand in a scenario; "" where there is none
    bool required = false;
    std::string summary;
    std::vector<std::string> choices;  // of type "choice": what it can be
};

// A torque, an integrator, a measure, ...
struct RegistryEntry {
    std::string kind;  // one of registry_kinds()
    std::string name;  // by which a scenario names it
    std::string summary;
    std::string order;   // of an integrator: "4", "8(5,3)"; "" where it has no meaning
    std::string source;  // of its equations: "TN D-5302 eq. 16"
    std::string unit;    // of a measure
    std::vector<RegistryParameter> parameters;
};

// "attitude", "integrator", "constraint", "arithmetic", "torque", "rates", "shape", "measure", ... in the order of
// `polhode list`.
std::vector<std::string> registry_kinds();

// The entries of a kind, or all of them for "", in the order in which they should be shown; none for an unknown kind.
std::vector<RegistryEntry> registry_entries(const std::string& kind = "");

}  // namespace polhode
