#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "sweep_example.hpp"

namespace sweep_test {

using namespace polhode::test;

TEST(Sweep, HelpAndList) {
    const Outcome help = run({"sweep", "--help"});
    EXPECT_EQ(help.code, 0);
    for (const char* word : {"--backend", "--threads", "--lanes", "--shard", "--resume", "--restart", "--dry-run",
                             "--run", "--csv", "--scenario", "--json", "scenarios/sweeps/tip-off.toml"})
        EXPECT_TRUE(has(help.out, word)) << word;
    const Outcome kinds = run({"list", "variation"});
    EXPECT_EQ(kinds.code, 0) << kinds.err;
    for (const char* kind : {"grid", "list", "uniform", "normal", "truncated-normal", "log-uniform", "random-attitude",
                             "random-direction", "choice", "file", "formula", "correlated-normal"})
        EXPECT_TRUE(has(kinds.out, kind)) << kind;
    EXPECT_TRUE(has(run({"list", "outcome"}).out, "first-time"));
}

TEST(Sweep, ThePlanIsSaidAndNothingIsDone) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    const Outcome o = run({"sweep", file, "--dry-run", "--set", "sweep.runs=1000000"}, "", scratch.path());
    ASSERT_EQ(o.code, 0) << o.err;
    for (const char* word : {"1 000 000", "spin: normal -> start.rate[2]", "tilt_end", "cost", "on disk", "in memory"})
        EXPECT_TRUE(has(o.out, word)) << word << "\n" << o.out;
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(scratch.path())) ++files;
    EXPECT_EQ(files, 1u) << "only the sweep's own file";
}

TEST(Sweep, FilesOfASmallSweep) {
    const Folder scratch;
    const std::string file = scratch.write("a-body-that-was-tipped-off.toml", sweep);
    const Outcome o = run({"sweep", file}, "", scratch.path());
    ASSERT_EQ(o.code, 0) << o.err;
    for (const char* word : {"200 runs", "seed 7", "tilt_end, deg", "Strongest correlations", "hash of the results",
                             "SIMD lanes", "--run "})
        EXPECT_TRUE(has(o.out, word)) << word << "\n" << o.out;
    const std::string folder = scratch.file("a-body-that-was-tipped-off.sweep");
    const auto files = results_in(folder);
    for (const char* name : {"summary.txt", "summary.json", "runs.csv", "histograms.csv", "over-time.csv",
                             "trajectories/run-0.csv", "trajectories/run-17.csv"})
        EXPECT_TRUE(files.count(name)) << name;
    EXPECT_FALSE(files.count("failures.csv"));
    const auto lines = lines_of(files.at("runs.csv"));
    ASSERT_EQ(lines.size(), 201u);
    EXPECT_EQ(
        lines[0],
        "run,status,spin,c,cx,cy,cz,tilt_end,slow,final_qw,final_qx,final_qy,final_qz,final_wx,final_wy,final_wz");
    EXPECT_EQ(lines[1].rfind("0,ok,", 0), 0u) << lines[1];
    EXPECT_EQ(lines_of(files.at("over-time.csv")).size(), 22u) << "header, t = 0, 20 samples";
    EXPECT_EQ(lines_of(files.at("over-time.csv"))[0].rfind("t,rate.count,rate.p1,rate.p5", 0), 0u);
    EXPECT_EQ(lines_of(files.at("histograms.csv"))[0], "outcome,low,high,count");
    EXPECT_TRUE(has(read_text(folder + "/provenance.json"), "runs.csv"));

    // the numbers of the summary are those of the lines
    const auto json = nlohmann::json::parse(files.at("summary.json"));
    EXPECT_EQ(json.at("runs"), 200);
    EXPECT_EQ(json.at("outcomes")[0].at("name"), "tilt_end");
    double sum = 0, highest = 0;
    std::size_t worst = 0;
    for (std::size_t r = 0; r < 200; ++r) {
        const double x = std::atof(line_of_run(folder + "/runs.csv", r).at("tilt_end").c_str());
        sum += x;
        if (x > highest) {
            highest = x;
            worst = r;
        }
    }
    // 200 additions of numbers of one sign
    EXPECT_NEAR(json.at("outcomes")[0].at("mean").get<double>(), sum / 200, 1e-13 * sum);
    EXPECT_EQ(json.at("outcomes")[0].at("worst")[0].at("run"), worst);
    EXPECT_TRUE(has(o.out, "polhode sweep " + file + " --run " + std::to_string(worst) + "\n")) << o.out;
    EXPECT_TRUE(files.count("trajectories/run-" + std::to_string(worst) + ".csv"));
}

TEST(Sweep, JsonIsTheSummaryFile) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    const Outcome o = run({"sweep", file, "--out", scratch.file("out"), "--json", "--no-pictures"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(nlohmann::json::parse(o.out), nlohmann::json::parse(read_text(scratch.file("out/summary.json"))));
    EXPECT_FALSE(std::filesystem::exists(scratch.file("out/histograms.svg")));
    const Outcome quiet = run({"sweep", file, "--out", scratch.file("quiet"), "--quiet"});
    EXPECT_EQ(quiet.code, 0);
    EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST(Sweep, EveryWayToRunItHasItsJson) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep), out = scratch.file("out");
    const Outcome plan = run({"sweep", file, "--dry-run", "--json"}, "", scratch.path());
    ASSERT_EQ(plan.code, 0) << plan.err;
    const auto planned = nlohmann::json::parse(plan.out);
    EXPECT_EQ(planned.at("runs"), 200);
    EXPECT_EQ(planned.at("blocks"), 13);
    EXPECT_EQ(planned.at("inputs")[0].at("keys")[0], "start.rate[2]");
    EXPECT_EQ(planned.at("outcomes")[0], "tilt_end");
    EXPECT_EQ(planned.at("folder"), "c.sweep");
    EXPECT_GT(planned.at("seconds"), 0);
    const Outcome part = run({"sweep", file, "--out", out, "--shard", "2/2", "--json"});
    ASSERT_EQ(part.code, 0) << part.err;
    const auto done = nlohmann::json::parse(part.out);
    EXPECT_EQ(done.at("shard"), "2/2");
    EXPECT_EQ(done.at("results"), false);
    EXPECT_EQ(done.at("runs_done"), 96) << "blocks 1, 3, ... 11 of 16 runs";
    EXPECT_EQ(done.at("folder"), out);
    // a name that is no UTF-8
    const std::string odd = scratch.write("odd-\xff.toml", sweep);
    const Outcome one = run({"sweep", odd, "--run", "3", "--json", "--set", "sweep.title=\"odd\""});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(nlohmann::json::parse(one.out).at("run"), 3);
    EXPECT_EQ(run({"sweep", odd, "--dry-run", "--json"}).code, 0);
}

TEST(Sweep, ASweepOfOneRun) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    const std::vector<std::string> alone{"--set", "sweep.runs=1", "--set", "keep.trajectories={}"};
    std::vector<std::string> words{"sweep", file, "--out", scratch.file("out"), "--no-pictures"};
    words.insert(words.end(), alone.begin(), alone.end());
    const Outcome o = run(words);
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_TRUE(has(o.out, "\n1 run, seed 7\n") && has(o.out, "\n1 run computed in ")) << o.out;
    EXPECT_FALSE(has(o.out, "not a number")) << o.out;
    words = {"sweep", file, "--dry-run"};
    words.insert(words.end(), alone.begin(), alone.end());
    const Outcome plan = run(words);
    EXPECT_TRUE(has(plan.out, "in 1 block of 16\n") && has(plan.out, "timed over 1 run;")) << plan.out;
}

TEST(Sweep, WithoutOutcomesThereAreNoHistograms) {
    const Folder scratch;
    std::string text = sweep;
    text.replace(text.find("[[outcome]]"), text.find("[keep]") - text.find("[[outcome]]"), "");
    text.replace(text.find("trajectories"), std::string::npos, "final_state = false\n");
    const Outcome o = run({"sweep", scratch.write("c.toml", text), "--out", scratch.file("out")});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_FALSE(has(o.err, "nothing to draw")) << o.err;
    EXPECT_FALSE(has(o.out, "std. deviation")) << o.out;
    EXPECT_FALSE(std::filesystem::exists(scratch.file("out/histograms.csv")));
    EXPECT_TRUE(std::filesystem::exists(scratch.file("out/over-time.csv")));
}

TEST(Sweep, NumbersThatVaryTogetherAreAllNamed) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", scenario + R"([sweep]
runs = 10
[[vary]]
kind = "correlated-normal"
key = "start.rate"
names = ["c1", "c2", "c3"]
mean = [0.1, 1.0, 0.2]
deviation = [0.1, 0.1, 0.1]
correlation = [[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]]
)");
    for (const Outcome& o : {run({"check", file}), run({"sweep", file, "--dry-run"})})
        EXPECT_TRUE(has(o.out, "c1, c2, c3")) << o.out << o.err;
}

TEST(Sweep, SlipsAreToldWithTheNearestName) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep), out = scratch.file("out");
    const auto with = [&](std::string from, std::string to) {
        std::string text = sweep;
        const std::size_t at = text.find(from);
        if (at == std::string::npos) throw std::runtime_error(from);
        static int number = 0;
        return scratch.write("slip-" + std::to_string(number++) + ".toml", text.replace(at, from.size(), to));
    };
    const struct {
        std::vector<std::string> words;
        const char* says;
    } slips[] = {
        {{"sweep"}, "FILE"},
        {{"sweep", "no-such-file.toml"}, "no-such-file.toml"},
        {{"sweep", file, "--out", out, "--backend", "smid"}, "did you mean 'simd'?"},
        {{"sweep", file, "--out", out, "--set", "sweep.rnus=3"}, "Did you mean 'runs'?"},
        {{"sweep", file, "--out", out, "--set", "run.durration=3"}, "Did you mean 'duration'?"},
        {{"sweep", file, "--out", out, "--set", "start.rate[2]=1"}, "this key varies"},
        {{"sweep", with("kind = \"uniform\"", "kind = \"unifrom\""), "--out", out}, "'uniform'"},
        {{"sweep", with("take = \"first-time\"", "take = \"first_time\""), "--out", out}, "'first-time'"},
        {{"sweep", with("of = \"rate\"", "of = \"raet\""), "--out", out}, "'rate'"},
        {{"sweep", with("\"start.rate[2]\"", "\"method.stpe\""), "--out", out}, "'step'"},
        {{"sweep", with("[keep]", "[kep]"), "--out", out}, "'keep'"},
        {{"sweep", file, "--out", out, "--shard", "3of8"}, "3/8"},
        {{"sweep", file, "--out", out, "--shard", "9/8"}, "I/N"},
        {{"sweep", file, "--out", out, "--lanes", "3"}, "SIMD lanes, read 3"},
        {{"sweep", file, "--out", out, "--lanes", "1"}, "--backend scalar goes one by one"},
        {{"sweep", file, "--out", out, "--lanes", "x"}, "--lanes: expected a whole number from 1 to 64, read 'x'"},
        {{"sweep", file, "--out", out, "--lanes", "2", "--backend", "scalar"}, "--backend simd"},
        {{"sweep", file, "--out", out, "--threads", "x"}, "expected a whole number from 1 to 4096, read 'x'"},
        {{"sweep", file, "--out", ""}, "--out: expected the name of a folder, read ''"},
        {{"sweep", file, "--run", "abc"}, "--run: expected a whole number from 0"},
        {{"sweep", file, "--run", "1.5"}, "read '1.5'"},
        {{"sweep", file, "--run", "1e2"}, "read '1e2'"},
        {{"sweep", file, "--run", "-1"}, "read '-1'"},
        {{"sweep", file, "--run", "99999999999999999999"}, "read '99999999999999999999'"},
        {{"sweep", file, "--run", "3", "--csv", "-", "--scenario", "-"}, "both"},
        {{"sweep", file, "--out", out, "--resume", "--restart"}, "one of them"},
        {{"sweep", file, "--out", out, "--csv", "x.csv"}, "--run N"},
        {{"sweep", file, "--run", "200"}, "0 to 199"},
        {{"sweep", with("integrator = \"rk4\"\nstep = 0.01\nconstraint = \"normalise\"", "integrator = \"dop853\""),
          "--out", out, "--backend", "simd"},
         "--backend scalar (or auto) can"},
    };
    for (const auto& slip : slips) {
        const Outcome o = run(slip.words);
        EXPECT_EQ(o.code, 2) << slip.says << "\n" << o.err;
        EXPECT_TRUE(has(o.err, slip.says)) << slip.says << "\n" << o.err;
        EXPECT_EQ(o.out, "") << slip.says;
    }
    EXPECT_FALSE(std::filesystem::exists(out)) << "nothing was begun";
    EXPECT_EQ(run({"sweep", file, "--bakend", "simd"}).code, 2);
}

// Every sweep that comes with the program, cut short, and the lanes' bits against those of one by one.
TEST(Sweep, TheSweepsThatComeWithTheProgram_Long) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(sweeps)) {
        if (entry.path().extension() != ".toml") continue;
        ++count;
        const Folder scratch;
        const std::string file = entry.path().string(), out = scratch.file("out");
        const std::vector<std::string> shorter{"--quiet", "--set", "sweep.runs=24", "--set", "keep.trajectories={}"};
        std::vector<std::string> words{"sweep", file, "--out", out},
            scalar{"sweep", file, "--out", scratch.file("one"), "--backend", "scalar"};
        words.insert(words.end(), shorter.begin(), shorter.end());
        scalar.insert(scalar.end(), shorter.begin(), shorter.end());
        const Outcome o = run(words);
        ASSERT_EQ(o.code, 0) << file << "\n" << o.err;
        EXPECT_EQ(o.err, "") << file;
        const auto json = nlohmann::json::parse(read_text(out + "/summary.json"));
        EXPECT_EQ(json.at("failed"), 0) << file;
        EXPECT_GT(json.at("outcomes")[0].at("count"), 0) << file;
        ASSERT_EQ(run(scalar).code, 0) << file;
        expect_same_results(out, scratch.file("one"));
    }
    EXPECT_GE(count, 8u);
}

}  // namespace sweep_test
