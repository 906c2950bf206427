// The ways in which the runs of a sweep can be computed.
#pragma once

#include <string>

namespace polhode {

enum class SweepBackend { automatic, scalar, simd, gpu };
// "auto", "scalar", "simd", "gpu"; throws InputError.
SweepBackend sweep_backend_named(const std::string& name);

}  // namespace polhode
