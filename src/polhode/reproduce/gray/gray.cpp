// Gray, Rubinoff, Sohon 1952: the paper has no experiment. These are the ones its claims call for. The page, put
// together from its parts (gray.hpp).
#include "polhode/reproduce/gray/gray.hpp"

#include <fmt/format.h>

namespace polhode {

namespace gray {

namespace {

void errata(ReportPage& page) {
    page.section("Errata");
    page.text("Every equation of the paper was checked; the row equations and those of the Euler angles are right.");
    page.table(
        {.caption = "What needs a remark",
         .heads = {"Number", "Place", "Matter", "Right form", "Evidence"},
         .rows = {{"1", "method 2", "“greater than” said of l3, m3, n3",
                   "sizes are compared; with signs r3 = M(-1, 0, 0) divides by zero", "verdict 15"},
                  {"2", "unity appears as zero", "true of sign and size",
                   "two's complement: +1 appears as -1; the cure, M below 1, is the same", "verdict 8"},
                  {"3", "normalisation", "called normalised; two terms are not exact",
                   "(1 + eps)(1 - eps/2)^2 - 1 = -(3/4) eps^2 + eps^3/4; repeated, it converges for 0 < 1 + eps < 3",
                   "verdict 11"},
                  {"4", "method 1", "terms of second order dropped",
                   "r2.r3/M^2 = -eps1 eps2/2; |r2|^2/M^2 - 1 = -(3/4) eps1^2 - eps2^2 + eps1^3/4 + eps1 eps2^2",
                   "verdict 12"},
                  {"5", "independent equations", "stated without exception",
                   "each choice of three fails on a surface; for l1, l2, m2 where n2 l3 = 0", "verdict 7"},
                  {"6", "the procedure integrates l3, m3, n3", "one subscript, which the rule forbids",
                   "no conflict: row 2 is integrated too, and more than three equations are allowed", "section 4"},
                  {"7", "smallest turn", "row 3 is taken to have length M exactly", "true to first order",
                   "verdict 12"},
                  {"8", "pitch positive above the horizontal", "with the third axis down", "l3 = -sin(pitch)",
                   "the rate equations"}},
         .commands = {},
         .text = true});
}

void claims(ReportPage& page, const GrayRuns& r) {
    page.claim(inaccuracies_are_held_low(r));
    page.claim(angle_equations_are_indeterminate_at_90_degrees(r));
    page.claim(limiting_pitch_avoids_the_problem(r));
    page.claim(other_axes_have_the_same_difficulty_elsewhere(r));
    page.claim(angles_can_be_eliminated_from_the_motion(r));
    page.claim(cosine_equations_have_no_indeterminate_points(r));
    page.claim(three_of_nine_equations_are_independent(r));
    page.claim(unity_appears_as_zero(r));
    page.claim(pseudo_cosines_keep_all_parameters_bounded(r));
    page.claim(corrections_restore_normality(r));
    page.claim(two_binomial_terms_normalise_a_row(r));
    page.claim(method_1_turns_row_2_least(r));
    page.claim(corrections_may_be_applied_in_either_order(r));
    page.claim(method_2_is_preferable_because_quicker(r));
    page.claim(largest_cosine_prevents_division_by_zero(r));
    page.claim(no_trigonometric_functions_appear(r));
    page.claim(all_quantities_are_finite(r));
    page.claim(procedure_suits_digital_computation(r));
}

}  // namespace

void write_page(ReportPage& page, const GrayRuns& r) {
    page.asked(
        "How can a digital computer of 1952 follow the attitude of an aircraft in a trainer, in real time, through "
        "every attitude? Its words hold only fractions, sines are slow, and the usual equations, in yaw, pitch and "
        "roll, divide by zero when the nose points straight up. The paper proposes to carry direction cosines, "
        "half of each so that unity fits, to integrate two rows of three, and to put right their lengths and "
        "angles in every step without a square root.");
    page.done(
        "The paper reports no experiment and no number of its own: it is a proposal. Here are the experiments that "
        "its claims call for. The procedure was run as it is written, in real arithmetic and in words of 15, 23, "
        "31 and 39 bits with every rounding defined, on a loop and an oblique turn that both pass pitch 90°, with "
        "forward Euler, Heun and fourth-order Runge-Kutta (RK4), since the paper leaves the formula open; beside "
        "it Euler angles, Euler angles limited at 85°, the practice it argued against, and a quaternion. Every run "
        "was compared with the exact rotation. Stability, which the paper sets aside, is not judged.");
    claims(page, r);

    page.came_out(fmt::format(
        "The idea is right and its central claim stands: direction cosines pass 90° as if nothing were there, in "
        "words of any length, where Euler angles are lost and limited angles stay wrong at any step. {}\n\nWhat "
        "the paper does not see is that a matrix with perfect rows may point anywhere. With the simplest formula, "
        "forward Euler, its corrections turn the motion into another one; in short words they cost more accuracy "
        "than they save, unless products are doubled before they are rounded. As printed, its faster method "
        "divides by zero at +90°, the very place it was made for; comparing sizes mends that.",
        in_words(count_verdicts(page.claims()))));
    passage(page, r);
    orthonormality(page, r);
    drift(page, r);
    cost(page, r);
    errata(page);
}

}  // namespace gray

ReportDocument gray_document() {
    return {"gray", "Gray, Rubinoff, Sohon (1952)",
            "H. J. Gray, M. Rubinoff, H. Sohon: A technique for real time simulation of a rigid body problem",
            asked_and_written(gray::ask_runs, gray::write_page)};
}

}  // namespace polhode
