// The page on Robinson 1958: each verdict by the numbers that show it, each "does not hold" by a test of its own.
#include "polhode/reproduce/robinson/robinson.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>
#include <string>

#include "polhode/analog_computer/analog_theory.hpp"
#include "polhode/reproduce/robinson/tables.hpp"
#include "support/analog_support.hpp"
#include "support/html_checker.hpp"
#include "support/reproduce_support.hpp"

namespace robinson_test {

using namespace polhode;
using namespace polhode::robinson;

namespace {

const test::DocumentUnderTest<RobinsonRuns>& the() {
    static const test::DocumentUnderTest<RobinsonRuns> one("robinson", ask_runs, write_page);
    return one;
}
using ClaimOf = Claim (*)(const RobinsonRuns&);

void expect_near(ClaimOf claim, const char* name, double value, double tolerance) {
    the().expect_near(claim, name, value, tolerance);
}
// A standard deviation over 3000 machines is known to 1/sqrt(6000); four of that
constexpr double sampling = 4.0 / 77;
void expect_sampled(ClaimOf claim, const char* name, double value) {
    expect_near(claim, name, value, sampling * value);
}

#define EXPECT_FAILS(name) EXPECT_EQ(the().claim(name).verdict, Verdict::fails)

template <std::size_t N>
void expect_table(const RobinsonRun (&table)[N], const std::string& file, const std::string& run,
                  const std::string& seconds) {
    const std::vector<reference::TableRow> rows = analog_test::rows_of(file);
    ASSERT_EQ(rows.size(), N);
    for (std::size_t i = 0; i < N; ++i) {
        const RobinsonRun& r = table[i];
        EXPECT_EQ(r.run, rows[i].integer(run));
        EXPECT_EQ(r.axis, rows[i].text("input") == "none" ? '0' : rows[i].text("input")[0]) << r.run;
        EXPECT_EQ(r.seconds, rows[i].number(seconds)) << r.run;
        const std::pair<const char*, double> cells[] = {{"a11", r.a11}, {"a22", r.a22}, {"a33", r.a33},
                                                        {"a12", r.a12}, {"a21", r.a21}, {"a31", r.a31},
                                                        {"a13", r.a13}, {"a23", r.a23}, {"a32", r.a32}};
        for (const auto& [name, volts] : cells)
            EXPECT_EQ(volts, rows[i].number(std::string("v50_") + name)) << r.run << ' ' << name;
    }
}

}  // namespace

TEST(ReproduceRobinson, EveryClaimHasItsVerdict_Long) {
    the().expect_verdicts({{quaternion_needs_30_per_cent_less_equipment, Verdict::with_condition},
                           {eight_servos_carry_the_quaternion_twelve_the_cosines, Verdict::not_decided},
                           {quaternion_is_nearly_as_good_in_multiplications, Verdict::fails},
                           {lag_makes_the_length_grow_exponentially, Verdict::holds},
                           {lag_makes_the_length_ripple, Verdict::fails},
                           {phase_lag_must_stay_below_a_milliradian, Verdict::fails},
                           {bandpass_of_the_quaternion_is_half_as_severe, Verdict::with_condition},
                           {phase_lag_is_not_the_cause_of_the_bias, Verdict::with_condition},
                           {correction_takes_out_an_error_of_length, Verdict::holds},
                           {equation_82_corrects_with_a_minus_sign, Verdict::fails},
                           {indicated_error_of_length_stays_below_a_thousandth, Verdict::holds},
                           {length_settles_with_the_predicted_deviation, Verdict::with_condition},
                           {root_two_bounds_drift_and_length_of_the_cosines, Verdict::with_condition},
                           {orthogonality_correction_belongs_into_one_vector, Verdict::fails},
                           {quaternion_drift_rate_is_sigma_w_over_s, Verdict::holds},
                           {drift_rate_is_a_fraction_of_full_scale, Verdict::with_condition},
                           {drift_rate_contains_the_factor_1_03, Verdict::fails},
                           {drift_scatters_by_3_7_degrees, Verdict::fails},
                           {quaternion_is_no_more_sensitive_to_multipliers, Verdict::with_condition},
                           {servomultipliers_leave_only_integrator_drift_at_rest, Verdict::with_condition},
                           {drift_is_mostly_about_the_axis_of_rotation, Verdict::holds},
                           {bias_is_due_to_low_amplifier_gain, Verdict::not_decided},
                           {only_amplifiers_ahead_of_integrators_matter, Verdict::with_condition},
                           {three_results_agree_with_the_prediction, Verdict::holds},
                           {calibration_could_reduce_the_drift_to_a_tenth, Verdict::with_condition}});
}

TEST(ReproduceRobinson, FiguresTablesAndDrawingsAreThere_Long) {
    EXPECT_TRUE(the().page.warnings().empty()) << the().page.warnings().front();
    std::set<std::string> files;
    for (const auto& [name, text] : the().page.files()) files.insert(name);
    for (const char* figure : {"figure-3", "figure-4", "figure-5", "figure-6", "figure-7", "figure-18", "figure-19",
                               "lag", "machines", "sensitivity"})
        EXPECT_TRUE(files.count(std::string("robinson-") + figure + ".csv")) << figure;
    const std::string html = the().page.html("");
    for (const char* text : {"id=\"patch-quaternion\"", "id=\"patch-cosines\"", "Table I: ", "Table II: ", "Equipment",
                             "Figure 17 and Table III", "not recoverable"})
        EXPECT_NE(html.find(text), std::string::npos) << text;
    // a rule of a drawing would change every text of the page
    EXPECT_EQ(html.find("<style>text{"), std::string::npos);
    const auto faults = polhode::test::faults_of(html, {});
    EXPECT_TRUE(faults.empty()) << polhode::test::joined(faults);
    for (const char* name : {"quaternion", "cosines", "sign"})
        EXPECT_TRUE(the().scenarios.count(std::string("scenarios/reproduce/robinson-") + name + ".toml")) << name;
    EXPECT_LT(the().seconds, 60);
}

TEST(ReproduceRobinson, TheTablesAreThoseOfTheReport_Long) {
    expect_table(robinson_table_1, "robinson_table1_quaternion_drift.csv", "document_run", "time_s");
    expect_table(robinson_table_2, "robinson_table2_dircos_drift.csv", "row", "time_s_printed");
    // where a drift angle is printed too it is that of the nine cosines to 0.03 deg, but for run 6 (11.72 for 11.05)
    for (const RobinsonRun& r : robinson_table_1)
        if (r.printed_degrees > 0 && r.run != 6) {
            EXPECT_NEAR(std::hypot(r.a23 - r.a32, r.a31 - r.a13, r.a12 - r.a21) / 100 * 180 / std::numbers::pi,
                        r.printed_degrees, 0.035)
                << r.run;
        }
}

TEST(ReproduceRobinson, AFullReportTakesAHundredThousandMachinesAndSaysHowLong_Long) {
    Laboratory some("", false), all("", true);
    const ReportDocument* document = find_report_document("robinson");
    ASSERT_TRUE(document);
    document->ask(some);
    document->ask(all);
    // 100 000 in place of 3000, and the single runs as before
    EXPECT_GT(all.seconds(), 20 * some.seconds());
    EXPECT_LT(all.seconds(), 34 * some.seconds());
}

TEST(ReproduceRobinson, NumbersOfWhatHolds_Long) {
    expect_near(quaternion_needs_30_per_cent_less_equipment, "multiplications less", 100 * 10.0 / 36, 1e-9);
    expect_near(quaternion_needs_30_per_cent_less_equipment, "integrators less", 100 / 3.0, 1e-9);
    expect_near(quaternion_needs_30_per_cent_less_equipment, "amplifiers less, by the report's table", -100 * 5.0 / 31,
                1e-9);
    // the root near iQ of T s^2 + s - iQ = 0, T = 0.02, Q = 0.5: real part 4.9975e-3
    expect_near(lag_makes_the_length_grow_exponentially, "growth", 4.9975e-3, 1e-7);
    expect_near(bandpass_of_the_quaternion_is_half_as_severe, "growth, cosines over quaternion", 4, 0.002);
    expect_near(phase_lag_is_not_the_cause_of_the_bias, "on the shaft, ten over five revolutions", 1, 1e-3);
    expect_near(phase_lag_is_not_the_cause_of_the_bias, "off the shaft, ten over five revolutions", 0.090330 / 0.045333,
                1e-4);
    expect_near(phase_lag_is_not_the_cause_of_the_bias, "cosines off the shaft, 0.05 rad", 8.957308, 1e-5);
    EXPECT_LT(the().number(correction_takes_out_an_error_of_length, "largest difference, quaternion"), 1e-9);
    EXPECT_LT(the().number(correction_takes_out_an_error_of_length, "largest difference, cosines"), 1e-9);
    EXPECT_GT(the().number(indicated_error_of_length_stays_below_a_thousandth, "readings below 0.1 per cent"), 0.985);
    expect_near(indicated_error_of_length_stays_below_a_thousandth, "rms of the true error", 4.4e-4, 0.3e-4);
    expect_sampled(length_settles_with_the_predicted_deviation, "machines, exact squares", 4.62043e-4);
    expect_sampled(length_settles_with_the_predicted_deviation, "machines, squares in error", 2.16977e-3);
    expect_near(root_two_bounds_drift_and_length_of_the_cosines, "bound over corrected law", std::sqrt(3.0), 1e-12);
    expect_sampled(root_two_bounds_drift_and_length_of_the_cosines, "machines", 10.9);
    expect_sampled(quaternion_drift_rate_is_sigma_w_over_s, "found", 13.3);
    expect_near(quaternion_is_no_more_sensitive_to_multipliers, "servomultipliers, quaternion over cosines", 1,
                1.4 * sampling);
    expect_near(quaternion_is_no_more_sensitive_to_multipliers,
                "electronic multipliers at rest, quaternion over cosines", std::sqrt(1.5), 1.4 * sampling);
    expect_near(servomultipliers_leave_only_integrator_drift_at_rest, "6.4 mV, 1 rad/s", 0.92, 0.005);
    expect_near(servomultipliers_leave_only_integrator_drift_at_rest, "6.4 mV, 5 rad/s", 4.6, 0.02);
    EXPECT_LT(the().number(servomultipliers_leave_only_integrator_drift_at_rest, "drift by multipliers at rest"), 1e-3);
    // -3600 g deg, as cos and sin of the last step see it
    expect_near(bias_is_due_to_low_amplifier_gain, "quaternion, 0.144 % short", -3600 * 1.44e-3, 0.01);
    expect_near(bias_is_due_to_low_amplifier_gain, "cosines, 0.29 % short", -3600 * 2.9e-3, 0.01);
    expect_near(bias_is_due_to_low_amplifier_gain, "five revolutions over ten", 0.5, 1e-3);
    expect_near(bias_is_due_to_low_amplifier_gain, "Table I, mean", -(5.19 + 6.46 + 3.32) / 3, 0.01);
    expect_near(bias_is_due_to_low_amplifier_gain, "Table II, mean", -(12.25 + 7.99 + 11.72) / 3, 0.01);
    EXPECT_LT(the().number(only_amplifiers_ahead_of_integrators_matter, "correction amplifiers 1 % short"), 1e-3);
    expect_near(only_amplifiers_ahead_of_integrators_matter, "inverters 0.144 % short", -1800 * 1.44e-3, 0.01);
    expect_near(three_results_agree_with_the_prediction, "spread of the three means", 1.58, 0.01);
    // P(|x| < 0.5 deg) of a normal number with 1.17 deg
    expect_near(calibration_could_reduce_the_drift_to_a_tenth, "machines within a tenth, amplifiers trimmed",
                std::erf(0.499 / 1.171 / std::sqrt(2.0)), 0.03);
}

// ---- each "does not hold" ----

// A built machine against a reconstruction.
TEST(ReproduceRobinsonNotDecided, EightServosOfThreePotsForTwentySixProducts_Long) {
    EXPECT_EQ(the().claim(eight_servos_carry_the_quaternion_twelve_the_cosines).verdict, Verdict::not_decided);
    EXPECT_NE(the().claim(eight_servos_carry_the_quaternion_twelve_the_cosines).would_decide.find("figure 2"),
              std::string::npos);
    expect_near(eight_servos_carry_the_quaternion_twelve_the_cosines, "pots on eight servos", 24, 0);
    expect_near(eight_servos_carry_the_quaternion_twelve_the_cosines, "products of the quaternion", 26, 0);
    expect_near(eight_servos_carry_the_quaternion_twelve_the_cosines, "servos of three pots, quaternion", 10, 0);
    expect_near(eight_servos_carry_the_quaternion_twelve_the_cosines, "servos of three pots, cosines", 12, 0);
}

TEST(ReproduceRobinsonDoesNotHold, NearlyAsGoodAsDirectionCosinesIsSaidOfEulerAngles_Long) {
    EXPECT_FAILS(quaternion_is_nearly_as_good_in_multiplications);
    expect_near(quaternion_is_nearly_as_good_in_multiplications, "quaternion, no vector", 26, 0);
    expect_near(quaternion_is_nearly_as_good_in_multiplications, "cosines, no vector", 36, 0);
    EXPECT_LT(the().number(quaternion_is_nearly_as_good_in_multiplications, "quaternion, one vector"),
              the().number(quaternion_is_nearly_as_good_in_multiplications, "Euler angles, one vector"));
}

TEST(ReproduceRobinsonDoesNotHold, TheLengthDoesNotRipple_Long) {
    EXPECT_FAILS(lag_makes_the_length_ripple);
    expect_near(lag_makes_the_length_ripple, "predicted", 0.01, 1e-15);
    EXPECT_LT(the().number(lag_makes_the_length_ripple, "ripple found"), 1e-9);
}

TEST(ReproduceRobinsonDoesNotHold, AMilliradianOfLagIsNotNeeded_Long) {
    EXPECT_FAILS(phase_lag_must_stay_below_a_milliradian);
    expect_near(phase_lag_must_stay_below_a_milliradian, "length error, k1 = 1", 2.547006e-3, 1e-8);
    EXPECT_LT(the().number(phase_lag_must_stay_below_a_milliradian, "length error, k1 = 8"), 1e-3);
    expect_near(phase_lag_must_stay_below_a_milliradian, "power of k1", -1, 0.1);
    expect_near(phase_lag_must_stay_below_a_milliradian, "attitude error, k1 = 1", 0.002858, 1e-6);
}

TEST(ReproduceRobinsonDoesNotHold, TheSignOfTheLengthCorrectionIsPlus_Long) {
    EXPECT_FAILS(equation_82_corrects_with_a_minus_sign);
    // l^2 = 1/[1 + (1/l0^2 - 1) exp(-+2 k1 t)], l0 = 0.99, t = 4 s; two equal lengths
    const auto defect = [](double sign) {
        return std::sqrt(2.0) * (1 - 1 / (1 + (1 / (0.99 * 0.99) - 1) * std::exp(-sign * 8)));
    };
    expect_near(equation_82_corrects_with_a_minus_sign, "after 4 s, plus", defect(1), 1e-3 * defect(1));
    expect_near(equation_82_corrects_with_a_minus_sign, "after 4 s, minus as printed", defect(-1), 1e-3);
    EXPECT_GT(the().number(equation_82_corrects_with_a_minus_sign, "after 4 s, minus as printed"),
              40 * the().number(equation_82_corrects_with_a_minus_sign, "error of the lengths at the start"));
}

TEST(ReproduceRobinsonDoesNotHold, BothVectorsShareTheOrthogonalityCorrectionBetter_Long) {
    EXPECT_FAILS(orthogonality_correction_belongs_into_one_vector);
    expect_near(orthogonality_correction_belongs_into_one_vector, "ratio", std::sqrt(2.0),
                1.4 * sampling * std::sqrt(2.0));
}

// True of the rate at an instant, and at rest; not of what gathers in a turn.
TEST(ReproduceRobinsonWithACondition, ConstantErrorsCancelInATurn_Long) {
    EXPECT_EQ(the().claim(drift_rate_is_a_fraction_of_full_scale).verdict, Verdict::with_condition);
    expect_near(drift_rate_is_a_fraction_of_full_scale, "predicted", 13.22, 0.01);
    EXPECT_LT(the().number(drift_rate_is_a_fraction_of_full_scale, "found in rotation"), 0.07);
}

TEST(ReproduceRobinsonDoesNotHold, TheFactorOfTheDriftRateIsNoDrift_Long) {
    EXPECT_FAILS(drift_rate_contains_the_factor_1_03);
    expect_sampled(drift_rate_contains_the_factor_1_03, "found, K = 2", 5e-4);
    expect_sampled(drift_rate_contains_the_factor_1_03, "found, K = 0.5", 5e-4);
    expect_near(drift_rate_contains_the_factor_1_03, "printed formula, K = 0.5", 6.53281e-4, 1e-9);
    // 1.414 if the factor were right (1.307 as printed)
    expect_near(drift_rate_contains_the_factor_1_03, "by equation 79 over true, K = 0.5, constant", 1, 0.03);
    expect_near(drift_rate_contains_the_factor_1_03, "by equation 79 over true, K = 0.5, 45 readings", 1.03, 0.03);
    const MultiplierErrors e{0.05, 50, {{0.5, 0, 0}}};
    EXPECT_NEAR(quaternion_apparent_drift_rate(e, 0.5, 2, TheoryForm::printed) / quaternion_drift_rate(e), 1.022, 5e-4);
    EXPECT_NEAR(quaternion_apparent_drift_rate(e, 0.5, 2, TheoryForm::corrected) / quaternion_drift_rate(e), 1.031,
                5e-4);
}

TEST(ReproduceRobinsonDoesNotHold, RateTimesTimeIsNotTheDriftAfterTenRevolutions_Long) {
    EXPECT_FAILS(drift_scatters_by_3_7_degrees);
    expect_near(drift_scatters_by_3_7_degrees, "formula", 3.816, 1e-3);
    expect_near(drift_scatters_by_3_7_degrees, "law for 45 readings", 1.171, 2e-3);
    expect_sampled(drift_scatters_by_3_7_degrees, "45 readings", 1.171);
    expect_sampled(drift_scatters_by_3_7_degrees, "gain", 2.337);
    EXPECT_LT(the().number(drift_scatters_by_3_7_degrees, "constant"), 0.01);
    // no error of the report's kind reaches its formula
    expect_near(drift_scatters_by_3_7_degrees, "most, one variance along the shaft", 3.1401, 1e-4);
    EXPECT_LT(the().number(drift_scatters_by_3_7_degrees, "most, one variance along the shaft"),
              the().number(drift_scatters_by_3_7_degrees, "formula"));
}

// The inverters ahead of the products matter too, by half: -3600 g/2 deg.
TEST(ReproduceRobinsonWithACondition, InvertersAheadOfTheProductsCountHalf_Long) {
    EXPECT_EQ(the().claim(only_amplifiers_ahead_of_integrators_matter).verdict, Verdict::with_condition);
    expect_near(only_amplifiers_ahead_of_integrators_matter, "inverters 0.144 % short", -3600 * 1.44e-3 / 2, 0.02);
}

}  // namespace robinson_test
