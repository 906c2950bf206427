// The gyroscope of GyroSoft 2015 as scenarios, and the angles that its tables print.
#pragma once

#include "support/reference_support.hpp"

namespace gyrosoft {

using namespace reference;
using polhode::Problem;
using polhode::Quaternion;
using polhode::Scenario;
using polhode::Vec3;

struct Gyroscope {
    double I1 = 5.76875e-4, I3 = 9.375e-5, mass = 0.3, arm = 0.01, tilt_deg = 60;
    double Mgl() const { return mass * 9.8 * arm; }
};
inline constexpr double w3 = 40 * pi;

inline std::string body_text(const std::string& motion, const Gyroscope& g = {}) {
    return "[body]\ninertia = " + list({g.I1, g.I1, g.I3}) + "\n[start]\nmotion = \"" + motion +
           "\"\nspin_hz = 20.0\ntilt_deg = " + digits(g.tilt_deg) +
           "\n[[torque]]\nkind = \"gravity\"\nmass = " + digits(g.mass) + "\nat = " + list({0, 0, g.arm}) +
           "\ng = 9.8\n";
}
inline std::string run_text_of(double duration, double sample) {
    return "[run]\nduration = " + digits(duration) + "\nsample = " + digits(sample) + "\n";
}
inline std::string named(const std::string& name, const std::string& preset, const std::string& more = "") {
    return "name = \"" + name + "\"\npreset = \"" + preset + "\"\n" + more;
}
inline double angle_111(const KeptRow& a, const KeptRow& b) {
    const double c = 1 / std::sqrt(3.0);
    return degrees(angle_between(direction(a.q_NB, {c, c, c}), direction(b.q_NB, {c, c, c})));
}
inline double angle_z(const KeptRow& a, const KeptRow& b) {
    return degrees(angle_between(direction(a.q_NB, {0, 0, 1}), direction(b.q_NB, {0, 0, 1})));
}
inline double angle_full(const KeptRow& a, const KeptRow& b) {
    return degrees(static_cast<double>(angle(wide(a.q_NB), wide(b.q_NB))));
}

}  // namespace gyrosoft
