#include "polhode/analysis/libration.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "polhode/analysis/circular_orbit.hpp"

namespace polhode {

namespace {

constexpr double near_attitude = 15 * std::numbers::pi / 180, near_rate = 0.2;

}  // namespace

const char* name_of(Libration::Region region) {
    switch (region) {
        case Libration::Region::lagrange:
            return "Lagrange";
        case Libration::Region::debra_delp:
            return "DeBra-Delp";
        default:
            return "unstable";
    }
}

Libration libration_of(const Vec3<double>& I, double orbit_rate) {
    Libration r;
    r.orbit_rate = orbit_rate;
    const double kx = (I[1] - I[2]) / I[0], kz = (I[1] - I[0]) / I[2];
    const auto grows = [&](double rate) { r.growth = std::max(r.growth, rate); };
    const double pitch = 3 * (I[0] - I[2]) / I[1];
    if (pitch > 0)
        r.pitch.push_back(std::sqrt(pitch));
    else
        grows(std::sqrt(-pitch));
    // s^2 = [-b +- sqrt(b^2 - 16 kx kz)]/2, the larger first, the other by the product
    const double b = 1 + 3 * kx + kx * kz, product = 4 * kx * kz;
    const std::complex<double> root = std::sqrt(std::complex<double>(b * b - 4 * product));
    const std::complex<double> large = -0.5 * (b >= 0 ? b + root : b - root);
    const std::complex<double> small = std::abs(large) > 0 ? product / large : 0.0;
    const bool stable = product > 0 && b > 4 * std::sqrt(kx * kz);
    if (stable)
        r.roll_yaw = {std::sqrt(-small.real()), std::sqrt(-large.real())};
    else
        for (const std::complex<double>& s2 : {large, small}) grows(std::fabs(std::sqrt(s2).real()));
    if (stable && kx > kz) r.region = kx > 0 ? Libration::Region::lagrange : Libration::Region::debra_delp;
    return r;
}

std::optional<Libration> analyse_libration(const Problem& problem) {
    if (problem.inside) return {};
    const auto frame = circular_frame(problem);
    if (!frame) return {};
    const BodyModel& body = *problem.body;
    const Quaternion<double> q = start_quaternion(problem);
    // principal axes in the orbit frame: which is nearest to x, y, z of it, and how far
    Vec3<double> axis_L[3];
    for (int k = 0; k < 3; ++k)
        axis_L[k] = frame->R_NL.transposed() * (to_world(q, body.principal_axes.column(k)) / norm_squared(q));
    Vec3<double> moments{};
    double trace = 0;
    bool taken[3] = {};
    for (int k = 0; k < 3; ++k) {
        int along = 0;
        for (int i = 1; i < 3; ++i)
            if (std::fabs(axis_L[k][i]) > std::fabs(axis_L[k][along])) along = i;
        if (taken[along]) return {};
        taken[along] = true;
        moments[along] = body.principal_moments[k];
        trace += std::fabs(axis_L[k][along]);
    }
    Libration r = libration_of(moments, frame->rate);
    r.tilt = std::acos(std::min(1.0, 0.5 * (trace - 1)));
    const Vec3<double> w_N = to_world(q, problem.start.rate) / norm_squared(q);
    const Vec3<double> own = frame->R_NL.transposed() * w_N + Vec3<double>{0, frame->rate, 0};
    r.rate = norm(own) / frame->rate;
    if (!(r.tilt < near_attitude) || !(r.rate < near_rate)) return {};
    return r;
}

}  // namespace polhode
