// Long times: what projection and compensated summation make of the error of a run after many turns, through the same
// scenarios a user writes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "polhode/base/growth_fit.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/truth/truth.hpp"
#include "support/reference_support.hpp"

namespace polhode {
namespace long_time_test {

using reference::angle;
using reference::digits;
using reference::Result;
using reference::run_text;
using reference::wide;

std::string span(double duration, double sample) {
    return "[run]\nduration = " + digits(duration) + "\nsample = " + digits(sample) + "\n";
}
const std::string gyroscope =
    "[body]\ninertia = [5.76875e-4, 5.76875e-4, 9.375e-5]\n[start]\nmotion = \"cusp\"\nspin_hz = 20.0\ntilt_deg = "
    "60.0\n[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = [0.0, 0.0, 0.01]\ng = 9.8\n";
// spins fast about its shortest axis, nutates in 1.5 s: regular motion
const std::string lump =
    "[body]\ninertia = [1.0, 1.3, 0.6]\n[start]\nattitude = { rotation_vector = [0.6, 0.4, 0.2] }\n"
    "rate = [0.1, 0.2, 8.0]\n[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = 1.0\nat = [0.05, 0.02, 0.5]\n";
// truncation below 1e-24 of a step: what is seen is rounding
const std::string taylor = "[method]\nintegrator = \"taylor\"\norder = 20\nstep = 0.02\n";

struct Grown {
    Growth growth;
    double largest = 0, early = 0;  // over all rows, and over the first tenth
};
// The error of a run against its best truth, row by row.
Grown error_of(const std::string& text) {
    const Scenario s = read_scenario(text, "long.toml");
    std::string why;
    const std::unique_ptr<Truth> truth = truth_for(s.problem, s.run.duration, why);
    EXPECT_TRUE(truth) << why;
    Grown g;
    GrowthFit fit;
    Statistics statistics;
    RunObserver observer;
    observer.row = [&](const Row& r) {
        const double e = static_cast<double>(angle(wide(r.q_NB), wide(truth->at(r.t).q_NB)));
        fit.add(r.t, e);
        g.largest = std::max(g.largest, e);
        if (r.t <= 0.1 * s.run.duration) g.early = std::max(g.early, e);
    };
    simulate(s.problem, s.methods.at(0), s.run, observer, statistics);
    g.growth = fit.best();
    return g;
}

// 1e5 nutations of the gyroscope, each 0.3360656 s. The closed form is the truth; rounding of the data moves the end by
// 126 rad/s times 33607 s times 1e-16, 5e-10 rad.
TEST(LongTime, AHundredThousandNutations_Long) {
    const std::string run = span(33606.56, 33.60656);
    const Grown none = error_of(gyroscope + taylor + "project = false\n" + run);
    const Grown held = error_of(gyroscope + taylor + run);
    const Grown carried = error_of(gyroscope + taylor + "compensated = true\n" + run);
    std::printf("1e5 nutations: none %.1e (%s), projected %.1e (%s), and compensated %.1e (%s)\n", none.largest,
                name_of(none.growth.kind), held.largest, name_of(held.growth.kind), carried.largest,
                name_of(carried.growth.kind));
    EXPECT_NE(held.growth.kind, Growth::Kind::quadratic);
    EXPECT_NE(carried.growth.kind, Growth::Kind::quadratic);
    // linear: the tenth part of the time, no less than a twentieth of the error
    EXPECT_LT(held.largest, 20 * held.early);
    EXPECT_LT(held.largest, 1e-10);
    EXPECT_LT(carried.largest, 5e-11);
    EXPECT_GT(none.largest, 10 * held.largest);
}

// No closed form: the reference solution in two words is the truth. Energy and L_z, both or neither.
TEST(LongTime, AnAsymmetricHeavyBody_Long) {
    const std::string run = span(1500, 7.5);
    const Grown none = error_of(lump + taylor + "project = false\n" + run);
    const Grown energy = error_of(lump + taylor + "invariants = \"energy\"\n" + run);
    const Grown vertical = error_of(lump + taylor + "invariants = \"vertical\"\n" + run);
    const Grown held = error_of(lump + taylor + run);
    const Grown carried = error_of(lump + taylor + "compensated = true\n" + run);
    std::printf("1000 nutations: none %.1e, energy %.1e, vertical %.1e, both %.1e, and compensated %.1e (%s, %s)\n",
                none.largest, energy.largest, vertical.largest, held.largest, carried.largest,
                name_of(held.growth.kind), name_of(carried.growth.kind));
    EXPECT_GT(none.largest, 100 * held.largest);
    EXPECT_GT(vertical.largest, 10 * held.largest);
    EXPECT_GT(energy.largest, held.largest);
    EXPECT_LT(held.largest, 5e-12);
    EXPECT_LT(carried.largest, 5e-13);
    EXPECT_NE(carried.growth.kind, Growth::Kind::quadratic);
}

// ---- compensated summation through a scenario ----

const std::string tumbling = "[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.625, 0.875, -0.75]\n";

double error_at_end(const std::string& text) {
    const Result r = run_text(text);
    const Scenario s = read_scenario(text, "long.toml");
    std::string why;
    const std::unique_ptr<Truth> truth = truth_for(s.problem, s.run.duration, why);
    return static_cast<double>(angle(wide(normalise(r.last().q_NB)), wide(truth->at(s.run.duration).q_NB)));
}

// Methods of order 4 and more in steps so short that truncation is below rounding.
TEST(Compensated, RemovesTheRoundingOfShortSteps_Long) {
    for (const char* method :
         {"integrator = \"rk4\"\nstep = 5e-5\n", "integrator = \"merson\"\nstep = 5e-5\n",
          "integrator = \"dopri5\"\nstep = 1e-4\n", "integrator = \"dop853\"\nstep = 1e-4\n",
          "integrator = \"adams-bashforth\"\nstep = 5e-5\n", "integrator = \"adams-moulton\"\nstep = 1e-4\n",
          "integrator = \"rkmk4\"\nstep = 5e-5\n", "integrator = \"cf4\"\nstep = 5e-5\n",
          "integrator = \"splitting\"\norder = 6\nstep = 5e-4\n", "integrator = \"dmv\"\nstep = 1e-4\n",
          "integrator = \"gauss\"\nstep = 1e-3\n", "integrator = \"taylor\"\norder = 8\nstep = 1e-4\n",
          "integrator = \"taylor-psi\"\norder = 8\nstep = 1e-4\n",
          "integrator = \"rk4\"\nattitude = \"dcm\"\nstep = 5e-5\n",
          "integrator = \"rk4\"\nattitude = \"mrp\"\nstep = 5e-5\n",
          "integrator = \"rk4\"\nattitude = \"cayley-klein\"\nstep = 5e-5\n",
          "integrator = \"rk4\"\nattitude = \"rotation-vector\"\nstep = 5e-5\n",
          "integrator = \"rk4\"\nconstraint = \"normalise\"\nstep = 5e-5\n"}) {
        const std::string text = tumbling + "[method]\n" + method;
        const double plain = error_at_end(text + span(10, 10)),
                     kept = error_at_end(text + "compensated = true\n" + span(10, 10));
        std::string line = method;
        for (char& c : line)
            if (c == '\n') c = ' ';
        std::printf("%-75s %8.1e %8.1e\n", line.c_str(), plain, kept);
        // one rounding of a row, and the rounding of 10 s of increments: t times the rate times 1.1e-16, times three
        // for the large weights of Adams-Bashforth
        EXPECT_LT(kept, 4e-15) << method;
        EXPECT_LT(kept, 0.7 * plain) << method;
    }
}
TEST(Compensated, AdaptiveMethodsAndGivenRates_Long) {
    const std::string coning = "[rates]\nkind = \"coning\"\nangle_deg = 10.0\nfrequency_hz = 0.5\n";
    for (const char* method :
         {"integrator = \"magnus\"\nstep = 1e-4\n", "integrator = \"rkmk4\"\nstep = 1e-4\n",
          "integrator = \"cf4\"\nstep = 1e-4\n",
          "integrator = \"rotation-vector\"\nrate = \"two-sample\"\nstep = 1e-4\n",
          "integrator = \"rotation-vector\"\nattitude = \"dcm\"\nrate = \"two-sample\"\nstep = 1e-4\n"}) {
        const std::string text = coning + "[method]\n" + method;
        const double plain = error_at_end(text + span(10, 10)),
                     kept = error_at_end(text + "compensated = true\n" + span(10, 10));
        EXPECT_LT(kept, 2e-15) << method;
        EXPECT_LT(kept, plain) << method;
    }
    for (const char* name : {"dopri5", "dop853", "merson", "taylor"}) {
        const std::string text =
            tumbling + "[method]\nintegrator = \"" + name + "\"\ntolerance = 1e-12\ncompensated = true\n";
        EXPECT_LT(error_at_end(text + span(10, 10)), 1e-8) << name;
    }
}
// Methods of order 1 and 2 have truncation errors far above rounding: the carry must not change what they compute.
TEST(Compensated, KeepsTheMethodWhatItIs) {
    for (const char* method :
         {"integrator = \"euler\"\nstep = 1e-4\n", "integrator = \"midpoint\"\nstep = 1e-3\n",
          "integrator = \"heun\"\nstep = 1e-3\n", "integrator = \"lgvi\"\nstep = 1e-3\n",
          "integrator = \"implicit-midpoint\"\nstep = 1e-3\n", "integrator = \"buss\"\nstep = 1e-3\n",
          "integrator = \"local-linear\"\nstep = 1e-3\n", "integrator = \"crouch-grossman\"\nstep = 1e-2\n",
          "integrator = \"rotation-vector\"\nstep = 1e-3\n",
          "integrator = \"rotation-vector\"\nattitude = \"euler-zyx\"\nrate = \"j-cycle\"\nstep = 1e-3\n",
          "integrator = \"rotation-vector\"\nattitude = \"mrp\"\nrate = \"increment\"\nstep = 1e-3\n",
          "integrator = \"rk4\"\nattitude = \"euler-zyx\"\nstep = 1e-2\n",
          "integrator = \"rk4\"\nattitude = \"axis-angle\"\nstep = 1e-2\n",
          "integrator = \"rk4\"\narithmetic = \"float\"\nstep = 1e-2\n"}) {
        const std::string text = gyroscope + "[method]\n" + method;
        const Result plain = run_text(text + span(1, 1)), kept = run_text(text + "compensated = true\n" + span(1, 1));
        const double apart = static_cast<double>(angle(wide(plain.last().q_NB), wide(kept.last().q_NB)));
        const bool single = std::string(method).find("float") != std::string::npos;
        EXPECT_LT(apart, single ? 1e-3 : 1e-10) << method;
        EXPECT_GT(apart, 0) << method;
        // implicit steps may take an iteration more or less
        EXPECT_NEAR(static_cast<double>(plain.statistics.evaluations), static_cast<double>(kept.statistics.evaluations),
                    0.01 * static_cast<double>(plain.statistics.evaluations))
            << method;
    }
}
TEST(Compensated, IsRefusedWhereItHasNoMeaning) {
    for (const char* name : {"exact", "reference"}) {
        try {
            run_text(gyroscope + "[method]\nintegrator = \"" + name + "\"\ncompensated = true\n" + span(1, 1));
            FAIL() << name;
        } catch (const InputError& e) {
            const std::string what = e.what();
            EXPECT_NE(what.find("compensated"), std::string::npos) << what;
            EXPECT_NE(what.find(name), std::string::npos) << what;
        }
    }
}

// ---- the yardstick for long times ----

TEST(SymplecticReference, KeepsWhatItShould_Long) {
    const std::string method = "[method]\nintegrator = \"symplectic-reference\"\nstep = 0.04\n";
    const Result heavy = run_text(lump + method + span(2000, 2));
    // E 19.7 J, L_z 4.6: what is left is the rounding of a row; compare splitting of order 8 in one word
    const Result plain =
        run_text(lump + "[method]\nintegrator = \"splitting\"\norder = 8\nstep = 0.04\n" + span(2000, 2));
    std::printf("symplectic-reference: energy %.1e, plain splitting %.1e\n", heavy.statistics.energy_drift,
                plain.statistics.energy_drift);
    EXPECT_LT(heavy.statistics.energy_drift, 2e-13);
    EXPECT_LT(heavy.statistics.energy_drift, 0.3 * plain.statistics.energy_drift);
    EXPECT_LT(heavy.statistics.largest_defect, 5e-16);
    const Result free = run_text(tumbling + method + span(2000, 2));
    EXPECT_LT(free.statistics.momentum_drift, 5e-15);
    EXPECT_LT(free.statistics.energy_drift, 5e-15);
}

// ---- rows between the steps of a fixed grid ----

TEST(FixedStep, RowsByDenseOutputWhereStepsAreLonger) {
    for (const char* method : {"integrator = \"taylor\"\norder = 16\nstep = 0.39\n",
                               "integrator = \"dop853\"\nstep = 0.03\n", "integrator = \"dopri5\"\nstep = 0.003\n"}) {
        const std::string text = tumbling + "[method]\n" + method + span(10, 0.001);
        const Grown g = error_of(text);
        EXPECT_LT(g.largest, 1e-9) << method;
        const Result r = run_text(text);
        EXPECT_EQ(r.rows.size(), 10001u) << method;
        // the steps themselves are those of the grid: 10 s over the step, rounded up
        const double step = std::stod(std::string(method).substr(std::string(method).find("step = ") + 7));
        EXPECT_EQ(r.statistics.accepted, static_cast<long>(std::ceil(10 / step))) << method;
        // and they do not depend on the rows, but for the rounding of 3334 steps
        const Result one = run_text(tumbling + "[method]\n" + method + span(10, 10));
        EXPECT_LT(static_cast<double>(angle(wide(one.last().q_NB), wide(r.last().q_NB))), 5e-14) << method;
    }
    try {
        run_text(tumbling + "[method]\nintegrator = \"rk4\"\nstep = 0.03\n" + span(10, 0.001));
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("whole number of steps"), std::string::npos) << e.what();
    }
}

TEST(Dmv, OrderEightWithTorqueAndTenWithout) {
    const auto error = [&](double step) {
        return error_at_end(lump + "[method]\nintegrator = \"dmv\"\norder = 8\nstep = " + digits(step) + "\n" +
                            span(4, 4));
    };
    EXPECT_NEAR(std::log2(error(0.1) / error(0.05)), 8, 0.7);
    EXPECT_LT(error_at_end(tumbling + "[method]\nintegrator = \"dmv\"\norder = 10\nstep = 0.1\n" + span(4, 4)), 1e-9);
    try {
        run_text(lump + "[method]\nintegrator = \"dmv\"\norder = 10\nstep = 0.1\n" + span(4, 4));
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("order 8"), std::string::npos) << e.what();
    }
}

}  // namespace long_time_test
}  // namespace polhode
