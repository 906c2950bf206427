// What a journal loses by torn tails, flipped bits, full disks and kills.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <random>
#include <thread>

#include "polhode/base/byte_stream.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"
#include "rooms/sweep/journal/journal_support.hpp"

namespace polhode {
namespace sweep_journal_damage_test {

using namespace journal_test;

// Sanitizers look at every fifth byte: the code they watch is the same at all of them.
#ifdef POLHODE_SANITIZED
constexpr std::size_t stride = 5;
#else
constexpr std::size_t stride = 1;
#endif

// A kill may come at any byte of the last record.
TEST_F(SweepJournalTest, ATornTailIsCutOffWhereverItWasTorn) {
    const Sweep s = sweep(5);
    std::size_t whole = 0;
    {
        SweepJournal j = SweepJournal::open(folder, s);
        j.append(4, payload(4));
        j.append(1, payload(1));
        j.flush();
        whole = contents(file).size();
        j.append(3, payload(3));
    }
    const std::string bytes = contents(file);
    ASSERT_GT(bytes.size(), whole + 40);
    for (std::size_t n = whole; n < bytes.size(); n += stride) {
        put(file, bytes.substr(0, n));
        {
            SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
            ASSERT_EQ(j.count(), 2u) << n;
            ASSERT_EQ(contents(file).size(), whole) << n;
            j.append(3, payload(3));
        }
        ASSERT_EQ(contents(file), bytes) << n;
    }
    // and of the head of the file
    const std::size_t head = bytes.size() - 3 * 32 - payload(4).size() - payload(1).size() - payload(3).size();
    for (std::size_t n = 0; n < head; n += stride) {
        put(file, bytes.substr(0, n));
        EXPECT_EQ(SweepJournal::open(folder, s, Begin::resume).count(), 0u) << n;
        EXPECT_EQ(contents(file), bytes.substr(0, head)) << n;
    }
}

TEST_F(SweepJournalTest, EveryBitThatFlipsCostsItsOwnBlockOnly) {
    const Sweep s = sweep(5);
    std::vector<std::size_t> ends;
    {
        SweepJournal j = SweepJournal::open(folder, s);
        ends.push_back(contents(file).size());
        for (const std::uint64_t b : {0, 1, 2}) {
            j.append(b, payload(b));
            ends.push_back(contents(file).size());
        }
    }
    const std::string bytes = contents(file);
    for (std::size_t n = ends[0]; n < bytes.size(); n += stride)
        for (const int bit : {0, 3, 7}) {
            std::string damaged = bytes;
            damaged[n] = static_cast<char>(damaged[n] ^ (1 << bit));
            put(file, damaged);
            const std::size_t hit = n < ends[1] ? 0 : n < ends[2] ? 1 : 2;
            const SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
            for (std::uint64_t b = 0; b < 3; ++b) ASSERT_EQ(j.has(b), b != hit) << n << " " << bit;
            for (std::uint64_t b = 0; b < 3; ++b)
                if (b != hit) {
                    ASSERT_EQ(j.read(b), payload(b));
                }
            ASSERT_EQ(j.damaged(), hit < 2 ? 1u : 0u);
            // what stands behind the damage is kept
            ASSERT_EQ(contents(file).size(), hit < 2 ? bytes.size() : ends[2]);
        }
}

// One flipped bit anywhere in a head costs nothing, and is put right.
TEST_F(SweepJournalTest, EveryBitThatFlipsInAHeadCostsNothing_Long) {
    const Sweep s = sweep(5);
    const SweepProgram program{"1.2.3", "aaaa", "11111111"};
    std::size_t heads = 0;
    {
        SweepJournal j = SweepJournal::open(folder, s, Begin::fresh, {}, false, program);
        heads = contents(file).size();
        for (const std::uint64_t b : {0, 1, 2}) j.append(b, payload(b));
    }
    const std::string bytes = contents(file);
    ASSERT_EQ(bytes.substr(0, heads / 2), bytes.substr(heads / 2, heads / 2));
    for (std::size_t n = 0; n < heads; ++n)
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = bytes;
            damaged[n] = static_cast<char>(damaged[n] ^ (1 << bit));
            put(file, damaged);
            {
                const SweepJournal only_read = SweepJournal::look(folder, s, program);
                ASSERT_EQ(only_read.count(), 3u) << n << " " << bit;
                ASSERT_EQ(only_read.notes().size(), 1u);
            }
            const SweepJournal j = SweepJournal::open(folder, s, Begin::resume, {}, false, program);
            ASSERT_EQ(j.count(), 3u) << n << " " << bit;
            for (std::uint64_t b = 0; b < 3; ++b) ASSERT_EQ(j.read(b), payload(b));
            ASSERT_EQ(contents(file), bytes) << n << " " << bit;
        }
}

// Several bits, anywhere: it goes on with what is sound, or says what is wrong; what it reads is what was written.
TEST_F(SweepJournalTest, ManyFlippedBitsAreNeverTakenForRuns) {
    const Sweep s = sweep(40);
    {
        SweepJournal j = SweepJournal::open(folder, s);
        for (std::uint64_t b = 0; b < 30; ++b) j.append(b, payload(b));
        SweepPart part;
        part.block.index = 33;
        part.block.first = s.block_first(33);
        part.block.count = 2;
        j.append_part(33, part.encoded());
    }
    const std::string bytes = contents(file);
    std::mt19937 random(11);
    int refused = 0, whole = 0;
    constexpr int trials = 400 / stride;
    for (int trial = 0; trial < trials; ++trial) {
        std::string damaged = bytes;
        const bool near_front = trial % 2 == 0;
        for (int k = 0; k < 1 + trial % 5; ++k) {
            const std::size_t at = random() % (near_front ? std::min<std::size_t>(bytes.size(), 700) : bytes.size());
            damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
        }
        put(file, damaged);
        try {
            const SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
            for (std::uint64_t b = 0; b < 40; ++b)
                if (j.has(b)) {
                    ASSERT_LT(b, 30u);
                    ASSERT_EQ(j.read(b), payload(b));
                }
            for (const auto& [block, runs] : j.parts()) {
                ASSERT_EQ(block, 33u);
                ASSERT_EQ(runs, 2u);
                ASSERT_EQ(SweepPart::decoded(j.read_part(block)).block.first, s.block_first(33));
            }
            ++whole;
        } catch (const InputError& e) {
            ASSERT_GT(std::string(e.what()).size(), 20u);
            ++refused;
        }
    }
    EXPECT_GT(whole, trials / 2);
    EXPECT_GT(refused, trials / 80) << "two damaged heads among them";
}

// A limit on the size of files does what a full disk does. In a child, because it cannot be lifted again.
TEST_F(SweepJournalTest, AFullDiskTakesNothingThatWasThere) {
    const Sweep s = sweep(100);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        SweepJournal j = SweepJournal::open(folder, s);
        const rlimit limit{1000, 1000};
        setrlimit(RLIMIT_FSIZE, &limit);
        std::uint64_t b = 0;
        try {
            for (; b < 100; ++b) j.append(b, std::string(100, static_cast<char>(b)));
        } catch (const OutputError& e) {
            const std::string said = e.what();
            const bool good = said.find(std::to_string(b) + " of 100 blocks are safe") != std::string::npos &&
                              said.find("--resume") != std::string::npos && j.count() == b &&
                              j.read(b - 1).size() == 100;
            _exit(good ? static_cast<int>(b) : 200);
        }
        _exit(201);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    const int saved = WEXITSTATUS(status);
    ASSERT_GT(saved, 3);
    ASSERT_LT(saved, 10);
    const std::size_t size = contents(file).size();
    SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
    EXPECT_EQ(j.count(), static_cast<std::uint64_t>(saved));
    // the incomplete record had been taken back before
    EXPECT_EQ(contents(file).size(), size);
}

TEST_F(SweepJournalTest, AKillAtAnyMomentLosesNothingThatWasAppended) {
    const Sweep s = sweep(100000);
    std::mt19937_64 random(1);
    std::uint64_t before = 0;
    for (int turn = 0; turn < 10; ++turn) {
        int pipe_ends[2];
        ASSERT_EQ(pipe(pipe_ends), 0);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
            for (const std::uint64_t b : missing_in(j)) {
                j.append(b, payload(b));
                if (write(pipe_ends[1], "x", 1) != 1) break;
            }
            _exit(0);
        }
        close(pipe_ends[1]);
        // after some hundred blocks
        std::uint64_t seen = 0;
        const std::uint64_t until = 20 + random() % 300;
        char c;
        while (seen < until && read(pipe_ends[0], &c, 1) == 1) ++seen;
        kill(child, SIGKILL);
        while (read(pipe_ends[0], &c, 1) == 1) ++seen;
        close(pipe_ends[0]);
        int status = 0;
        waitpid(child, &status, 0);
        const SweepJournal j = SweepJournal::open(folder, s, Begin::resume);
        EXPECT_GE(j.count(), before + seen);
        EXPECT_LE(j.count(), before + seen + 1);
        before = j.count();
        for (std::uint64_t b = 0; b < before; ++b) ASSERT_EQ(j.read(b), payload(b));
    }
}

}  // namespace sweep_journal_damage_test
}  // namespace polhode
