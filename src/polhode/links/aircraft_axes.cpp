#include "polhode/links/aircraft_axes.hpp"

#include <cmath>
#include <numbers>

#include "polhode/rotation/convert.hpp"

namespace polhode {

AircraftAttitude aircraft_attitude(const std::array<double, 4>& q_NB, const std::array<double, 3>& w_NB_B,
                                   LinkAxes axes) {
    constexpr double too_near = 1e-6;  // rad from the vertical
    const double turned = axes == LinkAxes::ned_frd ? -1 : 1;
    AircraftAttitude a;
    a.q = {q_NB[0], q_NB[1], turned * q_NB[2], turned * q_NB[3]};
    a.rate = {w_NB_B[0], turned * w_NB_B[1], turned * w_NB_B[2]};
    const Quaternion<double> q{a.q[0], a.q[1], a.q[2], a.q[3]};
    const auto angles = convert(q, EulerAngles<double>{.sequence = euler_sequence("zyx")});
    a.heading = angles.A;
    a.pitch = angles.B;
    a.roll = angles.C;
    const auto rates = derivative(angles, Vec3<double>{a.rate[0], a.rate[1], a.rate[2]});
    a.pitch_rate = rates[1];
    if (std::numbers::pi / 2 - std::abs(a.pitch) > too_near) {
        a.heading_rate = rates[0];
        a.roll_rate = rates[2];
    }
    return a;
}

}  // namespace polhode
