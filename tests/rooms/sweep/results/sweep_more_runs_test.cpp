// Runs that are added to a sweep that was begun, or finished, with fewer.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "polhode/base/diagnostic.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/journal/sweep_journal.hpp"

namespace polhode {
namespace sweep_more_runs_test {

using Begin = SweepJournal::Begin;

Sweep sweep(std::uint64_t runs) {
    Sweep s;
    s.file = s.scenario_file = "sweep.toml";
    s.text = "title = \"some runs\"\n";
    s.runs = runs;
    s.block = 4;
    return s;
}

std::string contents(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
}

std::string complaint(const std::string& folder, std::uint64_t runs, Begin begin, const SweepShard& shard = {}) {
    try {
        SweepJournal::open(folder, sweep(runs), begin, shard);
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

class SweepMoreRuns : public ::testing::Test {
 protected:
    TemporaryFolder temporary;
    std::string folder = temporary.file("out"), file = folder + "/journal.bin";
};

TEST_F(SweepMoreRuns, TheLastBlockIsComputedAgainWhereItWasNotFull) {
    {
        SweepJournal j = SweepJournal::open(folder, sweep(10));
        for (const std::uint64_t b : {2, 0, 1}) j.append(b, "of 10 runs");
        EXPECT_TRUE(j.complete() && !j.runs_added());
    }
    const std::string before = contents(file), said = complaint(folder, 14, Begin::fresh);
    EXPECT_NE(said.find("was begun here with 10 runs; --resume adds the others"), std::string::npos) << said;
    EXPECT_EQ(contents(file), before);
    EXPECT_EQ(SweepJournal::look(folder, sweep(14)).count(), 2u);
    {
        SweepJournal j = SweepJournal::open(folder, sweep(14), Begin::resume);
        EXPECT_TRUE(j.runs_added());
        EXPECT_TRUE(j.has(0) && j.has(1) && !j.has(2) && !j.has(3));
        EXPECT_TRUE(j.append(2, "of 14 runs"));
    }
    {
        // and once more, before it was finished
        SweepJournal j = SweepJournal::open(folder, sweep(15), Begin::resume);
        EXPECT_TRUE(j.runs_added());
        EXPECT_EQ(j.read(2), "of 14 runs");
        j.append(3, "of 15 runs");
        EXPECT_TRUE(j.complete());
    }
    {
        const SweepJournal j = SweepJournal::open(folder, sweep(15), Begin::resume);
        EXPECT_TRUE(j.complete() && !j.runs_added());
        EXPECT_EQ(j.read(2), "of 14 runs");
        EXPECT_EQ(j.read(3), "of 15 runs");
    }
    const std::string fewer = complaint(folder, 14, Begin::resume);
    EXPECT_NE(fewer.find("more runs (15 in place of 14)"), std::string::npos) << fewer;
    // 16 runs: the fourth block is full now
    EXPECT_EQ(SweepJournal::open(folder, sweep(16), Begin::resume).count(), 3u);
}

TEST_F(SweepMoreRuns, AKillWhileTheyAreAddedHarmsNothing) {
    {
        SweepJournal j = SweepJournal::open(folder, sweep(10));
        for (const std::uint64_t b : {0, 1, 2}) j.append(b, "of 10 runs");
    }
    const std::string before = contents(file);
    { SweepJournal::open(folder, sweep(14), Begin::resume); }
    const std::string after = contents(file);
    ASSERT_GT(after.size(), before.size());
    for (std::size_t n = before.size(); n <= after.size(); ++n) {
        std::ofstream(file, std::ios::binary | std::ios::trunc) << after.substr(0, n);
        if (n < after.size()) {
            EXPECT_EQ(SweepJournal::look(folder, sweep(10)).count(), 3u) << n;
        }
        EXPECT_EQ(SweepJournal::open(folder, sweep(14), Begin::resume).count(), 2u) << n;
        EXPECT_EQ(contents(file), after) << n;
    }
}

TEST_F(SweepMoreRuns, EachShardAddsItsOwn) {
    const SweepShard first{1, 2}, second{2, 2};
    for (const SweepShard& shard : {first, second}) {
        SweepJournal j = SweepJournal::open(folder, sweep(10), Begin::fresh, shard);
        for (std::uint64_t b = shard.index - 1; b < 3; b += 2) j.append(b, "of 10 runs");
    }
    EXPECT_NE(complaint(folder, 14, Begin::fresh, {3, 3}).find("with 10 runs"), std::string::npos);
    {
        SweepJournal j = SweepJournal::open(folder, sweep(14), Begin::resume, second);
        EXPECT_TRUE(j.runs_added());
        EXPECT_TRUE(j.has(1) && j.has(0) && !j.has(2) && !j.has(3));
        j.append(3, "of 14 runs");
        j.look_again();
        EXPECT_FALSE(j.complete());
    }
    {
        SweepJournal j = SweepJournal::open(folder, sweep(14), Begin::resume, first);
        j.append(2, "of 14 runs");
        EXPECT_TRUE(j.complete());
        EXPECT_EQ(j.read(2), "of 14 runs");
        EXPECT_EQ(j.read(3), "of 14 runs");
    }
    // one without shards takes them all, and adds in a file of its own
    SweepJournal all = SweepJournal::open(folder, sweep(17), Begin::resume);
    EXPECT_TRUE(all.runs_added());
    EXPECT_TRUE(all.has(2) && !all.has(3) && !all.has(4));
}

// The size of a block is chosen by the number of runs.
TEST_F(SweepMoreRuns, OtherBlocksAreSaid) {
    { SweepJournal::open(folder, sweep(10)).append(0, "x"); }
    Sweep larger = sweep(10000);
    larger.block = 8;
    try {
        SweepJournal::open(folder, larger, Begin::resume);
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("with --set sweep.block=4 runs can be added to it"), std::string::npos)
            << e.what();
    }
}

}  // namespace sweep_more_runs_test
}  // namespace polhode
