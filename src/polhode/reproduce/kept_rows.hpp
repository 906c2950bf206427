// What the documents on gyroscopes and free bodies take off the rows of a run: directions and angles in the world.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "polhode/reproduce/documents.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode::kept_rows {

using Vector = Vec3<double>;

constexpr double degree = std::numbers::pi / 180;
constexpr Vector axis_x{1, 0, 0}, axis_y{0, 1, 0}, axis_z{0, 0, 1};

inline Vector in_world(const Quaternion<double>& q_NB, const Vector& v_B) { return to_world(normalise(q_NB), v_B); }

inline double angle_between(const Vector& a, const Vector& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// Of body z from the vertical, deg.
inline double tilt(const KeptRow& row) { return angle_between(in_world(row.q_NB, axis_z), axis_z) / degree; }

// A component of the direction of body z.
inline OfRow tip(int i) {
    return [i](const KeptRow& row) { return in_world(row.q_NB, axis_z)[i]; };
}

struct Range {
    double low = 1e300, high = -1e300;
    void add(double v) {
        low = std::min(low, v);
        high = std::max(high, v);
    }
};
inline Range range_of(const RunResult& run, const OfRow& value) {
    Range range;
    for (const KeptRow& row : run.rows) range.add(value(row));
    return range;
}

}  // namespace polhode::kept_rows
