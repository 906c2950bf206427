// Gray, Rubinoff, Sohon 1952, what the parts of its page share: the runs, what is taken off them, and the parts.
// Each file of this room holds one subject with its claims, figures and tables. A claim is a function whose name says
// what the paper says; what it returns is judged.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "polhode/reproduce/kept_rows.hpp"

namespace polhode::gray {

using kept_rows::degree;
using kept_rows::Vector;
using std::numbers::pi;
using Style = FigureCurve::Style;

constexpr double M = 0.5;  // what is held is M times a direction cosine

inline const std::string oblique = "reproduce/gray-oblique", loop = "reproduce/gray-loop";

inline const std::vector<int> four_lengths{15, 23, 31, 39};
inline const std::vector<double> drift_lengths{11, 15, 19, 23, 27, 31, 35, 39, 43, 47};
inline const std::vector<double> passage_steps{90, 180, 360, 720, 1440, 2880, 5760};
inline const std::vector<double> pitches{89.9, 89, 85, 80, 60};
inline const std::vector<double> residual_steps{45, 90, 180, 360, 720};

// ---- operations counted (cost.cpp) -------------------------------------------------------------------

struct Count {
    long products = 0, quotients = 0, functions = 0;
};

struct Counts {
    Count row_2_method_1, row_2_method_2;              // with forward Euler
    Count correct_1, correct_2;                        // of row 2 alone, after any formula
    Count rates_gray, rates_quaternion, rates_angles;  // one evaluation of the rate equations
    Count fix_gray_1, fix_gray_2, fix_quaternion;      // once a step, row 1 included
    Count matrix_of_quaternion;
};
Counts count_operations();

struct StepCost {
    long products = 0, quotients = 0;
};
StepCost rk4_step(const Count& rates, const Count& fix);

// ---- row 2 against row 3, many times by chance (trials.cpp) ------------------------------------------

struct Trials {
    int number = 20000;
    double farther = 0;         // method 2: largest displacement over the smallest that does
    double turn_excess = 0;     // method 1: largest turn over the smallest, less 1
    double order_share = 0;     // largest difference of two orders over the bound of second order
    double order_largest = 0;   // itself, over M
    double residual_share = 0;  // largest difference of r2.r3/M^2 from -eps1 eps2/2, over eps1 eps2/2
    double size = 1e-3;         // of the errors put in
};
Trials try_corrections();

// ---- which three of nine (triples.cpp) ---------------------------------------------------------------

struct Triple {
    std::array<int, 3> cosines;
    std::string name;
    bool one_row = false, one_column = false;
    double determinant = 0;  // largest size over some attitudes
};
std::vector<Triple> triples();

// ---- runs (runs.cpp) ---------------------------------------------------------------------------------

struct Passage {
    RunSeries cosines, angles, clamped;
};
// What 30 turns in words leave: of one word length, motion, formula and method.
struct LongRun {
    int bits;
    std::string motion, formula;
    int method;
    Later<RunResult> run;
};

struct GrayRuns {
    Passage at_90;
    Later<RunResult> shown_cosines, shown_angles, shown_clamped;
    std::vector<Passage> near_90;  // by pitches; 360 and 1440 steps
    std::vector<Later<RunResult>> word_passage;
    Later<RunResult> oblique_zyx, oblique_zxz, level_zyx, level_zxz;
    RunSeries top;
    std::vector<Triple> triples;
    std::vector<Later<RunResult>> three_equations;  // by triples, where not of one row or column
    Later<RunResult> unity_wraps, unity_held;
    std::vector<LongRun> corrected, uncorrected;  // 30 turns
    std::vector<LongRun> overflowing;
    std::map<std::string, RunSeries> drift;    // over drift_lengths
    std::vector<Later<RunResult>> real_drift;  // methods 0, 1, 2; 90 steps, 10 turns
    Later<RunResult> euler, heun, rk4;         // 100 turns of 90 steps
    std::vector<RunSeries> euler_order;        // methods 0, 1, 2, over 90 .. 720 steps, 1 turn
    std::vector<Later<RunResult>> orders;      // forward Euler, 360 steps: together, length first, direction first
    std::vector<RunSeries> residual;           // loop, oblique, coning, over residual_steps
    Later<Counts> counts;
    Later<Trials> trials;
};
std::shared_ptr<const GrayRuns> ask_runs(Laboratory& lab);

// ---- rows and curves (rows.cpp) ----------------------------------------------------------------------

double off(const RunResult& run);  // attitude error at the end, rad
double defect_until(const RunResult& run, double t);
double largest_defect(const RunResult& run);
Vector row_3(const KeptRow& row);
FigureCurve without_zero(FigureCurve c);  // for a logarithmic scale of time
std::size_t place(const std::vector<double>& values, double v);

// ---- parts of the page ----------------------------------------------------------------------------------------------

inline Verdict yes(bool holds) { return holds ? Verdict::holds : Verdict::fails; }
inline Verdict if_so(bool holds) { return holds ? Verdict::with_condition : Verdict::fails; }

// passage.cpp: through pitch 90 degrees
Claim angle_equations_are_indeterminate_at_90_degrees(const GrayRuns& r);
Claim limiting_pitch_avoids_the_problem(const GrayRuns& r);
Claim other_axes_have_the_same_difficulty_elsewhere(const GrayRuns& r);
Claim angles_can_be_eliminated_from_the_motion(const GrayRuns& r);
Claim cosine_equations_have_no_indeterminate_points(const GrayRuns& r);
Claim all_quantities_are_finite(const GrayRuns& r);
void passage(ReportPage& page, const GrayRuns& r);

// triples.cpp
Claim three_of_nine_equations_are_independent(const GrayRuns& r);

// orthonormality.cpp: rows in words, of unit length and at right angles
int broken_runs(const GrayRuns& r);  // of those that are corrected, for 30 turns
Claim unity_appears_as_zero(const GrayRuns& r);
Claim pseudo_cosines_keep_all_parameters_bounded(const GrayRuns& r);
Claim corrections_restore_normality(const GrayRuns& r);
Claim two_binomial_terms_normalise_a_row(const GrayRuns& r);
Claim largest_cosine_prevents_division_by_zero(const GrayRuns& r);
void orthonormality(ReportPage& page, const GrayRuns& r);

// trials.cpp
Claim method_1_turns_row_2_least(const GrayRuns& r);
Claim corrections_may_be_applied_in_either_order(const GrayRuns& r);

// drift.cpp: where the matrix points
Claim inaccuracies_are_held_low(const GrayRuns& r);
Claim procedure_suits_digital_computation(const GrayRuns& r);
void drift(ReportPage& page, const GrayRuns& r);

// cost.cpp: what a step costs
Claim method_2_is_preferable_because_quicker(const GrayRuns& r);
Claim no_trigonometric_functions_appear(const GrayRuns& r);
void cost(ReportPage& page, const GrayRuns& r);

// gray.cpp
void write_page(ReportPage& page, const GrayRuns& r);

}  // namespace polhode::gray
