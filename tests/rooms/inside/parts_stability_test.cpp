// Which way losses turn a body: the signs of the rules, seen in the full nonlinear motion. Small wobbles grow or decay
// as the eigenvalues of the linear equations say (tables of the reference pages).
#include <gtest/gtest.h>

#include <cmath>

#include "support/inside_rows.hpp"

namespace parts_stability_test {

using namespace polhode;
using namespace polhode::test;

namespace {

std::string number(double a) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", a);
    return text;
}

// A body that spins about an axis with a wobble of 1e-6, a slug inside that turns with it.
std::string wobbling(const std::string& moments, int axis, double spin, double J, double c, double duration) {
    std::string rate[3] = {"1e-6", "1e-6", "1e-6"};
    rate[axis] = number(spin);
    return "[body]\ninertia = " + moments + "\n[start]\nrate = [" + rate[0] + ", " + rate[1] + ", " + rate[2] +
           "]\n[[slug]]\nmoment = " + number(J) + "\nviscosity = " + number(c) +
           "\n[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n[run]\nduration = " + number(duration) +
           "\nsample = 0.25\n";
}
std::string wheel(double l) {
    return "[[rotor]]\nkind = \"held\"\naxis = [0, 0, 1]\nmoment = 0.01\nspeed = " + number(l / 0.01) + "\n";
}

// Growth of a wobble, 1/s: the slope of log of its size, by least squares over the later part of the run, where the
// slow one is left.
double growth(const InsideRows& run, int axis, double from) {
    double n = 0, st = 0, sy = 0, stt = 0, sty = 0;
    for (const Row& row : run.rows) {
        if (row.t < from) continue;
        const double size = std::hypot(row.w_NB_B[(axis + 1) % 3], row.w_NB_B[(axis + 2) % 3]);
        const double y = std::log(size);
        n += 1, st += row.t, sy += y, stt += row.t * row.t, sty += row.t * y;
    }
    return (n * sty - st * sy) / (n * stt - st * st);
}

}  // namespace

// The moments of [body] have a held wheel locked in them; what a held wheel adds is its momentum alone.
TEST(PartsStability, SlugOnASymmetricBody) {
    const struct {
        const char* what;
        const char* moments;
        double spin, l, expected;
    } cases[] = {
        {"oblate: stable", "[2.0, 2.0, 3.0]", 1, 0, -0.02578664136963047},
        {"prolate: unstable", "[3.0, 3.0, 1.5]", 2, 0, 0.02972944460699070},
        {"prolate with a wheel: stable", "[3.0, 3.0, 1.5]", 2, 4, -0.01286094238026231},
        {"oblate, opposed wheel: unstable", "[2.0, 2.0, 3.0]", 1, -1.5, 0.00849361299827744},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.what);
        const std::string text = wobbling(c.moments, 2, c.spin, 0.25, 0.5, 60);
        const InsideRows run = run_inside(c.l != 0 ? wheel(c.l) + text : text);
        EXPECT_NEAR(growth(run, 2, 10), c.expected, 1e-6);
    }
}

TEST(PartsStability, SlugOnAnAsymmetricBodyAboutItsThreeAxes) {
    // about the least and the largest moment the wobble is an ellipse: its mean growth over whole turns is the slow one
    const InsideRows least = run_inside(wobbling("[1.0, 2.0, 2.5]", 0, 1.5, 0.5, 0.25, 80));
    EXPECT_NEAR(growth(least, 0, 12), 0.06835222598802675, 1e-3);
    const InsideRows middle = run_inside(wobbling("[1.0, 2.0, 2.5]", 1, 1.5, 0.5, 0.25, 16));
    EXPECT_NEAR(growth(middle, 1, 9), 0.61996853141669036, 1e-4);
    const InsideRows largest = run_inside(wobbling("[1.0, 2.0, 2.5]", 2, 1.5, 0.5, 0.25, 80));
    EXPECT_NEAR(growth(largest, 2, 12), -0.07760632744175783, 1e-3);
}

// tan th(t) = tan th(0) exp(-k G^2 (1/A - 1/C) t)
TEST(PartsStability, EnergySinkOnASymmetricBody) {
    for (const double C : {3.0, 1.25}) {
        const double A = 2, k = 0.03125;
        const InsideRows run =
            run_inside("[body]\ninertia = [2.0, 2.0, " + number(C) +
                       "]\nenergy_sink = 0.03125\n[start]\nrate = [0.5, 0.25, 0.5]\n[method]\n"
                       "integrator = \"taylor\"\ntolerance = 3e-15\n[run]\nduration = 20.0\nsample = 1.0\n");
        const auto tangent = [&](const Row& row) {
            return A * std::hypot(row.w_NB_B[0], row.w_NB_B[1]) / (C * row.w_NB_B[2]);
        };
        const Vec3<double>& L = run.rows.front().L_N;
        for (const Row& row : run.rows) {
            const double expected = tangent(run.rows.front()) * std::exp(-k * dot(L, L) * (1 / A - 1 / C) * row.t);
            EXPECT_NEAR(tangent(row) / expected, 1, 1e-12) << row.t;
            EXPECT_LT(norm(row.L_N - L), 1e-13);
            EXPECT_NEAR(row.energy - run.value("work", static_cast<long>(row.t)), run.rows.front().energy, 1e-13);
        }
        EXPECT_EQ(run.rows.back().energy < run.rows.front().energy, true);
    }
}

// Dual spin (Iorillo 1965, Likins 1967): losses in the platform alone, T_P'/lam_P < 0 where lam_P = H3/A - Om_P > 0:
// a prolate body with a slow platform is stable, with the same whole momentum and a platform that carries it, unstable.
TEST(PartsStability, DualSpinWithLossesInThePlatform) {
    const auto run = [&](double platform, double l) {
        const std::string text = wobbling("[3.0, 3.0, 1.5]", 2, platform, 0.25, 0.5, 60);
        const double H3 = 1.75 * platform + l, lambda = H3 / 3 - platform;  // slug turning with the platform
        return std::pair{lambda, growth(run_inside(wheel(l) + text), 2, 10)};
    };
    const auto [slow_lambda, slow] = run(0.25, 3.0625);
    EXPECT_GT(slow_lambda, 0);
    EXPECT_LT(slow, 0);
    const auto [fast_lambda, fast] = run(1.75, 0.4375);
    EXPECT_LT(fast_lambda, 0);
    EXPECT_GT(fast, 0);
}

}  // namespace parts_stability_test
