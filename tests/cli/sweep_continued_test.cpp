// A sweep that is finished, continued, computed in parts, interrupted, or whose runs fail.
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "sweep_example.hpp"

namespace sweep_continued_test {

using namespace polhode::test;

TEST(Sweep, AFinishedSweepIsLeftAlone) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep), out = scratch.file("out");
    ASSERT_EQ(run({"sweep", file, "--out", out, "--quiet"}).code, 0);
    const auto before = results_in(out);
    const Outcome again = run({"sweep", file, "--out", out});
    EXPECT_EQ(again.code, 2);
    EXPECT_TRUE(has(again.err, "--resume") && has(again.err, "--restart")) << again.err;
    EXPECT_EQ(again.out, "");
    const Outcome resumed = run({"sweep", file, "--out", out, "--resume"});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_TRUE(has(resumed.out, "nothing was left to compute")) << resumed.out;
    EXPECT_EQ(results_in(out), before);
    const Outcome another = run({"sweep", file, "--out", out, "--resume", "--set", "sweep.seed=8"});
    EXPECT_EQ(another.code, 2) << "another seed is another sweep";
    EXPECT_TRUE(has(another.err, "another sweep") || has(another.err, "--restart")) << another.err;
    EXPECT_EQ(results_in(out), before);
    EXPECT_EQ(run({"sweep", file, "--out", out, "--restart", "--set", "sweep.seed=8", "--quiet"}).code, 0);
    EXPECT_NE(results_in(out).at("runs.csv"), before.at("runs.csv"));
}

TEST(Sweep, ShardsTogetherAreTheSweep) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep), out = scratch.file("shards");
    ASSERT_EQ(run({"sweep", file, "--out", scratch.file("whole"), "--quiet"}).code, 0);
    const Outcome second = run({"sweep", file, "--out", out, "--shard", "2/2"});
    ASSERT_EQ(second.code, 0) << second.err;
    EXPECT_TRUE(has(second.err, "--resume")) << second.err;
    EXPECT_FALSE(std::filesystem::exists(out + "/runs.csv"));
    ASSERT_EQ(run({"sweep", file, "--out", out, "--shard", "1/2", "--quiet"}).code, 0);
    ASSERT_EQ(run({"sweep", file, "--out", out, "--resume", "--quiet"}).code, 0);
    expect_same_results(out, scratch.file("whole"));

    // one lost: gathering computes what is missing
    ASSERT_EQ(run({"sweep", file, "--out", scratch.file("lost"), "--shard", "3/3", "--quiet"}).code, 0);
    ASSERT_EQ(run({"sweep", file, "--out", scratch.file("lost"), "--resume", "--quiet"}).code, 0);
    expect_same_results(scratch.file("lost"), scratch.file("whole"));
}

TEST(Sweep, TheSameBytesHoweverItIsComputed) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    const std::vector<std::vector<std::string>> ways{
        {"--backend", "scalar", "--threads", "1"}, {"--backend", "scalar", "--threads", "3"},
        {"--backend", "simd", "--threads", "1"},   {"--backend", "simd", "--threads", "2", "--lanes", "2"},
        {"--backend", "simd", "--threads", "3"},   {}};
    for (std::size_t i = 0; i < ways.size(); ++i) {
        std::vector<std::string> words{"sweep", file, "--out", scratch.file("way-" + std::to_string(i)), "--quiet"};
        words.insert(words.end(), ways[i].begin(), ways[i].end());
        const Outcome o = run(words);
        ASSERT_EQ(o.code, 0) << o.err;
        if (i > 0) expect_same_results(scratch.file("way-" + std::to_string(i)), scratch.file("way-0"));
    }
    EXPECT_TRUE(results_in(scratch.file("way-0")).count("runs.h5") || !has(run({"--version"}).out, "HDF5"));
}

TEST(Sweep, SumsWithoutRunsAreTheSameToo) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    for (const std::string backend : {"scalar", "simd"})
        ASSERT_EQ(run({"sweep", file, "--out", scratch.file(backend), "--quiet", "--backend", backend, "--set",
                       "keep.runs=false"})
                      .code,
                  0);
    expect_same_results(scratch.file("scalar"), scratch.file("simd"));
    EXPECT_FALSE(std::filesystem::exists(scratch.file("simd/runs.csv")));
    const auto json = nlohmann::json::parse(read_text(scratch.file("simd/summary.json")));
    EXPECT_EQ(json.at("percentiles_exact"), false);
    EXPECT_EQ(json.at("outcomes")[0].at("count"), 200);
}

TEST(Sweep, InterruptedAndResumed_Long) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    // Some seconds of work in many blocks; more where the machine kept the test waiting until all was done.
    for (int runs = 3000;; runs *= 4) {
        const std::string stopped_in = scratch.file("stopped-" + std::to_string(runs));
        std::vector<std::string> words{"sweep",     file,
                                       "--set",     "sweep.runs=" + std::to_string(runs),
                                       "--set",     "run.duration=40",
                                       "--set",     "run.sample=40",
                                       "--backend", "scalar",
                                       "--threads", "2",
                                       "--quiet",   "--out",
                                       stopped_in};
        Running stopped(words);
        EXPECT_TRUE(stopped.reaches([&] { return size_of(stopped_in + "/journal.bin") >= 10000; }));
        kill(stopped.id(), SIGINT);
        const Outcome o = stopped.wait();
        if (o.code == 0 && runs < 100000) continue;
        EXPECT_EQ(o.code, 3) << o.err;
        EXPECT_TRUE(has(o.err, "--resume")) << o.err;
        EXPECT_FALSE(std::filesystem::exists(stopped_in + "/runs.csv"));
        auto straight = words;
        straight.back() = scratch.file("straight");
        words.push_back("--resume");
        EXPECT_EQ(run(words).code, 0);
        EXPECT_EQ(run(straight).code, 0);
        expect_same_results(stopped_in, scratch.file("straight"));
        return;
    }
}

TEST(Sweep, FailedRunsAreRecordedAndTheOthersCount) {
    const Folder scratch;
    // moments that no body has: a negative one, or one above the sum of the others
    const std::string file = scratch.write("f.toml", scenario + R"([sweep]
runs = 100
[[vary]]
key = "body.inertia[0]"
name = "A"
kind = "uniform"
low = -1.0
high = 6.0
)");
    const Outcome o = run({"sweep", file, "--out", scratch.file("out")});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_TRUE(has(o.out, "failed (") && has(o.out, "Failed runs")) << o.out;
    const auto failures = lines_of(read_text(scratch.file("out/failures.csv")));
    ASSERT_GT(failures.size(), 20u);
    ASSERT_LT(failures.size(), 100u);
    EXPECT_EQ(failures[0], "run,reason");
    EXPECT_TRUE(has(failures[1], "inertia")) << failures[1];
    const auto json = nlohmann::json::parse(read_text(scratch.file("out/summary.json")));
    EXPECT_EQ(json.at("failed"), failures.size() - 1);
    const std::string first = std::to_string(json.at("failures")[0].at("run").get<int>());
    const auto line = line_of_run(scratch.file("out/runs.csv"), std::stoul(first));
    EXPECT_EQ(line.at("status"), "failed");
    EXPECT_EQ(line.at("final_qw"), "");
    const double moment = std::strtod(line.at("A").c_str(), nullptr);
    EXPECT_TRUE(moment <= 0.5 || moment > 4.5) << moment;

    const Outcome alone = run({"sweep", file, "--run", first});
    EXPECT_EQ(alone.code, 3);
    EXPECT_TRUE(has(alone.err, "fails: ")) << alone.err;
}

TEST(Sweep, WhenEveryRunFailsSoDoesTheSweep) {
    const Folder scratch;
    std::string text = sweep;
    const std::string damping = "kind = \"damping\"\ncoefficients = [0.1, 0.1, 0.1]";
    text.replace(text.find(damping), damping.size(), "kind = \"formula\"\nvalue = [\"exp(1000*t)\", \"0\", \"0\"]");
    const std::string formula = text.substr(text.find("[[vary]]\nkind = \"formula\""));
    text.replace(text.find(formula), formula.find("[[outcome]]"), "");
    const Outcome o = run({"sweep", scratch.write("f.toml", text), "--out", scratch.file("out")});
    EXPECT_EQ(o.code, 3) << o.err << o.out;
    EXPECT_TRUE(has(o.err, "every run failed")) << o.err;
    EXPECT_TRUE(has(o.out, "no run has it")) << o.out;
    EXPECT_EQ(lines_of(read_text(scratch.file("out/failures.csv"))).size(), 201u);
}

}  // namespace sweep_continued_test
