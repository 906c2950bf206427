#include "polhode/sweep/definition/sweep_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "polhode/registry/table_reader.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "support/output_support.hpp"

namespace sweep_file_test {

using namespace polhode;

namespace {

const std::string scenario = R"(title = "a body"
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[run]
duration = 10.0
)";

const std::string vary = R"([[vary]]
key = "start.rate[0]"
name = "tip"
kind = "normal"
mean = 0.0
deviation = 0.01
)";

const std::string full = scenario + R"([sweep]
runs = 5000
seed = 42
block = 256
title = "tip-off"
)" + vary + R"toml([[outcome]]
name = "settled"
take = "first-time"
of = "abs(wx - tip)"
below = 0.01
stays = true
unit = "min"
summary = "time to settle"
[[outcome]]
name = "flips"
take = "count"
of = "wy"
above = 0.5
[[outcome]]
name = "lowest"
take = "smallest"
of = "energy"
worst = "low"
[[outcome]]
name = "drift"
take = "measure"
measure = "axes"
at = "largest"
[[outcome]]
name = "w-end"
of = "rate"
[keep]
csv = false
over_time = ["tilt", " spin = sqrt(wx^2 + wy^2) ", "wx*2", "w-end", "tip == 0"]
percentiles = [2.5, 50, 97.5]
trajectories = { first = 3, worst = 2, of = "lowest", runs = [17, 4711, 17] }
bins = 25
worst_listed = 7
)toml";

Sweep sweep(const std::string& text, const std::vector<std::string>& settings = {}, const std::string& directory = "") {
    return read_sweep(text, "sweep.toml", settings, directory);
}

std::string complaint(const std::string& text, const std::vector<std::string>& settings = {}) {
    try {
        sweep(text, settings);
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST(SweepFile, IsReadAsItIsWritten) {
    const Sweep s = sweep(full);
    EXPECT_EQ(s.title, "tip-off");
    EXPECT_EQ(s.runs, 5000u);
    EXPECT_EQ(s.seed, 42u);
    EXPECT_EQ(s.block, 256u);
    EXPECT_EQ(s.blocks(), 20u);
    EXPECT_EQ(s.block_first(19), 19u * 256);
    EXPECT_EQ(s.block_count(19), 5000u - 19 * 256);
    EXPECT_EQ(s.scenario_file, "sweep.toml");
    EXPECT_EQ(s.base.run.duration, 10);
    EXPECT_EQ(s.base_run, 0u);
    for (const char* name : {"sweep", "vary", "outcome", "keep"}) EXPECT_EQ(s.tree.find(name), nullptr);

    ASSERT_EQ(s.outcomes.size(), 5u + 7u);
    const SweepOutcome& settled = s.outcomes[0];
    EXPECT_EQ(settled.name, "settled");
    EXPECT_EQ(settled.take, SweepOutcome::Take::first_time);
    EXPECT_EQ(settled.level, 0.01);
    EXPECT_TRUE(settled.stays && !settled.above && !settled.worst_is_low);
    EXPECT_EQ(settled.unit, "min");
    EXPECT_EQ(settled.summary, "time to settle");
    // variables of a row, then the varied numbers
    std::vector<double> values(sweep_row_variables().size() + 1, 0.0);
    values[5] = 3;
    values.back() = 5;
    EXPECT_EQ(settled.of(values.data()), 2);
    EXPECT_EQ(s.outcomes[1].take, SweepOutcome::Take::count);
    EXPECT_TRUE(s.outcomes[1].above);
    EXPECT_EQ(s.outcomes[1].level, 0.5);
    EXPECT_TRUE(s.outcomes[2].worst_is_low);
    EXPECT_EQ(s.outcomes[3].measure, MeasureId::axes);
    EXPECT_TRUE(s.outcomes[3].largest_measure);
    EXPECT_FALSE(s.outcomes[3].unit.empty());
    EXPECT_EQ(s.outcomes[4].take, SweepOutcome::Take::final);
    EXPECT_EQ(s.outcomes[5].name, "final_qw");
    EXPECT_EQ(s.outcomes[11].name, "final_wz");
    EXPECT_TRUE(s.outcomes[11].of_final_state && !s.outcomes[4].of_final_state);
    values[7] = 9;
    EXPECT_EQ(s.outcomes[11].of(values.data()), 9);

    EXPECT_TRUE(s.keep.runs && !s.keep.csv && s.keep.inputs && s.keep.final_state);
    ASSERT_EQ(s.keep.over_time.size(), 5u);
    EXPECT_EQ(s.keep.over_time[0].name, "tilt");
    EXPECT_EQ(s.keep.over_time[1].name, "spin");
    EXPECT_EQ(s.keep.over_time[1].of(values.data()), 3);
    EXPECT_EQ(s.keep.over_time[2].name, "over_time_2");
    EXPECT_EQ(s.keep.over_time[2].of(values.data()), 6);
    EXPECT_EQ(s.keep.over_time[3].name, "w-end");
    EXPECT_EQ(s.keep.over_time[3].of.text(), "rate");
    EXPECT_EQ(s.keep.over_time[4].of(values.data()), 0);
    EXPECT_EQ(s.keep.percentiles, (std::vector<double>{2.5, 50, 97.5}));
    EXPECT_EQ(s.keep.first, 3u);
    EXPECT_EQ(s.keep.worst, 2u);
    EXPECT_EQ(s.keep.worst_of, "lowest");
    EXPECT_EQ(s.keep.named, (std::vector<std::uint64_t>{17, 4711}));
    EXPECT_EQ(s.keep.bins, 25);
    EXPECT_EQ(s.keep.worst_listed, 7);
}

TEST(SweepFile, LittleIsNeeded) {
    const Sweep s = sweep(scenario + "[sweep]\nruns = 10\n" + vary);
    EXPECT_EQ(s.title, "a body");
    EXPECT_EQ(s.seed, 1u);
    EXPECT_EQ(s.outcomes.size(), 7u);
    EXPECT_TRUE(s.keep.runs && s.keep.csv && s.keep.inputs);
    EXPECT_EQ(s.keep.percentiles.size(), 7u);
    const Sweep none =
        sweep(scenario + "[sweep]\nruns = 10\n" + vary + "[keep]\nfinal_state = false\nover_time = [\"wx\"]\n");
    EXPECT_TRUE(none.outcomes.empty());
    const Sweep grid = sweep(scenario +
                             "[[vary]]\nkey = \"start.rate[0]\"\nkind = \"grid\"\nfrom = 0\nto = 1\ncount = 7\n"
                             "[[vary]]\nkey = \"start.rate[1]\"\nkind = \"list\"\nvalues = [1, 2, 3]\n");
    EXPECT_EQ(grid.runs, 21u);
    EXPECT_TRUE(is_sweep_text(full, "s") && !is_sweep_text(scenario, "s"));
}

TEST(SweepFile, TheScenarioMayStandInAFileOfItsOwn) {
    const test::Folder folder;
    std::filesystem::create_directory(folder.file("deep"));
    std::ofstream(folder.file("deep/body.toml")) << scenario;
    std::ofstream(folder.file("sweep.toml")) << "[sweep]\nruns = 10\nscenario = \"deep/body.toml\"\n" << vary;
    const Sweep s = read_sweep_file(folder.file("sweep.toml"), {"run.duration=3", "sweep.runs=20"});
    EXPECT_EQ(s.scenario_file, folder.file("deep/body.toml"));
    EXPECT_EQ(s.scenario_text, scenario);
    EXPECT_EQ(s.directory, folder.file("deep/"));
    EXPECT_EQ(s.base.run.duration, 3);
    EXPECT_EQ(s.runs, 20u);
    // a slip in the scenario is told with the scenario's name
    std::ofstream(folder.file("deep/body.toml")) << scenario << "durration = 1\n";
    try {
        read_sweep_file(folder.file("sweep.toml"));
        FAIL();
    } catch (const InputError& e) {
        EXPECT_TRUE(has(e.what(), "deep/body.toml:8: run.durration")) << e.what();
    }
}

TEST(SweepFile, SettingsReachEveryTable) {
    const Sweep s = sweep(full, {"sweep.runs=100000", "vary[0].mean=3", "outcome.0.below=0.5", "keep.bins=9",
                                 "run.duration=2", "keep.trajectories.first=1"});
    EXPECT_EQ(s.runs, 100000u);
    std::vector<double> x(1);
    s.inputs.draw(0, x.data());
    EXPECT_NEAR(x[0], 3, 0.1);
    EXPECT_EQ(s.outcomes[0].level, 0.5);
    EXPECT_EQ(s.keep.bins, 9);
    EXPECT_EQ(s.keep.first, 1u);
    EXPECT_EQ(s.base.run.duration, 2);
    EXPECT_TRUE(has(complaint(full, {"sweep.rnus=3"}), "--set sweep.rnus=3: sweep.rnus: unknown key"));
    EXPECT_TRUE(
        has(complaint(full, {"start.rate[0]=1"}), "start.rate[0]: this key varies in the sweep (sweep.toml:13)"));
    EXPECT_TRUE(has(complaint(full, {"start.rate.0=1"}), "this key varies"));
    EXPECT_EQ(complaint(full, {"start.rate[1]=3"}), "");
}

// One run's bad luck is that run's; only what no run can use is refused.
TEST(SweepFile, UnluckyNumbersOfTheFirstRunDoNotStopTheSweep) {
    const std::string text = scenario + "[[vary]]\nkey = \"run.duration\"\nkind = \"list\"\nvalues = [-1, 0, 5]\n";
    const Sweep s = sweep(text);
    EXPECT_EQ(s.base_run, 2u);
    EXPECT_EQ(s.base.run.duration, 5);
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_TRUE(has(s.warnings[0], "run 0 will fail: sweep.toml:8: run.duration: expected a number greater than 0"))
        << s.warnings[0];
}

// However many runs fail, it is their numbers that are refused, and the file's own show what the others are like.
TEST(SweepFile, RunsThatFailAreNoFaultOfTheFile) {
    const Sweep few = sweep(scenario + "[sweep]\nruns = 20000\n[[vary]]\nkey = \"body.inertia[0]\"\n" +
                            "kind = \"uniform\"\nlow = 300\nhigh = 500\n");
    EXPECT_EQ(few.base.problem.body->inertia(0, 0), 1);
    ASSERT_EQ(few.warnings.size(), 1u);
    EXPECT_EQ(few.warnings[0].rfind("the first 16 runs will fail, run 0 with: sweep.toml:10: body.inertia: ", 0), 0u)
        << few.warnings[0];
    const Sweep none = sweep(scenario + "[[vary]]\nkey = \"run.duration\"\nkind = \"list\"\nvalues = [-3, -2]\n");
    EXPECT_EQ(none.base.run.duration, 10);
    ASSERT_EQ(none.warnings.size(), 1u);
    EXPECT_TRUE(has(none.warnings[0], "every run will fail, run 0 with: sweep.toml:8: run.duration: "))
        << none.warnings[0];
    // a step that does not fit is told at the key that it does not fit
    const std::string steps = scenario + "sample = 0.1\n[method]\nintegrator = \"rk4\"\nstep = 0.01\n" +
                              "[sweep]\nruns = 4\n[[vary]]\nkey = \"method.step\"\nkind = \"uniform\"\n";
    EXPECT_EQ(complaint(steps + "low = 0.001\nhigh = 0.05\n"), "");
    // a value of the slow axis that all of the first runs have
    const std::string slow = scenario + "[[vary]]\nkey = \"run.duration\"\nkind = \"grid\"\nfrom = -1\nto = 1\n" +
                             "count = 5\n[[vary]]\nkey = \"start.rate[0]\"\nkind = \"grid\"\nfrom = 0\nto = 1\n" +
                             "count = 50\n";
    EXPECT_GE(sweep(slow).base_run, 150u);
    // numbers that the file itself does not have: found, however rare
    const std::string rare =
        "[body]\ninertia = [300, 2.0, 2.5]\n[start]\nrate = [0.1, 1.0, 0.2]\n[run]\nduration = 1\n"
        "[sweep]\nruns = 20000\n[[vary]]\nkey = \"body.inertia[0]\"\nkind = \"uniform\"\n"
        "low = 0.5\n";
    EXPECT_LT(sweep(rare + "high = 500\n").base.problem.body->inertia(0, 0), 4.5);
    EXPECT_TRUE(has(complaint(rare + "high = 1e9\n"), "no body has these moments"));
}

TEST(SweepFile, NamesThatCannotBeUsedAreToldBeforeTheStart) {
    const Sweep s = sweep(scenario + "[method]\nstep = 0.01\n" +
                          "[[vary]]\nkey = \"method.integrator\"\nkind = \"list\"\n"
                          "values = [\"rk4\", \"rk5\", \"midpoint\"]\n");
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_TRUE(has(s.warnings[0], "runs with integrator = rk5 may fail: sweep.toml:10: method.integrator: unknown"))
        << s.warnings[0];
    EXPECT_TRUE(has(s.warnings[0], "Did you mean 'rk4'?")) << s.warnings[0];
    EXPECT_TRUE(sweep(full).warnings.empty());
}

TEST(SweepFile, SeedsAreWholeNumbersOf63Bits) {
    const auto seed = [](const std::string& written) {
        const Sweep by_file = sweep(scenario + "[sweep]\nruns = 9\nseed = " + written + "\n" + vary);
        const Sweep by_setting = sweep(scenario + "[sweep]\nruns = 9\n" + vary, {"sweep.seed=" + written});
        EXPECT_EQ(by_file.seed, by_setting.seed);
        return by_file.seed;
    };
    EXPECT_EQ(seed("0"), 0u);
    EXPECT_EQ(seed("9007199254740992"), 9007199254740992u);
    EXPECT_EQ(seed("9007199254740993"), 9007199254740993u);
    EXPECT_EQ(seed("9223372036854775807"), 9223372036854775807u);
    EXPECT_EQ(sweep(scenario + "[sweep]\nruns = 9\n" + vary).seed, 1u);
    for (const char* bad : {"-1", "1.5", "9223372036854775808", "\"x\"", "1e30"})
        EXPECT_TRUE(
            has(complaint(full, {std::string("sweep.seed=") + bad}), "expected a whole number from 0 to 2^63 - 1"))
            << bad;
}

TEST(SweepFile, ATitleThatIsSetIsTheSweeps) {
    EXPECT_EQ(sweep(scenario + "[sweep]\nruns = 9\n" + vary, {"title=\"another\""}).title, "another");
    EXPECT_EQ(sweep(full, {"title=\"another\""}).title, "tip-off") << "[sweep] has its own";
}

TEST(SweepFile, TheFinalStateHasItsWorstRuns) {
    const std::string text = scenario + "[sweep]\nruns = 9\n" + vary + "[keep]\n";
    const Sweep s = sweep(text + "trajectories = { worst = 1, of = \"final_wx\" }\n");
    EXPECT_EQ(s.keep.worst_of, "final_wx");
    EXPECT_TRUE(has(complaint(text + "trajectories = { worst = 1, of = \"final_wa\" }\n"), "Did you mean 'final_wx'?"));
    EXPECT_TRUE(has(complaint(text + "final_state = false\ntrajectories = { first = 1, of = \"final_wx\" }\n"),
                    "there is no outcome \"final_wx\"; there is none"));
}

// Blocks decide what is saved together, so they must follow from the file alone.
TEST(SweepFile, BlocksFollowFromTheFile) {
    const auto block = [](const std::string& runs, bool keep = true) {
        const Sweep s =
            sweep(scenario + "[sweep]\nruns = " + runs + "\n" + vary + (keep ? "" : "[keep]\nruns = false\n"));
        EXPECT_LE(s.blocks(), 1u << 20) << runs;
        return s.block;
    };
    EXPECT_EQ(block("1"), 32u);
    EXPECT_EQ(block("1000"), 32u);
    EXPECT_EQ(block("10000"), 128u);
    EXPECT_EQ(block("65536"), 1024u);
    EXPECT_EQ(block("1000000"), 1024u);
    EXPECT_EQ(block("1000000", false), 1024u);
    EXPECT_EQ(block("100000000"), 1u << 17);
    EXPECT_EQ(block("67108864", false), 1u << 16);
    EXPECT_EQ(block("1000000000", false), 1u << 20);
    EXPECT_EQ(block("10000000000"), 1u << 18);
    const Sweep none = sweep(scenario + "[sweep]\nruns = 9\n" + vary + "[keep]\nruns = false\n");
    EXPECT_TRUE(!none.keep.csv && !none.keep.inputs);
}

TEST(SweepFile, TheFingerprintKnowsEverythingThatDecides) {
    const test::Folder folder;
    const auto write = [&](const std::string& name, const std::string& text) {
        std::ofstream(folder.file(name)) << text;
    };
    write("cases.csv", "start.rate[0]\n1\n2\n");
    write("torque.csv", "t,x,y,z\n0,0,0,1\n20,0,0,1\n");
    write("other.csv", "t,x,y,z\n0,0,0,1\n20,0,0,2\n");
    const std::string torque = "[[torque]]\nkind = \"table\"\nfile = \"torque.csv\"\n";
    const std::string text = scenario + torque + "[[vary]]\nkind = \"file\"\nfile = \"cases.csv\"\n";
    std::set<std::string> seen;
    const auto fingerprint = [&](const std::string& t, const std::vector<std::string>& settings = {}) {
        return sweep(t, settings, folder.path() + "/").fingerprint;
    };
    const auto expect_new = [&](const std::string& print) { EXPECT_TRUE(seen.insert(print).second) << print; };
    expect_new(fingerprint(text));
    EXPECT_EQ(fingerprint(text).size(), 64u);
    EXPECT_EQ(fingerprint(text), fingerprint(text));
    expect_new(fingerprint(text + "\n"));
    expect_new(fingerprint(text, {"run.duration=3"}));
    const std::string by_choice =
        text + "[[vary]]\nkey = \"torque[0].file\"\nkind = \"list\"\nvalues = [\"torque.csv\", \"other.csv\"]\n";
    expect_new(fingerprint(by_choice));
    write("other.csv", "t,x,y,z\n0,0,0,1\n20,0,0,3\n");
    expect_new(fingerprint(by_choice));
    write("cases.csv", "start.rate[0]\n1\n3\n");
    expect_new(fingerprint(text));
    write("torque.csv", "t,x,y,z\n0,0,0,1\n20,0,0,2\n");
    expect_new(fingerprint(text));
}

TEST(SweepFile, AScenarioReaderSaysWhatItIs) {
    try {
        read_scenario(full, "sweep.toml");
        FAIL();
    } catch (const InputError& e) {
        EXPECT_TRUE(has(e.what(), "sweep.toml:8: sweep: this is a sweep of many runs: `polhode sweep` runs it"))
            << e.what();
    }
}

TEST(SweepFile, TheRegistryDescribesIt) {
    for (const char* name : {"grid", "list", "uniform", "normal", "truncated-normal", "log-uniform", "random-attitude",
                             "random-direction", "choice", "file", "formula", "correlated-normal"})
        EXPECT_NE(find_entry("variation", name), nullptr) << name;
    for (const char* name : {"final", "start", "largest", "smallest", "mean", "range", "first-time", "count",
                             "settling", "overshoot", "measure"})
        EXPECT_NE(find_entry("outcome", name), nullptr) << name;
    for (const char* name : {"sweep", "vary", "outcome", "keep"}) EXPECT_NE(find_entry("table", name), nullptr) << name;
    // every word of advice in a scenario stays in the scenario
    try {
        read_scenario(scenario + "runs = 5\n", "s.toml");
        FAIL();
    } catch (const InputError& e) {
        EXPECT_FALSE(has(e.what(), "[sweep]")) << e.what();
    }
    EXPECT_TRUE(has(complaint("runs = 5\n" + full), "'runs' belongs in [sweep]"));
}

// Everything in tests/bad-sweeps, one fault a file: refused in one line that names the file and says what is wrong.
TEST(SweepFile, BadOnesAreRefusedWithTheirReason) {
    const std::string folder = POLHODE_SOURCE_DIR "/tests/bad-sweeps/";
    std::set<std::string> expected;
    for (const std::string& line : test::lines(test::contents(folder + "expected.txt"))) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> parts;
        for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 3) {
            end = line.find(" | ", begin);
            parts.push_back(line.substr(begin, end - begin));
        }
        expected.insert(parts[0]);
        try {
            read_sweep_file(folder + parts[0]);
            ADD_FAILURE() << parts[0] << " was accepted";
        } catch (const InputError& e) {
            const std::string message = e.what();
            EXPECT_TRUE(has(message, folder)) << message;
            EXPECT_FALSE(has(message, "\n")) << message;
            EXPECT_FALSE(has(message, "--set")) << message;
            for (std::size_t i = 1; i < parts.size(); ++i)
                EXPECT_TRUE(has(message, parts[i])) << parts[0] << ": no '" << parts[i] << "' in\n" << message;
        }
    }
    EXPECT_GE(expected.size(), 100u);
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".toml") {
            EXPECT_EQ(expected.count(entry.path().filename().string()), 1u) << entry.path();
        }
}

}  // namespace sweep_file_test
