#include "polhode/sweep/journal/sweep_journal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "polhode/base/byte_stream.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/written_files.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"
#include "rooms/sweep/journal/journal_support.hpp"

namespace polhode {
namespace sweep_journal_test {

using namespace journal_test;

TEST_F(SweepJournalTest, KeepsBlocksInWhateverOrderTheyCome) {
    const Sweep s = sweep(9);
    {
        SweepJournal j = SweepJournal::open(folder, s);
        for (const std::uint64_t b : {5, 0, 8, 3}) EXPECT_TRUE(j.append(b, payload(b)));
        EXPECT_FALSE(j.append(3, payload(3)));
        EXPECT_EQ(j.count(), 4u);
        EXPECT_EQ(j.read(8), payload(8));
        EXPECT_FALSE(j.complete());
    }
    SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
    EXPECT_EQ(j.count(), 4u);
    EXPECT_EQ(missing_in(j), (std::vector<std::uint64_t>{1, 2, 4, 6, 7}));
    EXPECT_EQ(j.missing().size(), 3u);
    EXPECT_EQ(j.count_of_shard(), 4u);
    EXPECT_THROW(j.read(1), InputError);
    for (const std::uint64_t b : {7, 6, 4, 2, 1}) j.append(b, payload(b));
    EXPECT_TRUE(j.complete());
    EXPECT_TRUE(j.missing().empty());
    for (std::uint64_t b = 0; b < 9; ++b) EXPECT_EQ(j.read(b), payload(b));
}

TEST_F(SweepJournalTest, WhatIsMissingTakesNoMoreRoomThanWhatIsThere_Long) {
    // many pages of the index, of which one is there
    const Sweep s = sweep(1ULL << 33);
    for (const SweepShard shard : {SweepShard{}, SweepShard{2, 3}, SweepShard{2, 100000}}) {
        SweepJournal j = SweepJournal::open(temporary.file(std::to_string(shard.count)), s, Begin::fresh, shard);
        const auto count = [&] {
            std::uint64_t n = 0;
            for (const SweepBlockRange& r : j.missing()) {
                EXPECT_TRUE(shard.has(r.first));
                EXPECT_EQ(r.step, shard.count);
                n += r.count;
            }
            return n;
        };
        const std::uint64_t all = count();
        EXPECT_EQ(all, (s.blocks() - shard.index + shard.count) / shard.count);
        j.append(shard.index - 1 + 5 * shard.count, "x");
        j.append(shard.index - 1 + 7 * shard.count, "x");
        if (shard.count > 1) j.append(shard.index, "of another");
        EXPECT_EQ(count(), all - 2);
        EXPECT_EQ(j.count_of_shard(), 2u);
        EXPECT_EQ(j.missing().size(), 3u);
    }
}

TEST_F(SweepJournalTest, SaysWhatIsThereInPlaceOfWritingOverIt) {
    const Sweep s = sweep(9);
    { SweepJournal::open(folder, s).append(2, "x"); }
    const std::string said = complaint([&] { SweepJournal::open(folder, s); });
    EXPECT_NE(said.find("1 of 9 blocks"), std::string::npos) << said;
    EXPECT_NE(said.find("--resume"), std::string::npos) << said;
    EXPECT_NE(said.find("--restart"), std::string::npos) << said;
    EXPECT_EQ(SweepJournal::open(folder, s, Begin::restart).count(), 0u);
    // nothing in it: nothing to ask
    EXPECT_EQ(SweepJournal::open(folder, s).count(), 0u);
}

TEST_F(SweepJournalTest, AnotherSweepsJournalIsLeftAlone) {
    const Sweep s = sweep(9), other = sweep(9, "another");
    { SweepJournal::open(folder, s).append(2, "x"); }
    const std::string before = contents(file);
    for (const Begin begin : {Begin::fresh, Begin::resume}) {
        const std::string said = complaint([&] { SweepJournal::open(folder, other, begin); });
        EXPECT_NE(said.find("another sweep (what.this is \"another\" in place of \"sweep\")"), std::string::npos)
            << said;
    }
    EXPECT_NE(complaint([&] { SweepJournal::look(folder, other); }), "");
    EXPECT_EQ(contents(file), before);
    EXPECT_EQ(SweepJournal::open(folder, other, Begin::restart).count(), 0u);
}

TEST_F(SweepJournalTest, AFileThatIsNoJournalIsLeftAlone) {
    std::filesystem::create_directories(folder);
    for (const std::string& text : {std::string(1000, 'z'), std::string("mine\n"), std::string(200, '\0') + "mine"}) {
        put(file, text);
        for (const Begin begin : {Begin::fresh, Begin::resume, Begin::restart}) {
            const std::string said = complaint([&] { SweepJournal::open(folder, sweep(3), begin); });
            EXPECT_NE(said.find("no journal"), std::string::npos) << said;
            EXPECT_EQ(contents(file), text);
        }
    }
    // nor is one that has the name of some shard's
    std::filesystem::remove(file);
    put(folder + "/journal-2-of-2.bin", "mine");
    SweepJournal::open(folder, sweep(3), Begin::restart);
    EXPECT_EQ(contents(folder + "/journal-2-of-2.bin"), "mine");
    // what a power cut may leave of a new file
    for (const std::size_t n : {1, 50, 5000}) {
        put(file, std::string(n, '\0'));
        EXPECT_EQ(SweepJournal::open(folder, sweep(3)).count(), 0u) << n;
    }
}

TEST_F(SweepJournalTest, ResultsThatNobodyKnowsAreLeftAlone) {
    std::filesystem::create_directories(folder + "/trajectories");
    for (const char* name : {"/runs.csv", "/summary.json", "/trajectories/run-3.csv"}) {
        put(folder + name, "precious");
        for (const Begin begin : {Begin::fresh, Begin::resume, Begin::restart}) {
            const std::string said = complaint([&] { SweepJournal::open(folder, sweep(3), begin); });
            EXPECT_NE(said.find(std::string(name) + ": "), std::string::npos) << said;
            EXPECT_EQ(contents(folder + name), "precious");
            EXPECT_FALSE(std::filesystem::exists(file));
        }
        std::filesystem::remove(folder + name);
    }
    // those of a sweep without its journal are replaced by who says so
    put(folder + "/runs.csv.part", "run,status\n");
    WrittenFiles(folder).put_in_place(folder + "/runs.csv.part", "runs.csv");
    EXPECT_NE(complaint([&] { SweepJournal::open(folder, sweep(3)); }).find("--restart"), std::string::npos);
    EXPECT_EQ(complaint([&] { SweepJournal::open(folder, sweep(3), Begin::restart); }), "");
}

TEST_F(SweepJournalTest, AnotherVersionsJournalIsNotContinued) {
    const Sweep s = sweep(5);
    { SweepJournal::open(folder, s).append(2, "x"); }
    const std::string before = contents(file);
    std::string other = before;
    const std::size_t at = other.find('.', 26);  // of the version
    ASSERT_LT(at, 40u);
    other[at - 1] = '7';
    // in both heads: in one of them alone the other counts
    const std::size_t second = other.find("POLHODE SWEEP", 1);
    ASSERT_NE(second, std::string::npos);
    other[second + at - 1] = '7';
    put(file, other);
    EXPECT_NE(complaint([&] { SweepJournal::open(folder, s, Begin::resume); }).find("damaged"), std::string::npos);
    // of another version, as that one writes it
    SweepProgram program = SweepProgram::here();
    program.version = "0.0.7";
    { SweepJournal::open(folder, s, Begin::restart, {}, false, program).append(2, "x"); }
    const std::string versions = complaint([&] { SweepJournal::open(folder, s, Begin::resume); });
    EXPECT_NE(versions.find("was written by Polhode 0.0.7, and this is Polhode"), std::string::npos) << versions;
    // the first format, without a version
    ByteWriter old;
    old.bytes = "POLHODE SWEEP JOURNAL\n";
    old.u32(1);
    old.u32(64);
    old.bytes += std::string(64, 'a') + std::string(8, 'c') + std::string(40, 'r');
    put(file, old.bytes);
    const std::string said = complaint([&] { SweepJournal::open(folder, s, Begin::resume); });
    EXPECT_NE(said.find("another version of Polhode"), std::string::npos) << said;
    EXPECT_NE(said.find("--restart"), std::string::npos) << said;
    EXPECT_EQ(contents(file), old.bytes);
    EXPECT_EQ(SweepJournal::open(folder, s, Begin::restart).count(), 0u);
}

// Another build of the same version.
TEST_F(SweepJournalTest, AnotherRevisionGoesOnOnlyWhereSomebodySaysSo) {
    const Sweep s = sweep(5);
    const SweepProgram one{"1.2.3", "aaaa", "11111111"}, other{"1.2.3", "bbbb", "11111111"},
        rounds{"1.2.3", "cccc", "22222222"}, rebuilt{"1.2.3", "aaaa", "22222222"};
    { SweepJournal::open(folder, s, Begin::fresh, {}, false, one).append(2, "x"); }
    const std::string before = contents(file);
    const auto said_to = [&](const SweepProgram& program, bool any) {
        return complaint([&] { SweepJournal::open(folder, s, Begin::resume, {}, any, program); });
    };
    const std::string refusal = said_to(other, false);
    EXPECT_NE(refusal.find("begun by revision aaaa of Polhode 1.2.3, and this is revision bbbb"), std::string::npos)
        << refusal;
    EXPECT_NE(refusal.find("the same bits"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("--any-revision goes on"), std::string::npos) << refusal;
    // where the self-test gives other bits nothing goes on
    for (const SweepProgram& program : {rounds, rebuilt})
        for (const bool any : {false, true}) {
            const std::string text = said_to(program, any);
            EXPECT_NE(text.find("other bits in its self-test (22222222 in place of 11111111)"), std::string::npos)
                << text;
        }
    EXPECT_EQ(contents(file), before);
    // only to read it is nobody's fault, and said
    const SweepJournal read = SweepJournal::look(folder, s, rounds);
    EXPECT_EQ(read.count(), 1u);
    ASSERT_EQ(read.notes().size(), 1u);
    EXPECT_NE(read.notes()[0].find("revision aaaa"), std::string::npos);
    // who has gone on once is known from then on, and so is the first
    EXPECT_EQ(said_to(other, true), "");
    EXPECT_EQ(said_to(other, false), "");
    EXPECT_EQ(said_to(one, false), "");
    EXPECT_EQ(SweepJournal::open(folder, s, Begin::resume, {}, false, other).read(2), "x");
    // a build from changed files has no name of its own
    const SweepProgram dirty{"1.2.3", "aaaa-dirty", "11111111"};
    EXPECT_NE(said_to(dirty, false).find("revision aaaa-dirty"), std::string::npos);
    { SweepJournal::open(folder, s, Begin::restart, {}, false, dirty).append(1, "y"); }
    const SweepJournal again = SweepJournal::open(folder, s, Begin::resume, {}, false, dirty);
    ASSERT_EQ(again.notes().size(), 1u);
    EXPECT_NE(again.notes()[0].find("differ from revision aaaa-dirty"), std::string::npos);
}

TEST_F(SweepJournalTest, WhatIsFinishedOfABlockIsKeptUntilTheBlockIsThere) {
    const Sweep s = sweep(5);
    const auto part = [&](std::uint64_t block, std::uint64_t runs) {
        SweepPart p;
        p.block.index = block;
        p.block.first = s.block_first(block);
        p.block.count = runs;
        return p.encoded();
    };
    {
        SweepJournal j = SweepJournal::open(folder, s);
        j.append(0, payload(0));
        j.append_part(1, part(1, 2));
        j.append_part(3, part(3, 1));
        j.append_part(0, part(0, 3));  // which is there
        EXPECT_EQ(j.parts(), (std::map<std::uint64_t, std::uint64_t>{{1, 2}, {3, 1}}));
    }
    {
        SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
        EXPECT_EQ(j.count(), 1u);
        EXPECT_EQ(missing_in(j), (std::vector<std::uint64_t>{1, 2, 3, 4}));
        EXPECT_EQ(j.read_part(1), part(1, 2));
        EXPECT_EQ(j.read_part(2), "");
        j.append_part(1, part(1, 3));
        j.append(3, payload(3));
        EXPECT_EQ(j.parts(), (std::map<std::uint64_t, std::uint64_t>{{1, 3}}));
    }
    SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
    EXPECT_EQ(j.read_part(1), part(1, 3));
    EXPECT_EQ(j.parts().size(), 1u);
    EXPECT_EQ(j.read(3), payload(3));
}

TEST_F(SweepJournalTest, OfTwoRecordsOfABlockTheFirstCounts) {
    const Sweep s = sweep(5);
    { SweepJournal::open(folder, s).append(2, "first"); }
    const std::string one = contents(file);
    std::filesystem::remove(file);
    { SweepJournal::open(folder, s).append(2, "other"); }
    const std::string two = contents(file);
    const std::size_t record = 24 + 5 + 8;
    put(file, one + two.substr(two.size() - record));
    const SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
    EXPECT_EQ(j.count(), 1u);
    EXPECT_EQ(j.read(2), "first");
}

TEST_F(SweepJournalTest, ABlockBeyondTheSweepIsNotTaken) {
    { SweepJournal::open(folder, sweep(9)).append(8, "x"); }
    const std::string said = complaint([&] { SweepJournal::open(folder, sweep(4), Begin::resume); });
    EXPECT_NE(said.find("more runs (36 in place of 16)"), std::string::npos) << said;
    EXPECT_THROW(SweepJournal::open(folder, sweep(4), Begin::restart).append(4, "x"), std::out_of_range);
}

TEST_F(SweepJournalTest, TwoWritersAreOneTooMany) {
    const Sweep s = sweep(5);
    SweepJournal j = SweepJournal::open(folder, s);
    j.append(1, "x");
    for (const Begin begin : {Begin::resume, Begin::restart}) {
        const std::string said = complaint([&] { SweepJournal::open(folder, s, begin); });
        EXPECT_NE(said.find("another process is writing"), std::string::npos) << said;
    }
    // but it may be looked at
    EXPECT_EQ(SweepJournal::look(folder, s).count(), 1u);
    j.append(2, "y");
    EXPECT_EQ(j.count(), 2u);
}

TEST_F(SweepJournalTest, ShardsWriteTheirOwnAndAreReadTogether) {
    const Sweep s = sweep(7);
    {
        SweepJournal first = SweepJournal::open(folder, s, Begin::fresh, {1, 2}),
                     second = SweepJournal::open(folder, s, Begin::fresh, {2, 2});
        for (const std::uint64_t b : missing_in(first)) first.append(b, payload(b));
        EXPECT_EQ(first.count(), 4u);  // 0 2 4 6
        for (const std::uint64_t b : missing_in(second)) second.append(b, payload(b));
        EXPECT_EQ(second.count(), 3u);
        // each learns of the other when it looks
        second.look_again();
        EXPECT_TRUE(second.complete());
        EXPECT_EQ(second.read(4), payload(4));
        EXPECT_FALSE(first.complete());
        first.look_again();
        EXPECT_TRUE(first.complete());
    }
    EXPECT_TRUE(std::filesystem::exists(folder + "/journal-2-of-2.bin"));
    // each refuses only where its own part has been begun
    EXPECT_NE(complaint([&] {
                  SweepJournal::open(folder, s, Begin::fresh, {1, 2});
              }).find("4 of 7"),
              std::string::npos);
    EXPECT_NO_THROW(SweepJournal::open(folder, s, Begin::fresh, {3, 3}));
    const SweepJournal all = SweepJournal::look(folder, s);
    EXPECT_TRUE(all.complete());
    for (std::uint64_t b = 0; b < 7; ++b) EXPECT_EQ(all.read(b), payload(b));
    {
        // without shards it goes on from all of them
        SweepJournal whole = SweepJournal::open(folder, s, Begin::resume);
        EXPECT_TRUE(whole.complete());
        EXPECT_EQ(whole.read(6), all.read(6));
    }
    EXPECT_EQ(SweepJournal::open(folder, s, Begin::restart).count(), 0u);
    EXPECT_FALSE(std::filesystem::exists(folder + "/journal-1-of-2.bin"));
    EXPECT_NE(complaint([&] {
                  SweepJournal::open(folder, s, Begin::fresh, {3, 2});
              }).find("--shard"),
              std::string::npos);
}

TEST_F(SweepJournalTest, AnotherShardsTornTailIsItsOwnBusiness) {
    const Sweep s = sweep(6);
    { SweepJournal::open(folder, s, Begin::fresh, {1, 2}).append(0, payload(0)); }
    const std::string other = folder + "/journal-1-of-2.bin", torn = contents(other) + "torn";
    put(other, torn);
    SweepJournal second = SweepJournal::open(folder, s, Begin::fresh, {2, 2});
    EXPECT_TRUE(second.has(0));
    EXPECT_EQ(contents(other), torn);
}

TEST_F(SweepJournalTest, ManyThreadsMayAppend) {
    const Sweep s = sweep(400);
    SweepJournal j = SweepJournal::open(folder, s);
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::uint64_t b = t; b < 400; b += 4) j.append(b, payload(b));
        });
    for (std::thread& t : threads) t.join();
    EXPECT_TRUE(j.complete());
    for (std::uint64_t b = 0; b < 400; ++b) ASSERT_EQ(j.read(b), payload(b));
}

}  // namespace sweep_journal_test
}  // namespace polhode
