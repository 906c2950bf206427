// Runs. run() hands each row to an observer as it is made and keeps nothing, so that memory does not grow with the
// length of a run; record() keeps them all. Both may be called from several threads at once.
//
//     const polhode::Recording all = polhode::record(polhode::plan_run(scenario));
//     const polhode::RecordedRow& last = all.rows.back();
//     std::printf("t = %g, qw = %.17g, %ld evaluations\n", last.t, last.q_NB.w, all.statistics.evaluations);
#pragma once

#include <string>
#include <vector>

#include "polhode/library/plan.hpp"
#include "polhode/library/row.hpp"

namespace polhode {

// Throws ComputationFailed where the method breaks down; every row before that has reached the observer. What the
// observer throws comes through.
Statistics run(const RunPlan& plan, const RunObserver& observer);

// The same for who wants the statistics of a run that fails: they are filled in before it throws.
void run(const RunPlan& plan, const RunObserver& observer, Statistics& statistics);

// A row that was kept: as Row, with numbers of its own.
struct RecordedRow {
    double t = 0;                 // s
    Quaternion<double> q_NB;      // attitude
    Vec3<double> w_NB_B;          // rad/s
    double energy = 0;            // J
    Vec3<double> L_N;             // N m s
    double defect = 0;            // constraint error of the method's own state
    std::vector<double> state{};  // named by Recording::columns
};

// A run that was kept.
struct Recording {
    Columns columns;
    std::vector<RecordedRow> rows;  // rising in time; the first is at t = 0
    Statistics statistics;
    std::string failure;  // why it ended early; "" where it did not: a run that breaks down is told here
};

// The whole run in memory. It does not throw ComputationFailed: see Recording::failure.
Recording record(const RunPlan& plan);

}  // namespace polhode
