// GyroSoft 2015: the page, put together from its parts (gyrosoft.hpp).
#include "polhode/reproduce/gyrosoft/gyrosoft.hpp"

#include <fmt/format.h>

namespace polhode {

namespace gyrosoft {

namespace {

void claims(ReportPage& page, const GyrosoftRuns& r) {
    page.claim(rotation_should_be_taken_from_the_rate_at_the_end(r));
    page.claim(rate_at_the_end_is_the_better_rotation_vector(r));
    page.claim(four_releases_give_cusp_loop_wave_and_circle(r));
    page.claim(steady_precession_has_two_rates(r));
    page.claim(fast_upright_top_sleeps(r));
    page.claim(gyroscope_needs_spin_above_a_rule_of_thumb(r));
    page.claim(small_rotation_vectors_can_be_added(r));
    page.claim(third_euler_equation_has_the_printed_sign(r));
    page.claim(method_a_works_for_any_body(r));
    page.claim(default_gyroscope_has_the_printed_moment(r));
    page.claim(counterweight_describes_the_real_instrument(r));
    page.claim(method_b_is_the_right_answer(r));
    page.claim(euler_angles_are_singular_at_90_degrees(r));
    page.claim(slow_top_falls_like_a_pendulum(r));
    page.claim(stronger_gravity_makes_larger_arcs(r));
    page.claim(reversed_spin_shows_the_same_four_motions(r));
    page.claim(method_a_stays_close_to_b_in_the_cusp(r));
    page.claim(methods_a_and_c_run_away_in_waves_and_circles(r));
    page.claim(z_axis_can_be_trusted(r));
    page.claim(method_c_is_bad_at_55_and_excellent_at_90_degrees(r));
    page.claim(method_c_overtakes_method_a(r));
    page.claim(method_c_has_the_largest_error(r));
    page.claim(another_rotation_vector_helps_method_c(r));
    page.claim(j_cycle_makes_method_a_more_precise(r));
    page.claim(library_solver_lets_method_a_sample_slowly(r));
    page.claim(noise_has_a_fixed_amplitude(r));
    page.claim(noisy_readings_must_be_filtered(r));
}

}  // namespace

void write_page(ReportPage& page, const GyrosoftRuns& r) {
    page.asked(
        "How does a gyroscope move when it is let go, and how well can its attitude be computed in three ways? "
        "Method A knows the torque and turns the body by many small rotations. Method B solves the equations of "
        "the Euler angles and is taken as the right answer. Method C is given only what a sensor on the body "
        "reads, the rate of turning. The author, a writer of a simulator for students, compares them in four "
        "motions and is left with puzzles: why do A and C seem to fail in some motions and at some angles, and "
        "could the cases where they do not fail be of use?");
    page.done(
        "All three methods, with every variant that the document has, were run again on the same gyroscope: a disk "
        "of 0.3 kg that spins 20 times a second, computed 2000 times a second. Where the author compared with his "
        "method B, the comparison was made twice: with B as he ran it, to get his figures again, and with the "
        "exact motion, which is known in closed form. The cases that he planned and did not carry out (long runs, "
        "other rotation vectors, noise with a filter) were carried out, those with noise many times over.");
    claims(page, r);
    page.quotations_in("zh-Hant");
    page.came_out(fmt::format(
        "The methods are better than their author thought: what failed was the reference. Method B had been given "
        "the rate of an Euler angle, psidot, where the spin of the body belongs, and every puzzle about waves, "
        "circles and 90 degrees follows from that one constant. Put right, nothing runs away.\n\n{} The motions "
        "are all as described. His best idea, to turn by the rate of the end of the step, is good ({} in place of "
        "{} after a second), though for another reason than he gives. A running average does not help against "
        "noise, and rotation vectors must not be added.",
        in_words(count_verdicts(page.claims())), deg(r.a_end->end(MeasureId::axis_z) / degree, 2),
        deg(r.a_start->end(MeasureId::axis_z) / degree)));
    page.section("How a gyroscope moves");
    figure_6(page, r);
    figures_7_and_8(page, r);
    cases_1_to_3(page, r);
    remark_10(page, r);
    page.section("Three methods compared");
    figure_10(page, r);
    table_of_angles(page, r);
    figure_11(page, r);
    figure_12(page, r);
    case_6(page, r);
    case_7(page, r);
    page.section("Noise");
    cases_8_and_9(page, r);
    page.section("What the author asked");
    questions(page, r);
    page.section("What is lost");
    page.text(
        "Figures 1 to 5 and 9 are drawings of axes and a flow chart: there is nothing to compute. The pictures of "
        "figures 6 to 8 and 10 to 12 and of cases 1, 2 and 8 are missing from the copy that exists; they were made "
        "again from the parameters in the text and the author's program. Cases 6, 7 and 9 are announced in the "
        "document without a result.");
    page.section("Errata");
    errata(page, r);
}

}  // namespace gyrosoft

ReportDocument gyrosoft_document() {
    return {"gyrosoft", "GyroSoft (2015)",
            "From Euler's equations to rotation vectors in attitude computation: a simulator of gyroscopes",
            asked_and_written(gyrosoft::ask_runs, gyrosoft::write_page)};
}

}  // namespace polhode
