// A method in words.
#pragma once

#include <string>

#include "polhode/method/method.hpp"

namespace polhode {

// "quaternion, rk4, step 0.0005 s, normalise": a method in one line.
std::string method_line(const Method& method);

}  // namespace polhode
