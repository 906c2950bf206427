// The last formula that gave no finite number in this thread, with the values it was given: a computation that breaks
// down names it (simulate.cpp). An adaptive method may look beyond where a formula holds and turn back; what is
// remembered counts only where the computation fails at that time.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polhode {

struct FormulaFault {
    std::string text;
    int component = 0;  // 0 x, 1 y, 2 z; -1 where it is none of a vector
    double time = 0;
    double result = 0;                                   // infinite, NaN, or finite where a derivative is not
    std::vector<std::pair<std::string, double>> values;  // of the variables it uses
};

void remember_formula_fault(FormulaFault fault);
void forget_formula_fault();
const std::optional<FormulaFault>& formula_fault();
// "the formula 'sqrt(1-t)' (x component) gives nan at t = 1.02"
std::string in_words(const FormulaFault& fault);

}  // namespace polhode
