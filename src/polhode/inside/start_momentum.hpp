// The rate that a body with an inside starts with where its whole angular momentum is given.
#pragma once

#include "polhode/problem/problem.hpp"

namespace polhode {

// w_NB_B of H in body axes, rotors, slugs and gyros being as they are given; a slug that turns with the body takes its
// share. Attitude, body and inside of the problem are those of the start.
Vec3<double> rate_of_whole_momentum(const Problem& problem, const Quaternion<double>& q_NB, const Vec3<double>& H);

}  // namespace polhode
