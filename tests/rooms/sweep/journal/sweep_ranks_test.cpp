// One rank; several are in tests/ranks.
#include "polhode/sweep/journal/sweep_ranks.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/output_error.hpp"

namespace sweep_ranks_test {

namespace {

using namespace polhode;

std::vector<SweepBlockRange> blocks_up_to(std::uint64_t n) { return {{0, n}}; }

std::string bytes_of(std::uint64_t block) { return "block " + std::to_string(block); }

TEST(SweepRanks, IsAloneOutsideOfMpirun) {
    SweepRanks& ranks = SweepRanks::start();
    EXPECT_EQ(ranks.size(), 1);
    EXPECT_EQ(ranks.rank(), 0);
    EXPECT_TRUE(ranks.first());
    EXPECT_EQ(ranks.advice(), "");
    EXPECT_GE(ranks.threads_here(), 1);
    EXPECT_EQ(ranks.together([] { return 3; }), 3);
    EXPECT_THROW(ranks.together([]() -> int { throw InputError({}, "no"); }), InputError);
}

TEST(SweepRanks, EachMissingBlockArrivesOnce) {
    SweepRanks& ranks = SweepRanks::start();
    const std::thread::id here = std::this_thread::get_id();
    for (const int threads : {0, 1, 4}) {
        std::multiset<std::uint64_t> arrived;
        const std::vector<std::uint64_t> missing = {3, 5, 7, 100, 101, 102, 103, 4000000000000};
        const std::vector<SweepBlockRange> ranges = {{3, 3, 2}, {100, 4}, {17, 0}, {4000000000000, 1}};
        const ServedBlocks served =
            ranks.serve("", ranges, threads, bytes_of, [&](std::uint64_t block, const std::string& bytes) {
                EXPECT_EQ(bytes, bytes_of(block));
                EXPECT_EQ(std::this_thread::get_id(), here);
                arrived.insert(block);
            });
        EXPECT_TRUE(served.complete);
        EXPECT_EQ(served.why, "");
        EXPECT_FALSE(ranks.stopping());
        EXPECT_EQ(std::vector<std::uint64_t>(arrived.begin(), arrived.end()), missing);
    }
    EXPECT_TRUE(ranks.serve("", {}, 2, bytes_of, [](std::uint64_t, const std::string&) { FAIL(); }).complete);
}

TEST(SweepRanks, ThreadsWorkSideBySide) {
    SweepRanks& ranks = SweepRanks::start();
    // Each of two blocks waits until the other has begun; minutes only where it never does.
    std::atomic<int> begun = 0;
    const ServedBlocks served = ranks.serve(
        "", blocks_up_to(2), 2,
        [&](std::uint64_t block) {
            ++begun;
            const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(5);
            while (begun < 2 && std::chrono::steady_clock::now() < until) std::this_thread::yield();
            EXPECT_EQ(begun, 2);
            return bytes_of(block);
        },
        [](std::uint64_t, const std::string&) {});
    EXPECT_TRUE(served.complete);
}

TEST(SweepRanks, AStopKeepsWhatWasFinished) {
    SweepRanks& ranks = SweepRanks::start();
    std::atomic<int> computed = 0;
    int arrived = 0, said = 0;
    ServeObserver observer;
    observer.stop = [&] { return arrived >= 10; };
    observer.stopping = [&](const std::string& why) {
        ++said;
        EXPECT_EQ(why, "it was stopped");
    };
    const ServedBlocks served = ranks.serve(
        "", blocks_up_to(1000), 2,
        [&](std::uint64_t block) -> std::string {
            if (ranks.stopping()) return "";
            ++computed;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            return bytes_of(block);
        },
        [&](std::uint64_t, const std::string&) { ++arrived; }, observer);
    EXPECT_FALSE(served.complete);
    EXPECT_EQ(served.why, "it was stopped");
    EXPECT_EQ(said, 1);
    EXPECT_EQ(arrived, computed);
    EXPECT_GE(arrived, 10);
    EXPECT_LT(arrived, 1000);
}

TEST(SweepRanks, AnExceptionOfABlockComesOut) {
    SweepRanks& ranks = SweepRanks::start();
    std::atomic<int> begun = 0;
    const auto compute = [&](std::uint64_t block) -> std::string {
        ++begun;
        if (block == 5) throw ComputationFailed(1.5, "it diverged");
        return bytes_of(block);
    };
    EXPECT_THROW(ranks.serve("", blocks_up_to(1000000), 3, compute, [](std::uint64_t, const std::string&) {}),
                 ComputationFailed);
    EXPECT_LT(begun, 1000000);
}

TEST(SweepRanks, AFullDiskComesOut) {
    SweepRanks& ranks = SweepRanks::start();
    const auto arrived = [](std::uint64_t block, const std::string&) {
        if (block >= 5) throw OutputError("journal", "No space left on device");
    };
    EXPECT_THROW(ranks.serve("", blocks_up_to(1000000), 3, bytes_of, arrived), OutputError);
}

TEST(SweepRanks, ABlockThatGivesNothingIsAFault) {
    SweepRanks& ranks = SweepRanks::start();
    const auto nothing = [](std::uint64_t) { return std::string(); };
    EXPECT_THROW(ranks.serve("", blocks_up_to(1), 1, nothing, [](std::uint64_t, const std::string&) {}),
                 std::logic_error);
}

TEST(SweepRanks, FinishedBlocksWaitForTheJournal) {
    SweepRanks& ranks = SweepRanks::start();
    std::atomic<int> computed = 0;
    int arrived = 0, most = 0;
    ranks.serve(
        "", blocks_up_to(200), 2,
        [&](std::uint64_t block) {
            ++computed;
            return bytes_of(block);
        },
        [&](std::uint64_t, const std::string&) {
            ++arrived;
            most = std::max(most, computed - arrived);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        });
    EXPECT_EQ(arrived, 200);
    // six that are handed over, six that wait to be, one in each thread
    EXPECT_LE(most, 14);
}

#if !defined(POLHODE_SANITIZED)
// A limit on the size of the process leaves room for the stacks of some. In a child, because it cannot be lifted again.
TEST(SweepRanks, GoesOnWithTheThreadsThatThereAre) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        std::ifstream status("/proc/self/statm");
        rlim_t pages = 0;
        status >> pages;
        const rlim_t now = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
        const rlimit limit{now + (200 << 20), now + (200 << 20)};
        setrlimit(RLIMIT_AS, &limit);
        std::atomic<bool> stopping = false;
        const ComputeBlock compute = bytes_of;
        std::size_t done = 0;
        try {
            SweepWorkers workers(1000, compute, stopping);
            workers.add(blocks_up_to(1000));
            while (done < 1000) done += workers.finished(std::chrono::milliseconds(20)).size();
            workers.dismiss();
        } catch (...) {
            _exit(8);
        }
        _exit(7);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "it crashed";
    EXPECT_EQ(WEXITSTATUS(status), 7);
}
#endif

}  // namespace

}  // namespace sweep_ranks_test
