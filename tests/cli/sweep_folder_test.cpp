// The folder of a sweep: several processes at once, what stands in it already, how a sweep ends early.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <map>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace sweep_folder_test {

using namespace polhode::test;

namespace {

const std::string body = R"(title = "some bodies"
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
)";
const std::string steps = R"([method]
integrator = "rk4"
step = 0.01
[run]
duration = 2.0
sample = 0.1
)";
// some of these moments belong to no body
const std::string varied = R"([sweep]
runs = 300
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
trajectories = { first = 2 }
)";
const std::string sweep = body + steps + varied;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The results but for those that name the sweep's file.
std::map<std::string, std::string> results_in(const std::string& folder, bool with_name = true) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = std::filesystem::relative(entry.path(), folder).string();
        if (!entry.is_regular_file() || name == "provenance.json" || name.rfind("journal", 0) == 0) continue;
        if (!with_name && (name.rfind("summary", 0) == 0 || name == "runs.h5")) continue;
        files[name] = read_text(entry.path().string());
    }
    return files;
}

std::string hash_in(const std::string& folder) {
    return nlohmann::json::parse(read_text(folder + "/summary.json")).at("hash").get<std::string>();
}

// A sweep of some seconds, on one thread; of an hour where it need not come to its end.
std::vector<std::string> long_sweep(const std::string& file, const std::string& out, int runs = 2000000) {
    return {"sweep",
            file,
            "--set",
            "run.duration=100",
            "--set",
            "run.sample=100",
            "--set",
            "sweep.runs=" + std::to_string(runs),
            "--out",
            out,
            "--backend",
            "scalar",
            "--no-pictures",
            "--threads",
            "1"};
}

// Processor time of the programs that have ended.
double seconds_of_programs() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

}  // namespace

TEST(SweepFolder, HowThePathIsSpeltCannotBeSeen_Long) {
    const Folder scratch;
    // a table beside the scenario that is too short for some runs: the reason names it
    std::filesystem::create_directories(scratch.file("w/sub"));
    scratch.write("w/c.toml", sweep);
    scratch.write("w/sub/t.csv", "t,wx,wy,wz\n0,1,0,0\n1,1,0,0\n2,1,0,0\n");
    scratch.write("w/sub/s.toml",
                  "title = \"a table\"\n[rates]\nkind = \"file\"\nfile = \"t.csv\"\n[run]\nduration = 1\n");
    scratch.write(
        "w/d.toml",
        "[sweep]\nscenario = \"sub/s.toml\"\nruns = 40\n[[vary]]\nkey = \"run.duration\"\nkind = \"uniform\"\n"
        "low = 1.0\nhigh = 3.0\n");
    for (const std::string name : {"c", "d"}) {
        const std::string near = name + ".toml", far = scratch.file("w/" + near);
        ASSERT_EQ(run({"sweep", near, "--out", "near-" + name, "--quiet"}, "", scratch.file("w")).code, 0);
        ASSERT_EQ(run({"sweep", far, "--out", scratch.file("far-" + name), "--quiet"}).code, 0);
        const auto one = results_in(scratch.file("w/near-" + name), false),
                   two = results_in(scratch.file("far-" + name), false);
        EXPECT_TRUE(one == two) << name;
        ASSERT_TRUE(one.count("failures.csv")) << name;
        EXPECT_FALSE(has(one.at("failures.csv"), "toml")) << one.at("failures.csv");
        EXPECT_EQ(hash_in(scratch.file("w/near-" + name)), hash_in(scratch.file("far-" + name)));
    }

    // begun under one name, finished under another; with more runs where all was done before the signal came
    for (int runs = 2000;; runs *= 4) {
        const std::string mixed = scratch.file("mixed-" + std::to_string(runs));
        std::vector<std::string> words = long_sweep("c.toml", mixed, runs);
        words.insert(words.end(), {"--set", "vary[0].high=2.9", "--quiet"});
        auto begun = words, finished = words, straight = words;
        begun[1] = scratch.file("w/c.toml");
        finished.push_back("--resume");
        straight[9] = scratch.file("straight");
        Running first(begun);
        EXPECT_TRUE(first.reaches([&] { return size_of(mixed + "/journal.bin") >= 3000; }));
        kill(first.id(), SIGTERM);
        const int code = first.wait().code;
        if (code == 0 && runs < 100000) continue;
        EXPECT_EQ(code, 3);
        ASSERT_EQ(run(finished, "", scratch.file("w")).code, 0);
        ASSERT_EQ(run(straight, "", scratch.file("w")).code, 0);
        EXPECT_TRUE(results_in(mixed) == results_in(scratch.file("straight")));
        return;
    }
}

TEST(SweepFolder, ShardsEndWhenTheyLike) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    ASSERT_EQ(run({"sweep", file, "--out", scratch.file("alone"), "--quiet"}).code, 0);
    const auto wanted = results_in(scratch.file("alone"));
    for (int turn = 0; turn < 4; ++turn) {
        // the last turns have nothing left to compute: all of them come to the results at once
        const std::string out = scratch.file(turn < 2 ? "shards-" + std::to_string(turn) : "shards-0");
        std::vector<std::unique_ptr<Running>> shards;
        for (const char* shard : {"1/3", "2/3", "3/3"})
            shards.push_back(std::make_unique<Running>(
                std::vector<std::string>{"sweep", file, "--out", out, "--shard", shard, "--resume", "--threads", "1"}));
        std::string said;
        int wrote = 0;
        for (const auto& shard : shards) {
            const Outcome o = shard->wait();
            EXPECT_EQ(o.code, 0) << o.err;
            said += o.err;
            wrote += has(o.out, "written to");
        }
        EXPECT_EQ(wrote, turn < 2 ? 1 : 0) << said;
        EXPECT_TRUE(turn < 2 || has(said, "the results of all are in")) << said;
        EXPECT_TRUE(results_in(out) == wanted) << said;
    }
}

TEST(SweepFolder, RestartLeavesNothingOfWhatWasThere) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep), out = scratch.file("out");
    ASSERT_EQ(run({"sweep", file, "--out", out, "--quiet"}).code, 0);
    ASSERT_TRUE(std::filesystem::exists(out + "/trajectories/run-1.csv"));
    scratch.write("out/notes.txt", "mine");
    scratch.write("out/trajectories/mine.csv", "mine");
    auto words = long_sweep(file, out);
    words.push_back("--restart");
    Running again(words);
    // the last of what is removed
    EXPECT_TRUE(again.reaches([&] { return !std::filesystem::exists(out + "/trajectories/run-1.csv"); }));
    kill(again.id(), SIGKILL);
    again.wait();
    EXPECT_EQ(results_in(out),
              (std::map<std::string, std::string>{{"notes.txt", "mine"}, {"trajectories/mine.csv", "mine"}}));
    EXPECT_FALSE(std::filesystem::exists(out + "/provenance.json"));
    // other trajectories are wanted than last time
    ASSERT_EQ(run({"sweep", file, "--out", out, "--restart", "--quiet", "--set", "keep.trajectories.first=1"}).code, 0);
    EXPECT_TRUE(std::filesystem::exists(out + "/trajectories/run-0.csv"));
    EXPECT_FALSE(std::filesystem::exists(out + "/trajectories/run-1.csv"));
}

TEST(SweepFolder, FilesOfOthersAreNotTouched) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    std::filesystem::create_directories(scratch.file("nc"));
    for (const std::string name : {"runs.csv", "journal.bin", "provenance.json"}) {
        scratch.write("nc/" + name, "precious");
        for (const std::string way : {"--no-pictures", "--resume", "--restart"}) {
            const Outcome o = run({"sweep", file, "--out", scratch.file("nc"), "--quiet", way});
            EXPECT_EQ(o.code, 2);
            EXPECT_EQ(lines_of(o.err).size(), 1u) << o.err;
            EXPECT_TRUE(has(o.err, name) && has(o.err, "move it away")) << o.err;
        }
        EXPECT_EQ(read_text(scratch.file("nc/" + name)), "precious");
        EXPECT_TRUE(std::filesystem::remove(scratch.file("nc/" + name)));
        EXPECT_TRUE(std::filesystem::is_empty(scratch.file("nc")));
    }
}

TEST(SweepFolder, ManyRowsAndSamples) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    const auto set = [&](const std::string& more) {
        return run({"sweep", file, "--set", "run.duration=4000", "--set", "run.sample=0.01", "--set", "sweep.runs=2",
                    "--set", "keep.over_time=" + more, "--dry-run", "--set", "outcome[0].take=\"largest\""});
    };
    const Outcome few = set("[]");
    EXPECT_EQ(few.code, 0) << few.err;
    EXPECT_TRUE(has(few.out, "not in SIMD lanes: 400001 rows")) << few.out;
    const Outcome many = set("[\"tilt\"]");
    EXPECT_EQ(many.code, 2);
    EXPECT_TRUE(has(many.err, "keep.over_time: ") && has(many.err, "a run.sample of 0.08 s or more")) << many.err;
}

TEST(SweepFolder, ThePlanIsCheapAndSaysWhatStandsThere_Long) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep), out = scratch.file("out");
    const auto plan = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"sweep", file, "--out", out, "--dry-run"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome o = run(words);
        EXPECT_EQ(o.code, 0) << o.err;
        return o.out;
    };
    EXPECT_FALSE(has(plan({}), "begun there"));
    EXPECT_FALSE(std::filesystem::exists(out));
    ASSERT_EQ(run({"sweep", file, "--out", out, "--shard", "1/2", "--quiet"}).code, 0);
    EXPECT_TRUE(has(plan({}), "this sweep was begun there, and 19 of 38 blocks are done")) << plan({});
    EXPECT_TRUE(has(plan({"--set", "sweep.seed=9"}), "another sweep")) << plan({"--set", "sweep.seed=9"});
    // weeks for all of them on one processor, a second or so for one; of its own time, whatever else is being computed
    const double begin = seconds_of_programs();
    const std::string said =
        plan({"--set", "sweep.runs=10000000", "--set", "run.duration=10000", "--backend", "scalar", "--threads", "1"});
    EXPECT_TRUE(has(said, " days in all")) << said;
    EXPECT_LT(seconds_of_programs() - begin, 20);
}

// What results look like is made again of the journal, and nothing is run for it.
TEST(SweepFolder, ResultsAreMadeOnceMoreFromTheJournal) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep), out = scratch.file("out");
    const auto run_sweep = [&](const std::string& folder, std::vector<std::string> more) {
        more.insert(more.begin(), {"sweep", file, "--out", folder, "--no-pictures"});
        return run(more);
    };
    EXPECT_TRUE(has(run_sweep(out, {"--summarise"}).err, "there is no journal")) << "and none is begun";
    EXPECT_FALSE(std::filesystem::exists(out));
    ASSERT_EQ(run_sweep(out, {"--quiet"}).code, 0);
    const std::string journal = read_text(out + "/journal.bin"), hash = hash_in(out);
    const std::vector<std::string> shown{"--set", "keep.percentiles=[10, 90]", "--set", "keep.bins=3",
                                         "--set", "outcome[0].unit=\"rad\"",   "--set", "keep.csv=false",
                                         "--set", "title=\"another title\"",   "--set", "keep.trajectories.first=1",
                                         "--set", "keep.worst_listed=2"};
    std::vector<std::string> again = shown, resumed = shown, straight = shown;
    again.push_back("--summarise");
    const Outcome o = run_sweep(out, again);
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_TRUE(has(o.out, "made again of 300 runs in the journal")) << o.out;
    EXPECT_EQ(read_text(out + "/journal.bin"), journal);
    EXPECT_EQ(hash_in(out), hash);
    // the same files as of a sweep that was asked for them at the start, or that is resumed so
    straight.push_back("--quiet");
    ASSERT_EQ(run_sweep(scratch.file("straight"), straight).code, 0);
    EXPECT_EQ(results_in(out), results_in(scratch.file("straight")));
    EXPECT_FALSE(std::filesystem::exists(out + "/runs.csv"));
    ASSERT_EQ(run_sweep(out, {"--resume", "--quiet"}).code, 0);
    EXPECT_TRUE(std::filesystem::exists(out + "/runs.csv"));

    // what is computed cannot be asked for anew, nor what is not there
    for (const char* setting : {"outcome[0].of=\"wx\"", "keep.final_state=false", "keep.over_time=[\"tilt\"]"}) {
        const Outcome refused = run_sweep(out, {"--summarise", "--set", setting});
        EXPECT_EQ(refused.code, 2);
        EXPECT_TRUE(has(refused.err, "another sweep")) << refused.err;
    }
    const Outcome more = run_sweep(out, {"--summarise", "--set", "sweep.runs=400"});
    EXPECT_EQ(more.code, 2);
    EXPECT_TRUE(has(more.err, "of 400 runs are in the journal") && has(more.err, "--resume")) << more.err;
    const std::string sums = scratch.file("sums");
    ASSERT_EQ(run_sweep(sums, {"--quiet", "--set", "keep.runs=false"}).code, 0);
    EXPECT_TRUE(has(run_sweep(sums, {"--summarise"}).err, "holds sums of runs and no runs"));
    EXPECT_EQ(run_sweep(sums, {"--summarise", "--set", "keep.runs=false", "--set", "keep.percentiles=[3]"}).code, 0);
    for (const char* other : {"--resume", "--restart", "--dry-run"})
        EXPECT_TRUE(has(run_sweep(out, {"--summarise", other}).err, other));
}

TEST(SweepFolder, SignalsOfBatchSystemsEndItWell) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    for (const int signal : {SIGHUP, SIGUSR1, SIGXCPU}) {
        const std::string out = scratch.file("out-" + std::to_string(signal));
        Running running(long_sweep(file, out));
        EXPECT_TRUE(running.reaches([&] { return size_of(out + "/journal.bin") >= 1000; }));
        kill(running.id(), signal);
        const Outcome o = running.wait();
        EXPECT_EQ(o.code, 3) << signal;
        EXPECT_TRUE(has(o.err, "are safe; the same command with --resume goes on")) << o.err;
    }
}

// A limit on the size of files does what a full disk does.
TEST(SweepFolder, AFullDiskWhileResultsAreWritten) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep), out = scratch.file("out");
    const std::vector<std::string> words{"sweep", file, "--out", out, "--quiet", "--resume", "--no-pictures"};
    ASSERT_EQ(run(words).code, 0);
    const auto wanted = results_in(out);
    const std::uintmax_t journal = size_of(out + "/journal.bin");
    ASSERT_GT(size_of(out + "/runs.csv"), journal + 1000);
    rlimit before{}, low{};
    getrlimit(RLIMIT_FSIZE, &before);
    low = before;
    low.rlim_cur = journal + 500;
    setrlimit(RLIMIT_FSIZE, &low);
    Running limited(words);
    setrlimit(RLIMIT_FSIZE, &before);
    const Outcome o = limited.wait();
    EXPECT_EQ(o.code, 2);
    EXPECT_TRUE(has(o.err, "all runs are safe in the journal, and the same command with --resume writes")) << o.err;
    EXPECT_EQ(run(words).code, 0);
    EXPECT_TRUE(results_in(out) == wanted);
}

TEST(SweepFolder, TheScenarioOfARunFindsItsFiles) {
    const Folder scratch;
    for (const char* folder : {"w/sub", "x"}) std::filesystem::create_directories(scratch.file(folder));
    scratch.write("w/sub/t.csv", "t,wx,wy,wz\n0,1,0,0\n1,1,0.2,0\n2,1,0,0\n");
    scratch.write("w/sub/s.toml",
                  "title = \"a table\"\n[rates]\nkind = \"file\"\nfile = \"t.csv\"\n[run]\nduration = 1\n");
    scratch.write(
        "w/c.toml",
        "[sweep]\nscenario = \"sub/s.toml\"\nruns = 40\n[[vary]]\nkey = \"run.duration\"\nkind = \"uniform\"\n"
        "low = 1.0\nhigh = 1.9\n");
    const Outcome o = run({"sweep", "c.toml", "--run", "1", "--scenario", "../x/one.toml", "--csv", "../x/one.csv"}, "",
                          scratch.file("w"));
    const Outcome again = run({"run", scratch.file("x/one.toml"), "--quiet", "--csv", scratch.file("x/two.csv")});
    EXPECT_EQ(again.code, o.code) << again.err;
    EXPECT_EQ(read_text(scratch.file("x/one.csv")), read_text(scratch.file("x/two.csv")));

    // a run that has no first row has no file
    const std::string file = scratch.write("n.toml", sweep);
    ASSERT_EQ(run({"sweep", file, "--out", scratch.file("out"), "--quiet"}).code, 0);
    const std::string failure = lines_of(read_text(scratch.file("out/failures.csv"))).at(1);
    const Outcome none =
        run({"sweep", file, "--run", failure.substr(0, failure.find(',')), "--csv", scratch.file("none.csv")});
    EXPECT_EQ(none.code, 3);
    EXPECT_FALSE(has(none.out, "written: ")) << none.out;
    EXPECT_FALSE(std::filesystem::exists(scratch.file("none.csv")));
}

}  // namespace sweep_folder_test
