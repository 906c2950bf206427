// The closed form of a body with an inside, where it has one: a free body whose axes are principal axes, with rotors
// along one of them, held or turning without friction (exact/gyrostat.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/exact/gyrostat.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

class GyrostatForm {
 public:
    // None, with the reason in `why`, for any other body.
    static std::optional<GyrostatForm> of(const Problem& problem, std::string& why);

    bool is_within_reach(double t) const { return form_.is_within_reach(t); }
    exact::State<double> state_at(double t) const { return form_.state_at(t); }
    // What rotor k has turned through in the body.
    double rotor_angle(std::size_t k, double t) const;
    // About how fast it turns, rad/s: the body itself, or what the rotors make it go round.
    double rate() const { return rate_; }
    const exact::Gyrostat<double>& form() const { return form_; }

 private:
    struct AlongAxis {
        double speed;  // about the body's axis, at the start
        double sign;   // of the rotor's axis along it
        bool held;
    };
    exact::Gyrostat<double> form_;
    std::vector<AlongAxis> rotors_;
    double rate_ = 0;
};

}  // namespace polhode
