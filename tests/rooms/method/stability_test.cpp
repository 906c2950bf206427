#include "polhode/method/stability.hpp"

#include "support/reference_support.hpp"

namespace stability_test {

namespace {

using namespace reference;
using polhode::ConstrainedStep;
using polhode::stability_boundary;
using polhode::constrain::Law;

Law law_named(const std::string& method) {
    if (method == "algebraic") return Law::algebraic;
    if (method == "derivative-lag1") return Law::derivative_lag1;
    return method == "derivative-stage" ? Law::derivative_stage : Law::derivative_start;
}

TEST(Stability, BoundariesOfTheReport_Long) {
    int judged = 0;
    for (const TableRow& row : table_of("nasa-stability-boundaries.csv")) {
        const ConstrainedStep step{law_named(row.text("method")), "rk4", row.number("steps_per_cycle")};
        const double want = row.number("boundary");
        // thirteen decimals are printed; 1/6 and 1/3 as doubles move the boundary by 1e-13 of itself at 320 steps
        EXPECT_NEAR(polhode::stability_boundary(step) / want, 1, 2e-13)
            << row.text("method") << ' ' << row.text("steps_per_cycle");
        const double limit = row.text("limit_as_h_to_0") == "8/3" ? 8.0 / 3 : row.number("limit_as_h_to_0");
        EXPECT_EQ(polhode::small_step_limit(step.law), limit);
        ++judged;
    }
    EXPECT_EQ(judged, 36);
}

// What the map settles at is what a run settles at.
TEST(Stability, SettledPointIsThatOfARun) {
    const double n = 20;
    const ConstrainedStep step{Law::derivative_start, "rk4", n};
    const polhode::SettledStep settled = settled_step(step, 4);
    const double M = 4 * n * n / (4 * pi * pi);
    const Result r = run_text(
        "[rates]\nkind = \"benchmark\"\nb0_deg = 30\n[method]\nintegrator = \"rk4\"\nstep = 0.05\n"
        "constraint = { kind = \"derivative\", gain = " +
        digits(M) + " }\n[run]\nduration = 100\nsample = 50\n");
    EXPECT_NEAR(r.last().defect, settled.error, 1e-15);
    EXPECT_NEAR(settled.error, 2.0842e-7, 5e-11);  // about, as settled from a table of five digits
    // 2/3 of plain RK4, and ahead
    const double between = static_cast<double>(angle(wide(r.rows[1].q_NB), wide(r.rows[2].q_NB)));
    EXPECT_NEAR(between, -50 * n * settled.lag, 1e-11);
    EXPECT_LT(settled.spectral_radius, 1);
}

// Just below the boundary a disturbance dies out, just above it grows: through the program, not the map.
TEST(Stability, BoundarySeparatesRuns) {
    const double n = 10, boundary = stability_boundary({Law::algebraic, "rk4", n});
    const auto last_change = [&](double gain) {
        const Result r = run_text(
            "[rates]\nkind = \"benchmark\"\nb0_deg = 30\n[method]\nintegrator = \"rk4\"\nstep = 0.1\nconstraint "
            "= { kind = \"algebraic\", gain = " +
            digits(gain * n) + " }\n[run]\nduration = 2000\nsample = 0.1\n");
        return std::fabs(r.rows[r.rows.size() - 1].defect - r.rows[r.rows.size() - 2].defect);
    };
    EXPECT_LT(last_change(0.999 * boundary), 1e-12);
    EXPECT_GT(last_change(1.001 * boundary), 1e-3);
}

TEST(Stability, OtherRungeKuttaMethods_Long) {
    // the algebraic limit is that of the error alone; the derivative's that of any method of order two or more
    for (const char* name : {"midpoint", "heun", "merson", "dopri5", "dop853"}) {
        EXPECT_NEAR(stability_boundary({Law::algebraic, name, 200}), 1, 1e-3) << name;
        EXPECT_NEAR(stability_boundary({Law::derivative_start, name, 200}), 8, 1e-2) << name;
        EXPECT_NEAR(stability_boundary({Law::derivative_lag1, name, 200}), 8.0 / 3, 1e-2) << name;
    }
    EXPECT_THROW(stability_boundary({Law::derivative_start, "euler", 40}), polhode::ComputationFailed);
}

}  // namespace

}  // namespace stability_test
