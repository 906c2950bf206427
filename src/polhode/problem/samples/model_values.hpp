// How the values of a scenario's table become formulas, histories and angles: shared by torques and given rates.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "polhode/input/expression.hpp"
#include "polhode/problem/samples/sampled_history.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

inline constexpr double degree = pi<double>() / 180;  // in rad

// The three expressions of a parameter of type formulas. A fault is an InputError at its place that says which
// component it is in.
std::shared_ptr<const std::array<Expression, 3>> read_formulas(const Values& values, const std::string& name,
                                                               const std::vector<std::string>& variables);

// The expression of a parameter of type formula.
Expression read_formula(const Values& values, const std::string& name, const std::vector<std::string>& variables);

// A quantity that may be given in one of two units; `second` times `factor` is in the unit of `first`.
double read_one_of(const Values& values, const std::string& first, const std::string& second, double factor);

// Rows from `file` (with `columns`) or from `times`, `x`, `y`, `z` in the scenario itself, whichever is given.
TimeTable read_time_table(const Values& values, const std::string& directory,
                          const std::vector<std::vector<std::string>>& usual_columns);
// The same with `interpolation` and `outside`. Needs two rows.
std::shared_ptr<const SampledHistory> make_history(TimeTable table, const Values& values, Interpolation interpolation);
Interpolation read_interpolation(const Values& values);

// Descriptions of the parameters above. `quantity`: "torque", "body rate"; `unit` of the components.
std::vector<Parameter> file_parameters(bool required);
std::vector<Parameter> inline_table_parameters(const std::string& quantity, const std::string& unit);
std::vector<Parameter> interpolation_parameters();

// Sorted, without repetition, inside (0, end); times that differ by rounding only are one.
void tidy_switching_times(std::vector<double>& times, double end);

}  // namespace polhode
