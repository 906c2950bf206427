// GyroSoft 2015: the questions that its author left open.
#include <fmt/format.h>

#include <cmath>

#include "polhode/reproduce/gyrosoft/gyrosoft.hpp"
#include "polhode/rotation/exponential.hpp"

namespace polhode::gyrosoft {

namespace {

constexpr double step = 5e-4;  // s: 2000 Hz

// What is left of the error of the rate at the start of the step once it is put half a step forward, deg:
// R_C(t) = exp((h/2) w_N(0)) R(t) exp(-(h/2) w_B(t)).
double beyond_half_sample(const RunResult& run) {
    const double half = *run.method.step / 2;
    const KeptRow &first = run.rows.front(), &last = run.last();
    const Vector w_N = in_world(first.truth.q_NB, first.truth.w_NB_B);
    const Quaternion<double> predicted =
        exp_rotation(half * w_N) * last.truth.q_NB * exp_rotation(-half * last.truth.w_NB_B);
    return angle_full(predicted, last.q_NB);
}

// Coning drift of a circle in `time`, deg: k h^2 psidot^2 phidot sin^2(tilt).
double coning(double k, double h, double time, const TopMotion& m) {
    const double psidot = w3 - m.mean_precession * std::cos(m.tilt_min), sine = std::sin(m.tilt_min);
    return k * h * h * psidot * psidot * m.mean_precession * sine * sine * time / degree;
}

double loop_error(const GyrosoftRuns& r, const RunResult& run) {
    return angle_full(run.last().q_NB, r.loop_truth->last().q_NB);
}

// The rate phidot0 cos(tilt) by which psidot differs from w3 at the start.
double spin_mix_up(const RunResult& run) {
    return precession(run.rows.front()) * std::cos(tilt(run.rows.front()) * degree);
}

}  // namespace

namespace {

void why_methods_seemed_to_run_away(ReportPage& page, const GyrosoftRuns& r) {
    const double d_circle = spin_mix_up(*r.right[circle].B), d_wave = spin_mix_up(*r.right[wave].B);
    const auto law = [](double d) { return std::acos((1 + 2 * std::cos(d)) / 3) / degree; };
    page.text(fmt::format(
        "Question 1: *Why do A and C run away in waves and circles, why not at 90°, and why does the z axis stay "
        "good?* It is neither physics nor coning. Method B was run with psidot where w3 = psidot + phidot cos(tilt) "
        "belongs. The two differ by d = phidot0 cos(tilt): zero in cusp and loop, where phidot0 = 0, and at 90°; {} "
        "rad/s in the circle and {} in the wave. The x and y axes of B turn away at d, so that cos(angle of (1,1,1)) = "
        "(1 + 2 cos(d t))/3: {} after 1 s of the circle, where {} is seen, and {} of the wave, where {} is seen. The z "
        "axis knows the spin only through I3 w3 and so follows within 1 or 2 %.",
        significant(d_circle, 4), significant(d_wave, 4), deg(law(d_circle)),
        deg(apart_at(*r.as_run[circle].A, *r.as_run[circle].B, 1, apart_along(axis_111))), deg(law(d_wave)),
        deg(apart_at(*r.as_run[wave].A, *r.as_run[wave].B, 1, apart_along(axis_111)))));
}

void whether_the_error_of_c_accumulates(ReportPage& page, const GyrosoftRuns& r) {
    const TopMotion m = motion_of(*r.traces[circle]);
    const double kept = end_deg(r.by_rule[0][2]), left_1000 = beyond_half_sample(r.by_rule[0][1]),
                 left_2000 = beyond_half_sample(r.by_rule[0][2]), left_4000 = beyond_half_sample(r.by_rule[0][3]);
    page.text(fmt::format(
        "Question 2: *Does the error of C accumulate?* Its largest part does not. The rate of the start of the step is "
        "half a sample late, and R_{{C}}(t) = exp((h/2) w_{{lab}}(0)) R(t) exp(-(h/2) w_{{body}}(t)): a fixed tilt and "
        "a fixed delay, at most h|w| = 3.6° at 2000 Hz, of which {} are seen after 5 s of the circle. What is left "
        "when this is taken out drifts as h^2: {}, {} and {} at 1000, 2000 and 4000 Hz. It is the coning drift k h^2 "
        "psidot^2 phidot sin^2(tilt) about the vertical.",
        deg(kept), deg(left_1000), deg(left_2000), deg(left_4000)));
    ReportTable drift{.caption = "Coning drift after 5 s of the circle at 2000 Hz, deg",
                      .heads = {"rule", "k", "k h^{2} law", "seen"},
                      .rows = {}};
    drift.rows.push_back({"one end, half a sample taken out", "1/24", significant(coning(1.0 / 24, step, 5, m)),
                          significant(left_2000)});
    drift.rows.push_back(
        {"true increment", "1/12", significant(coning(1.0 / 12, step, 5, m)), significant(end_deg(r.by_rule[3][2]))});
    drift.rows.push_back(
        {"mean of both ends", "1/6", significant(coning(1.0 / 6, step, 5, m)), significant(end_deg(r.by_rule[1][2]))});
    drift.rows.push_back({"two increments, coning term", "0", "0", significant(end_deg(r.by_rule[4][2]), 2)});
    drift.commands = {r.by_rule[0].loop, r.by_rule[4].loop};
    page.table(drift);
}

void why_the_rate_at_the_end_wins(ReportPage& page, const GyrosoftRuns& r) {
    ReportTable lag{.caption = "Method A: vertical momentum gained in 1 s of the circle, kg m^{2}/s",
                    .heads = {"rate of the step", "lag", "predicted", "seen"},
                    .rows = {}};
    lag.rows.push_back({"start", "h", significant(predicted_change(*r.lag_start, step), 5),
                        significant(vertical_change(*r.lag_start), 5)});
    lag.rows.push_back({"J-cycle", "2h/3", significant(predicted_change(*r.lag_j, 2 * step / 3), 5),
                        significant(vertical_change(*r.lag_j), 5)});
    lag.rows.push_back({"true rotation vector", "h/2", significant(predicted_change(*r.lag_true, step / 2), 5),
                        significant(vertical_change(*r.lag_true), 5)});
    lag.rows.push_back({"end", "0", "0", significant(vertical_change(*r.lag_end), 2)});
    lag.commands = {r.lag_start->command, r.lag_j->command, r.lag_true->command, r.lag_end->command};
    page.text(
        "Question 3: *Why does w(t_{i+1}) beat w(t_{i}) in A, and why does the J-cycle make A worse?* A torque held "
        "over the step is late by h/2. The rate of the end is early by h/2, and the two cancel as in a leapfrog; with "
        "the rate of the start they add. A lag s feeds the vertical momentum with s Mgl sin^2(tilt)(w3 - phidot "
        "cos(tilt)) a second, and the top climbs.");
    page.table(lag);
}

void why_the_loop_is_worse(ReportPage& page, const GyrosoftRuns& r) {
    page.text(
        fmt::format("Question 4: *Why is A good in cusp, wave and circle and poorer in the loop?* A with the rate of "
                    "the end follows, but for terms in h^2, the exact motion of another start, w0 + (h/2) w0'. Where "
                    "the tilt is at a turning point that changes energy and vertical momentum only at second order; in "
                    "the loop the axis is pushed up at the start, and they change at first order. So start it at w0 "
                    "- (h/2) w0': after 5 s of the loop {} become {} at 2000 Hz, and {} become {} at 4000 Hz.",
                    deg(end_deg(*r.loop_plain), 4), deg(loop_error(r, *r.loop_cured)),
                    deg(end_deg(*r.loop_plain_fine), 4), deg(loop_error(r, *r.loop_cured_fine))));
    page.commands("The loop, started half a step earlier:", {r.loop_cured->command, r.loop_plain->command});
}

void whether_90_degrees_can_be_used(ReportPage& page, const GyrosoftRuns& r) {
    const double cusp_self = angle_full(r.as_run[cusp].B->last().q_NB, r.right[cusp].B->last().q_NB),
                 loop_self = angle_full(r.as_run[loop].B->last().q_NB, r.right[loop].B->last().q_NB),
                 level_self = angle_full(r.level_as_run.B->last().q_NB, r.level.B->last().q_NB),
                 circle_self = angle_full(r.as_run[circle].B->row_at(1).q_NB, r.right[circle].B->row_at(1).q_NB);
    page.text(fmt::format(
        "Question 5: *Can the special accuracy at 90° be used in control?* There is none. What can be used is this: "
        "the half sample of question 2 can be taken out of any attitude that was made from one reading a step; k h^2 "
        "says which sample rate a drift budget needs; and a run with both spin constants is a good test of a program: "
        "they must agree in cusp ({} after 20 s), loop ({} after 5 s) and at 90° ({}), and must not in the circle ({} "
        "after 1 s). A disagreement that vanishes exactly there is this mix-up.",
        deg(cusp_self, 1), deg(loop_self, 1), deg(level_self, 1), deg(circle_self)));
}

}  // namespace

void questions(ReportPage& page, const GyrosoftRuns& r) {
    why_methods_seemed_to_run_away(page, r);
    whether_the_error_of_c_accumulates(page, r);
    why_the_rate_at_the_end_wins(page, r);
    why_the_loop_is_worse(page, r);
    whether_90_degrees_can_be_used(page, r);
}

}  // namespace polhode::gyrosoft
