// A formula between its corners of state (formula_pieces.hpp): with the branches that hold there in their place it is
// smooth, and has derivatives of every order.
#pragma once

#include "polhode/input/formula_pieces.hpp"

namespace polhode {

// `deciding[i]` is what decides corner i, or any number on the same side of 0 (of the same whole part), in the order of
// add_corners_of_state.
Expression on_branches(const Expression& formula, const double* deciding);

}  // namespace polhode
