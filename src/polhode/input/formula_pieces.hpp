// A formula that switches (if, sign, abs, floor, ...) as a chain of smooth pieces. What decides a switch is a part of
// the formula: where that part depends on the time alone, the times at which it switches are found before the run, with
// intervals so that none is overlooked, and steps end there; where it depends on the state, they are not known.
#pragma once

#include <optional>
#include <vector>

#include "polhode/input/expression.hpp"

namespace polhode {

// What decides the corners and jumps of a formula whose variable 0 is the time.
struct FormulaCorners {
    bool of_time = false;   // at times that can be found
    bool of_state = false;  // by the state, or by state and time
};
FormulaCorners corners_of(const Expression& formula);

// Adds the times in (0, end) at which a corner of time lies. False where they are more than `most_switches`, or so
// close together that they cannot be told apart: then none is added.
inline constexpr std::size_t most_switches = 100000;
bool find_switches(const Expression& formula, double end, std::vector<double>& times);

// The formula on the piece that holds the time `inside`: every corner of time is replaced by the branch taken there.
Expression on_piece(const Expression& formula, double inside);

// What decides a corner of state: it switches where `part` is 0, or a whole number.
struct Corner {
    Expression part;
    bool whole_numbers = false;
};
void add_corners_of_state(const Expression& formula, std::vector<Corner>& corners);
// How far the nearest of them is, at these values of the variables; none without such corners.
std::optional<double> nearest_corner(const Expression& formula, const double* variables);

}  // namespace polhode
