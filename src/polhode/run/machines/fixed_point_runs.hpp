// arithmetic = "fixed-point": the steppers of the core over words that hold only fractions. Time is counted in steps: a
// rate is stored as the angle of one step, floor(w h 2^b + 1/2), and the attitude as M times its numbers.
#pragma once

#include <string>
#include <vector>

#include "polhode/run/arithmetic_kind.hpp"

namespace polhode {

ArithmeticKind fixed_point_kind();
// How far A A^T may be from 1 where A is a rotation matrix rounded to the words of the method; 0 for a method of
// another arithmetic or attitude.
double start_matrix_rounding(const Method& method);

}  // namespace polhode
