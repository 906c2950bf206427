#include "polhode/sweep/results/sweep_outputs.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <sstream>

#include "polhode/base/full_precision.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "polhode/sweep/journal/sweep_journal.hpp"
#if defined(POLHODE_WITH_HDF5)
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/hdf5/sweep_hdf5.hpp"
#endif

namespace polhode {
namespace {

namespace fs = std::filesystem;

Sweep sweep(std::uint64_t runs, const std::string& keep) {
    return read_sweep(R"(
title = "Where it ends"
[sweep]
runs = )" + std::to_string(runs) +
                          R"(
block = 64
seed = 5
[body]
inertia = [1, 2, 3]
[start]
rate = [1, 0.1, 0]
[run]
duration = 4
sample = 1
[method]
integrator = "rk4"
step = 0.5
[[vary]]
name = "spin"
kind = "uniform"
low = 1
high = 2
[[vary]]
name = "wobble"
kind = "normal"
mean = 0
deviation = 0.2
[[vary]]
name = "place"
kind = "choice"
values = ["here", "there, \"far\""]
[[outcome]]
name = "tilt_end"
of = "tilt"
unit = "rad"
[[outcome]]
name = "energy_least"
of = "energy"
take = "smallest"
worst = "low"
[keep]
final_state = false
)" + keep,
                      "sweep.toml");
}

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Results made up from the inputs: run 70 fails, and the second outcome does not exist for every eleventh run.
void outcomes_of(std::uint64_t run, const double* in, double* out) {
    out[0] = run == 70 ? none : 3 * in[0] + 0.1 * in[1];
    out[1] = run == 70 || run % 11 == 5 ? none : in[1] * in[1];
}

SweepBlock block_of(const Sweep& s, std::uint64_t index) {
    SweepBlock b;
    b.index = index;
    b.first = s.block_first(index);
    b.count = s.block_count(index);
    std::vector<double> in(static_cast<std::size_t>(b.count) * 3), out(static_cast<std::size_t>(b.count) * 2);
    b.summary = SweepSummary(s.keep.runs ? sweep_shape_over_time(s) : sweep_shape(s));
    for (std::uint64_t r = 0; r < b.count; ++r) {
        s.inputs.draw(b.first + r, in.data() + 3 * r);
        outcomes_of(b.first + r, in.data() + 3 * r, out.data() + 2 * r);
        if (b.first + r == 70) b.failures.push_back({70, "the computation failed at t = 2 s: it says \"no\""});
        for (std::uint64_t k = 0; k < 5 && !s.keep.over_time.empty(); ++k)
            b.summary.add_over_time(k, 0, in[3 * r] * static_cast<double>(k));
    }
    if (s.keep.runs)
        b.outcomes = out;
    else
        b.summary.add(b.first, b.count, in.data(), out.data());
    return b;
}

SweepJournal computed(const Sweep& s, const std::string& folder, std::uint64_t order) {
    SweepJournal j = SweepJournal::open(folder, s);
    std::vector<std::uint64_t> blocks(s.blocks());
    std::iota(blocks.begin(), blocks.end(), 0);
    std::mt19937_64 random(order);
    if (order > 0) std::shuffle(blocks.begin(), blocks.end(), random);
    for (const std::uint64_t b : blocks) j.append(b, block_of(s, b).encoded());
    return j;
}

std::string contents(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
}

SweepOutputOptions without_pictures() {
    SweepOutputOptions options;
    options.pictures = false;
    return options;
}

class SweepOutputsTest : public ::testing::Test {
 protected:
    TemporaryFolder temporary;
};

TEST_F(SweepOutputsTest, AreTheSameBytesWhateverTheOrderOfTheBlocks) {
    for (const char* keep : {"over_time = [\"rate\"]\n", "runs = false\nover_time = [\"rate\"]\n"}) {
        const Sweep s = sweep(1000, keep);
        std::map<std::string, std::string> first;
        for (const std::uint64_t order : {0, 1, 2}) {
            const std::string folder =
                temporary.file(std::string("out-") + std::to_string(order) + (s.keep.runs ? "r" : "s"));
            const SweepJournal j = computed(s, folder, order);
            SweepOutputOptions options = without_pictures();
            // the number of threads may not be seen either
            options.threads = static_cast<int>(order) + 1;
            const SweepFiles files = write_sweep_results(s, j, folder, options);
            Sha256 hash;
            for (std::uint64_t b = 0; b < s.blocks(); ++b) hash.add(j.read(b));
            EXPECT_EQ(files.statistics.hash, hash.hex());
            std::map<std::string, std::string> all;
            for (const std::string& name : files.names) all[name] = contents(folder + "/" + name);
            EXPECT_EQ(all.count("runs.csv"), s.keep.runs ? 1u : 0u);
            EXPECT_EQ(all.count("over-time.csv"), 1u);
            EXPECT_EQ(all.count("failures.csv"), 1u);
            if (first.empty()) first = all;
            ASSERT_EQ(all.size(), first.size());
            for (const auto& [name, bytes] : all) EXPECT_TRUE(bytes == first[name]) << name << " differs";
            for (const fs::directory_entry& e : fs::directory_iterator(folder))
                EXPECT_NE(e.path().extension(), ".part") << e.path();
        }
    }
}

TEST_F(SweepOutputsTest, RunsAreThereWithEveryDigit) {
    const Sweep s = sweep(300, "");
    const std::string folder = temporary.file("out");
    write_sweep_results(s, computed(s, folder, 0), folder, without_pictures());
    std::istringstream csv(contents(folder + "/runs.csv"));
    std::string line;
    std::getline(csv, line);
    EXPECT_EQ(line, "run,status,spin,wobble,place,tilt_end,energy_least");
    for (std::uint64_t r = 0; r < 300; ++r) {
        ASSERT_TRUE(std::getline(csv, line));
        double in[3], out[2];
        s.inputs.draw(r, in);
        outcomes_of(r, in, out);
        const auto cell = [](double x) { return std::isfinite(x) ? full_precision(x) : std::string(); };
        EXPECT_EQ(line, std::to_string(r) + (r == 70 ? ",failed," : ",ok,") + cell(in[0]) + "," + cell(in[1]) + "," +
                            (in[2] == 0 ? "here" : "\"there, \"\"far\"\"\"") + "," + cell(out[0]) + "," + cell(out[1]));
    }
    EXPECT_FALSE(std::getline(csv, line));
    EXPECT_EQ(contents(folder + "/failures.csv"),
              "run,reason\n70,\"the computation failed at t = 2 s: it says \"\"no\"\"\"\n");
}

#if defined(POLHODE_WITH_HDF5)
TEST_F(SweepOutputsTest, Hdf5HoldsTheSameNumbers) {
    // blocks that do not fit into a chunk
    Sweep s = sweep(40000, "");
    s.block = 32768;
    const std::string folder = temporary.file("out");
    const SweepFiles files = write_sweep_results(s, computed(s, folder, 3), folder, without_pictures());
    const SweepHdf5Contents h = read_sweep_hdf5(folder + "/runs.h5");
    ASSERT_EQ(h.data.at("inputs/spin").size(), 40000u);
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    for (std::uint64_t r = 0; r < 40000; ++r) {
        double in[3], out[2];
        s.inputs.draw(r, in);
        outcomes_of(r, in, out);
        ASSERT_TRUE(same(h.data.at("inputs/spin")[r], in[0]));
        ASSERT_TRUE(same(h.data.at("inputs/place")[r], in[2]));
        ASSERT_TRUE(same(h.data.at("outcomes/tilt_end")[r], out[0]));
        ASSERT_TRUE(same(h.data.at("outcomes/energy_least")[r], out[1]));
        ASSERT_EQ(h.data.at("status")[r], r == 70 ? 1 : 0);
    }
    EXPECT_EQ(h.data.at("failures/run"), (std::vector<double>{70}));
    ASSERT_EQ(h.reasons.size(), 1u);
    EXPECT_EQ(h.reasons[0], "the computation failed at t = 2 s: it says \"no\"");
    EXPECT_EQ(h.attributes.at("title"), "Where it ends");
    EXPECT_EQ(h.attributes.at("sweep"), s.text);
    EXPECT_EQ(h.attributes.at("fingerprint"), s.fingerprint);
    EXPECT_EQ(h.attributes.at("result_hash"), files.statistics.hash);
}
#endif

TEST_F(SweepOutputsTest, StatisticsAreThoseOfTheRuns) {
    const Sweep s = sweep(3000, "percentiles = [5, 50, 95]\nbins = 10\nworst_listed = 3\n");
    const std::string folder = temporary.file("out");
    const SweepFiles files = write_sweep_results(s, computed(s, folder, 0), folder, without_pictures());
    const SweepStatistics& t = files.statistics;
    EXPECT_TRUE(t.exact);
    EXPECT_EQ(t.failed, 1u);
    std::vector<SweepExtreme> values;
    for (std::uint64_t r = 0; r < 3000; ++r) {
        double in[3], out[2];
        s.inputs.draw(r, in);
        outcomes_of(r, in, out);
        if (std::isfinite(out[1])) values.push_back({out[1], r});
    }
    const SweepOutcomeStatistics& o = t.outcomes[1];
    EXPECT_EQ(o.count, values.size());
    EXPECT_EQ(o.missing, 3000 - values.size());
    std::sort(values.begin(), values.end(),
              [](const SweepExtreme& a, const SweepExtreme& b) { return a.value < b.value; });
    ASSERT_EQ(o.worst.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(o.worst[k].run, values[k].run);
    const double place = static_cast<double>(values.size() - 1) * 0.05;
    const auto below = static_cast<std::size_t>(place);
    const double part = place - static_cast<double>(below);
    EXPECT_EQ(o.percentiles[0].estimate.value, values[below].value * (1 - part) + values[below + 1].value * part);
    EXPECT_EQ(std::accumulate(o.histogram.counts.begin(), o.histogram.counts.end(), std::uint64_t{0}), o.count);
    EXPECT_EQ(o.histogram.counts.size(), 10u);
    // 3 spin + 0.1 wobble: deviations 3/sqrt(12) and 0.02
    EXPECT_NEAR(t.outcomes[0].correlations[0].linear, 1, 1e-3);
    EXPECT_NEAR(*t.outcomes[0].correlations[0].ranked, 1, 1e-3);
    EXPECT_NE(files.text.find("polhode sweep sweep.toml --run " + std::to_string(values[0].run)), std::string::npos);
    EXPECT_NE(files.text.find(t.hash), std::string::npos);

    const auto json = nlohmann::json::parse(contents(folder + "/summary.json"));
    EXPECT_EQ(json["runs"], 3000);
    EXPECT_EQ(json["outcomes"][1]["worst"][0]["run"], values[0].run);
    EXPECT_EQ(json["outcomes"][1]["percentiles"][0]["value"], o.percentiles[0].estimate.value);
    EXPECT_EQ(json["failures"][0]["run"], 70);
    EXPECT_EQ(json["hash"], t.hash);
}

// Without runs the summaries of the blocks must tell nearly the same.
TEST_F(SweepOutputsTest, SummariesAloneAgreeWithTheRuns) {
    const Sweep kept = sweep(5000, ""), summed = sweep(5000, "runs = false\n");
    const SweepFiles a = write_sweep_results(kept, computed(kept, temporary.file("a"), 0), temporary.file("a"),
                                             without_pictures()),
                     b = write_sweep_results(summed, computed(summed, temporary.file("b"), 0), temporary.file("b"),
                                             without_pictures());
    EXPECT_FALSE(b.statistics.exact);
    for (std::size_t o = 0; o < 2; ++o) {
        const SweepOutcomeStatistics &x = a.statistics.outcomes[o], &y = b.statistics.outcomes[o];
        EXPECT_EQ(x.mean.value, y.mean.value);
        EXPECT_EQ(x.deviation.value, y.deviation.value);
        EXPECT_EQ(x.highest.run, y.highest.run);
        EXPECT_EQ(x.correlations[1].linear, y.correlations[1].linear);
        // a bin's width
        for (std::size_t p = 0; p < x.percentiles.size(); ++p)
            EXPECT_NEAR(x.percentiles[p].estimate.value, y.percentiles[p].estimate.value,
                        std::fabs(x.percentiles[p].estimate.value) / 128);
    }
}

TEST_F(SweepOutputsTest, PercentilesOverTime) {
    const Sweep s = sweep(2000, "over_time = [\"rate\"]\npercentiles = [50]\n");
    const SweepFiles files =
        write_sweep_results(s, computed(s, temporary.file("a"), 0), temporary.file("a"), without_pictures());
    EXPECT_EQ(files.statistics.times, (std::vector<double>{0, 1, 2, 3, 4}));
    // the spin is even between 1 and 2: its median 1.5 with a deviation of 0.5/sqrt(2000), and a bin's width
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_NEAR(files.statistics.over_time[0].percentiles[k][0], 1.5 * static_cast<double>(k),
                    (3 * 0.0112 + 0.012) * static_cast<double>(k));
        EXPECT_EQ(files.statistics.over_time[0].counts[k], 2000u);
    }
    EXPECT_EQ(contents(temporary.file("a") + "/over-time.csv").substr(0, 20), "t,rate.count,rate.p5");
}

TEST_F(SweepOutputsTest, FilesOfAnEarlierSweepDoNotStay) {
    const std::string folder = temporary.file("out");
    const Sweep s = sweep(100, ""), without = sweep(60, "csv = false\n");
    write_sweep_results(s, computed(s, folder, 0), folder, without_pictures());
    std::ofstream(folder + "/notes.txt") << "mine";
    SweepJournal::open(folder, without, SweepJournal::Begin::restart).append(0, block_of(without, 0).encoded());
    write_sweep_results(without, SweepJournal::look(folder, without), folder, without_pictures());
    EXPECT_FALSE(fs::exists(folder + "/runs.csv"));
    EXPECT_FALSE(fs::exists(folder + "/failures.csv"));
    EXPECT_TRUE(fs::exists(folder + "/notes.txt"));
}

TEST_F(SweepOutputsTest, AnIncompleteJournalIsRefused) {
    const Sweep s = sweep(200, "");
    SweepJournal j = SweepJournal::open(temporary.file("out"), s);
    j.append(1, block_of(s, 1).encoded());
    EXPECT_THROW(write_sweep_results(s, j, temporary.file("out"), without_pictures()), std::logic_error);
}

TEST_F(SweepOutputsTest, PicturesAreDrawn) {
    const Sweep s = sweep(500, "over_time = [\"rate\"]\n");
    const SweepFiles files = write_sweep_results(s, computed(s, temporary.file("out"), 0), temporary.file("out"));
    // without gnuplot there are no pictures, and that is the only thing that may be missing here
    for (const std::string& note : files.notes) {
        ASSERT_NE(note.find("not installed"), std::string::npos) << note;
        GTEST_SKIP() << "no pictures without gnuplot: " << note;
    }
    for (const char* name : {"/histograms.svg", "/over-time.svg", "/scatter.svg"})
        EXPECT_NE(contents(temporary.file("out") + name).find("<svg"), std::string::npos) << name;
}

// A limit on the size of files does what a full disk does: at every size some other file does not fit.
TEST_F(SweepOutputsTest, AFullDiskLosesNothing) {
    const Sweep s = sweep(2000, "");
    const std::string folder = temporary.file("out");
    computed(s, folder, 0);
    const std::string journal = contents(folder + "/journal.bin");
    for (const rlim_t size : {100, 1500, 5000, 20000, 70000, 100000}) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_IGN);
            const SweepJournal j = SweepJournal::look(folder, s);
            const rlimit limit{size, size};
            setrlimit(RLIMIT_FSIZE, &limit);
            try {
                write_sweep_results(s, j, folder, without_pictures());
            } catch (const OutputError&) {
                _exit(7);
            } catch (...) {
                _exit(8);
            }
            _exit(9);
        }
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFEXITED(status)) << size << ": it crashed";
        EXPECT_EQ(WEXITSTATUS(status), 7) << size;
        EXPECT_EQ(contents(folder + "/journal.bin"), journal);
        for (const fs::directory_entry& e : fs::directory_iterator(folder))
            EXPECT_NE(e.path().extension(), ".part") << size << " " << e.path();
    }
    // and when there is room again
    const SweepFiles files = write_sweep_results(s, SweepJournal::look(folder, s), folder, without_pictures());
    EXPECT_FALSE(files.names.empty());
}

// Bytes that have a good checksum and make no sense: the work of another program.
TEST_F(SweepOutputsTest, ABlockThatCannotBeReadIsTold) {
    const Sweep s = sweep(60, "");
    const std::string folder = temporary.file("out");
    SweepJournal j = SweepJournal::open(folder, s);
    j.append(0, "not a block");
    try {
        write_sweep_results(s, j, folder, without_pictures());
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("--restart"), std::string::npos) << e.what();
    }
}

TEST_F(SweepOutputsTest, CanBeStopped) {
    const Sweep s = sweep(2000, "");
    const std::string folder = temporary.file("out");
    const SweepJournal j = computed(s, folder, 0);
    SweepOutputOptions options = without_pictures();
    int asked = 0;
    options.stop = [&] { return ++asked > 10; };
    EXPECT_THROW(write_sweep_results(s, j, folder, options), SweepStopped);
    EXPECT_FALSE(fs::exists(folder + "/runs.csv"));
    EXPECT_FALSE(fs::exists(folder + "/runs.csv.part"));
    double last = 0;
    options.stop = {};
    options.progress = [&](double part) {
        EXPECT_GE(part, last);
        EXPECT_LE(part, 1);
        last = part;
    };
    write_sweep_results(s, j, folder, options);
    EXPECT_GT(last, 0.9);
}

}  // namespace
}  // namespace polhode
