// How far a run is from the truth, in every measure of the registry (kind "measure"): angle between attitudes, error of
// each axis, of the rate, of energy and momentum. Rows are measured while they stream past; none is kept.
//
//     const polhode::Measures measures = polhode::measure(polhode::plan_run(scenario), "exact");
//     for (const polhode::MeasureResult& m : measures.results)
//         std::printf("%s: %g %s at the end\n", m.name.c_str(), m.final, m.unit.c_str());
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "polhode/library/plan.hpp"

namespace polhode {

// One measure over a whole run.
struct MeasureResult {
    std::string name, unit, summary;  // as in the registry
    double final = 0;                 // of the last row
    double largest = 0;               // of all rows, by size; with its sign
    double largest_time = 0;          // s, when
    std::optional<double> per_cycle;  // mean change in a cycle of the motion, where it has one
};

// All measures of one run.
struct Measures {
    std::string against;                 // "closed form: Lagrange top"
    double truth_error = 0;              // rad: what is known of the truth's own error up to the last row
    std::string caveat;                  // what the reader should know of the truth; "" if nothing
    std::optional<double> cycle;         // s, of the motion, where it is known
    long rows = 0;                       // at which there was something to compare with
    std::vector<MeasureResult> results;  // those that have a meaning for this scenario, in the order of the registry
    Statistics statistics;               // of the run
    std::string failure;                 // why the run ended early; "" where it did not
};

// Runs the plan and measures it. `against`: "exact", "reference", "truth" (the first of both that exists), or the name
// of another method of the scenario, which is run first. Throws InputError where there is no such truth.
// `stop` is asked now and then; true: the rows so far are measured, and Measures::statistics says `interrupted`.
Measures measure(const RunPlan& plan, const std::string& against = "truth", const std::function<bool()>& stop = {});

}  // namespace polhode
