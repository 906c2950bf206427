// NASA TN D-5302 (1969), what the parts of its page share: the runs, what is taken off them, and the parts. Each file
// of this room holds one subject with its claims, figures and tables. A claim is a function whose name says what the
// report says; what it returns is judged.
#pragma once

#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "polhode/method/stability.hpp"
#include "polhode/reproduce/documents.hpp"

namespace polhode::nasa {

using std::numbers::pi;
using Style = FigureCurve::Style;
using constrain::Law;

// ---- runs (runs.cpp) ------------------------------------------------------------------------------------------------

struct VariableStep {
    double b0, e_max;
    Later<RunResult> variable, fixed, wide;  // wide: e_min = e_max/32
};

struct NasaRuns {
    std::vector<double> steps{10, 20, 40, 80, 160, 320, 640}, tilts{15, 30, 45, 60, 75, 85, 89};
    std::vector<RunSeries> euler;         // by tilt, over the steps
    RunSeries euler_by_tilt, quaternion;  // n = 80 over tilts; over the steps
    std::vector<double> fine_tilts;
    std::vector<RunSeries> quaternion_tilts;  // B0 = 0, 30, 85
    RunSeries speed_quaternion, speed_euler;
    std::vector<double> variable_tilts{15, 30, 45, 60, 70, 75, 80, 85, 87.5, 89}, limits{1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
    std::map<double, std::vector<VariableStep>> variable;  // by e_max
    std::vector<std::string> variable_loops;
    RunSeries estimate;

    std::vector<double> hk{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}, counts{10, 20, 40};
    std::map<double, RunSeries> algebraic;     // by n, over hK
    std::map<double, Later<RunResult>> plain;  // by n, as long as those
    Later<RunResult> algebraic_beyond, algebraic_stage, algebraic_half;
    Later<RunResult> scaled, scaled_coarse, substituted, state_exact, state_binomial, plain_rows;
    std::vector<double> mhw{0.5, 1, 2, 3, 4, 5, 6, 7, 7.5};
    std::map<double, RunSeries> derivative;              // by n, interpretation (i)
    std::map<std::string, RunSeries> by_interpretation;  // n = 20
    Later<RunResult> derivative_beyond, lag1_above, lag1_beyond;
    Later<RunResult> algebraic_at_limit, derivative_at_limit;
    Later<RunResult> exact;
    std::vector<double> boundary_counts{6, 8, 10, 16, 20, 40, 80, 160};
    std::map<std::string, Later<std::vector<double>>> boundaries;  // algebraic and the interpretations
};
std::shared_ptr<const NasaRuns> ask_runs(Laboratory& lab);

// ---- what several parts use (quantities.cpp) ------------------------------------------------------------------------

// Equation 33 holds a derivative and does not say which: three interpretations.
struct Interpretation {
    std::string key, name;
    Law law;
};
const std::vector<Interpretation>& interpretations();

// M (h w)^2 with h w in radians, as a gain; n steps a cycle.
double derivative_gain(double value, double n);
// The attitude error of a cycle without a constraint, 20 steps a cycle.
double plain_rate(const NasaRuns& r);
std::vector<double> divided(std::vector<double> values, double by);
FigureAxis step_axis();

// ---- parts of the page ----------------------------------------------------------------------------------------------

// euler_angles.cpp
Claim euler_angles_err_more_towards_90_degrees(const NasaRuns& r);
Claim variable_step_has_no_advantage_at_the_critical_angle(const NasaRuns& r);
Claim wider_error_limits_gain_at_most_a_factor_of_2(const NasaRuns& r);
void figure_3(ReportPage& page, const NasaRuns& r);
void figure_4(ReportPage& page, const NasaRuns& r);

// quaternion.cpp
Claim attitude_error_of_rk4_goes_as_h_cubed(const NasaRuns& r);
Claim quaternions_are_superior_to_euler_angles(const NasaRuns& r);
Claim quaternion_errors_do_not_depend_on_b0(const NasaRuns& r);
void figure_5(ReportPage& page, const NasaRuns& r);

// constraints.cpp
Claim normalising_is_not_effective(const NasaRuns& r);
Claim algebraic_constraint_holds_eps_and_leaves_the_attitude(const NasaRuns& r);
Claim eps_need_be_computed_only_once_a_step(const NasaRuns& r);
Claim derivative_constraint_lowers_the_attitude_error_rate(const NasaRuns& r);
Claim derivative_constraint_corrects_as_well_as_the_algebraic(const NasaRuns& r);
void figure_6(ReportPage& page, const NasaRuns& r);
void figure_7(ReportPage& page, const NasaRuns& r);
void figure_8(ReportPage& page, const NasaRuns& r);

// stability.cpp
Claim algebraic_constraint_is_stable_up_to_hk_1(const NasaRuns& r);
Claim derivative_constraint_is_stable_below_8(const NasaRuns& r);
void stability_table(ReportPage& page, const NasaRuns& r);

// errata.cpp
void errata(ReportPage& page, const NasaRuns& r);

// nasa.cpp
void write_page(ReportPage& page, const NasaRuns& r);

}  // namespace polhode::nasa
