#include "polhode/base/job_runner.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "polhode/base/thread_group.hpp"

namespace polhode {

bool run_jobs(std::size_t count, const JobFunction& job, const JobOptions& options) {
    std::atomic<std::size_t> next{1};
    std::atomic<bool> failed{false};
    std::mutex mutex;  // of the three below, and of options.done
    std::size_t finished = 0, thrower = 0;
    std::exception_ptr thrown;
    const std::function<bool()> stop = [&] { return failed || (options.stop && options.stop()); };
    const auto run = [&](std::size_t i) {
        try {
            job(i, stop);
            const std::lock_guard lock(mutex);
            if (options.done) options.done(i);
            ++finished;
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!thrown || i < thrower) {
                thrown = std::current_exception();
                thrower = i;
            }
            failed = true;
        }
    };
    // A job that was taken is run: had it been dropped because a later one threw, the exception would depend on chance.
    const auto run_more = [&] {
        while (!stop()) {
            const std::size_t i = next++;
            if (i >= count) return;
            run(i);
        }
    };

    if (count > 0 && !stop()) {
        ThreadGroup others;
        const auto threads = static_cast<std::size_t>(thread_count(options.threads));
        others.start(std::min(threads, count) - 1, [&](std::size_t) { run_more(); });
        run(0);
        run_more();
    }
    if (thrown) std::rethrow_exception(thrown);
    return finished == count;
}

}  // namespace polhode
