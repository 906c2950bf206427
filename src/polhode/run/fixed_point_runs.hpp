// arithmetic = "fixed-point": the steppers of the core over words that hold only fractions. Time is counted in steps: a
// rate is stored as the angle of one step, floor(w h 2^b + 1/2), and the attitude as M times its numbers.
#pragma once

#include <string>
#include <vector>

#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

Entry fixed_point_entry();
// Throws InputError where the method or the problem cannot be put into such words.
void check_fixed_point(const Problem& problem, const Method& method, const ResolvedMethod& m);
// How far A A^T may be from 1 where A is a rotation matrix rounded to the words of the method; 0 for a method of
// another arithmetic or attitude.
double start_matrix_rounding(const Method& method);

void run_fixed_point(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
                     const Watch& watch, Statistics& statistics);

}  // namespace polhode
