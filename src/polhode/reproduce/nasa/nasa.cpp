// NASA TN D-5302: figures 3 to 8, the conclusions, the stability boundaries, the errata. The page, put together from
// its parts (nasa.hpp).
#include "polhode/reproduce/nasa/nasa.hpp"

#include <fmt/format.h>

namespace polhode {

namespace nasa {

namespace {

void claims(ReportPage& page, const NasaRuns& r) {
    page.claim(attitude_error_of_rk4_goes_as_h_cubed(r));
    page.claim(euler_angles_err_more_towards_90_degrees(r));
    page.claim(quaternions_are_superior_to_euler_angles(r));
    page.claim(quaternion_errors_do_not_depend_on_b0(r));
    page.claim(variable_step_has_no_advantage_at_the_critical_angle(r));
    page.claim(wider_error_limits_gain_at_most_a_factor_of_2(r));
    page.claim(normalising_is_not_effective(r));
    page.claim(algebraic_constraint_holds_eps_and_leaves_the_attitude(r));
    page.claim(algebraic_constraint_is_stable_up_to_hk_1(r));
    page.claim(eps_need_be_computed_only_once_a_step(r));
    page.claim(derivative_constraint_is_stable_below_8(r));
    page.claim(derivative_constraint_lowers_the_attitude_error_rate(r));
    page.claim(derivative_constraint_corrects_as_well_as_the_algebraic(r));
}

}  // namespace

void write_page(ReportPage& page, const NasaRuns& r) {
    page.asked(
        "Whoever simulates a spacecraft must integrate its attitude. In 1969 two ways competed: three Euler "
        "angles, which have a singular place, and four Euler parameters (a quaternion), which have none but must "
        "keep unit length. Which is more accurate and faster, does a variable step help, and how is the length "
        "best held?");
    page.done(
        "One motion with a known answer: a body tilted by B0, then turned steadily, one turn being a cycle. Euler "
        "angles and quaternion were run through it with Runge-Kutta steps of 1/10 to 1/640 cycle and with Merson's "
        "variable step; three constraints were added to the quaternion. Each row is compared with the exact "
        "attitude. The gains at which the constraints become unstable were computed from the step itself.");
    claims(page, r);

    page.came_out(
        fmt::format("{} The error of RK4 falls as h^4, not h^3; Euler angles beat quaternions while the second "
                    "angle stays below about 50°; and normalising, which the report gives up, works best of all "
                    "once it is applied to the state.\n\nThe limits of the two gains, found by trial in 1969, are "
                    "confirmed to four digits, the second only for one reading of its equation.",
                    in_words(count_verdicts(page.claims()))));
    page.section("Axes and angles");
    page.lost("Figures 1 and 2",
              "Drawings of axes and angles, without data. Their conventions are used in all that follows: fixed "
              "axes 1F, 2F, 3F; moving axes 1M, 2M, 3M; Euler angles A, B, C about axes 1, 2, 3 in turn.");
    page.section("Euler angles");
    figure_3(page, r);
    figure_4(page, r);
    page.section("Quaternion");
    figure_5(page, r);
    page.section("Constraints");
    page.text(
        "eps = 1 - |q|^2 says how far the quaternion is from unit length. h is the step, K and M are gains, w is "
        "the rate.");
    figure_6(page, r);
    figure_7(page, r);
    figure_8(page, r);
    page.section("Stability");
    stability_table(page, r);
    page.section("Errata");
    errata(page, r);
}

}  // namespace nasa

ReportDocument nasa_document() {
    return {"nasa", "NASA TN D-5302 (1969)",
            "A. C. Fang and B. G. Zimmerman, Digital Simulation of Rotational Kinematics",
            asked_and_written(nasa::ask_runs, nasa::write_page)};
}

}  // namespace polhode
