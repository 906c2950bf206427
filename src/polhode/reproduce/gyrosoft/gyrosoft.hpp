// GyroSoft 2015, what the parts of its page share: the gyroscope, the runs, what is taken off and drawn of them,
// and the parts. Each file of this room holds one subject with its claims, figures and tables. A claim is a function
// whose name says what the document says; what it returns is judged.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "polhode/closed_form/top_motion.hpp"
#include "polhode/reproduce/kept_rows.hpp"

namespace polhode::gyrosoft {

using namespace kept_rows;
using std::numbers::pi;
using Style = FigureCurve::Style;

// The gyroscope of all figures but the eighth, as the document prints it.
constexpr double I1 = 5.76875e-4, I3 = 9.375e-5, Mgl = 0.3 * 9.8 * 0.01, w3 = 40 * pi;

inline const Vector axis_111{1 / std::sqrt(3.0), 1 / std::sqrt(3.0), 1 / std::sqrt(3.0)};

// The four motions: places in arrays, and the names of the page.
constexpr std::size_t cusp = 0, loop = 1, wave = 2, circle = 3;
inline const std::array<std::string, 4> motion_names{"cusp", "loop", "wave", "circle"};

// What stands for the rotation of a step in methods A and C.
struct Rule {
    std::string name, preset;
};
inline const std::vector<Rule> a_rules{{"w(t_{i})", "gyrosoft-a-start"},
                                       {"w(t_{i+1})", "gyrosoft-a"},
                                       {"J-cycle", "gyrosoft-a-j-cycle"},
                                       {"midpoint torque", "gyrosoft-a-midpoint"}};
inline const std::vector<Rule> c_rules{{"w(t_{i})", "gyrosoft-c"},
                                       {"mean of both ends", "gyrosoft-c-average"},
                                       {"J-cycle", "gyrosoft-c-j-cycle"},
                                       {"increment", "gyrosoft-c-increment"},
                                       {"two increments", "gyrosoft-c-two-sample"}};

// ---- runs under noise (noise.cpp) ----------------------------------------------------------------

struct Rms {
    double value = 0, error = 0;  // its standard error
};

// Method C under seeds 1 .. `seeds`.
struct Noisy {
    Later<RunResult> first;  // seed 1, all its rows
    Later<std::vector<double>> errors;
    std::string key;
    int seeds = 0;

    Rms rms() const;
    std::string command() const;
};
Noisy ask_noise(Laboratory& lab, const std::string& scenario, const std::vector<std::string>& settings,
                const std::string& key, int seeds);

// ---- runs (runs.cpp) -----------------------------------------------------------------------------

struct Trio {
    Later<RunResult> B, A, C;
};
struct Pair {
    Later<RunResult> B, C;
};

struct GyrosoftRuns {
    Later<RunResult> a_start, a_end;                  // figure 6
    std::array<Later<RunResult>, 4> traces;           // figure 7
    Later<RunResult> film, film_caption;              // figure 8
    Later<RunResult> falls, strong, normal;           // cases 1, 2
    std::array<Later<RunResult>, 5> reversed;         // case 3
    std::array<Trio, 4> as_run, right;                // figures 10, 11
    Pair tilted_as_run, tilted, level_as_run, level;  // figure 12
    std::array<Later<RunResult>, 2> long_a, long_c;   // case 6: cusp, loop
    std::vector<RunSeries> by_rule;                   // case 7, over the steps
    std::vector<double> steps{0.002, 0.001, 5e-4, 2.5e-4};
    Noisy rest_1, rest_5;  // case 8
    std::vector<long> windows{1, 3, 5, 11, 21};
    std::vector<double> amplitudes{0, 1, 5};
    std::vector<std::vector<Noisy>> centred, causal;  // case 9: by amplitude, window
    std::array<Later<RunResult>, 3> remark;           // 1, 10, 50 Hz
    Later<RunResult> slow, fast, slow_level;          // eq. 22
    Later<RunResult> sleeps, wakes;
    Later<RunResult> summed, summed_printed, not_summed;            // eq. 14
    std::vector<std::array<Later<RunResult>, 4>> a_table, c_table;  // by rule and motion
    Later<RunResult> lag_start, lag_j, lag_true, lag_end;           // circle, 1 s
    Later<RunResult> c_end;
    Later<RunResult> loop_truth, loop_plain, loop_plain_fine, loop_cured, loop_cured_fine;
    Later<RunResult> rk4_coarse, solver_coarse;
    RunSeries asymmetric;
    Later<RunResult> asymmetric_rows;
    Later<RunResult> parts, parts_weight;
    Later<RunResult> b_right, b_level, b_upright;
};
std::shared_ptr<const GyrosoftRuns> ask_runs(Laboratory& lab);

// ---- rows and curves (rows.cpp) ------------------------------------------------------------------

// Between two attitudes, deg.
double angle_full(const Quaternion<double>& a, const Quaternion<double>& b);

// Between the same direction of two bodies, deg.
using Apart = std::function<double(const KeptRow&, const KeptRow&)>;
Apart apart_along(const Vector& axis);
double apart_at(const RunResult& a, const RunResult& b, double t, const Apart& apart);

double end_deg(const RunResult& run);
double at_deg(const RunResult& run, double t);

double precession(const KeptRow& row);  // the rate at which body z goes round the vertical
TopMotion motion_of(const RunResult& run, double weight_moment = Mgl);

double vertical_change(const RunResult& run);  // of the angular momentum
// What a lag s of the torque behind the rate feeds into it, along the run as it went:
// dLZ/dt = s Mgl sin^2(tilt) (w3 - phidot cos(tilt)).
double predicted_change(const RunResult& run, double lag);

FigureCurve thinned(FigureCurve c);  // at most a thousand points: a picture shows no more
// The tip of body z from above.
FigureCurve trace(const std::string& name, const RunResult& run, Style style = Style::line);
// `whole`: the unit circle, that traces can be compared by eye.
FigurePanel from_above(const std::string& title, std::vector<FigureCurve> curves, bool key = true, bool whole = true);

inline std::string deg(double value, int digits = 3) { return significant(value, digits) + "°"; }

// ---- parts of the page ----------------------------------------------------------------------------------------------

// step_rules.cpp: what stands for the rotation of a step
Claim rotation_should_be_taken_from_the_rate_at_the_end(const GyrosoftRuns& r);
Claim rate_at_the_end_is_the_better_rotation_vector(const GyrosoftRuns& r);
Claim another_rotation_vector_helps_method_c(const GyrosoftRuns& r);
Claim j_cycle_makes_method_a_more_precise(const GyrosoftRuns& r);
Claim library_solver_lets_method_a_sample_slowly(const GyrosoftRuns& r);
void figure_6(ReportPage& page, const GyrosoftRuns& r);
void case_7(ReportPage& page, const GyrosoftRuns& r);

// motions.cpp: how a gyroscope moves
Claim four_releases_give_cusp_loop_wave_and_circle(const GyrosoftRuns& r);
Claim steady_precession_has_two_rates(const GyrosoftRuns& r);
Claim fast_upright_top_sleeps(const GyrosoftRuns& r);
Claim gyroscope_needs_spin_above_a_rule_of_thumb(const GyrosoftRuns& r);
Claim slow_top_falls_like_a_pendulum(const GyrosoftRuns& r);
Claim stronger_gravity_makes_larger_arcs(const GyrosoftRuns& r);
Claim reversed_spin_shows_the_same_four_motions(const GyrosoftRuns& r);
void figures_7_and_8(ReportPage& page, const GyrosoftRuns& r);
void cases_1_to_3(ReportPage& page, const GyrosoftRuns& r);
void remark_10(ReportPage& page, const GyrosoftRuns& r);

// equations.cpp: what the text prints
Claim small_rotation_vectors_can_be_added(const GyrosoftRuns& r);
Claim third_euler_equation_has_the_printed_sign(const GyrosoftRuns& r);
Claim method_a_works_for_any_body(const GyrosoftRuns& r);
Claim default_gyroscope_has_the_printed_moment(const GyrosoftRuns& r);
Claim counterweight_describes_the_real_instrument(const GyrosoftRuns& r);
Claim method_b_is_the_right_answer(const GyrosoftRuns& r);
Claim euler_angles_are_singular_at_90_degrees(const GyrosoftRuns& r);
void errata(ReportPage& page, const GyrosoftRuns& r);

// comparison.cpp: methods A and C against B
Claim method_a_stays_close_to_b_in_the_cusp(const GyrosoftRuns& r);
Claim methods_a_and_c_run_away_in_waves_and_circles(const GyrosoftRuns& r);
Claim z_axis_can_be_trusted(const GyrosoftRuns& r);
Claim method_c_is_bad_at_55_and_excellent_at_90_degrees(const GyrosoftRuns& r);
Claim method_c_overtakes_method_a(const GyrosoftRuns& r);
Claim method_c_has_the_largest_error(const GyrosoftRuns& r);
void figure_10(ReportPage& page, const GyrosoftRuns& r);
void table_of_angles(ReportPage& page, const GyrosoftRuns& r);
void figure_11(ReportPage& page, const GyrosoftRuns& r);
void figure_12(ReportPage& page, const GyrosoftRuns& r);
void case_6(ReportPage& page, const GyrosoftRuns& r);

// noise.cpp
Claim noise_has_a_fixed_amplitude(const GyrosoftRuns& r);
Claim noisy_readings_must_be_filtered(const GyrosoftRuns& r);
void cases_8_and_9(ReportPage& page, const GyrosoftRuns& r);

// questions.cpp: what the author left open
void questions(ReportPage& page, const GyrosoftRuns& r);

// gyrosoft.cpp
void write_page(ReportPage& page, const GyrosoftRuns& r);

}  // namespace polhode::gyrosoft
