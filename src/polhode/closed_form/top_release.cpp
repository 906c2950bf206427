#include "polhode/closed_form/top_release.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace polhode {

namespace {

// Below this the cosine of the tilt counts as zero: at 90 degrees the equation of steady precession has one root.
constexpr double horizontal = 1e-12;

std::string text(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.6g", value);
    return buffer;
}

// Rounded up in the sixth digit, so that the number as printed is enough.
std::string text_up(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 5);
    return text(std::ceil(value / unit) * unit);
}
std::string text_down(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 5);
    return text(std::floor(value / unit) * unit);
}

std::string spin_text(double w) { return text(w / (2 * std::numbers::pi)) + " Hz (" + text(w) + " rad/s)"; }
std::string least_spin_text(double w) { return text_up(w / (2 * std::numbers::pi)) + " Hz (" + text_up(w) + " rad/s)"; }
std::string degrees_text(double tilt) { return text(tilt * 180 / std::numbers::pi) + " degrees"; }

struct Steady {
    double slow, fast;
};

// Roots of I1 phidot^2 cos(tilt) - I3 w3 phidot + Mgl = 0 (GyroSoft eq. 22), neither formed by a difference
Steady steady_precession(const Top& top, double spin, double tilt) {
    const double cosine = std::cos(tilt), L3 = top.I3 * spin;
    if (std::abs(cosine) < horizontal) {
        if (spin == 0) throw std::domain_error("a top at 90 degrees cannot precess steadily without spin");
        return {top.Mgl / L3, std::numeric_limits<double>::infinity()};
    }
    double discriminant = L3 * L3 - 4 * top.I1 * top.Mgl * cosine;
    // A spin given as exactly the least one may miss it by rounding.
    if (std::abs(discriminant) <= 1e-14 * L3 * L3) discriminant = 0;
    if (discriminant < 0) {
        const double least = 2 * std::sqrt(top.I1 * top.Mgl * cosine) / top.I3;
        throw std::domain_error("no steady precession at a tilt of " + degrees_text(tilt) + " with a spin of " +
                                spin_text(spin) + ": the least spin that has one is " + least_spin_text(least));
    }
    const double sum = L3 + std::copysign(std::sqrt(discriminant), L3);
    return {2 * top.Mgl / sum, sum / (2 * top.I1 * cosine)};
}

std::string with_article(TopKind kind) {
    switch (kind) {
        case TopKind::through_vertical:
            return "an axis that passes through the vertical";
        case TopKind::sleeping:
            return "a sleeping top";
        default:
            return std::string("a ") + name_of(kind);
    }
}

}  // namespace

TopRelease top_release(const std::string& motion, const Top& top, double spin, double tilt, double transverse) {
    if (top.Mgl == 0) throw std::domain_error("there is no weight off the fixed point, so no '" + motion + "' motion");
    if (!(tilt >= 0 && tilt <= std::numbers::pi))
        throw std::domain_error("a tilt of " + degrees_text(tilt) + " is out of range: 0 to 180 degrees");

    TopRelease r;
    r.rotation_vector = {{-tilt, 0, 0}};
    r.w_NB_B = {{0, 0, spin}};
    const auto finish = [&] {
        const Quaternion<double> q_NB{std::cos(tilt / 2), -std::sin(tilt / 2), 0, 0};
        r.motion = top_motion(top, q_NB, r.w_NB_B);
    };

    if (motion == "sleeping") {
        if (tilt != 0)
            throw std::domain_error("a sleeping top stands upright: tilt must be 0, not " + degrees_text(tilt));
        finish();
        if (!r.motion.stable)
            r.warnings.push_back("the upright top does not sleep at " + spin_text(spin) +
                                 ": any disturbance makes it fall; it is stable above " +
                                 spin_text(sleeping_limit(top)));
        return r;
    }

    const double sine = std::sin(tilt);
    if (tilt == 0 || sine < horizontal)
        throw std::domain_error("at a tilt of " + degrees_text(tilt) + " the axis is vertical and has no '" + motion +
                                "' motion; an upright spin is motion = \"sleeping\"");

    TopKind wanted = TopKind::circle;
    if (motion == "cusp") {
        wanted = TopKind::cusp;
        if (spin == 0) throw std::domain_error("without spin the body falls in a plane: no cusps");
    } else if (motion == "loop") {
        wanted = TopKind::loop;
        r.w_NB_B[0] = transverse;
    } else if (motion == "wave") {
        wanted = TopKind::wave;
        // phidot = -w_y / sin(tilt) must have the sign of 2 Mgl / (I3 w3): GyroSoft case 3 with negative spin
        r.w_NB_B[1] = (top.Mgl > 0) == (spin > 0) ? -transverse : transverse;
    } else if (motion == "circle-slow" || motion == "circle-fast") {
        const Steady steady = steady_precession(top, spin, tilt);
        if (motion == "circle-fast" && !std::isfinite(steady.fast))
            throw std::domain_error("at a tilt of 90 degrees there is only one steady precession, " +
                                    text(steady.slow) + " rad/s: use motion = \"circle-slow\"");
        r.w_NB_B[1] = -sine * (motion == "circle-slow" ? steady.slow : steady.fast);
    } else {
        throw std::domain_error("no motion is called '" + motion + "'");
    }

    finish();
    if (r.motion.kind != wanted) {
        std::string what = "a spin of " + spin_text(spin) + " at a tilt of " + degrees_text(tilt);
        if (motion == "loop" || motion == "wave") what += " with a transverse rate of " + text(transverse) + " rad/s";
        what += " gives " + with_article(r.motion.kind) + ", not a " + motion;
        // Released at a turning point the motion is a wave for 0 < phidot < 2 Mgl/L3 (release rule).
        const double widest = std::abs(2 * top.Mgl / (top.I3 * spin)) * sine;
        if (motion == "wave" && std::isfinite(widest)) {
            what += "; a transverse rate below " + text_down(widest) + " rad/s";
            const double circle = top.I3 * spin * top.I3 * spin >= 4 * top.I1 * top.Mgl * std::cos(tilt)
                                      ? std::abs(steady_precession(top, spin, tilt).slow) * sine
                                      : 0.0;
            if (circle > 0 && circle < widest) what += " (other than " + text(circle) + ", a circle)";
            what += " gives one";
        }
        throw std::domain_error(what);
    }
    return r;
}

}  // namespace polhode
