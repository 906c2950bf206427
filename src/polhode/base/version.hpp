// Which Polhode this is. The values are filled in by the build (cmake/version.cmake).
#pragma once

#include <string>

namespace polhode {

std::string version();  // "0.1.0"
std::string
revision();  // of the source, as git describes it ("334a196", "334a196-dirty"); "unknown" outside a checkout

}  // namespace polhode
