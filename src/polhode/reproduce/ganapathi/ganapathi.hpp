// Ganapathi 2005, what the parts of its page share: the runs, what is taken off them, and the parts. Each file of this
// room holds one subject with its claims, figures and tables. A claim is a function whose name says what the document
// says; what it returns is judged.
#pragma once

#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "polhode/closed_form/free_motion.hpp"
#include "polhode/reproduce/documents.hpp"
#include "polhode/reproduce/kept_rows.hpp"

namespace polhode::ganapathi {

using namespace kept_rows;
using std::numbers::pi;
using Style = FigureCurve::Style;

// ---- runs (runs.cpp) ------------------------------------------------------------------------------------------------

struct GanapathiRuns {
    std::vector<double> steps{0.1, 0.05, 0.04, 0.03, 0.025, 0.02, 0.01, 0.005};
    RunSeries symmetric, symmetric_world;  // over the steps
    Later<RunResult> spiral, largest, middle, physical_middle, physical_smallest, rockets, rockets_coarse;
    Later<RunResult> no_half, ellipsoid, returns, near_a, near_b;
    RunSeries staged, held;
};
std::shared_ptr<const GanapathiRuns> ask_runs(Laboratory& lab);

// ---- what several parts use (rows.cpp) ------------------------------------------------------------------------------

OfRow rate_component(int i);
FreeMotion motion_of(const RunResult& run);

// ---- parts of the page ----------------------------------------------------------------------------------------------

// symmetric_body.cpp
Claim rate_error_spirals_outwards(const GanapathiRuns& r);
Claim orientation_error_looks_alike(const GanapathiRuns& r);
Claim exact_rate_has_two_cosines(const GanapathiRuns& r);
Claim spin_about_x3_is_that_of_equation_11(const GanapathiRuns& r);
void figures_1_and_2(ReportPage& page, const GanapathiRuns& r);
void other_time_steps(ReportPage& page, const GanapathiRuns& r);
void figure_3(ReportPage& page, const GanapathiRuns& r);

// quaternion.cpp
Claim quaternion_derivative_has_no_half(const GanapathiRuns& r);
Claim dividing_by_its_length_keeps_the_quaternion_a_rotation(const GanapathiRuns& r);

// asymmetric_body.cpp
Claim drawn_ellipsoid_has_the_given_moments(const GanapathiRuns& r);
Claim ellipsoid_stands_for_every_body(const GanapathiRuns& r);
Claim spin_about_the_middle_moment_alone_is_unstable(const GanapathiRuns& r);
Claim rigid_body_motion_is_chaotic(const GanapathiRuns& r);
// Rates over time and the angle of one axis from the angular momentum.
void asymmetric(ReportPage& page, const std::string& name, const std::string& title, const std::string& remark,
                const RunResult& run, const Vector& axis, const std::string& axis_name);

// torque.cpp
Claim rocket_torque_is_about_z(const GanapathiRuns& r);
Claim torque_must_be_evaluated_in_every_stage(const GanapathiRuns& r);
void figure_6(ReportPage& page, const GanapathiRuns& r);

// ganapathi.cpp
void write_page(ReportPage& page, const GanapathiRuns& r);

}  // namespace polhode::ganapathi
