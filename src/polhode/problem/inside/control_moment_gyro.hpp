// A control moment gyro with one gimbal: a wheel whose axis is turned about a gimbal axis fixed in the body. The
// moments of [body] are those WITHOUT it (the centre of mass of wheel and gimbal is on the gimbal axis, so that its
// mass belongs to the body as a point).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/input/expression.hpp"

namespace polhode {

struct ControlMomentGyro {
    std::string name;                   // of the wheel's speed, in formulas and columns
    Vec3<double> gimbal_axis{};         // body axes, of any length
    Vec3<double> spin_axis{};           // of the wheel where the gimbal's angle is 0, across the gimbal axis
    double wheel_moment = 0;            // kg m^2, of the wheel about its axis;
    double transverse_moment = 0;       // of wheel and gimbal about the axis across both,
    double gimbal_moment = 0;           // and about the gimbal axis
    double speed = 0;                   // rad/s of the wheel relative to the gimbal, at the start; of a held one always
    bool held = true;                   // a motor holds the wheel's speed
    double angle = 0, gimbal_rate = 0;  // rad, rad/s of the gimbal at the start
    std::optional<Expression> steering{};       // rad/s: the gimbal's rate is given, or
    std::optional<Expression> gimbal_torque{};  // N m about the gimbal axis, on gimbal and wheel
    std::optional<Expression> wheel_torque{};   // N m on a wheel that is not held, about its axis

    bool steered() const { return steering.has_value(); }
    // What motors do there is counted; that of a gimbal whose rate is given is not.
    bool works() const { return held || wheel_torque || gimbal_torque; }
    std::vector<std::string> names() const { return {name, name + "_angle", name + "_rate"}; }
};

}  // namespace polhode
