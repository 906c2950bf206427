// Numbers for people and for files that people read, with no digit too many.
#pragma once

#include <string>

namespace polhode {

// The shortest decimal that reads back as the same double: "0.1", "1e-07", "20".
std::string shortest(double value);

}  // namespace polhode
