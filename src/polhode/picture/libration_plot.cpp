#include "polhode/picture/libration_plot.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::overview {

namespace {

constexpr double librates = 60 / to_degrees, swings = 20 / to_degrees, wobbles = 15 / to_degrees;
constexpr double least_seen = 1e-9;  // rad

using Angles = std::vector<Vec3<double>>;  // rad, one for each sample

// The rotation vector of a quaternion of any length, at most half a turn.
Vec3<double> rotation_vector(Quaternion<double> q) {
    if (q.w < 0) q = -q;
    const double length = norm(q.vector());
    return length > 0 ? (2 * std::atan2(length, q.w) / length) * q.vector() : Vec3<double>{};
}

Quaternion<double> quaternion_of(const Mat3<double>& R) {
    // the largest of the four is well conditioned
    const double t[] = {1 + R(0, 0) + R(1, 1) + R(2, 2), 1 + R(0, 0) - R(1, 1) - R(2, 2),
                        1 - R(0, 0) + R(1, 1) - R(2, 2), 1 - R(0, 0) - R(1, 1) + R(2, 2)};
    switch (std::max_element(t, t + 4) - t) {
        case 0:
            return {t[0], R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)};
        case 1:
            return {R(2, 1) - R(1, 2), t[1], R(0, 1) + R(1, 0), R(0, 2) + R(2, 0)};
        case 2:
            return {R(0, 2) - R(2, 0), R(0, 1) + R(1, 0), t[2], R(1, 2) + R(2, 1)};
        default:
            return {R(1, 0) - R(0, 1), R(0, 2) + R(2, 0), R(1, 2) + R(2, 1), t[3]};
    }
}

// The rotation that takes axes to axes (or their opposites) and is nearest to R: one of 24.
Mat3<double> nearest_alignment(const Mat3<double>& R) {
    Mat3<double> best{};
    double most = -INFINITY;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            for (const double sa : {1.0, -1.0})
                for (const double sb : {1.0, -1.0}) {
                    if (a == b) continue;
                    Vec3<double> x{}, y{};
                    x[a] = sa;
                    y[b] = sb;
                    const Vec3<double> z = cross(x, y);
                    Mat3<double> E{};
                    double trace = 0;
                    for (int i = 0; i < 3; ++i) {
                        E(i, 0) = x[i];
                        E(i, 1) = y[i];
                        E(i, 2) = z[i];
                        for (int j = 0; j < 3; ++j) trace += E(i, j) * R(i, j);
                    }
                    if (trace > most) most = trace, best = E;
                }
    return best;
}

// Body axes in the world, whatever the length of q.
Mat3<double> matrix_of(const Quaternion<double>& q_NB) {
    Mat3<double> R{};
    for (int j = 0; j < 3; ++j) {
        Vec3<double> e{};
        e[j] = 1;
        const Vec3<double> column = to_world(q_NB, e) / norm_squared(q_NB);
        for (int i = 0; i < 3; ++i) R(i, j) = column[i];
    }
    return R;
}

double largest_of(const Angles& angles) {
    double largest = 0;
    for (const Vec3<double>& a : angles) {
        if (!is_finite(a)) return INFINITY;
        largest = std::max(largest, norm(a));
    }
    return largest;
}

// Turns back at least twice: what only drifts slowly is no libration. Small ripples do not count.
bool swings_to_and_fro(const Angles& angles, int components) {
    for (int i = 0; i < components; ++i) {
        Range range;
        for (const Vec3<double>& a : angles) range.take(a[i]);
        const double enough = 0.2 * (range.high - range.low);
        if (!(enough > 0.2 * least_seen)) continue;
        double extreme = angles.front()[i], sense = 0;
        int turns = 0;
        for (const Vec3<double>& a : angles) {
            if (sense == 0 ? std::fabs(a[i] - extreme) > enough : (a[i] - extreme) * sense < -enough) {
                turns += sense != 0;
                sense = a[i] > extreme ? 1 : -1;
                extreme = a[i];
            } else if ((a[i] - extreme) * sense > 0) {
                extreme = a[i];
            }
        }
        if (turns >= 2) return true;
    }
    return false;
}

Panel panel_of(const Samples& samples, const Angles& angles, const std::vector<std::string>& names) {
    Panel panel;
    for (std::size_t i = 0; i < names.size(); ++i) {
        Curve c;
        for (std::size_t k = 0; k < samples.size(); ++k)
            c.line.push_back({samples[k].t, angles[k][static_cast<int>(i)] * to_degrees});
        c.title = names[i];
        c.colour = colour_of(i);
        c.width = 1.2;
        panel.curves.push_back(c);
    }
    panel.label = "Angle (deg)";
    panel.least_span = 1e-3 * largest_of(angles) * to_degrees;
    return panel;
}

// The equilibria of a body in a circular orbit: principal axes along flight direction, normal and vertical (Hughes,
// Spacecraft Attitude Dynamics, section 9.2).
std::optional<Panel> orbit_libration(const PlotData& data, const Samples& samples) {
    const torque::GravityGradient<double>* gradient = nullptr;
    for (const TorqueModel& model : data.torques)
        if (const auto* one = std::get_if<torque::GravityGradient<double>>(&model.torque); one && one->turning)
            gradient = one;
    if (!gradient || !data.body) return {};
    Angles angles;
    std::optional<Mat3<double>> equilibrium;
    for (const PlotData::Sample& s : samples) {
        const Vec3<double> nadir = gradient->direction(s.t), pitch = -gradient->normal, flight = cross(pitch, nadir);
        Mat3<double> R_ON{};
        for (int j = 0; j < 3; ++j) {
            R_ON(0, j) = flight[j];
            R_ON(1, j) = pitch[j];
            R_ON(2, j) = nadir[j];
        }
        const Mat3<double> R_OP = R_ON * matrix_of(s.q_NB) * data.body->principal_axes;
        if (!equilibrium) equilibrium = nearest_alignment(R_OP);
        angles.push_back(rotation_vector(quaternion_of(R_OP * equilibrium->transposed())));
    }
    const double largest = largest_of(angles);
    if (!(largest < librates) || !(largest > least_seen)) return {};
    Panel panel = panel_of(samples, angles, {"roll", "pitch", "yaw"});
    panel.title = "Libration about the local vertical";
    return panel;
}

std::optional<Panel> swing_about_mean(const Samples& samples) {
    Vec<double, 4> sum{};
    for (const PlotData::Sample& s : samples) {
        const Vec<double, 4> q = s.q_NB.params();
        sum = sum + (dot(q, samples.front().q_NB.params()) < 0 ? -1.0 : 1.0) * q;
    }
    const Quaternion<double> mean{sum[0], sum[1], sum[2], sum[3]};
    if (!(norm_squared(mean) > 0)) return {};
    Angles angles;
    for (const PlotData::Sample& s : samples) angles.push_back(rotation_vector(compose(conjugate(mean), s.q_NB)));
    const double largest = largest_of(angles);
    if (!(largest < swings) || !(largest > least_seen) || !swings_to_and_fro(angles, 3)) return {};
    Panel panel = panel_of(samples, angles, {"x", "y", "z"});
    panel.title = "Turns about body axes from the mean";
    return panel;
}

}  // namespace

std::optional<Libration> libration_of(const PlotData& data, const Samples& samples) {
    if (samples.size() < 3) return {};
    if (auto panel = orbit_libration(data, samples)) return Libration{*panel, true};
    if (auto panel = swing_about_mean(samples)) return Libration{*panel, false};
    return {};
}

std::optional<Panel> axis_wobble_panel(const PlotData& data, const Samples& samples) {
    if (samples.size() < 3) return {};
    const Vec3<double> axis_B = chosen_axis(data, samples);
    Vec3<double> mean{};
    for (const PlotData::Sample& s : samples) mean = mean + axis_state(s, axis_B).direction;
    if (!(norm(mean) > 0)) return {};
    mean = mean / norm(mean);
    // two directions of the world across it
    const Vec3<double> across = std::fabs(mean[2]) < 0.9 ? Vec3<double>{0, 0, 1} : Vec3<double>{1, 0, 0};
    Vec3<double> e1 = across - dot(across, mean) * mean;
    e1 = e1 / norm(e1);
    const Vec3<double> e2 = cross(mean, e1);
    Angles angles;
    for (const PlotData::Sample& s : samples) {
        const Vec3<double> v = axis_state(s, axis_B).direction;
        const double side = std::hypot(dot(v, e1), dot(v, e2)), angle = std::atan2(side, dot(v, mean));
        const double factor = side > 0 ? angle / side : 1;
        angles.push_back({factor * dot(v, e1), factor * dot(v, e2), 0});
    }
    const double largest = largest_of(angles);
    if (!(largest < wobbles) || !(largest > 1e-6) || !swings_to_and_fro(angles, 2)) return {};
    const bool upright = across[0] == 1;  // e1 is along x, e2 along y or against it
    Panel panel = panel_of(samples, angles,
                           {upright ? "towards +x" : "up, +z", upright ? (mean[2] > 0 ? "+y" : "-y") : "sideways"});
    panel.title = "Axis from its mean direction";
    return panel;
}

}  // namespace polhode::overview
