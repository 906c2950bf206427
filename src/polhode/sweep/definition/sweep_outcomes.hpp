// The outcomes of a sweep: which numbers are kept of each run, and what their formulas may use.
#pragma once

#include <string>
#include <vector>

#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

// What formulas of an outcome may use, in the order of their values: sweep_row_variables(), the columns of the inputs,
// the own columns of the method.
std::vector<std::string> sweep_formula_names(const Sweep& sweep);
// The own columns of the method of `sweep.base`; none where other methods take its place in some runs. A name that
// means something else already is passed over, and so is what would be more than a formula can name.
std::vector<SweepOwnColumn> sweep_own_columns(const Sweep& sweep);

// Null where no outcome has the name.
const SweepOutcome* outcome_named(const Sweep& sweep, const std::string& name);
// Whether it can be the name of an outcome, and of a column of results: letters, digits, _ and -.
bool is_outcome_name(const std::string& name);

// A formula over sweep_formula_names(); `place` is where it stands. Throws InputError.
Expression outcome_formula(const Sweep& sweep, const std::string& text, const Place& place);
// One [[outcome]] table; its name must differ from those of inputs and of outcomes before it. Throws InputError.
SweepOutcome read_outcome(const TomlNode& table, const Sweep& sweep);
// The seven numbers of keep.final_state behind the other outcomes, where they are kept. Throws InputError.
void add_final_state(Sweep& sweep);

}  // namespace polhode
