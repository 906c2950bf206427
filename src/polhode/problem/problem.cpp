#include "polhode/problem/problem.hpp"

#include "polhode/problem/attitudes/attitude.hpp"

namespace polhode {

Quaternion<double> start_quaternion(const Problem& problem) {
    const StartAttitude& a = problem.start.attitude;
    return attitude_to_quaternion(a.representation, a.params);
}

std::vector<double> switching_times(const Problem& problem, double end) {
    return problem.dynamics() ? switching_times(problem.torques, end) : switching_times(*problem.rates, end);
}

}  // namespace polhode
