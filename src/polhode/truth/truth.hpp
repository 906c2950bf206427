// Truth for a problem: the closed form where one exists, otherwise a solution computed far more accurately than
// anything it judges.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "polhode/problem/problem.hpp"

namespace polhode {

struct TrueState {
    Quaternion<double> q_NB;
    Vec3<double> w_NB_B;
};

class Truth {
 public:
    virtual ~Truth() = default;
    // Attitude and rate at t >= 0. Closed forms answer any t in constant time; a reference solution steps forward and
    // is cheapest when asked in ascending order.
    virtual TrueState at(double t) = 0;
    // "closed form: Lagrange top", "reference: Taylor series of order 24 in 113-bit arithmetic"
    virtual std::string description() const = 0;
    virtual bool closed_form() const = 0;
    // What is known of its own error at t, rad. For a reference solution: up to the latest time it was asked for.
    virtual double error_bound(double t) const = 0;
    // What its reader should know of it: a formula that could not be bounded; "" if nothing.
    virtual std::string caveat() const { return ""; }

    // Called after each step of a solution that steps, with the time reached; may throw Interrupted to end it. Where
    // nobody listens, a solution that steps ends by itself when the program is asked to (stop_question.hpp).
    std::function<void(double t)> step_taken = {};

 protected:
    void step_made(double t) const;
};

// The closed form of this problem, or null with the reason and the best alternative in `why`.
std::unique_ptr<Truth> exact_truth(const Problem& problem, std::string& why);
// A high-precision solution up to `end`; null with the reason where the torque is not smooth enough to have one. No
// step is longer than `largest_step` (0: as long as the series is good for).
std::unique_ptr<Truth> reference_truth(const Problem& problem, double end, std::string& why, double largest_step = 0);
// The first of the two that exists.
std::unique_ptr<Truth> truth_for(const Problem& problem, double end, std::string& why, double largest_step = 0);

}  // namespace polhode
