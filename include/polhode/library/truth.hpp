// The true motion of a scenario: its closed form where there is one, otherwise a solution computed far more accurately
// than any method it judges. Closed forms answer any time at the same cost; a reference solution steps forward, and is
// cheapest when it is asked in rising order of time. One TrueMotion belongs to one thread at a time.
//
//     polhode::TrueMotion truth = polhode::TrueMotion::of(scenario);
//     const polhode::MotionState end = truth.at(scenario.duration());
//     std::printf("%s: qw = %.17g\n", truth.description().c_str(), end.q_NB.w);
#pragma once

#include <memory>
#include <string>

#include "polhode/library/scenario.hpp"

namespace polhode {

// Attitude and rate at one time.
struct MotionState {
    Quaternion<double> q_NB;
    Vec3<double> w_NB_B;  // rad/s
};

class TrueMotion {
 public:
    // `which`: "exact", the closed form; "reference", the high-precision solution up to the scenario's duration;
    // "truth", the first of them that exists. Throws InputError with the reason where there is none.
    static TrueMotion of(const ScenarioFile& scenario, const std::string& which = "truth");

    // At t >= 0, in s. Throws ComputationFailed where a reference solution ends before t.
    MotionState at(double t);

    std::string description() const;     // "closed form: Lagrange top"
    bool closed_form() const;            // otherwise it is a reference solution
    double error_bound(double t) const;  // rad: what is known of its own error at t, for times asked already
    std::string caveat() const;          // what its reader should know of it; "" if nothing

    TrueMotion(TrueMotion&&) noexcept;
    TrueMotion& operator=(TrueMotion&&) noexcept;
    ~TrueMotion();

 private:
    struct Impl;
    explicit TrueMotion(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
