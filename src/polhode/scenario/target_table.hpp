// [target]: where a controlled body is to go, so that the summary can say when it is there and how far it went beyond.
// It changes nothing of the motion.
#pragma once

#include <optional>
#include <vector>

#include "polhode/problem/problem.hpp"

namespace polhode {

struct TomlNode;

struct Target {
    std::optional<Quaternion<double>> attitude{};  // of the body in the world, or in the orbit frame; of unit length
    std::optional<Vec3<double>> rate{};            // rad/s, in the world or in the orbit frame, body axes
    bool in_orbit = false;
    double band = 0.02;  // how near is there, as a part of the way from the start
};

std::vector<Parameter> target_parameters();
Target read_target(const TomlNode& table, const Problem& problem);

}  // namespace polhode
