// Torques on a rigid body about its fixed point, in body axes, N m. Each is a small struct with
//
//     torque(t, attitude, w_B) -> Vec3<T>     any representation that has to_body and to_world
//     torque.as<To>()                         the same in another number type
//     torque.potential(attitude) -> T         J, where it has one
//     torque.segment(begin, end)              where it switches: on or off for all times in between
//
// They add up. Any callable with the first signature is a torque as well.
#pragma once

#include "constant.hpp"
#include "damping.hpp"
#include "frame.hpp"
#include "gravity.hpp"
#include "gravity_gradient.hpp"
#include "rockets.hpp"
#include "thruster.hpp"
