#include "support/reference_support.hpp"

namespace summed_run_test {

namespace {

using namespace reference;
using polhode::Scenario;

const std::string end = "[run]\nduration = 1.0\nsample = 1.0\n";
double error(const std::string& problem, const std::string& more = "") {
    const Scenario s = polhode::read_scenario(problem +
                                                  "[method]\nintegrator = \"exact\"\n[[compare]]\nintegrator = "
                                                  "\"summed-vector\"\nstep = 0.001\n" +
                                                  more + end,
                                              "s.toml");
    return static_cast<double>(angle(wide(run(s).last().q_NB), wide(run(s, 1).last().q_NB)));
}

// Rotations about one axis add: the sum is right to rounding, whatever the start, if the start stands apart.
TEST(SummedVector, IsRightAboutOneAxis) {
    const std::string fixed = "[rates]\nkind = \"constant\"\nvalue = [0.3, -0.4, 1.2]\n";
    const std::string turned = fixed + "[start]\nattitude = { rotation_vector = [1.0, 0.5, 0.0] }\n";
    EXPECT_LT(error(fixed), 1e-13);
    EXPECT_LT(error(turned), 1e-13);
    EXPECT_LT(error(fixed, "start_vector = \"summed\"\n"), 1e-13);
    EXPECT_GT(error(turned, "start_vector = \"summed\"\n"), 0.1) << "the start does not commute";
}

// Half the area between the path of the sum and its chord remains, however small the step.
TEST(SummedVector, IsWrongWhereTheAxisMoves) {
    const std::string coning = "[rates]\nkind = \"coning\"\nangle_deg = 20.0\nfrequency_hz = 1.3\n";
    const double coarse = error(coning, "rate = \"two-sample\"\n");
    EXPECT_GT(coarse, 0.01);
    EXPECT_LT(error(coning + "", "rate = \"average\"\n") / coarse, 1.01);
    EXPECT_GT(error(coning + "", "rate = \"average\"\n") / coarse, 0.99);
}

// A body under torque: held torque as in method A.
TEST(SummedVector, MovesBodiesToo) {
    const std::string pendulum =
        "[body]\ninertia = [1, 1, 1]\n[start]\nattitude = { rotation_vector = [-1.0, 0, 0] }\n[[torque]]\nkind = "
        "\"gravity\"\nmass = 1.0\nat = [0, 0, 0.5]\ng = 9.8\n";
    // the swing has one axis, so the sum is as good as the product: order 2 with the torque of the middle
    EXPECT_LT(error(pendulum, "rate = \"midpoint\"\n"), 1e-5);
}

}  // namespace

}  // namespace summed_run_test
