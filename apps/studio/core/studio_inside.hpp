// What the studio's page is told of a body's inside and of its orbit beyond the columns of its rows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "polhode/library/row.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

// Where the body's centre of mass goes, by what the page needs to draw it: M = M0 + n t, and the ellipse in world axes.
inline nlohmann::ordered_json orbit_json(const OrbitModel& orbit) {
    const auto& of = orbit.path.elements();
    const auto vector = [](const Vec3<double>& v) { return std::array<double, 3>{v[0], v[1], v[2]}; };
    return {{"meanMotion", of.mean_motion},
            {"eccentricity", of.eccentricity},
            {"meanAnomaly", of.mean_anomaly},
            {"perigee", vector(orbit.path.perigee())},
            {"ahead", vector(orbit.path.ahead())}};
}

// The torques whose formulas use names of the inside, which stand apart from the others, in world axes at a row: its
// columns are the values of those names, in their order.
inline Vec3<double> inner_torque_in_world(const Inside& inside, const Row& row) {
    Vec3<double> sum{};
    if (inside.torques.empty()) return sum;
    const Mat3<double> R = to_matrix(row.q_NB);
    std::vector<double> values{row.t, row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) values.push_back(R(i, j));
    for (int i = 0; i < 3; ++i) values.push_back(row.w_NB_B[i]);
    values.insert(values.end(), row.state.begin(), row.state.end());
    values.resize(std::max(values.size(), inside.variables().size()));
    for (const InnerTorque& torque : inside.torques) {
        Vec3<double> one;
        for (int i = 0; i < 3; ++i) one[i] = (*torque.value)[static_cast<std::size_t>(i)](values.data());
        sum = sum + (torque.frame == torque::Frame::body ? to_world(row.q_NB, one) : one);
    }
    return sum;
}

// A row that stands between two others of the even grid: that of an event, which is kept whatever is left out.
inline bool between_samples(double t, double sample) {
    const double rows = t / sample;
    return std::fabs(rows - std::round(rows)) > 1e-6;
}

}  // namespace polhode
