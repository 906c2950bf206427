// Robinson 1958: lengths under correction, two and three vectors of direction cosines, in exact arithmetic.
#include "support/reference_support.hpp"

namespace reference_robinson_test {

namespace {

using namespace reference;
using polhode::Vec3;

Result at_rest(const std::string& method, double length_of_quaternion, double t) {
    return run_text("[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 0.0]\n[start]\nattitude = { quaternion = " +
                    list({length_of_quaternion, 0, 0, 0}) + " }\n[method]\nintegrator = \"dop853\"\nstep = 0.01\n" +
                    method + "[run]\nduration = " + digits(t) + "\nsample = " + digits(t) + "\n");
}

// Figure 5 and eq. 108: 2 e' = ... + K phi e is the algebraic constraint, continuous, with gain K/2; i' = ... + k1 i (1
// - i.i) the two-vector constraint.
TEST(ReferenceRobinson, LengthsUnderCorrection) {
    int judged = 0;
    for (const TableRow& row : table_of("robinson_correction_decay.csv")) {
        const double t = row.number("t_s"), l0 = row.number("l0"), want = row.number("l_exact");
        if (t == 0) continue;
        const std::string name = row.text("method") + " from " + row.text("l0") + " at " + row.text("t_s");
        if (row.text("method") == "quaternion K") {
            const Result r = at_rest("constraint = { kind = \"algebraic\", evaluate = \"stage\", gain = " +
                                         digits(row.number("gain") / 2) + " }\n",
                                     l0, t);
            EXPECT_NEAR(std::sqrt(1 - r.last().defect), want, 2e-14) << name;
        } else {
            // the cosines of a quaternion are as long as the square of its length
            const std::string gains = ", k1 = " + row.text("gain") + ", k2 = 2.0 }\n";
            for (const char* method : {"attitude = \"dcm-two-vector\"\nconstraint = { kind = \"two-vector\"",
                                       "attitude = \"dcm\"\nconstraint = { kind = \"three-vector\""}) {
                const Result r = at_rest(method + gains, std::sqrt(l0), t);
                const std::vector<double>& a = r.last().state;
                ASSERT_EQ(a.size(), 9u);
                EXPECT_NEAR(std::hypot(a[0], a[1], a[2]), want, 2e-14) << name;
                EXPECT_NEAR(std::hypot(a[3], a[4], a[5]), want, 2e-14) << name;
            }
        }
        ++judged;
    }
    EXPECT_EQ(judged, 27);
}

// With the sign of k1 as eq. 82 prints it, the length runs away.
TEST(ReferenceRobinson, PrintedSignIsUnstable) {
    const Result r =
        at_rest("attitude = \"dcm-two-vector\"\nconstraint = { kind = \"two-vector\", k1 = -1.5, k2 = 2.0 }\n",
                std::sqrt(0.99), 2);
    EXPECT_LT(std::fabs(r.last().state[0]), 0.4);
}

// The orthogonality error decays as exp(-k2 t): started by hand off its constraint, both vectors of length 1.
TEST(ReferenceRobinson, OrthogonalityUnderCorrection) {
    polhode::Scenario s = polhode::read_scenario(
        "[rates]\nkind = \"constant\"\nvalue = [0.3, -0.2, 0.5]\n[method]\nattitude = \"dcm-two-vector\"\nintegrator = "
        "\"dop853\"\nstep = 0.01\nconstraint = { kind = \"two-vector\", k1 = 1.0, k2 = 2.0 }\n[run]\nduration = 3.0\n"
        "sample = 1.0\n",
        "test.toml");
    const double c = 1e-6;
    s.problem.start.attitude.representation = "dcm-two-vector";
    s.problem.start.attitude.params = {1, 0, 0, c, std::sqrt(1 - c * c), 0};
    const Result r = run(s);
    for (const KeptRow& row : r.rows) {
        const std::vector<double>& a = row.state;
        const double ij = a[0] * a[3] + a[1] * a[4] + a[2] * a[5];
        EXPECT_NEAR(ij, c * std::exp(-2 * row.t), 1e-12 * c + 1e-15) << row.t;  // lengths differ from 1 by c^2
        // the error goes into j alone: i is where it is without any correction
        EXPECT_NEAR(a[0] * a[0] + a[1] * a[1] + a[2] * a[2], 1, 1e-14);
    }
    EXPECT_EQ(r.rows[0].state.size(), 9u);
}

// Revolutions at 0.5 rad/s with RK4: without correction the length is lost step by step, with it the error is the same
// after twenty as after ten; and the attitude drifts as before.
TEST(ReferenceRobinson, TenRevolutions) {
    const auto turned = [](const std::string& method, double revolutions) {
        const std::string t = digits(4 * pi * revolutions);
        return run_text(
                   "[rates]\nkind = \"constant\"\nvalue = [0.0, 0.5, 0.0]\n[method]\nintegrator = \"rk4\"\nstep = " +
                   digits(pi / 40) + "\n" + method + "[run]\nduration = " + t + "\nsample = " + t + "\n")
            .last();
    };
    const auto error = [](const KeptRow& row) { return static_cast<double>(angle({1, 0, 0, 0}, wide(row.q_NB))); };
    const double y = pi / 80;  // rad a step
    const std::string plain = "attitude = \"dcm-two-vector\"\n";
    // RK4 takes y^6/72 off i.i in a step; its phase is late by y^5/120 (leading terms: y^2 = 1.5e-3 of them is left
    // out)
    EXPECT_NEAR(turned(plain, 10).defect / (1600 * std::pow(y, 6) / 72), 1, 2e-3);
    EXPECT_NEAR(turned(plain, 20).defect / turned(plain, 10).defect, 2, 1e-6);
    EXPECT_NEAR(error(turned(plain, 10)) / (1600 * std::pow(y, 5) / 120), 1, 2e-3);
    for (const char* method : {"attitude = \"dcm-two-vector\"\nconstraint = \"two-vector\"\n",
                               "attitude = \"dcm\"\nconstraint = \"three-vector\"\n"}) {
        const KeptRow ten = turned(method, 10), twenty = turned(method, 20);
        EXPECT_LT(ten.defect, 2e-6) << method;
        EXPECT_NEAR(twenty.defect / ten.defect, 1, 1e-6) << method;
        EXPECT_NEAR(error(ten) / error(turned(plain, 10)), 1, 0.02) << method;
    }
}

}  // namespace

}  // namespace reference_robinson_test
