#include "polhode/base/job_runner.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "polhode/base/cpu_clock.hpp"
#include "polhode/base/thread_group.hpp"

namespace polhode {
namespace job_runner_test {

JobOptions threads(int n) {
    JobOptions options;
    options.threads = n;
    return options;
}

TEST(RunJobs, EachOnceWhateverTheThreads) {
    for (const int n : {0, 1, 2, 3, 8, 50}) {
        std::vector<std::atomic<int>> times(20);
        EXPECT_TRUE(run_jobs(
            times.size(), [&](std::size_t i, const auto&) { ++times[i]; }, threads(n)));
        for (const auto& t : times) EXPECT_EQ(t, 1) << n;
    }
}

TEST(RunJobs, NoneAreDoneAtOnce) {
    EXPECT_TRUE(run_jobs(0, [](std::size_t, const auto&) { FAIL(); }, {}));
}

TEST(RunJobs, OneThreadTakesThemInOrder) {
    std::vector<std::size_t> order;
    run_jobs(
        5, [&](std::size_t i, const auto&) { order.push_back(i); }, threads(1));
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(RunJobs, TheFirstIsTheCallersOwn) {
    for (int again = 0; again < 50; ++again) {
        std::thread::id first;
        run_jobs(
            4,
            [&](std::size_t i, const auto&) {
                if (i == 0) first = std::this_thread::get_id();
            },
            threads(4));
        ASSERT_EQ(first, std::this_thread::get_id());
    }
}

TEST(RunJobs, TellsOfOneAtATime) {
    std::set<std::size_t> told;  // no lock: it would be the test's, not the runner's
    std::atomic<int> inside{0};
    JobOptions options = threads(4);
    options.done = [&](std::size_t i) {
        EXPECT_EQ(++inside, 1);
        told.insert(i);
        --inside;
    };
    EXPECT_TRUE(run_jobs(
        200, [](std::size_t, const auto&) {}, options));
    EXPECT_EQ(told.size(), 200u);
}

TEST(RunJobs, OfSeveralExceptionsTheOneOfTheLowestJob) {
    for (const int n : {1, 2, 4, 16})
        for (int again = 0; again < 20; ++again) {
            std::atomic<int> begun{0};
            try {
                run_jobs(
                    1000,
                    [&](std::size_t i, const auto&) {
                        ++begun;
                        // the lowest is the slowest
                        if (i == 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                        if (i >= 3) throw std::runtime_error("job " + std::to_string(i));
                    },
                    threads(n));
                FAIL() << "nothing was thrown";
            } catch (const std::runtime_error& e) {
                EXPECT_STREQ(e.what(), "job 3") << n;
            }
            EXPECT_LE(begun, 3 + n) << "jobs were begun after one had thrown";
        }
}

TEST(RunJobs, WhatIsThrownWhileTellingIsThrown) {
    JobOptions options = threads(3);
    options.done = [](std::size_t) { throw std::runtime_error("disk full"); };
    EXPECT_THROW(run_jobs(
                     10, [](std::size_t, const auto&) {}, options),
                 std::runtime_error);
}

TEST(RunJobs, StopsBetweenJobs) {
    for (const int n : {1, 3}) {
        std::atomic<int> begun{0};
        JobOptions options = threads(n);
        options.stop = [&] { return begun >= 5; };
        EXPECT_FALSE(run_jobs(
            100, [&](std::size_t, const auto&) { ++begun; }, options));
        EXPECT_GE(begun, 5);
        EXPECT_LT(begun, 5 + n);
    }
    JobOptions at_once = threads(2);
    at_once.stop = [] { return true; };
    EXPECT_FALSE(run_jobs(
        3, [](std::size_t, const auto&) { FAIL(); }, at_once));
}

// A job that waits for ever unless it is told that another has thrown.
TEST(RunJobs, ALongJobHearsOfAFailure) {
    EXPECT_THROW(run_jobs(
                     2,
                     [](std::size_t i, const auto& stop) {
                         if (i == 1) throw std::runtime_error("broken");
                         while (!stop()) std::this_thread::yield();
                     },
                     threads(2)),
                 std::runtime_error);
}

TEST(ThreadGroup, IsJoinedAtItsEnd) {
    std::atomic<int> ended{0};
    {
        ThreadGroup group;
        EXPECT_EQ(group.start(3, [&](std::size_t) { ++ended; }), "");
        EXPECT_EQ(group.size(), 3u);
    }
    EXPECT_EQ(ended, 3);
}

TEST(ThreadGroup, CountOfThreads) {
    EXPECT_EQ(thread_count(7), 7);
    EXPECT_GE(thread_count(0), 1);
}

TEST(CpuClock, CountsWorkAndNotSleep) {
    const double begin = thread_cpu_seconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_LT(thread_cpu_seconds() - begin, 0.04);
    double sum = 0;
    for (double before = thread_cpu_seconds(); thread_cpu_seconds() < before + 1e-3;) sum += 1;
    EXPECT_GT(sum, 0);
}

}  // namespace job_runner_test
}  // namespace polhode
