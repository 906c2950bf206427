// What is known about a problem without integrating it: the motion of a pivoted symmetric body under its weight, and of
// a free body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/closed_form/free_motion.hpp"
#include "polhode/closed_form/top_motion.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

// Weight times the body vector from the fixed point to the centre of mass, N m in body axes, summed over the torques
// that follow the law of weight (TorqueFacts::weight).
struct WeightMoment {
    Vec3<double> moment{};
    std::vector<std::string> others{};  // kinds of the torques that do not
};
WeightMoment weight_moment(const std::vector<TorqueModel>& torques);

// The axis (0, 1, 2) about which the body is symmetric and on which its weight acts, or -1.
int top_axis(const BodyModel& body, const Vec3<double>& moment);

// A body seen along its symmetry axis: body axes (axis+1, axis+2, axis) renamed to (x, y, z).
Vec3<double> along_axis(const Vec3<double>& v_B, int axis);
Quaternion<double> along_axis(const Quaternion<double>& q_NB, int axis);

// Nothing where the body is no symmetric top or something other than its weight acts. `q_NB`, `w_NB_B`: at one instant.
std::optional<TopMotion> analyse_top(const Problem& problem, const Quaternion<double>& q_NB,
                                     const Vec3<double>& w_NB_B);
std::optional<TopMotion> analyse_top(const Problem& problem);  // from its start

// Nothing where any torque acts. The axis counts principal axes, in which the rates are given too.
std::optional<FreeMotion> analyse_free(const Problem& problem);

}  // namespace polhode
