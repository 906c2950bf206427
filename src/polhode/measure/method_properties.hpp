// What an integrator does, measured and not claimed: its order, what a step costs, and what it keeps. `polhode list
// integrator` shows it beside the description in the registry.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/method/method.hpp"

namespace polhode {

struct MethodProperties {
    // From the errors of two fine steps on motions of known truth: a free body or a given rate, and a heavy body.
    std::optional<double> order, order_heavy;
    std::optional<double> flops_free, flops_heavy;  // a step; fma counts two, an elementary function twenty
    double elementary = 0;                          // calls of sin, cos, ... a step, the larger of the two
    // Kept to rounding at a step so coarse that the attitude is visibly wrong: "length of the quaternion", ...
    std::vector<std::string> keeps;
    bool measured() const { return order || order_heavy || flops_free || flops_heavy; }
};

// `integrator` with the values of `settings` ("order=8") and defaults for the rest; quaternion, no constraint. Takes
// some milliseconds. Nothing is measured of methods that are truth themselves or choose for themselves.
MethodProperties measure_properties(const std::string& integrator, const std::vector<std::string>& settings = {});

// The integrator at the settings that are worth telling apart: its orders where they are a choice.
std::vector<std::string> orders_worth_measuring(const std::string& integrator);

// "order 3.99; 321 flops a step free, 421 heavy, no elementary functions; keeps nothing"
std::string properties_line(const MethodProperties& properties);

}  // namespace polhode
