// "default" for an accuracy that was asked for and that leaves something to choose: a method that is just good enough,
// beside a coarser run of it that tells how good it is.
//
//     weight, damping and a gradient that turns or not,     Adams-Moulton, order 9 to 11
//     rows not too close, 3e-13 and above (gradients 1e-10)
//     torques with a short series, and a gradient that      Taylor series, of an order that suits the accuracy
//     turns where less than 1e-4 is asked for
//     any other torque                                      dop853
//
// How much coarser the second run is, in steps and tolerance, or in how far Adams steps missed their prediction, says
// how many times larger its error is: R. The distance of
// the two is the error of the coarser one, and 1/R of it that of the finer one as long as truncation is what they
// differ by (Richardson's extrapolation, as an estimate: Hairer, Norsett, Wanner, Solving ODEs I, II.4). A factor of
// eight is kept as a margin, sixteen for the longest series, and more where that is in doubt; what rounding may do is
// added, grown as the distance grew. Where a third run is needed, both of the others are asked, and the worse answer
// counts.
//
// How fine the finer run has to be, Adams steps tell by how far the coarser ones missed their prediction; series and
// dop853 by how many steps the coarser run took, and what is usual for so many steps of its tolerance. The figures are
// of 600 bodies at random, with weight, damping, gradients, rockets, constant torques and formulas, each with
// tolerances from 1e-3 to 3e-15 beside the reference solution.
#pragma once

#include "polhode/method/method.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

// The run with its rows and `statistics`, and true; or false, with nothing handed out, where this is not the way: no
// accuracy was asked for, or one near rounding; other numbers than quaternion and double; given rates; too many rows to
// keep; a formula that switches by the state; an error that does not come down.
bool run_quick_default(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
                       const RunObserver& observer, Statistics& statistics);

}  // namespace polhode
