// The numbers a method computes with. Most are another number type under the same steppers; fixed-point words and the
// analog computer have runs of their own.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "polhode/arithmetic/counting.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/run/run_job.hpp"

namespace polhode {

struct ArithmeticKind {
    Entry entry;               // kind "arithmetic"
    double epsilon = 2.2e-16;  // relative rounding
    bool floating = true;      // compensated summation has a meaning
    // Throws InputError where method and problem do not fit; before anything else is looked at, and after the method
    // is resolved. May be left out.
    void (*check_first)(const Problem& problem, const Method& method) = nullptr;
    void (*check)(const Problem& problem, const Method& method, const ResolvedMethod& m) = nullptr;
    // Left out: the integrator runs over these numbers itself.
    void (*run)(const RunJob& job) = nullptr;
    // Columns after the rate, where they are not those of the attitude.
    std::vector<std::string> (*columns)(const Problem& problem, const Method& method) = nullptr;
};

const std::vector<ArithmeticKind>& arithmetic_kinds();
const ArithmeticKind& arithmetic_named(const std::string& name);
// Kind "arithmetic": those that scenarios can name.
std::vector<Entry> arithmetic_entries();

// What a method costs is counted by its own numbers, which are a tenth of all code; who never asks leaves them out.
#ifdef POLHODE_WITHOUT_COUNTING
inline constexpr bool counts_operations = false;
#else
inline constexpr bool counts_operations = true;
#endif

// Calls f(T{}) for the number type of that name. A name without one is a fault of the program: the traits of the
// integrator should have refused it.
template <class F>
void with_number_type(const std::string& arithmetic, F&& f) {
    if (arithmetic == "double") return f(double{});
    if (arithmetic == "float") return f(float{});
    if constexpr (counts_operations)
        if (arithmetic == counting_arithmetic) return f(Counting<double>{});
    throw std::logic_error("no number type is called '" + arithmetic + "'");
}
// The same for what is not asked what it costs,
template <class F>
void with_float_or_double(const std::string& arithmetic, F&& f) {
    if (arithmetic == "double") return f(double{});
    if (arithmetic == "float") return f(float{});
    throw std::logic_error("'" + arithmetic + "' was to be refused: this method computes in double or float");
}
// and for what computes in double, or counts what that costs.
template <class F>
void with_double_or_counting(const std::string& arithmetic, F&& f) {
    if (arithmetic == "double") return f(double{});
    if constexpr (counts_operations)
        if (arithmetic == counting_arithmetic) return f(Counting<double>{});
    throw std::logic_error("'" + arithmetic + "' was to be refused: this integrator computes in double");
}

}  // namespace polhode
