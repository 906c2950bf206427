// Many jobs on a few threads: the points of a study, the candidates of a budget, the runs of a report, the blocks of a
// sweep's results.
//
// The jobs have numbers and are begun in this order, each once, by whichever thread is free. Each writes to a place of
// its own, so that the results do not depend on how many threads there are.
#pragma once

#include <cstddef>
#include <functional>

namespace polhode {

struct JobOptions {
    int threads = 0;  // at most; 0: as many as the machine has. Fewer where the system gives fewer
    // Whether to begin no further job; asked by all threads.
    std::function<bool()> stop = {};
    // A job is done; called by one thread at a time.
    std::function<void(std::size_t job)> done = {};
};

// `stop`: whether options.stop says so or another job has thrown; a long job may ask it and give up.
using JobFunction = std::function<void(std::size_t job, const std::function<bool()>& stop)>;

// The calling thread is one of the threads, and the first job is always its own. Where a job throws, no further one is
// begun, and its exception is thrown here when the others have ended: of several the one of the lowest number, which is
// the same however many threads there are unless a job gave up. Returns whether all jobs were done; false where they
// were stopped.
bool run_jobs(std::size_t count, const JobFunction& job, const JobOptions& options);

}  // namespace polhode
