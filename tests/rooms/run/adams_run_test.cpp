
#include <cmath>

#include "polhode/measure/method_cost.hpp"
#include "polhode/study/study_file.hpp"
#include "support/reference_support.hpp"

namespace adams_run_test {

namespace {

using namespace reference;

const std::string heavy =
    "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nattitude = { quaternion = [0.5, 0.5, -0.5, 0.5] }\n"
    "rate = [0.6, 0.3, -0.9]\n[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = 1.0\nat = [0.2, 0.1, 0.6]\n";
const std::string free_body = "[body]\ninertia = [1.0, 1.4, 2.1]\n[start]\nrate = [0.6, 0.3, -0.9]\n";
const std::string gyroscope =
    "[body]\ninertia = [5.76875e-4, 5.76875e-4, 9.375e-5]\n[start]\nmotion = \"cusp\"\nspin_hz = 20.0\ntilt_deg = "
    "60.0\n[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = [0.0, 0.0, 0.01]\ng = 9.8\n";
// no axis of this body is a principal one, and two torques add up
const std::string turned =
    "[body]\ninertia = [[2.0, 0.3, 0.1], [0.3, 2.5, -0.2], [0.1, -0.2, 3.0]]\n[start]\n"
    "attitude = { rotation_vector = [0.4, -0.3, 0.8] }\nrate = [0.6, 0.3, -0.9]\n"
    "[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = 1.0\nat = [0.2, 0.1, 0.6]\n"
    "[[torque]]\nkind = \"rockets\"\nk = 0.7\n";

std::string span(double duration, double sample) {
    return "[run]\nduration = " + digits(duration) + "\nsample = " + digits(sample) + "\n";
}
std::string adams(int order, double step, const std::string& more = "") {
    return "[method]\nintegrator = \"adams-moulton\"\norder = " + std::to_string(order) + "\nstep = " + digits(step) +
           "\n" + more;
}
const std::string truth = "[method]\nintegrator = \"reference\"\n";

// Largest angle and rate error over all rows, against the 32-digit solution.
struct Off {
    double angle = 0, rate = 0;
};
Off off(const std::string& problem, const std::string& method, const std::string& run) {
    const Result a = run_text(problem + method + run), b = run_text(problem + truth + run);
    EXPECT_EQ(a.rows.size(), b.rows.size());
    Off o;
    for (std::size_t i = 0; i < std::min(a.rows.size(), b.rows.size()); ++i) {
        EXPECT_EQ(a.rows[i].t, b.rows[i].t);
        o.angle = std::max(o.angle, static_cast<double>(angle(wide(a.rows[i].q_NB), wide(b.rows[i].q_NB))));
        o.rate = std::max(o.rate, norm(a.rows[i].w_NB_B - b.rows[i].w_NB_B));
    }
    return o;
}

std::string complaint(const std::string& text) {
    try {
        run_text(text);
    } catch (const polhode::InputError& e) {
        return e.what();
    } catch (const polhode::ComputationFailed& e) {
        return std::string("failed: ") + e.what();
    }
    return "accepted";
}

// Rows from the first step on: those of the start come from Taylor polynomials, the rest from the steps.
TEST(AdamsRun, FollowsTheTruthInEveryRow) {
    for (const std::string& problem : {heavy, free_body, turned}) {
        const Off o = off(problem, adams(12, 0.01), span(5, 0.01));
        // truncation is below 1e-15; 500 steps of a dozen roundings each, in the weights of order 12
        EXPECT_LT(o.angle, 2e-13) << problem;
        EXPECT_LT(o.rate, 2e-13) << problem;
    }
}

// 125 rad/s of spin, 20 of nutation: what is stepped is the nutation, and the spin comes back exactly.
TEST(AdamsRun, TakesTheSpinOutOfASymmetricBody) {
    const Off o = off(gyroscope, adams(10, 2e-3), span(2, 0.02));
    // 0.04 rad of nutation a step to the eleventh; were the spin stepped, 0.25 rad a step would not be stable
    EXPECT_LT(o.angle, 1e-10);
    EXPECT_LT(o.rate, 1e-8);
    // about another axis of the body
    const std::string lying =
        "[body]\ninertia = [9.375e-5, 5.76875e-4, 5.76875e-4]\n[start]\nmotion = \"cusp\"\nspin_hz = 20.0\ntilt_deg = "
        "60.0\n[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = [0.01, 0.0, 0.0]\ng = 9.8\n";
    EXPECT_LT(off(lying, adams(10, 2e-3), span(2, 0.02)).angle, 1e-10);
}

TEST(AdamsRun, HasTheOrderOfItsCorrector_Long) {
    for (const int order : {2, 4, 8, 10}) {
        const double h = order < 4 ? 0.00625 : order < 8 ? 0.02 : order < 10 ? 0.0625 : 0.1;
        const double coarse = off(heavy, adams(order, h), span(10, 10)).angle,
                     fine = off(heavy, adams(order, h / 2), span(10, 10)).angle;
        // half an order for steps that are not small
        EXPECT_NEAR(std::log2(coarse / fine), order + 1, 0.75) << order << ": " << coarse << " " << fine;
    }
}

TEST(AdamsRun, EndsWhereTheRunEnds) {
    // a shorter last step; fewer steps than the start makes; and one step alone
    for (const double duration : {1.005, 0.03, 0.013, 0.01}) {
        const Off o = off(heavy, adams(12, 0.01), span(duration, duration));
        EXPECT_LT(o.angle, 1e-13) << duration;
        EXPECT_LT(o.rate, 1e-13) << duration;
    }
    const Result r = run_text(heavy + adams(8, 0.01) + span(1.005, 0.25));
    ASSERT_EQ(r.rows.size(), 6u);
    for (int i = 0; i <= 4; ++i) EXPECT_EQ(r.rows[static_cast<std::size_t>(i)].t, 0.25 * i);
    EXPECT_EQ(r.last().t, 1.005);
    EXPECT_EQ(r.statistics.accepted, 101);
    EXPECT_NEAR(r.statistics.smallest_step, 0.005, 1e-15);
    // eight slopes of the start, then two for each of 93 steps
    EXPECT_EQ(r.statistics.evaluations, 8 + 2 * 93);
    // the start is what was given
    EXPECT_EQ(r.rows[0].w_NB_B, (polhode::Vec3<double>{0.6, 0.3, -0.9}));
    EXPECT_EQ(r.rows[0].q_NB.w, 0.5);
}

// Rows do not disturb the steps: bit for bit the same end.
TEST(AdamsRun, GivesTheSameEndWhateverTheSample) {
    const Result all = run_text(heavy + adams(8, 0.01) + span(3, 0.01)),
                 end = run_text(heavy + adams(8, 0.01) + span(3, 3));
    EXPECT_EQ(all.last().q_NB.params(), end.last().q_NB.params());
    EXPECT_EQ(all.last().w_NB_B, end.last().w_NB_B);
}

TEST(AdamsRun, StopsWhereItIsAskedTo) {
    const polhode::Scenario s = polhode::read_scenario(heavy + adams(8, 0.01) + span(100, 100), "s.toml");
    std::vector<double> times;
    polhode::RunObserver observer;
    observer.row = [&](const polhode::Row& row) { times.push_back(row.t); };
    observer.stop = [] { return true; };
    polhode::Statistics statistics;
    polhode::simulate(s.problem, s.methods[0], s.run, observer, statistics);
    EXPECT_TRUE(statistics.interrupted);
    ASSERT_EQ(times.size(), 2u);
    EXPECT_DOUBLE_EQ(times[1], 0.64);
    EXPECT_EQ(statistics.accepted, 64);
}

// Steps so short that nothing but rounding is left.
TEST(AdamsRun, KeepsLowOrderBitsWhereAsked) {
    const std::string tumbling = "[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.625, 0.875, -0.75]\n";
    const double plain = off(tumbling, adams(8, 1e-4), span(10, 10)).angle;
    const double kept = off(tumbling, adams(8, 1e-4, "compensated = true\n"), span(10, 10)).angle;
    std::printf("adams-moulton 8, step 1e-4: plain %.1e, compensated %.1e\n", plain, kept);
    // one rounding of a row, and the rounded weights of the formula: 10 s times the rate times 1.1e-16, times four
    EXPECT_LT(kept, 4e-15);
    EXPECT_LT(kept, 0.3 * plain);
    // and it is the same method
    const double coarse = off(heavy, adams(6, 0.05), span(10, 10)).angle,
                 coarse_kept = off(heavy, adams(6, 0.05, "compensated = true\n"), span(10, 10)).angle;
    EXPECT_NEAR(coarse / coarse_kept, 1, 1e-6);
}

TEST(AdamsRun, RefusesWhatItCannotDo) {
    for (const char* torque : {"kind = \"damping\"\ncoefficient = 0.1\n", "kind = \"constant\"\nvalue = [0.1, 0, 0]\n",
                               "kind = \"thruster\"\nforce = [0.1, 0.3, 0.0]\nat = [0.5, 0.0, 0.2]\nstart = 0.7\n"}) {
        const std::string why = complaint(heavy + "[[torque]]\n" + torque + adams(8, 0.01) + span(1, 1));
        for (const char* word : {"adams-moulton", "weight", "adams-bashforth", "dop853"})
            EXPECT_NE(why.find(word), std::string::npos) << why;
        const std::string kind = torque, name = kind.substr(8, kind.find('"', 8) - 8);
        EXPECT_NE(why.find('"' + name + '"'), std::string::npos) << why;
    }
    const std::string rates = "[rates]\nkind = \"coning\"\nangle_deg = 10.0\nfrequency_hz = 0.5\n";
    EXPECT_NE(complaint(rates + adams(8, 0.01) + span(1, 1)).find("not given rates"), std::string::npos);
    for (const int order : {1, 13})
        EXPECT_NE(complaint(heavy + adams(order, 0.01) + span(1, 1)).find("from 2 to 12"), std::string::npos) << order;
    EXPECT_NE(complaint(heavy + adams(8, 0.01, "attitude = \"dcm\"\n") + span(1, 1)).find("quaternion"),
              std::string::npos);
    EXPECT_NE(complaint(heavy + adams(8, 0.01, "arithmetic = \"float\"\n") + span(1, 1)).find("double"),
              std::string::npos);
    EXPECT_NE(complaint(heavy + adams(8, 0.01) + span(1, 0.015)).find("whole number of steps"), std::string::npos);
    EXPECT_NE(complaint(heavy + adams(8, 0.01, "tolerance = 1e-9\n") + span(1, 1)).find("fixed step"),
              std::string::npos);
    // a step far beyond where the formula is stable
    EXPECT_EQ(complaint(heavy + adams(12, 2.0) + span(2000, 2000)).rfind("failed: ", 0), 0u);
}

TEST(AdamsRun, CostsTwoEvaluationsAtAnyOrder) {
    const polhode::Scenario s = polhode::read_scenario(heavy + span(10, 10), "s.toml");
    double before = 0;
    for (const int order : {4, 8, 12}) {
        polhode::Method m = polhode::method_of_word("adams-moulton:" + std::to_string(order), "test");
        m.step = 0.01;
        const polhode::MethodCost cost = polhode::method_cost(s.problem, m, s.run);
        ASSERT_TRUE(cost.known);
        EXPECT_DOUBLE_EQ(cost.evaluations_per_step, 2);
        EXPECT_TRUE(cost.without_elementary_functions());
        // each order adds two products and two sums to eight numbers
        if (before > 0) {
            EXPECT_DOUBLE_EQ(cost.flops_per_step - before, 4 * 4 * 8);
        }
        before = cost.flops_per_step;
    }
}

}  // namespace

}  // namespace adams_run_test
