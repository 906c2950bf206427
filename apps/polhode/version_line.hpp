// What polhode --version says.
#pragma once

#include <string>

namespace polhode::app {

// "polhode 0.2.0 (86a6049) with HDF5, the studio, the part for MPI"
std::string version_line();

}  // namespace polhode::app
