// Robinson 1958 (WADC TR 58-17): both coordinate conversions on an emulation of his analog computer, tables I and II
// once more, figures 3 to 7, and the many machines he could not afford. The page, put together from its parts
// (robinson.hpp).
#include "polhode/reproduce/robinson/robinson.hpp"

#include <fmt/format.h>

namespace polhode {

namespace robinson {

namespace {

void errata(ReportPage& page) {
    page.table({.caption = "What is wrong in the report as it survives, and what is right (damage of single letters by "
                           "the scan is left out)",
                .heads = {"Place", "Printed", "Right", "Verdict"},
                .rows = {{"eq. 82", "- k1 i (1 - i.i)", "+ k1 i (1 - i.i)", "10"},
                         {"eqs. 90, 91", "ripple T Q sin 2Qt", "none at first order", "5, 6"},
                         {"eq. 96", "five terms", "six: W^2 - (a11^2 P^2 + a21^2 Q^2 + a31^2 R^2)", "13"},
                         {"eqs. 97, 98, 101, 102, 106", "sqrt(2) W", "at most W", "13"},
                         {"before eq. 114", "variance sigma W/200", "standard deviation", "12"},
                         {"eqs. 118, 119", "sqrt(1 + P^2/(sqrt(2) K^2))",
                          "sqrt(1 + P^2/K^2) from 114 and 117; and not a drift", "17"},
                         {"eq. 120", "0.05 V \"as shown in appendix C\"", "appendix C gives 0.053 V", "17, 18"},
                         {"section VIII", "nearly as good as direction cosines", "as Euler angles", "3"},
                         {"abstract", "30 per cent less equipment", "of multiplications", "1"},
                         {"section VII", "8 servos of three pots", "24 pots for 26 products", "2"}},
                .commands = {},
                .text = true});
}

void claims(ReportPage& page, const RobinsonRuns& r) {
    page.claim(quaternion_needs_30_per_cent_less_equipment(r));
    page.claim(eight_servos_carry_the_quaternion_twelve_the_cosines(r));
    page.claim(quaternion_is_nearly_as_good_in_multiplications(r));
    page.claim(lag_makes_the_length_grow_exponentially(r));
    page.claim(lag_makes_the_length_ripple(r));
    page.claim(phase_lag_must_stay_below_a_milliradian(r));
    page.claim(bandpass_of_the_quaternion_is_half_as_severe(r));
    page.claim(phase_lag_is_not_the_cause_of_the_bias(r));
    page.claim(correction_takes_out_an_error_of_length(r));
    page.claim(equation_82_corrects_with_a_minus_sign(r));
    page.claim(indicated_error_of_length_stays_below_a_thousandth(r));
    page.claim(length_settles_with_the_predicted_deviation(r));
    page.claim(root_two_bounds_drift_and_length_of_the_cosines(r));
    page.claim(orthogonality_correction_belongs_into_one_vector(r));
    page.claim(quaternion_drift_rate_is_sigma_w_over_s(r));
    page.claim(drift_rate_is_a_fraction_of_full_scale(r));
    page.claim(drift_rate_contains_the_factor_1_03(r));
    page.claim(drift_scatters_by_3_7_degrees(r));
    page.claim(quaternion_is_no_more_sensitive_to_multipliers(r));
    page.claim(servomultipliers_leave_only_integrator_drift_at_rest(r));
    page.claim(drift_is_mostly_about_the_axis_of_rotation(r));
    page.claim(bias_is_due_to_low_amplifier_gain(r));
    page.claim(only_amplifiers_ahead_of_integrators_matter(r));
    page.claim(three_results_agree_with_the_prediction(r));
    page.claim(calibration_could_reduce_the_drift_to_a_tenth(r));
}

}  // namespace

void write_page(ReportPage& page, const RobinsonRuns& r) {
    page.asked(
        "A flight simulator of 1958 was an analog computer. From the three rates at which an aircraft rolls, "
        "pitches and yaws it had to find where the aircraft points, for any manoeuvre. Euler angles fail when the "
        "nose points straight up. Which of the two ways that never fail is better on such a machine: nine "
        "direction cosines, or four numbers that hardly anybody used, a quaternion? How far does each drift when "
        "multipliers are off by half a part in a thousand?");
    page.done(
        "Robinson derived both, predicted by statistics how imperfect multipliers make the attitude drift, wired "
        "both circuits, and read nine voltages after ten turns. Here both circuits are wired again as lists of "
        "connections, and run: integrators, amplifiers with gains, servomultipliers with errors along the shaft, "
        "lag. His 47 measured runs were worked out again from their voltages. And the experiment that he could not "
        "afford was done: " +
        fmt::format("{} machines, each with multipliers of its own, for every kind of error.", r.machines));
    claims(page, r);

    page.came_out(fmt::format(
        "The quaternion is as good as the report says, but not for all its reasons. {}\n\nThe bias that dominated "
        "the experiment, {}° and {}°, is what amplifiers short by 0.14 and 0.29 per cent give. The predicted "
        "scatter of 3.7° is not: over whole turns most of a multiplier's error cancels, and {}° is left with "
        "errors that change along the shaft. The ripple by which multipliers were to be chosen does not exist.",
        in_words(count_verdicts(page.claims())), fixed(observed_mean(0), 1), fixed(observed_mean(1), 1),
        fixed(r.knots[0][0].drift(), 1)));
    page.section("The machines");
    machine(page);
    page.section("Tables I and II");
    tables(page, r);
    page.section("Drift in ten revolutions");
    figures_of_runs(page, r);
    page.section("Length and lag");
    figures_5_and_6(page, r);
    figure_of_lag(page, r);
    page.section("Many machines");
    many_machines(page, r);
    page.section("The multipliers");
    multipliers(page);
    page.section("Errata");
    errata(page);
}

}  // namespace robinson

ReportDocument robinson_document() {
    return {"robinson", "Robinson (1958)",
            "A. C. Robinson: On the use of quaternions in simulation of rigid-body motion, WADC Technical Report 58-17",
            asked_and_written(robinson::ask_runs, robinson::write_page)};
}

}  // namespace polhode
