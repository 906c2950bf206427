// The page on NASA TN D-5302: each verdict by the numbers that show it, each "does not hold" by a test of its own.
#include "polhode/reproduce/nasa/nasa.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/reproduce_support.hpp"

namespace nasa_test {

using namespace polhode;
using namespace polhode::nasa;

namespace {

const test::DocumentUnderTest<NasaRuns>& the() {
    static const test::DocumentUnderTest<NasaRuns> one("nasa", ask_runs, write_page);
    return one;
}
void expect_near(Claim (*claim)(const NasaRuns&), const char* name, double value, double tolerance) {
    the().expect_near(claim, name, value, tolerance);
}

}  // namespace

TEST(ReproduceNasa, EveryClaimHasItsVerdict_Long) {
    the().expect_verdicts({{attitude_error_of_rk4_goes_as_h_cubed, Verdict::fails},
                           {euler_angles_err_more_towards_90_degrees, Verdict::holds},
                           {quaternions_are_superior_to_euler_angles, Verdict::with_condition},
                           {quaternion_errors_do_not_depend_on_b0, Verdict::holds},
                           {variable_step_has_no_advantage_at_the_critical_angle, Verdict::fails},
                           {wider_error_limits_gain_at_most_a_factor_of_2, Verdict::holds},
                           {normalising_is_not_effective, Verdict::with_condition},
                           {algebraic_constraint_holds_eps_and_leaves_the_attitude, Verdict::holds},
                           {algebraic_constraint_is_stable_up_to_hk_1, Verdict::holds},
                           {eps_need_be_computed_only_once_a_step, Verdict::holds},
                           {derivative_constraint_is_stable_below_8, Verdict::with_condition},
                           {derivative_constraint_lowers_the_attitude_error_rate, Verdict::with_condition},
                           {derivative_constraint_corrects_as_well_as_the_algebraic, Verdict::holds}});
}

TEST(ReproduceNasa, EulerAnglesBesideTheQuaternion_Long) {
    // equal near 48 to 50 deg
    expect_near(quaternions_are_superior_to_euler_angles, "equal at", 49, 1.5);
    expect_near(quaternions_are_superior_to_euler_angles, "error ratio at 30°", 0.30, 0.01);
}

TEST(ReproduceNasa, MersonBesideAFixedStep_Long) {
    const auto claim = variable_step_has_no_advantage_at_the_critical_angle;
    expect_near(claim, "error ratio at 30°, 10^{-6}", 50, 2);  // 1.9e-6 against 3.8e-8
    expect_near(claim, "at 80°, 10^{-5}", 1, 0.2);             // "about equal"
    expect_near(claim, "at 87.5°, 10^{-5}", 0.11, 0.01);
    expect_near(wider_error_limits_gain_at_most_a_factor_of_2, "largest factor", 1.99, 0.01);
}

// As the step becomes small they are 1, 8, 8/3, 16; at 160 steps a cycle within 3e-4, 3e-4, 5e-4, 7e-4.
TEST(ReproduceNasa, LimitsOfTheGains_Long) {
    expect_near(algebraic_constraint_is_stable_up_to_hk_1, "n = 160", 1, 1e-7);
    expect_near(derivative_constraint_is_stable_below_8, "boundary (i), n = 160", 8.00026, 1e-5);
    expect_near(derivative_constraint_is_stable_below_8, "(ii)", 2.66710, 1e-5);
    expect_near(derivative_constraint_is_stable_below_8, "(iii)", 16.0007, 1e-4);
}

// -2/3, 4/9, -7/3 up to terms of the order of (pi/20)^2.
TEST(ReproduceNasa, WhichDerivativeIsHeldDecidesTheAttitude_Long) {
    expect_near(derivative_constraint_lowers_the_attitude_error_rate, "rate/plain (i)", -2.0 / 3, 0.02);
    expect_near(derivative_constraint_lowers_the_attitude_error_rate, "(ii)", 4.0 / 9, 0.02);
    expect_near(derivative_constraint_lowers_the_attitude_error_rate, "(iii)", -7.0 / 3, 0.06);
}

TEST(ReproduceNasa, DerivativeConstraintSettlesWhereTheAlgebraicDoes_Long) {
    const auto claim = derivative_constraint_corrects_as_well_as_the_algebraic;
    const double formula = std::pow(nasa::pi / 20, 6) / 144;
    // 0.999 of the limit, and terms of the order of (pi/20)^2
    EXPECT_NEAR(the().number(claim, "eps, algebraic") / formula, 1, 0.01);
    EXPECT_NEAR(the().number(claim, "eps, derivative") / formula, 1, 0.01);
}

// The report is right about its own scheme, and would not be about normalising the state.
TEST(ReproduceNasa, NormalisingTheStateIsEffective_Long) {
    const auto claim = normalising_is_not_effective;
    EXPECT_LT(the().number(claim, "eps, state normalised"), 1e-15);  // rounding
    const double x = nasa::pi / 20;                                  // binomial: (3/4)(x^6/72)^2
    EXPECT_NEAR(the().number(claim, "eps, binomial") / (0.75 * std::pow(std::pow(x, 6) / 72, 2)), 1, 0.02);
    expect_near(claim, "attitude rate, state normalised/plain", 1, 1e-6);
    // as the report did it: nearer t^2 (25) than t (5), and eps grows no slower than plain
    EXPECT_GT(the().number(claim, "attitude at 50 cycles/at 10, as in the report"), 5 * 4);
    EXPECT_GT(the().number(claim, "eps, as in the report/plain"), 1);
    // but for the copy in the stages it does
    expect_near(claim, "eps, copy in the stages/plain, 5 cycles", 0.58, 0.01);
}

TEST(ReproduceNasaDoesNotHold, ErrorPerCycleIsOfTheFourthPowerNotTheThird_Long) {
    expect_near(attitude_error_of_rk4_goes_as_h_cubed, "slope, Euler angles at B0 = 15°", 4, 0.02);
    expect_near(attitude_error_of_rk4_goes_as_h_cubed, "slope, quaternion", 4, 0.02);
}

// False where it is made, near 90 deg, whatever holds elsewhere.
TEST(ReproduceNasaDoesNotHold, VariableStepHelpsWhereTheAngleIsAProblem_Long) {
    EXPECT_LT(the().number(variable_step_has_no_advantage_at_the_critical_angle, "at 87.5°, 10^{-5}"), 0.2);
    EXPECT_LT(the().number(variable_step_has_no_advantage_at_the_critical_angle, "at 89°, 10^{-4}"), 0.01);
}

}  // namespace nasa_test
