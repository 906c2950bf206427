// The page on Ganapathi 2005: each verdict, each "does not hold" and each condition by the numbers that show it.
#include "polhode/reproduce/ganapathi/ganapathi.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/reproduce_support.hpp"

namespace ganapathi_test {

using namespace polhode;
using namespace polhode::ganapathi;

namespace {

const test::DocumentUnderTest<GanapathiRuns>& the() {
    static const test::DocumentUnderTest<GanapathiRuns> one("ganapathi", ask_runs, write_page);
    return one;
}
void expect_near(Claim (*claim)(const GanapathiRuns&), const char* name, double value, double tolerance) {
    the().expect_near(claim, name, value, tolerance);
}

}  // namespace

TEST(ReproduceGanapathi, EveryClaimHasItsVerdict_Long) {
    the().expect_verdicts({{rate_error_spirals_outwards, Verdict::with_condition},
                           {orientation_error_looks_alike, Verdict::holds},
                           {exact_rate_has_two_cosines, Verdict::fails},
                           {quaternion_derivative_has_no_half, Verdict::fails},
                           {drawn_ellipsoid_has_the_given_moments, Verdict::fails},
                           {ellipsoid_stands_for_every_body, Verdict::with_condition},
                           {spin_about_the_middle_moment_alone_is_unstable, Verdict::holds},
                           {spin_about_x3_is_that_of_equation_11, Verdict::with_condition},
                           {rocket_torque_is_about_z, Verdict::fails},
                           {torque_must_be_evaluated_in_every_stage, Verdict::holds},
                           {dividing_by_its_length_keeps_the_quaternion_a_rotation, Verdict::holds},
                           {rigid_body_motion_is_chaotic, Verdict::fails}});
}

// Of every body that can exist, but of none of the document's.
TEST(ReproduceGanapathiWithACondition, MomentsOfNoBody_Long) {
    expect_near(ellipsoid_stands_for_every_body, "for [2 4 5]", 2.5, 0);
    expect_near(ellipsoid_stands_for_every_body, "a^2 for [2 2 8], mass 1", -10, 0);
    expect_near(ellipsoid_stands_for_every_body, "for [2 8 4]", -5, 0);
}

TEST(ReproduceGanapathiWithACondition, SpinIsTheComponentOfTheRate_Long) {
    expect_near(spin_about_x3_is_that_of_equation_11, "|l| cos(theta)/I3", 1, 1e-12);
    expect_near(spin_about_x3_is_that_of_equation_11, "rate of the third Euler angle", -3, 1e-12);
    expect_near(spin_about_x3_is_that_of_equation_11, "w3 of the run", 1, 0);
}

TEST(ReproduceGanapathiDoesNotHold, SecondComponentIsASine_Long) {
    const double second = the().number(exact_rate_has_two_cosines, "second component at 0.2 s");
    EXPECT_NEAR(second, std::sin(0.6), 1e-6);
    EXPECT_GT(std::fabs(second - the().number(exact_rate_has_two_cosines, "as printed")), 0.2);
}

TEST(ReproduceGanapathiDoesNotHold, QuaternionWithoutItsFactorOneHalf_Long) {
    // (2.390, 0.871, 7.844) in place of (2, 0, 8)
    expect_near(quaternion_derivative_has_no_half, "change of momentum without 1/2", std::hypot(0.390, 0.871, 0.156),
                1e-3);
    EXPECT_LT(the().number(quaternion_derivative_has_no_half, "with 1/2"), 1e-8);
}

TEST(ReproduceGanapathiDoesNotHold, EllipsoidHasOtherMoments_Long) {
    expect_near(drawn_ellipsoid_has_the_given_moments, "moment about the long axis", 1.6, 1e-12);
    expect_near(drawn_ellipsoid_has_the_given_moments, "across it", 13.6, 1e-12);
    expect_near(drawn_ellipsoid_has_the_given_moments, "ratio, drawn", 2.0 / 17, 1e-12);  // no factor makes 4 of it
}

TEST(ReproduceGanapathiDoesNotHold, RocketsTorqueIsHorizontal_Long) {
    // 6.5e-9: RK4 at 0.01 s over 100 s
    EXPECT_LT(the().number(rocket_torque_is_about_z, "change of vertical momentum"), 1e-8);
    EXPECT_GT(the().number(rocket_torque_is_about_z, "of horizontal momentum"), 20);
}

TEST(ReproduceGanapathiDoesNotHold, MotionIsNotChaotic_Long) {
    EXPECT_LT(the().number(rigid_body_motion_is_chaotic, "distance after 100 periods"), 1e-9);
    expect_near(rigid_body_motion_is_chaotic, "power of time of the separation", 1, 0.15);  // neighbours part linearly
}

}  // namespace ganapathi_test
