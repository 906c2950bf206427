
#include "support/reference_support.hpp"

namespace top_angles_run_test {

namespace {

using namespace reference;
using polhode::Scenario;

std::string top(const std::string& inertia, const std::string& at, const std::string& motion = "loop") {
    return "[body]\ninertia = " + inertia + "\n[start]\nmotion = \"" + motion +
           "\"\nspin_hz = 20.0\ntilt_deg = 60.0\n[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = " + at +
           "\ng = 9.8\n";
}
const std::string usual = top("[5.76875e-4, 5.76875e-4, 9.375e-5]", "[0, 0, 0.01]");
const std::string one_second = "[run]\nduration = 1.0\nsample = 0.05\n";
const std::string exact = "[[compare]]\nname = \"exact\"\nintegrator = \"exact\"\n";

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
double worst(const Scenario& s) {
    const Result a = run(s), b = run(s, 1);
    double largest = 0;
    for (std::size_t i = 0; i < a.rows.size(); ++i)
        largest = std::max({largest, static_cast<double>(angle(wide(a.rows[i].q_NB), wide(b.rows[i].q_NB))),
                            norm(a.rows[i].w_NB_B - b.rows[i].w_NB_B) / 125});
    return largest;
}

// 125 rad turned through; the tolerance is kept per step, rows inside steps by dense output of order 7.
TEST(TopAnglesRun, FollowsTheClosedForm) {
    const auto by = [](const std::string& text, const std::string& method) {
        return worst(polhode::read_scenario(
            text + "[method]\nintegrator = \"top-angles\"\n" + method + exact + one_second, "s.toml"));
    };
    EXPECT_LT(by(usual, "tolerance = 1e-13\n"), 1e-10);
    EXPECT_LT(by(usual, ""), 1e-7);
    // the symmetry axis may be any body axis
    EXPECT_LT(by(top("[9.375e-5, 5.76875e-4, 5.76875e-4]", "[0.01, 0, 0]"), "tolerance = 1e-13\n"), 1e-10);
    EXPECT_LT(by(top("[5.76875e-4, 9.375e-5, 5.76875e-4]", "[0, 0.01, 0]"), "tolerance = 1e-13\n"), 1e-10);
    // RK4 with a fixed step: order 4
    const double h = by(usual, "step = 1e-3\n"), half = by(usual, "step = 5e-4\n");
    EXPECT_NEAR(std::log2(h / half), 4, 0.15);
    EXPECT_LT(half, 1e-7);
}

TEST(TopAnglesRun, WritesItsAngles) {
    const Scenario s = polhode::read_scenario(
        usual + "[method]\nattitude = \"euler-zxz\"\nintegrator = \"top-angles\"\n" + one_second, "s.toml");
    const Result r = run(s);
    ASSERT_EQ(r.last().state.size(), 3u);
    EXPECT_EQ(polhode::columns_of(s.problem, s.methods[0]).state.size(), 3u);
    const double tilt = angle_between(direction(r.last().q_NB, {0, 0, 1}), {0, 0, 1});
    EXPECT_NEAR(std::cos(r.last().state[1]), std::cos(tilt), 1e-14);
}

// With the wrong constant the rows still say w3, which is what the author's program handed on.
TEST(TopAnglesRun, WrongSpinConstantIsASwitch) {
    const std::string wave = top("[5.76875e-4, 5.76875e-4, 9.375e-5]", "[0, 0, 0.01]", "wave");
    const auto rows = [&](const std::string& constant) {
        return run_text(wave + "[method]\nintegrator = \"top-angles\"\ntolerance = 1e-12\nspin_constant = \"" +
                        constant + "\"\n" + one_second);
    };
    const Result right = rows("rate"), wrong = rows("psidot");
    EXPECT_EQ(right.rows[0].q_NB, wrong.rows[0].q_NB);
    EXPECT_GT(degrees(static_cast<double>(angle(wide(right.last().q_NB), wide(wrong.last().q_NB)))), 90);
    for (const KeptRow& row : wrong.rows) EXPECT_NEAR(row.w_NB_B[2], 40 * pi, 1e-12);
}

TEST(TopAnglesRun, SaysWhereItCannotGo) {
    const std::string method = "[method]\nintegrator = \"top-angles\"\n";
    const auto has = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    std::string upright = top("[5.76875e-4, 5.76875e-4, 9.375e-5]", "[0, 0, 0.01]", "sleeping");
    upright.replace(upright.find("tilt_deg = 60.0\n"), 16, "");
    has(complaint(upright + method + one_second), "the axis stands upright");
    has(complaint(usual + "[[torque]]\nkind = \"damping\"\ncoefficient = 1e-6\n" + method + one_second),
        "no torque 'damping'");
    has(complaint("[rates]\nkind = \"constant\"\nvalue = [0, 0, 1]\n" + method + one_second), "not given rates");
    has(complaint("[body]\ninertia = [1, 2, 2.5]\n[start]\nrate = [1, 1, 1]\n" + method + one_second),
        "two equal moments");
    has(complaint(usual + method + "attitude = \"dcm\"\n" + one_second), "leave attitude out");
    has(complaint(usual + method + "arithmetic = \"float\"\n" + one_second), "computes in double");
}

}  // namespace

}  // namespace top_angles_run_test
