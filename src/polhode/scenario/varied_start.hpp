// The same problem from a slightly different start: what holds for one start only is luck.
#pragma once

#include <vector>

#include "polhode/problem/problem.hpp"

namespace polhode {

struct VariedStart {
    Vec3<double> turn{};  // rotation vector by which the body is turned, rad, in its own axes
    Vec3<double> rate{};  // added to its rate, rad/s; nothing where the rate is given
};

// `count` starts turned by 0.05 rad, with 5 % of `rate` added, in directions drawn by counting: the same numbers every
// time, others for another seed.
std::vector<VariedStart> varied_starts(int count, double rate, unsigned long long seed);

Problem with_start(const Problem& problem, const VariedStart& start);

}  // namespace polhode
