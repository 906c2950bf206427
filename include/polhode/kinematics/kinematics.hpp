// Given body rates w_NB_B(t), rad/s: kinematics in place of dynamics. Each is a small struct with
//
//     rates(t) -> Vec3<T>          rates.as<To>()   the same in another number type
//     rates.attitude(t)            q_NB of the exact motion, where it is known
//
// Any callable of t is a given rate as well.
#pragma once

#include "benchmark.hpp"
#include "coning.hpp"
#include "constant.hpp"
