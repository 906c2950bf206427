// A folder in which a sweep was begun or finished: what is not Polhode's stays as it is, what changed is named, runs
// can be added.
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <nlohmann/json.hpp>

#include "polhode/files/sha256.hpp"
#include "program.hpp"
#include "sweep_results.hpp"

namespace sweep_files_of_others_test {

using namespace polhode::test;

namespace {

const std::string sweep = R"(title = "some bodies"
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[method]
integrator = "rk4"
step = 0.01
[run]
duration = 1.0
sample = 0.5
[sweep]
runs = 50
block = 8
[[vary]]
key = "body.inertia[0]"
kind = "uniform"
low = 0.3
high = 3.0
[[outcome]]
name = "tipped"
of = "tilt"
[keep]
over_time = ["tilt"]
trajectories = { first = 2, worst = 1, of = "tipped" }
)";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class SweepFilesOfOthers : public ::testing::Test {
 protected:
    Outcome run_sweep(const std::vector<std::string>& more, const std::string& folder = "out") {
        std::vector<std::string> words{"sweep", file, "--out", scratch.file(folder), "--no-pictures", "--threads", "1"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep), out = scratch.file("out");
};

}  // namespace

TEST_F(SweepFilesOfOthers, AreNotReplacedWhereAJournalIs_Long) {
    ASSERT_EQ(run_sweep({"--quiet"}).code, 0);
    std::filesystem::rename(out, scratch.file("whole"));
    // copied, so that all times are others
    for (const std::string name :
         {"runs.csv", "summary.txt", "summary.json", "histograms.csv", "over-time.csv", "runs.h5", "failures.csv",
          "provenance.json", "trajectories/run-1.csv", "trajectories/run-77.csv", "over-time.svg"}) {
        std::filesystem::remove_all(out);
        std::filesystem::copy(scratch.file("whole"), out, std::filesystem::copy_options::recursive);
        scratch.write("out/" + name, "my precious");
        const auto before = results_in(out);
        for (const std::string way : {"--resume", "--restart", "--quiet"}) {
            const Outcome o = run_sweep({way});
            EXPECT_EQ(o.code, 2) << name << way;
            EXPECT_EQ(lines_of(o.err).size(), 1u) << o.err;
            EXPECT_TRUE(has(o.err, name + ": ") && has(o.err, "move it away")) << o.err;
        }
        EXPECT_TRUE(has(run_sweep({"--resume", "--dry-run"}).out, "move it away")) << name;
        EXPECT_TRUE(results_in(out) == before) << name;
        EXPECT_EQ(read_text(scratch.file("out/" + name)), "my precious");
        // moved away, it is no hindrance
        std::filesystem::remove(scratch.file("out/" + name));
        const Outcome o = run_sweep({"--resume", "--quiet"});
        EXPECT_EQ(o.code, 0) << o.err;
        EXPECT_TRUE(results_in(out) == results_in(scratch.file("whole"))) << name;
    }
}

TEST_F(SweepFilesOfOthers, AreSeenByEachShard) {
    ASSERT_EQ(run_sweep({"--quiet", "--shard", "1/2"}).code, 0);
    scratch.write("out/runs.csv", "my precious");
    const Outcome o = run_sweep({"--quiet", "--shard", "2/2"});
    EXPECT_EQ(o.code, 2);
    EXPECT_TRUE(has(o.err, "runs.csv: ") && has(o.err, "move it away")) << o.err;
    EXPECT_EQ(read_text(scratch.file("out/runs.csv")), "my precious");
}

TEST_F(SweepFilesOfOthers, AFileCalledTrajectoriesIsSeenBeforeTheStart) {
    std::filesystem::create_directories(out);
    scratch.write("out/trajectories", "mine");
    const Outcome o = run_sweep({"--quiet"});
    EXPECT_EQ(o.code, 2);
    EXPECT_TRUE(has(o.err, "out/trajectories: the folder of the trajectories would get this name")) << o.err;
    EXPECT_FALSE(std::filesystem::exists(out + "/journal.bin"));
    EXPECT_EQ(read_text(out + "/trajectories"), "mine");
    EXPECT_EQ(run_sweep({"--quiet", "--set", "keep.trajectories={}"}).code, 0);
}

TEST_F(SweepFilesOfOthers, WhatMakesItAnotherSweepIsNamed) {
    ASSERT_EQ(run_sweep({"--quiet"}).code, 0);
    const auto said = [&](const std::string& setting) {
        return run_sweep({"--resume", "--quiet", "--set", setting}).err;
    };
    EXPECT_TRUE(has(said("sweep.seed=9"), "(sweep.seed is 9 in place of 1)")) << said("sweep.seed=9");
    EXPECT_TRUE(has(said("method.step=0.02"), "(method.step is 0.02 in place of 0.01)")) << said("method.step=0.02");
    EXPECT_TRUE(has(said("sweep.runs=40"), "(50 in place of 40)")) << said("sweep.runs=40");
    // a comment is no change
    const auto before = results_in(out);
    scratch.write("c.toml", "# what it is for\n" + sweep);
    const Outcome o = run_sweep({"--resume"});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_TRUE(has(o.out, "nothing was left to compute")) << o.out;
    for (const char* name : {"runs.csv", "histograms.csv", "trajectories/run-1.csv"})
        EXPECT_EQ(results_in(out)[name], before.at(name));
}

TEST_F(SweepFilesOfOthers, AddedRunsGiveWhatAllOfThemWouldHaveGiven) {
    for (const std::string keep : {"keep.runs=true", "keep.runs=false"}) {
        const std::string few = "few" + keep, straight = "straight" + keep;
        ASSERT_EQ(run_sweep({"--quiet", "--set", keep}, few).code, 0);
        ASSERT_EQ(run_sweep({"--quiet", "--set", keep, "--set", "sweep.runs=117"}, straight).code, 0);
        const Outcome refused = run_sweep({"--quiet", "--set", keep, "--set", "sweep.runs=117"}, few);
        EXPECT_EQ(refused.code, 2);
        EXPECT_TRUE(has(refused.err, "with 50 runs; --resume adds the others")) << refused.err;
        const std::vector<std::string> more{"--resume", "--set", keep, "--set", "sweep.runs=117"};
        const Outcome plan = run_sweep({"--resume", "--set", keep, "--set", "sweep.runs=117", "--dry-run"}, few);
        EXPECT_TRUE(has(plan.out, "for the 69 runs that are left")) << plan.out;
        // in two parts that know nothing of each other
        ASSERT_EQ(run_sweep({"--resume", "--quiet", "--set", keep, "--set", "sweep.runs=90"}, few).code, 0);
        const Outcome o = run_sweep(more, few);
        EXPECT_EQ(o.code, 0) << o.err;
        EXPECT_TRUE(has(o.out, "29 runs computed")) << o.out;  // 88 were in full blocks
        // the settings are those of the last command, in the same words
        auto got = results_in(scratch.file(few)), wanted = results_in(scratch.file(straight));
        EXPECT_TRUE(got == wanted) << keep;
        EXPECT_GE(got.size(), 5u);
    }
}

TEST_F(SweepFilesOfOthers, ThePlanOfWhatIsLeft) {
    ASSERT_EQ(run_sweep({"--quiet", "--shard", "1/2"}).code, 0);
    const auto plan = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"--dry-run", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return nlohmann::json::parse(run_sweep(words).out).at("runs_left").get<int>();
    };
    EXPECT_EQ(plan({}), 50);
    EXPECT_EQ(plan({"--restart"}), 50);
    EXPECT_EQ(plan({"--resume"}), 24);
    EXPECT_EQ(plan({"--resume", "--shard", "2/2"}), 24);
    EXPECT_EQ(plan({"--resume", "--shard", "1/2"}), 0);
    EXPECT_EQ(plan({"--shard", "1/2"}), 26);
    // the same words as without --dry-run
    scratch.write("out/journal.bin", "POLHODE SWEEP JOURNEY\n");
    EXPECT_TRUE(has(run_sweep({"--dry-run", "--resume"}).out, "this file is no journal of a sweep"));
    EXPECT_TRUE(has(run_sweep({"--resume"}).err, "this file is no journal of a sweep"));
}

TEST_F(SweepFilesOfOthers, ProvenanceHasTheSeedAndWhatWasRead) {
    scratch.write("cases.csv", "start.rate[2]\n0.1\n0.2\n");
    ASSERT_EQ(
        run_sweep({"--quiet", "--set", "sweep.seed=77", "--set", "vary=[{ kind = \"file\", file = \"cases.csv\" }]"})
            .code,
        0);
    const auto json = nlohmann::json::parse(read_text(out + "/provenance.json"));
    EXPECT_EQ(json.at("random_seeds"), nlohmann::json::array({77}));
    ASSERT_EQ(json.at("inputs").size(), 2u);
    EXPECT_TRUE(has(json.at("inputs")[1].at("file").get<std::string>(), "cases.csv"));
    // the sums that the record knows are those of the files
    for (const auto& output : json.at("outputs")) {
        const std::string path = out + "/" + output.at("file").get<std::string>();
        EXPECT_EQ(output.at("bytes").get<std::uintmax_t>(), size_of(path));
        EXPECT_EQ(output.at("sha256").get<std::string>(), polhode::sha256_of_file(path)) << path;
    }
}

TEST_F(SweepFilesOfOthers, AMissingFileIsNotCalledAScenario) {
    const Outcome o = run({"sweep", scratch.file("none.toml")});
    EXPECT_EQ(o.code, 2);
    EXPECT_TRUE(has(o.err, "none.toml: this file cannot be opened: No such file")) << o.err;
}

// On a terminal of 40 columns each state of the bar stands on one line.
TEST_F(SweepFilesOfOthers, TheBarFitsANarrowTerminal) {
    winsize size{};
    size.ws_row = 24;
    size.ws_col = 40;
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
    ASSERT_GE(child, 0);
    if (child == 0) {
        execl(POLHODE_PROGRAM, "polhode", "sweep", file.c_str(), "--out", out.c_str(), "--set", "run.duration=200",
              "--set", "run.sample=200", "--set", "sweep.runs=100000", "--backend", "scalar", "--threads", "1",
              static_cast<char*>(nullptr));
        _exit(99);
    }
    // until the bar was drawn several times, which begins after a second
    std::string text;
    char buffer[4096];
    std::size_t bars = 0;
    for (ssize_t n = 0; bars < 5 && (n = read(terminal, buffer, sizeof buffer)) > 0;) {
        text.append(buffer, static_cast<std::size_t>(n));
        bars = 0;
        for (std::size_t at = 0; (at = text.find(" %", at)) != std::string::npos; ++at) ++bars;
    }
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    close(terminal);
    EXPECT_GE(bars, 5u) << text;
    for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
        end = std::min(text.find_first_of("\r\n", at), text.size());
        std::string line = text.substr(at, end - at);
        if (const std::size_t clear = line.find("\x1b[K"); clear != std::string::npos) line.erase(clear);
        if (has(line, " %")) {
            EXPECT_LT(line.size(), 40u) << line;
            EXPECT_TRUE(has(line, "runs")) << line;
        }
    }
}

}  // namespace sweep_files_of_others_test
