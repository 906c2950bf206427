// What moves a body with rotors, states and formulas alone, as flat data: what many such bodies share and the numbers
// of each (polhode/ensemble/inside_shape.hpp). Lanes and graphics cards follow it, and ordinary runs by rk4.
#pragma once

#include <string>
#include <vector>

#include "polhode/ensemble/inside_body.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/problem/samples/sampled_torques.hpp"

namespace polhode {

// One copy, compiled for speed: the linker would take any.
namespace ensemble {
extern template void run_operations(const FormulaOperation*, int, int, double*);
extern template class InsideMotion<double>;
}  // namespace ensemble

// Torques by formulas that know nothing of the inside, which stand among those of the problem.
std::vector<const FormulaTorque<double>*> plain_formulas(const Problem& problem);

// What the inside of a problem makes of an ensemble; "" or why it makes none. Literals of formulas, which constants
// become too, are numbers of a body and no part of the shape.
std::string inside_shape_of(const Problem& problem, ensemble::InsideShape& shape, std::vector<double>& literals);

// The columns of the inside, of a problem with this shape.
void put_inside_columns(const Problem& problem, const ensemble::InsideShape& shape, const std::vector<double>& literals,
                        double* to);

// Whether the ensemble moves the body as the ordinary run does: y' at the start, to the last bit. Says no where a body
// has something that ensembles do not know yet.
bool moves_as_ordinary(const Problem& problem, const ensemble::Shape& shape, const double* columns);

}  // namespace polhode
