#include "polhode/run/row_maker.hpp"

#include "polhode/problem/attitudes/attitude.hpp"

namespace polhode {

RowMaker::RowMaker(const Problem& problem)
    : problem_(problem),
      torques_(problem.torques),
      start_(attitude_to_quaternion(problem.start.attitude.representation, problem.start.attitude.params)) {}

}  // namespace polhode
