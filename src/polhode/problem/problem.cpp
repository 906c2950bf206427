#include "polhode/problem/problem.hpp"

#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

Quaternion<double> start_quaternion(const Problem& problem) {
    const StartAttitude& a = problem.start.attitude;
    return attitude_to_quaternion(a.representation, a.params);
}

std::vector<double> switching_times(const Problem& problem, double end) {
    if (!problem.inside)
        return problem.dynamics() ? switching_times(problem.torques, end) : switching_times(*problem.rates, end);
    std::vector<double> times = switching_times(problem.torques, end);
    problem.inside->switching_times(end, times);
    tidy_switching_times(times, end);
    return times;
}

}  // namespace polhode
