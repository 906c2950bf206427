// What a run is said to have taken: its steps, without what was done with the rows.
#include "polhode/run/row_emitter.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace row_emitter_test {

void keep_busy(double seconds) {
    for (const double until = thread_cpu_seconds() + seconds; thread_cpu_seconds() < until;) {
    }
}

// A file's first row, or one during which something else ran, must not count for fifteen others: the run would have
// taken less than nothing.
TEST(RowEmitter, OneDearRowDoesNotStandForOthers) {
    for (const int dear : {1, 2, 18, 34}) {
        Statistics statistics;
        RunObserver observer;
        int rows = 0;
        observer.row = [&](const Row&) {
            if (rows++ == dear) keep_busy(5e-3);
        };
        RunSpan span;
        span.duration = 1.0, span.sample = 0.01;
        RowEmitter emitter(span, observer, statistics);
        for (int i = 0; i <= 100; ++i) {
            keep_busy(5e-5);  // the steps between two rows
            Row row;
            row.t = emitter.row_time(i);
            emitter.emit(row);
        }
        const double computed = emitter.computed_cpu_seconds();
        EXPECT_GT(computed, 4e-3) << "row " << dear;  // a hundred times 50 us, and never nothing
    }
}

// Timing the sink must not take what cheap steps took: here a step is one look at the thread's clock, and the sink
// does nothing.
TEST(RowEmitter, CheapStepsTakeTheirTime) {
    Statistics statistics;
    RunObserver observer;
    observer.row = [](const Row&) {};
    RunSpan span;
    span.duration = 1.0, span.sample = 1.0 / 30000;
    RowEmitter emitter(span, observer, statistics);
    const double begin = thread_cpu_seconds();
    for (int i = 0; i <= 30000; ++i) {
        Row row;
        row.t = emitter.row_time(i);
        thread_cpu_seconds();
        emitter.emit(row);
    }
    const double all = thread_cpu_seconds() - begin;
    EXPECT_GT(emitter.computed_cpu_seconds(), all / 2);
}

}  // namespace row_emitter_test
}  // namespace polhode
