// Truth against truth: closed forms, the 32-digit reference and Taylor series are independent of each other and must
// agree; and `default`, which chooses among them, must keep the error it was asked for.
#include "polhode/truth/truth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "polhode/scenario/scenario.hpp"
#include "support/reference_support.hpp"

namespace polhode {
namespace truth_test {

using reference::angle;
using reference::digits;
using reference::Result;
using reference::run_text;
using reference::wide;

std::string span(double duration, double sample) {
    return "[run]\nduration = " + digits(duration) + "\nsample = " + digits(sample) + "\n";
}
double distance(const Result& a, const Result& b) {
    return static_cast<double>(angle(wide(a.last().q_NB), wide(b.last().q_NB)));
}

const std::string gyroscope =
    "[body]\ninertia = [5.76875e-4, 5.76875e-4, 9.375e-5]\n[start]\nmotion = \"cusp\"\nspin_hz = 20.0\ntilt_deg = "
    "60.0\n"
    "[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = [0.0, 0.0, 0.01]\ng = 9.8\n";
const std::string heavy =
    "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nattitude = { quaternion = [0.5, 0.5, -0.5, 0.5] }\n"
    "rate = [0.6, 0.3, -0.9]\n[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = 1.0\nat = [0.2, 0.1, 0.6]\n";

Truth& reference_of(const Problem& problem, double end, std::unique_ptr<Truth>& keep) {
    std::string why;
    keep = reference_truth(problem, end, why);
    EXPECT_TRUE(keep) << why;
    return *keep;
}

// Each closed form within ten roundings of the data, carried through the motion, of an independent 32-digit solution.
TEST(Truth, ClosedFormsAgreeWithTheReference) {
    const std::string cases[] = {
        gyroscope,
        "[body]\ninertia = [1.0, 1.75, 2.5]\n[start]\nrate = [0.3, 1.0, -0.4]\n",
        "[body]\ninertia = [2.0, 2.0, 3.0]\n[start]\nrate = [0.3, 1.0, -0.4]\n",
        "[body]\ninertia = [[2.0, 0.3, 0.1], [0.3, 2.5, -0.2], [0.1, -0.2, 3.0]]\n[start]\nrate = [0.3, 1.0, -0.4]\n",
        "[rates]\nkind = \"constant\"\nvalue = [0.1, 0.7, -0.2]\n",
        "[rates]\nkind = \"benchmark\"\nb0_deg = 75.0\n",
        "[rates]\nkind = \"coning\"\nangle_deg = 10.0\nfrequency_hz = 0.5\n",
        "[rates]\nkind = \"euler-rates\"\nangles = [\"0.3*t\", \"0.4*sin(t)\", \"0.2*t^2/(1+t)\"]\n"};
    for (const std::string& text : cases) {
        const Scenario s = read_scenario(text + span(5, 5), "case.toml");
        std::string why;
        const std::unique_ptr<Truth> exact = exact_truth(s.problem, why);
        ASSERT_TRUE(exact) << why << "\n" << text;
        std::unique_ptr<Truth> keep;
        Truth& reference = reference_of(s.problem, 5, keep);
        for (double t : {0.0, 0.37, 2.5, 5.0}) {
            const TrueState a = exact->at(t), b = reference.at(t);
            EXPECT_LE(static_cast<double>(angle(wide(a.q_NB), wide(b.q_NB))), exact->error_bound(t)) << text << t;
            EXPECT_LT(norm(a.w_NB_B - b.w_NB_B), 1e-13 * (1 + norm(b.w_NB_B))) << text << t;
        }
    }
}

TEST(Truth, SaysWhyThereIsNoClosedFormAndWhatToUse) {
    try {
        run_text(heavy + "[method]\nintegrator = \"exact\"\n" + span(1, 1));
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("two moments are equal"), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("reference"), std::string::npos) << e.what();
    }
}

// The order of Taylor series with a fixed step, on a body whose weight is off its axes.
TEST(Taylor, MeasuredOrder) {
    const Result truth = run_text(heavy + "[method]\nintegrator = \"reference\"\n" + span(4, 4));
    for (int order : {4, 8, 12}) {
        const double step = order == 4 ? 0.05 : order == 8 ? 0.2 : 0.4;
        const auto error = [&](double h) {
            return distance(run_text(heavy + "[method]\nintegrator = \"taylor\"\norder = " + std::to_string(order) +
                                     "\nstep = " + digits(h) + "\n" + span(4, 4)),
                            truth);
        };
        EXPECT_NEAR(std::log2(error(step) / error(step / 2)), order, 0.12 * order) << "order " << order;
    }
}

// Every torque, through the hand-made recurrences or through power series, against dop853, which knows nothing of
// either.
TEST(Taylor, EveryTorque_Long) {
    const std::string body =
        "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nattitude = { rotation_vector = [0.4, -0.3, 0.8] }\n"
        "rate = [0.6, 0.3, -0.9]\n";
    const std::string turned =
        "[body]\ninertia = [[2.0, 0.3, 0.1], [0.3, 2.5, -0.2], [0.1, -0.2, 3.0]]\n[start]\n"
        "attitude = { rotation_vector = [0.4, -0.3, 0.8] }\nrate = [0.6, 0.3, -0.9]\n";
    const std::string torques[] = {
        "kind = \"gravity\"\nmass = 1.0\nat = [0.2, 0.1, 0.6]\ng = 1.0\n",
        "kind = \"constant\"\nvalue = [0.1, -0.2, 0.05]\n",
        "kind = \"constant\"\nvalue = [0.1, -0.2, 0.05]\nframe = \"world\"\n",
        "kind = \"thruster\"\nforce = [0.1, 0.3, 0.0]\nat = [0.5, 0.0, 0.2]\nstart = 0.7\nstop = 1.9\n",
        "kind = \"thruster\"\nforce = [0.1, 0.3, 0.0]\nat = [0.5, 0.0, 0.2]\nframe = \"world\"\ncouple = true\n",
        "kind = \"rockets\"\nk = 0.7\n",
        "kind = \"damping\"\ncoefficients = [0.1, 0.2, 0.3]\n",
        "kind = \"gravity-gradient\"\norbit_rate = 0.4\ntowards = [0.6, 0.0, -0.8]\n",
        "kind = \"gravity-gradient\"\norbit_rate = 0.4\ntowards = [1.0, 0.0, 0.0]\norbit_normal = [0.0, 0.0, 1.0]\n",
        "kind = \"table\"\ntimes = [0.0, 1.0, 2.5, 4.0]\nx = [0.0, 0.2, -0.1, 0.0]\ny = [0.1, 0.0, 0.1, 0.2]\nz = "
        "[0.0, 0.1, 0.0, 0.1]\n",
        "kind = \"formula\"\nvalue = [\"0.2*sin(3*t)*r31\", \"-0.1*wy*sqrt(1+wx^2)\", \"exp(-t)*qw*qz + 0.1*atan2(r21, "
        "2+r11)\"]\n",
        "kind = \"formula\"\nvalue = [\"0.1*cos(t)\", \"tanh(wx)\", \"0.05*log(2+t)\"]\nframe = \"world\"\n"};
    for (const std::string& b : {body, turned})
        for (const std::string& t : torques) {
            const std::string problem = b + "[[torque]]\n" + t;
            const Result dop = run_text(
                problem + "[method]\nintegrator = \"dop853\"\nconstraint = \"normalise\"\ntolerance = 1e-14\n" +
                span(3, 1));
            const Result taylor =
                run_text(problem + "[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n" + span(3, 1));
            EXPECT_LT(distance(dop, taylor), 1e-11) << t;
            EXPECT_LT(norm(dop.last().w_NB_B - taylor.last().w_NB_B), 1e-11) << t;
            // and the same series in 32 digits
            const Result reference = run_text(problem + "[method]\nintegrator = \"reference\"\n" + span(3, 1));
            EXPECT_LT(distance(reference, taylor), 1e-13) << t;
        }
}

// With its spin taken out, a gyroscope is followed at the pace of its nutation.
TEST(Taylor, TakesTheSpinOutOfASymmetricBody) {
    const Result exact = run_text(gyroscope + "[method]\nintegrator = \"exact\"\n" + span(20, 20));
    const Result r =
        run_text(gyroscope + "[method]\nintegrator = \"taylor\"\norder = 16\ntolerance = 3e-15\n" + span(20, 20));
    EXPECT_LT(distance(r, exact), 1e-11);
    EXPECT_LT(r.statistics.accepted, 2000);  // 2500 rad of spin, 410 rad of nutation
}

// A torque with corners has no series; the message says what to use.
TEST(Taylor, RefusesWhatHasNoSeries) {
    EXPECT_THROW(run_text(heavy +
                          "[[torque]]\nkind = \"formula\"\nvalue = [\"abs(wx)\", \"0\", \"0\"]\n[method]\n"
                          "integrator = \"taylor\"\n" +
                          span(1, 1)),
                 InputError);
}

// ---- geometric integrators from scenarios ----

TEST(Geometric, EveryOneFollowsTheMotion) {
    struct Case {
        std::string lines;
        double free, heavy;  // rad after 2 s, from order and step; 0: does not run there
    };
    const Case cases[] = {
        {"integrator = \"splitting\"\norder = 2\nstep = 0.001\n", 1e-5, 1e-5},
        {"integrator = \"splitting\"\norder = 4\nstep = 0.01\n", 1e-7, 1e-7},
        {"integrator = \"splitting\"\norder = 6\nstep = 0.02\n", 1e-8, 1e-8},
        {"integrator = \"splitting\"\norder = 8\nstep = 0.02\n", 1e-10, 1e-10},
        {"integrator = \"splitting\"\nvariant = \"five-rotation\"\norder = 4\nstep = 0.01\n", 1e-6, 1e-6},
        {"integrator = \"dmv\"\norder = 8\nstep = 0.05\n", 1e-8, 1e-5},
        {"integrator = \"rkmk4\"\nstep = 0.01\n", 1e-7, 1e-7},
        {"integrator = \"cf4\"\nstep = 0.01\n", 1e-7, 1e-7},
        {"integrator = \"crouch-grossman\"\norder = 3\nstep = 0.01\n", 1e-5, 1e-5},
        {"integrator = \"crouch-grossman\"\norder = 4\nstep = 0.01\n", 1e-7, 1e-7},
        {"integrator = \"gauss\"\norder = 8\nstep = 0.05\n", 1e-9, 1e-9},
        {"integrator = \"implicit-midpoint\"\nstep = 0.001\n", 1e-5, 1e-5},
        {"integrator = \"lgvi\"\nstep = 0.001\n", 1e-5, 1e-5},
        {"integrator = \"buss\"\nstep = 0.001\n", 1e-4, 1e-2},
        {"integrator = \"local-linear\"\nstep = 0.001\n", 1e-4, 1e-4},
        {"integrator = \"adams-moulton\"\nstep = 0.02\n", 1e-9, 1e-9},
        {"integrator = \"taylor-psi\"\norder = 16\nstep = 0.1\n", 1e-13, 0}};
    const std::string free = "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nrate = [0.6, 0.3, -0.9]\n";
    const Result free_truth = run_text(free + "[method]\nintegrator = \"exact\"\n" + span(2, 2));
    const Result heavy_truth = run_text(heavy + "[method]\nintegrator = \"reference\"\n" + span(2, 2));
    for (const Case& c : cases) {
        EXPECT_LT(distance(run_text(free + "[method]\n" + c.lines + span(2, 2)), free_truth), c.free) << c.lines;
        if (c.heavy > 0) {
            EXPECT_LT(distance(run_text(heavy + "[method]\n" + c.lines + span(2, 2)), heavy_truth), c.heavy) << c.lines;
        }
    }
    const std::string coning = "[rates]\nkind = \"coning\"\nangle_deg = 10.0\nfrequency_hz = 0.5\n";
    const Result cone = run_text(coning + "[method]\nintegrator = \"exact\"\n" + span(2, 2));
    for (const char* lines :
         {"integrator = \"magnus\"\norder = 4\nstep = 0.01\n", "integrator = \"magnus\"\nstep = 0.01\n",
          "integrator = \"rkmk4\"\nstep = 0.01\n", "integrator = \"cf4\"\nstep = 0.01\n"})
        EXPECT_LT(distance(run_text(coning + "[method]\n" + lines + span(2, 2)), cone), 1e-7) << lines;
}

// ---- default ----

// Free, heavy, damped and thrusted bodies at random; asked for 1e-3 to 1e-11 rad. At least 99 of 100 results are within
// what was asked, judged by the 32-digit reference.
TEST(Default, KeepsTheErrorItWasAskedFor_Long) {
    std::mt19937 draw(20260101);
    const auto uniform = [&](double a, double b) { return a + (b - a) * (static_cast<double>(draw()) / 4294967296.0); };
    int kept = 0, estimated = 0;
    const int problems = 100;
    int histogram[8] = {};  // decades of achieved over asked, from 1e-7 and below up to above 1
    for (int i = 0; i < problems; ++i) {
        const double a = uniform(0.5, 2), b = a * uniform(0.7, 1.4);
        const double low = std::fabs(a - b) * 1.05, high = (a + b) * 0.95, c = uniform(std::max(low, 0.3), high);
        std::string text = "[body]\ninertia = [" + digits(a) + ", " + digits(b) + ", " + digits(c) +
                           "]\n[start]\nattitude = { rotation_vector = [" + digits(uniform(-1, 1)) + ", " +
                           digits(uniform(-1, 1)) + ", " + digits(uniform(-1, 1)) + "] }\nrate = [" +
                           digits(uniform(-3, 3)) + ", " + digits(uniform(-3, 3)) + ", " + digits(uniform(-3, 3)) +
                           "]\n";
        const int kind = i % 5;
        if (kind == 1 || kind == 4)
            text += "[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = " + digits(uniform(0.5, 10)) + "\nat = [" +
                    digits(uniform(-0.3, 0.3)) + ", " + digits(uniform(-0.3, 0.3)) + ", " + digits(uniform(-0.5, 0.5)) +
                    "]\n";
        if (kind == 2) text += "[[torque]]\nkind = \"damping\"\ncoefficient = " + digits(uniform(0.01, 0.3)) + "\n";
        if (kind == 3)
            text += "[[torque]]\nkind = \"thruster\"\nforce = [0.1, " + digits(uniform(-0.5, 0.5)) +
                    ", 0.3]\nat = [0.4, 0.0, " + digits(uniform(-0.5, 0.5)) + "]\nstart = " + digits(uniform(0, 3)) +
                    "\nstop = " + digits(uniform(4, 8)) + "\n";
        // a corner that is never reached keeps the torque from having a series: dop853 must serve
        if (kind == 4) text += "[[torque]]\nkind = \"formula\"\nvalue = [\"0.1*max(wx, -1000)\", \"0\", \"0\"]\n";
        const double asked = std::pow(10, -uniform(3, 11));
        const std::string run = span(10, 10);
        const Result r =
            run_text(text + "[method]\nintegrator = \"default\"\ntolerance = " + digits(asked) + "\n" + run);
        if (kind == 4) text.replace(text.find("max(wx, -1000)"), 14, "wx");
        const Scenario s = read_scenario(text + run, "truth.toml");
        std::unique_ptr<Truth> keep;
        const TrueState truth = reference_of(s.problem, 10, keep).at(10);
        const double achieved = static_cast<double>(angle(wide(r.last().q_NB), wide(truth.q_NB)));
        kept += achieved <= asked;
        estimated += achieved <= r.statistics.estimated_error;
        const int decade = achieved <= asked
                               ? std::clamp(static_cast<int>(std::floor(-std::log10(achieved / asked + 1e-300))), 0, 6)
                               : -1;
        ++histogram[decade < 0 ? 7 : 6 - decade];
        EXPECT_GE(r.statistics.estimated_error, 0) << text;
    }
    std::printf(
        "achieved/asked: <1e-6: %d, 1e-6: %d, 1e-5: %d, 1e-4: %d, 1e-3: %d, 1e-2: %d, 0.1..1: %d, above 1: %d\n",
        histogram[0], histogram[1], histogram[2], histogram[3], histogram[4], histogram[5], histogram[6], histogram[7]);
    std::printf("within the estimate: %d of %d\n", estimated, problems);
    EXPECT_GE(kept, 99 * problems / 100);
    EXPECT_GE(estimated, 99 * problems / 100);
}

}  // namespace truth_test
}  // namespace polhode
