#include "polhode/problem/formulas/formula_fault.hpp"

#include <fmt/format.h>

#include <cmath>

namespace polhode {

namespace {
thread_local std::optional<FormulaFault> last_fault;
}  // namespace

void remember_formula_fault(FormulaFault fault) { last_fault = std::move(fault); }
void forget_formula_fault() { last_fault.reset(); }
const std::optional<FormulaFault>& formula_fault() { return last_fault; }

std::string in_words(const FormulaFault& fault) {
    const std::string gives = std::isnan(fault.result)   ? "gives no number (NaN)"
                              : std::isinf(fault.result) ? fmt::format("is infinite ({})", fault.result)
                                                         : "has no finite derivative";
    std::string values;
    bool has_time = false;
    for (const auto& [name, value] : fault.values) {
        values += fmt::format("{}{} = {:.10g}", values.empty() ? "" : ", ", name, value);
        has_time |= name == "t";
    }
    if (!has_time) values = fmt::format("t = {:.10g}{}{}", fault.time, values.empty() ? "" : ", ", values);
    const std::string component = fault.component < 0 ? "" : fmt::format(" ({} component)", "xyz"[fault.component]);
    return fmt::format("the formula '{}'{} {} at {}", fault.text, component, gives, values);
}

}  // namespace polhode
