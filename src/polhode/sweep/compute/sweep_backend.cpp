#include "polhode/sweep/compute/sweep_backend.hpp"

#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

SweepBackend sweep_backend_named(const std::string& name) {
    if (name == "auto") return SweepBackend::automatic;
    if (name == "scalar") return SweepBackend::scalar;
    if (name == "simd") return SweepBackend::simd;
    if (name == "gpu") return SweepBackend::gpu;
    const std::vector<std::string> known{"auto", "scalar", "simd", "gpu"};
    const std::string near = nearest_name(name, known);
    throw InputError({"--backend", 0, ""}, "'" + escaped_for_message(name) + "' is not a backend; known: " +
                                               listed(known) + (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

}  // namespace polhode
