#include "polhode/analysis/circular_orbit.hpp"

namespace polhode {

std::optional<CircularFrame> circular_frame(const Problem& problem) {
    if (!problem.body || problem.torques.size() != 1) return {};
    if (problem.inside && !problem.inside->torques.empty()) return {};
    const TorqueModel& m = problem.torques.front();
    if (const auto* g = std::get_if<torque::GravityGradient<double>>(&m.torque)) {
        if (!g->turning || !(g->orbit_rate > 0)) return {};
        const Vec3<double> z = g->towards, y = -1.0 * g->normal, x = cross(y, z);
        CircularFrame f{g->orbit_rate, {}};
        for (int i = 0; i < 3; ++i) f.R_NL(i, 0) = x[i], f.R_NL(i, 1) = y[i], f.R_NL(i, 2) = z[i];
        return f;
    }
    if (m.kind != "gravity-gradient" || !problem.orbit) return {};
    const auto& path = problem.orbit->path;
    if (path.elements().eccentricity != 0) return {};
    return CircularFrame{path.elements().mean_motion, orbit::orbit_frame<double>(path.at(0), path.normal())};
}

}  // namespace polhode
