#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "sweep_results.hpp"

namespace sweep_test {

using namespace polhode::test;

namespace {

const std::string sweeps = POLHODE_SOURCE_DIR "/scenarios/sweeps/";

const std::string scenario = R"(title = "a body, tipped"
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[[torque]]
kind = "damping"
coefficients = [0.1, 0.1, 0.1]
[method]
integrator = "rk4"
step = 0.01
constraint = "normalise"
[run]
duration = 2.0
sample = 0.1
)";

const std::string tables = R"([sweep]
runs = 200
seed = 7
block = 16
[[vary]]
key = "start.rate[2]"
name = "spin"
kind = "normal"
mean = 0.2
deviation = 0.05
[[vary]]
kind = "uniform"
name = "c"
low = 0.05
high = 0.2
[[vary]]
kind = "formula"
key = "torque[0].coefficients"
names = ["cx", "cy", "cz"]
of = ["c", "2*c", "c/3"]
[[outcome]]
name = "tilt_end"
of = "tilt*180/pi"
unit = "deg"
[[outcome]]
name = "slow"
take = "first-time"
of = "rate"
below = 0.95
[keep]
over_time = ["rate"]
trajectories = { first = 1, worst = 2, of = "tilt_end", runs = [17] }
)";

const std::string sweep = scenario + tables;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void expect_same_results(const std::string& folder, const std::string& other) {
    const auto one = results_in(folder), two = results_in(other);
    std::vector<std::string> names_one, names_two;
    for (const auto& f : one) names_one.push_back(f.first);
    for (const auto& f : two) names_two.push_back(f.first);
    EXPECT_EQ(names_one, names_two);
    for (const auto& [name, text] : one)
        if (two.count(name)) {
            EXPECT_TRUE(text == two.at(name)) << name << " differs between " << folder << " and " << other;
        }
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells{""};
    for (const char c : line) {
        if (c == ',')
            cells.emplace_back();
        else
            cells.back() += c;
    }
    return cells;
}

// Column by column the line of a run in runs.csv.
std::map<std::string, std::string> line_of_run(const std::string& csv, std::size_t run) {
    const auto lines = lines_of(read_text(csv));
    if (lines.size() < run + 2) return {};
    const auto heads = cells_of(lines[0]), cells = cells_of(lines[run + 1]);
    std::map<std::string, std::string> line;
    for (std::size_t i = 0; i < heads.size() && i < cells.size(); ++i) line[heads[i]] = cells[i];
    return line;
}

}  // namespace

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

// A run alone is that of the sweep, and so is the scenario that it writes, to the last bit.
TEST(Sweep, OneRunAloneAndItsScenarioAlone) {
    const Folder scratch;
    scratch.write("s.toml", scenario);
    const std::string beside = scratch.write(
        "beside.toml", "[sweep]\nscenario = \"s.toml\"\n" + tables.substr(std::string("[sweep]\n").size()));
    for (const std::string& file : {scratch.write("c.toml", sweep), beside}) {
        const std::string out = file + ".out";
        ASSERT_EQ(run({"sweep", file, "--out", out, "--quiet"}).code, 0);
        for (const std::string run_number : {"0", "17", "199"}) {
            const Outcome o = run({"sweep", file, "--run", run_number, "--csv", scratch.file("alone.csv"), "--scenario",
                                   scratch.file("alone.toml"), "--json"});
            ASSERT_EQ(o.code, 0) << o.err;
            const auto json = nlohmann::json::parse(o.out);
            const auto line = line_of_run(out + "/runs.csv", std::stoul(run_number));
            std::size_t compared = 0;
            for (const char* part : {"inputs", "outcomes"})
                for (const auto& [name, value] : json.at(part).items()) {
                    ASSERT_TRUE(line.count(name)) << name;
                    if (value.is_null()) {
                        EXPECT_EQ(line.at(name), "") << name;
                    } else {
                        EXPECT_EQ(value.get<double>(), std::strtod(line.at(name).c_str(), nullptr)) << name;
                    }
                    ++compared;
                }
            EXPECT_EQ(compared, line.size() - 2);

            const Outcome scenario_alone =
                run({"run", scratch.file("alone.toml"), "--quiet", "--csv", scratch.file("scenario.csv")});
            ASSERT_EQ(scenario_alone.code, 0) << scenario_alone.err << read_text(scratch.file("alone.toml"));
            EXPECT_EQ(json.at("scenario"), read_text(scratch.file("alone.toml")));
            const std::string trajectory = read_text(scratch.file("alone.csv"));
            EXPECT_EQ(lines_of(trajectory).size(), 22u);
            EXPECT_TRUE(trajectory == read_text(scratch.file("scenario.csv"))) << run_number;
            if (run_number != "199") {
                EXPECT_TRUE(trajectory == read_text(out + "/trajectories/run-" + run_number + ".csv"));
            }
        }
    }
    const Outcome rows = run({"sweep", beside, "--run", "3", "--csv", "-", "--quiet"});
    EXPECT_EQ(rows.code, 0);
    EXPECT_EQ(lines_of(rows.out).size(), 22u);
    const Outcome text = run({"sweep", beside, "--run", "3"});
    for (const char* word : {"spin", "tilt_end", "--scenario FILE"})
        EXPECT_TRUE(has(text.out, word)) << word << "\n" << text.out;
}

TEST(Sweep, ScenarioOfARunToStandardOutput) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    ASSERT_EQ(run({"sweep", file, "--run", "3", "--scenario", scratch.file("s.toml"), "--quiet"}).code, 0);
    const Outcome o = run({"sweep", file, "--run", "3", "--scenario", "-"}, "", scratch.path());
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.out, read_text(scratch.file("s.toml")));
    EXPECT_TRUE(has(o.err, "tilt_end")) << o.err;
    EXPECT_FALSE(std::filesystem::exists(scratch.file("-")));
}

TEST(Sweep, OneRunInWords) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep + R"([[vary]]
name = "how"
kind = "choice"
values = ["softly", "hard"]
[[outcome]]
name = "never"
take = "first-time"
of = "rate"
above = 100.0
)");
    const Outcome o = run({"sweep", file, "--run", "3"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_TRUE(has(o.out, "\n  never                    none\n")) << o.out;
    for (const std::string& line : lines_of(o.out))
        EXPECT_TRUE(line.empty() || line.back() != ' ') << "'" << line << "'";
    const auto json = nlohmann::json::parse(run({"sweep", file, "--run", "3", "--json"}).out);
    const std::string how = json.at("inputs").at("how");
    EXPECT_TRUE(how == "softly" || how == "hard") << how;
    EXPECT_TRUE(has(o.out, "  " + how + "\n")) << o.out;
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
