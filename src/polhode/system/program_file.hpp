// Where this program lies.
#pragma once

#include <string>

namespace polhode::system {

// "" where the system does not say
std::string program_file();

}  // namespace polhode::system
