#include "polhode/run/analog_runs.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/fixed_point_runs.hpp"

namespace polhode {

const std::vector<ArithmeticKind>& arithmetic_kinds() {
    static const std::vector<ArithmeticKind> all{
        {.entry = {"arithmetic", "double", "IEEE binary64", {}, "", "IEEE 754"}},
        {.entry = {"arithmetic",
                   "float",
                   "IEEE binary32; rows are written with all digits of the float",
                   {},
                   "",
                   "IEEE 754"},
         .epsilon = 1.2e-7},
        fixed_point_kind(),
        analog_kind(),
        // for the cost of a method: asked for by the program, not by scenarios
        {.entry = {"", counting_arithmetic, "double that counts its operations"}},
    };
    return all;
}

const ArithmeticKind& arithmetic_named(const std::string& name) {
    for (const ArithmeticKind& kind : arithmetic_kinds())
        if (kind.entry.name == name) return kind;
    throw std::logic_error("no arithmetic is called '" + name + "'");
}

std::vector<Entry> arithmetic_entries() {
    std::vector<Entry> entries;
    for (const ArithmeticKind& kind : arithmetic_kinds())
        if (!kind.entry.kind.empty()) entries.push_back(kind.entry);
    return entries;
}

}  // namespace polhode
