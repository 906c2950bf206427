// Ganapathi 2005: figures 1 to 6, their counterparts with moments that bodies can have, and the errata. The page, put
// together from its parts (ganapathi.hpp).
#include "polhode/reproduce/ganapathi/ganapathi.hpp"

#include <fmt/format.h>

namespace polhode {

namespace ganapathi {

namespace {

void errata(ReportPage& page, const GanapathiRuns& r) {
    const auto number_of = [&](const std::string& claim) { return "verdict " + claim; };
    const FreeMotion m = motion_of(*r.spiral);
    page.table(
        {.caption = "What is wrong in the text, and what is right",
         .heads = {"Number", "Place", "Problem", "Right form", "Evidence"},
         .rows = {{"1", "exact rate of the symmetric top", "both components cosine",
                   "(w0 cos Omega t, w0 sin Omega t, w3)", number_of("3")},
                  {"2", "derivative of the quaternion", "factor 1/2 missing",
                   "Q' = [0 w_{world}] Q/2 = Q [0 w_{body}]/2", number_of("4")},
                  {"3", "ellipsoid scaled by the moments", "said to have these moments",
                   "a^2 = 5 (I2 + I3 - I1)/(2m) and so on", number_of("5")},
                  {"4", "moments [2 2 8], [2 8 4]", "no body has them",
                   "kept as mathematics with a warning; [2 4 5] is a body", number_of("6")},
                  {"5", "which run is stable", "the axis is not named",
                   "w = [0 1 0.1] turns about y (8, largest): stable; [0 0.1 1] about z (4, middle): tumbles",
                   number_of("7")},
                  {"6", "equation 11", "spin about x3 without saying which",
                   fmt::format(
                       "the component w3; the rate of the third Euler angle is w3 - Omega_{{pr}} cos(theta) = {} rad/s",
                       significant(m.spin, 4)),
                   number_of("8")},
                  {"7", "derivation in section 4", "\"velocity of any point along w\" is zero",
                   "points on the x3 axis move across the plane of l and x3", "v = w x r"},
                  {"8", "abstract", "torque \"about the z axis\"", "horizontal, across z and x3", number_of("9")},
                  {"9", "section 7, tau_{w}", "that torque is in the body frame", "tau_{b}", "the text itself"},
                  {"10", "\"conservation of angular momentum: dl/dt = tau\"", "that is the law of torque",
                   "conservation is tau = 0", "words"},
                  {"11", "getWdot, getQdot", "time passed where the torque is needed; a comma lost",
                   "torque as argument", "the program's text"},
                  {"12", "conclusion", "\"chaotic\"", "regular; sensitive only near the separatrix", number_of("12")},
                  {"13", "figure 2", "\"error against time step\"", "error in the (wx, wy) plane over 300 steps",
                   "its caption"},
                  {"14", "lambda1 = lambda2 < lambda3", "condition not needed", "holds for either order",
                   "the closed form"}},
         .commands = {},
         .text = true});
}

void claims(ReportPage& page, const GanapathiRuns& r) {
    page.claim(rate_error_spirals_outwards(r));
    page.claim(orientation_error_looks_alike(r));
    page.claim(exact_rate_has_two_cosines(r));
    page.claim(quaternion_derivative_has_no_half(r));
    page.claim(drawn_ellipsoid_has_the_given_moments(r));
    page.claim(ellipsoid_stands_for_every_body(r));
    page.claim(spin_about_the_middle_moment_alone_is_unstable(r));
    page.claim(spin_about_x3_is_that_of_equation_11(r));
    page.claim(rocket_torque_is_about_z(r));
    page.claim(torque_must_be_evaluated_in_every_stage(r));
    page.claim(dividing_by_its_length_keeps_the_quaternion_a_rotation(r));
    page.claim(rigid_body_motion_is_chaotic(r));
}

}  // namespace

void write_page(ReportPage& page, const GanapathiRuns& r) {
    page.asked(
        "Can a student watch a rigid body turn on an ordinary computer, with equations simple enough to read and "
        "true enough to trust? The report integrates Euler's equations and a quaternion by fourth-order "
        "Runge-Kutta, compares a symmetric top with its exact motion, shows a stable and a tumbling asymmetric "
        "body, and lets a pair of rockets precess one.");
    page.done(
        "The six figures were computed again with the same method and compared row by row with closed forms. Where "
        "the document gives no number (time step, rockets) one was chosen that fits its figures, and says so. Runs "
        "with moments that no body can have were repeated with moments that a body can have.");
    claims(page, r);

    page.came_out(
        fmt::format("The simulator itself is sound; the text around it is not always. {} Two printed equations are "
                    "wrong (a cosine for a sine, a factor 1/2 missing), the bodies drawn do not have the moments "
                    "they are given, and the motion is not chaotic.\n\nAll six figures come out as described.",
                    in_words(count_verdicts(page.claims()))));
    page.section("A free symmetric body");
    figures_1_and_2(page, r);
    other_time_steps(page, r);
    figure_3(page, r);
    page.section("A free asymmetric body");
    asymmetric(page, "figure-4", "Figure 4: spin about the largest moment", "Moments [2 8 4], rate [0 1 0.1]: stable.",
               *r.largest, axis_y, "y");
    asymmetric(page, "figure-5", "Figure 5: spin about the middle moment",
               "Moments [2 8 4], rate [0 0.1 1]: it tumbles.", *r.middle, axis_z, "z");
    page.section("Torque");
    figure_6(page, r);
    page.section("Bodies that can exist");
    page.text(
        "No body has the moments of figures 1 to 6. With [2 4 5], those of an ellipsoid with semi-axes in the "
        "ratio sqrt(7) : sqrt(3) : 1, the same two kinds of motion appear.");
    asymmetric(page, "physical-middle", "Moments [2 4 5], about the middle one", "Rate [0 1 0.1]: it tumbles.",
               *r.physical_middle, axis_y, "y");
    asymmetric(page, "physical-smallest", "Moments [2 4 5], about the smallest", "Rate [1 0.1 0.1]: stable.",
               *r.physical_smallest, axis_x, "x");
    page.section("Errata");
    errata(page, r);
}

}  // namespace ganapathi

ReportDocument ganapathi_document() {
    return {"ganapathi", "Ganapathi (2005)", "Simulation of rigid body dynamics in Matlab",
            asked_and_written(ganapathi::ask_runs, ganapathi::write_page)};
}

}  // namespace polhode
