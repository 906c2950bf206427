// Gray, Rubinoff, Sohon 1952, what the parts of its page share: the runs, and how they are read. Internal to the
// reproduce_gray*.cpp, each of which holds one subject with its verdicts, figures and tables.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "polhode/reproduce/reproduce_rows.hpp"

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

// ---- operations counted (reproduce_gray_cost.cpp) -------------------------------------------------------------------

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

// ---- row 2 against row 3, many times by chance (reproduce_gray_trials.cpp) ------------------------------------------

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

// ---- which three of nine (reproduce_gray_triples.cpp) ---------------------------------------------------------------

struct Triple {
    std::array<int, 3> cosines;
    std::string name;
    bool one_row = false, one_column = false;
    double determinant = 0;  // largest size over some attitudes
};
std::vector<Triple> triples();

// ---- runs (reproduce_gray_runs.cpp) ---------------------------------------------------------------------------------

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

// ---- rows and curves (reproduce_gray_rows.cpp) ----------------------------------------------------------------------

double off(const RunResult& run);  // attitude error at the end, rad
double defect_until(const RunResult& run, double t);
double largest_defect(const RunResult& run);
Vector row_3(const KeptRow& row);
FigureCurve without_zero(FigureCurve c);  // for a logarithmic scale of time
std::size_t place(const std::vector<double>& values, double v);

// ---- parts of the page ----------------------------------------------------------------------------------------------

inline Verdict yes(bool holds) { return holds ? Verdict::holds : Verdict::fails; }
inline Verdict if_so(bool holds) { return holds ? Verdict::with_condition : Verdict::fails; }

// reproduce_gray_passage.cpp: through pitch 90 degrees
void claims_of_angles_and_cosines(ReportPage& page, const GrayRuns& r);
void claim_of_finiteness(ReportPage& page, const GrayRuns& r);
void passage(ReportPage& page, const GrayRuns& r);

// reproduce_gray_triples.cpp
void claim_of_three_equations(ReportPage& page, const GrayRuns& r);

// reproduce_gray_orthonormality.cpp: rows in words, of unit length and at right angles
int broken_runs(const GrayRuns& r);  // of those that are corrected, for 30 turns
void claims_of_bounds(ReportPage& page, const GrayRuns& r);
void claims_of_corrections(ReportPage& page, const GrayRuns& r);
void claim_of_divisor(ReportPage& page, const GrayRuns& r);
void orthonormality(ReportPage& page, const GrayRuns& r);

// reproduce_gray_trials.cpp
void claims_of_first_order(ReportPage& page, const GrayRuns& r);

// reproduce_gray_drift.cpp: where the matrix points
void claim_of_accuracy(ReportPage& page, const GrayRuns& r);
void claim_of_suitability(ReportPage& page, const GrayRuns& r);
void drift(ReportPage& page, const GrayRuns& r);

// reproduce_gray_cost.cpp: what a step costs
void claim_of_speed(ReportPage& page, const GrayRuns& r);
void claim_of_functions(ReportPage& page, const GrayRuns& r);
void cost(ReportPage& page, const GrayRuns& r);

}  // namespace polhode::gray
