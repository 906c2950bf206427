#include "polhode/run/arithmetic_kind.hpp"

namespace polhode {

#define POLHODE_ARITHMETIC(name) ArithmeticKind name##_kind();
#include "polhode/run/arithmetic_list.def"
#undef POLHODE_ARITHMETIC

ArithmeticKind double_kind() { return {.entry = {"arithmetic", "double", "IEEE binary64", {}, "", "IEEE 754"}}; }

ArithmeticKind float_kind() {
    return {
        .entry =
            {"arithmetic", "float", "IEEE binary32; rows are written with all digits of the float", {}, "", "IEEE 754"},
        .epsilon = 1.2e-7};
}

// For the cost of a method: asked for by the program, not by scenarios.
ArithmeticKind counting_kind() { return {.entry = {"", counting_arithmetic, "double that counts its operations"}}; }

const std::vector<ArithmeticKind>& arithmetic_kinds() {
    static const std::vector<ArithmeticKind> all{
#define POLHODE_ARITHMETIC(name) name##_kind(),
#include "polhode/run/arithmetic_list.def"
#undef POLHODE_ARITHMETIC
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
