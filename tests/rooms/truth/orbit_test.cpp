// Satellites against numbers of other computations: gravity gradient on ellipses and Beletskii's periodic solutions to
// 30 digits (tests/data/inside-orbit.json), the frequencies of small librations, and starts in the orbit frame.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "polhode/orbit/kepler.hpp"
#include "support/reference_support.hpp"

namespace polhode {
namespace orbit_test {

using reference::digits;
using reference::Result;
using reference::run_text;

const nlohmann::json& data() {
    static const nlohmann::json all = nlohmann::json::parse(reference::text_of("inside-orbit.json"));
    return all;
}
double number(const nlohmann::json& text) { return std::strtod(text.get<std::string>().c_str(), nullptr); }
std::string list(const nlohmann::json& numbers) {
    std::string text;
    for (const auto& x : numbers) text += (text.empty() ? "[" : ", ") + digits(x.get<double>());
    return text + "]";
}

std::string satellite(const std::string& inertia, const std::string& start, double n, double e, double M0,
                      double duration, const std::string& method) {
    return "[body]\ninertia = " + inertia + "\n[start]\n" + start + "\n[orbit]\nrate = " + digits(n) +
           "\neccentricity = " + digits(e) + "\nmean_anomaly = " + digits(M0) +
           "\n[[torque]]\nkind = \"gravity-gradient\"\n[method]\n" + method +
           "\n[run]\nduration = " + digits(duration) + "\nsample = " + digits(duration) + "\n";
}

TEST(GradientOnEllipse, ReferenceNumbersByEveryKindOfMethod_Long) {
    for (const auto& c : data().at("gravity_gradient")) {
        // The table's start is of unit length exactly. The reference makes it so in two words; rounded to doubles first
        // it is another start, and these motions make a thousandfold of that in 60 s.
        const auto start = [&](bool rounded) {
            return "attitude = { quaternion = " + list(c.at("q0")) + (rounded ? ", normalise = true" : "") +
                   " }\nrate = " + list(c.at("omega0"));
        };
        for (const auto& sample : c.at("samples"))
            for (const auto& [method, tolerance] : {std::pair<std::string, double>{"integrator = \"reference\"", 1e-14},
                                                    {"integrator = \"default\"", 2e-11},
                                                    {"integrator = \"dop853\"\ntolerance = 1e-13", 1e-9},
                                                    {"integrator = \"rk4\"\nstep = 0.01", 1e-6}}) {
                const double t = sample.at("t").get<double>();
                const Result result = run_text(satellite(list(c.at("inertia")), start(tolerance > 1e-14),
                                                         c.at("mean_motion").get<double>(), c.at("e").get<double>(),
                                                         c.at("mean_anomaly0").get<double>(), t, method));
                const auto q = result.last().q_NB.params();
                double off = 0, sign = 0;
                for (std::size_t i = 0; i < 4; ++i) sign += q[static_cast<int>(i)] * number(sample.at("q")[i]);
                for (std::size_t i = 0; i < 4; ++i)
                    off = std::max(
                        off, std::fabs(std::copysign(1.0, sign) * q[static_cast<int>(i)] - number(sample.at("q")[i])));
                for (std::size_t i = 0; i < 3; ++i)
                    off = std::max(
                        off, std::fabs(result.last().w_NB_B[static_cast<int>(i)] - number(sample.at("omega")[i])));
                EXPECT_LE(off, tolerance) << c.at("name") << " at " << t << " by " << method;
            }
    }
}

// th'' of Beletskii's equation is that of the whole body: from the perigee, where th = 0, to a quarter and to the
// apogee, where th = 0 again.
TEST(GradientOnEllipse, BeletskiisPeriodicSolutions_Long) {
    for (const auto& c : data().at("beletskii")) {
        const double e = c.at("e").get<double>(), K = c.at("three_K").get<double>() / 3;
        // moments A < B < C with (B - A)/C = K: A + B = 1.5 C allows every K below 0.5, and 1 needs a rod
        const double C = 2, B = K < 0.9 ? 0.5 * (1.1 + K) * C : C, A = B - K * C;
        if (!(A > 0)) continue;
        const double rate = std::sqrt(1 - e * e) / ((1 - e) * (1 - e)) * (1 + number(c.at("rate_at_perigee")));
        const double quarter = orbit::mean_of_true_anomaly(half_pi<double>(), e);
        for (const double t : {quarter, pi<double>()}) {
            const Result result =
                run_text(satellite("[" + digits(A) + ", " + digits(B) + ", " + digits(C) + "]",
                                   "rate = [0.0, 0.0, " + digits(rate) + "]", 1, e, 0, t, "integrator = \"default\""));
            const Quaternion<double> q = result.last().q_NB;
            const double f = t == quarter ? half_pi<double>() : pi<double>();
            const double th = std::remainder(2 * std::atan2(q.z, q.w) - f, two_pi<double>());
            // near an unstable solution a rounding of the start grows with the trace
            const double tolerance = 1e-13 * std::max(10.0, std::fabs(number(c.at("monodromy_trace"))));
            EXPECT_NEAR(th, t == quarter ? number(c.at("theta_at_quarter")) : 0.0, tolerance)
                << "e " << e << " K " << K;
        }
    }
}

// Pitch of I = (1, 1.2, 0.9) on a circle swings with half the orbit's rate (inside.md, section 5): after one orbit a
// small angle has changed its sign, after two it is back. The orbit frame is where the start is given.
TEST(OrbitFrame, SmallLibrations) {
    const double n = 1e-3, orbit = two_pi<double>() / n, small = 1e-6;
    for (const int orbits : {1, 2}) {
        const Result result =
            run_text(satellite("[1.0, 1.2, 0.9]",
                               "frame = \"orbit\"\nattitude = { axis = [0.0, 1.0, 0.0], angle = " + digits(small) +
                                   " }\nrate = [0.0, 0.0, 0.0]",
                               n, 0, 0.3, orbits * orbit, "integrator = \"default\""));
        const Result at_rest = run_text(satellite("[1.0, 1.2, 0.9]", "frame = \"orbit\"\nrate = [0.0, 0.0, 0.0]", n, 0,
                                                  0.3, orbits * orbit, "integrator = \"default\""));
        const Quaternion<double> turned = compose(inverse(at_rest.last().q_NB), result.last().q_NB);
        const double sign = turned.w < 0 ? -2 : 2;
        EXPECT_NEAR(sign * turned.y, orbits == 1 ? -small : small, 1e-11);
        EXPECT_NEAR(turned.x, 0, 1e-12);
        // the body at rest in the orbit frame has gone round with it
        EXPECT_NEAR(std::fabs(dot(at_rest.last().q_NB.params(), at_rest.rows.front().q_NB.params())), 1, 1e-12);
    }
}

// A magnet along the field feels nothing; across it, moment times field.
TEST(Magnetic, TorqueOfAMagnet_Long) {
    const std::string text =
        "[body]\ninertia = [1.0, 1.0, 1.0]\n[start]\nrate = [0.0, 0.0, 0.0]\n[orbit]\nsemi_major_axis = 6871200.0\n"
        "[[torque]]\nkind = \"magnetic\"\nmoment = [\"0\", \"2\", \"0\"]\ndipole = [0.0, 0.0, -3e-5]\n"
        "[method]\nintegrator = \"default\"\n[run]\nduration = 1.0\nsample = 1.0\n";
    // over the equator B = (0, 0, 3e-5 (6371.2/6871.2)^3); moment x B = (2 B, 0, 0)
    const double B = 3e-5 * std::pow(6371.2 / 6871.2, 3);
    EXPECT_NEAR(run_text(text).last().w_NB_B[0], 2 * B, 1e-14);
    // B-dot: the moment against the change of the field that the turning makes takes energy away
    const std::string damped =
        "[body]\ninertia = [0.01, 0.012, 0.008]\n[start]\nrate = [0.1, 0.05, -0.08]\n[orbit]\nsemi_major_axis = "
        "6871200.0\n"
        "inclination_deg = 97.0\n[[torque]]\nkind = \"magnetic\"\n"
        "moment = [\"-2e4*(wz*by-wy*bz)\", \"-2e4*(wx*bz-wz*bx)\", \"-2e4*(wy*bx-wx*by)\"]\n"
        "[method]\nintegrator = \"default\"\n[run]\nduration = 3000.0\nsample = 1000.0\n";
    const Result slower = run_text(damped);
    for (std::size_t i = 1; i < slower.rows.size(); ++i) EXPECT_LT(slower.rows[i].energy, slower.rows[i - 1].energy);
}

}  // namespace orbit_test
}  // namespace polhode
