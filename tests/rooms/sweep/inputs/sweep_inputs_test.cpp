#include "polhode/sweep/inputs/sweep_inputs.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

#include "polhode/scenario/toml_setting.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "support/output_support.hpp"

namespace sweep_inputs_test {

using namespace polhode;

namespace {

const std::string scenario = R"([body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[[torque]]
kind = "constant"
value = [0.0, 0.0, 0.1]
[method]
integrator = "rk4"
step = 0.01
constraint = "normalise"
[run]
duration = 10.0
)";

Sweep sweep_of(const std::string& tables, const std::string& directory = "") {
    return read_sweep(scenario + "[sweep]\nruns = 1000\n" + tables, "sweep.toml", {}, directory);
}

std::vector<double> numbers(const SweepInputs& inputs, std::uint64_t run) {
    std::vector<double> values(static_cast<std::size_t>(inputs.columns()));
    inputs.draw(run, values.data());
    return values;
}

TomlNode tree_of(const Sweep& sweep, std::uint64_t run) {
    TomlNode tree = sweep.tree;
    sweep.inputs.apply(numbers(sweep.inputs, run).data(), tree);
    return tree;
}

const TomlNode& at(const TomlNode& tree, const std::string& key) {
    static TomlNode copy;
    copy = tree;
    return node_at(copy, key, {});
}

// The same values with the same bits, wherever they were written.
void expect_same(const TomlNode& a, const TomlNode& b, const std::string& where) {
    EXPECT_EQ(a.is_number(), b.is_number()) << where;
    if (!a.is_number()) {
        EXPECT_EQ(a.kind, b.kind) << where;
    }
    EXPECT_EQ(a.name, b.name) << where;
    EXPECT_EQ(a.text, b.text) << where;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.number), std::bit_cast<std::uint64_t>(b.number)) << where;
    EXPECT_EQ(a.boolean, b.boolean) << where;
    ASSERT_EQ(a.items.size(), b.items.size()) << where;
    for (std::size_t i = 0; i < a.items.size(); ++i)
        expect_same(a.items[i], b.items[i], where + "/" + a.items[i].name + std::to_string(i));
}

// Every kind there is.
const std::string every_kind = R"(
[[vary]]
key = "start.rate[0]"
kind = "normal"
mean = 0.0
deviation = 0.01
[[vary]]
key = "start.attitude"
kind = "random-attitude"
[[vary]]
key = "torque[0].value"
kind = "random-direction"
length = 0.05
[[vary]]
key = "method.step"
kind = "log-uniform"
low = 1e-3
high = 1e-2
[[vary]]
key = "method.integrator"
kind = "list"
values = ["rk4", "midpoint", "heun"]
[[vary]]
key = "method.compensated"
kind = "choice"
values = [true, false]
[[vary]]
key = "method.constraint"
kind = "list"
values = ["none", { kind = "normalise" }]
[[vary]]
key = "run.duration"
kind = "grid"
from = 5.0
to = 10.0
count = 6
[[vary]]
keys = ["start.rate[1]", "start.rate[2]"]
kind = "correlated-normal"
mean = [1.0, 0.2]
deviation = [0.1, 0.02]
correlation = [[1.0, -0.5], [-0.5, 1.0]]
[[vary]]
name = "scale"
kind = "truncated-normal"
mean = 1.0
deviation = 0.1
low = 0.8
[[vary]]
key = "body.inertia"
kind = "formula"
of = ["scale", "2*scale", "2.5*scale"]
[[vary]]
key = "title"
name = "heading"
kind = "choice"
values = ["plain", "with \"quotes\" = and \\ strokes"]
weights = [1, 2]
[[vary]]
name = "zero"
kind = "constant"
value = -0.0
)";

}  // namespace

TEST(SweepInputs, ColumnsHaveNamesForFormulas) {
    const Sweep s = sweep_of(every_kind);
    const std::vector<std::string> wanted{
        "rate_0",  "attitude_w", "attitude_x", "attitude_y",  "attitude_z", "value_x",  "value_y",
        "value_z", "step",       "integrator", "compensated", "constraint", "duration", "rate_1",
        "rate_2",  "scale",      "inertia_0",  "inertia_1",   "inertia_2",  "heading",  "zero"};
    EXPECT_EQ(s.inputs.names(), wanted);
    EXPECT_EQ(s.inputs.columns(), 21);
    EXPECT_EQ(s.inputs.inputs()[4].choices, (std::vector<std::string>{"rk4", "midpoint", "heun"}));
    ASSERT_NE(s.inputs.choices(9), nullptr);
    EXPECT_EQ((*s.inputs.choices(9))[2], "heun");
    EXPECT_EQ((*s.inputs.choices(10))[0], "true");
    EXPECT_EQ((*s.inputs.choices(11))[1], "{ kind = \"normalise\" }");
    EXPECT_EQ(s.inputs.choices(0), nullptr);
    EXPECT_EQ(s.inputs.choices(99), nullptr);
}

TEST(SweepInputs, NamesOfTheSameEndAreTakenFromMoreOfTheKey) {
    const Sweep s = sweep_of(R"(
[[vary]]
key = "torque[0].value[0]"
kind = "uniform"
low = 0.0
high = 1.0
[[vary]]
key = "start.rate"
kind = "random-direction"
[[vary]]
key = "method.step"
name = "value_0_"
kind = "uniform"
low = 0.01
high = 0.02
[[vary]]
key = "start.attitude.angle"
kind = "uniform"
low = 0.0
high = 1.0
[[vary]]
key = "start.attitude.axis"
kind = "random-direction"
[[vary]]
key = "torque[0].value[1]"
name = "angle_2"
kind = "uniform"
low = 0.0
high = 1.0
)");
    EXPECT_EQ(s.inputs.names(), (std::vector<std::string>{"value_0", "rate_x", "rate_y", "rate_z", "value_0_", "angle",
                                                          "axis_x", "axis_y", "axis_z", "angle_2"}));
    const Sweep tilt = sweep_of(
        "[[vary]]\nkey = \"run.duration\"\nname = \"d\"\nkind = \"constant\"\nvalue = 3\n"
        "[[vary]]\nkey = \"start.rate[0]\"\nkind = \"constant\"\nvalue = 1\n"
        "[[vary]]\nkey = \"torque[0].value[0]\"\nname = \"rate_1\"\nkind = \"constant\"\nvalue = 1\n"
        "[[vary]]\nkey = \"start.rate[1]\"\nkind = \"constant\"\nvalue = 1\n");
    EXPECT_EQ(tilt.inputs.names().back(), "start_rate_1");
}

TEST(SweepInputs, EachKeyTakesItsValue) {
    const Sweep s = sweep_of(every_kind);
    for (const std::uint64_t run : {0u, 1u, 7u, 35u, 999u}) {
        const std::vector<double> x = numbers(s.inputs, run);
        const TomlNode tree = tree_of(s, run);
        EXPECT_EQ(at(tree, "start.rate[0]").number, x[0]);
        EXPECT_EQ(at(tree, "start.rate[1]").number, x[13]);
        EXPECT_EQ(at(tree, "start.rate[2]").number, x[14]);
        for (unsigned i = 0; i < 4; ++i)
            EXPECT_EQ(at(tree, "start.attitude.quaternion[" + std::to_string(i) + "]").number, x[1 + i]);
        for (unsigned i = 0; i < 3; ++i)
            EXPECT_EQ(at(tree, "torque[0].value[" + std::to_string(i) + "]").number, x[5 + i]);
        EXPECT_EQ(at(tree, "method.step").number, x[8]);
        EXPECT_EQ(at(tree, "method.integrator").text,
                  (std::vector<std::string>{"rk4", "midpoint", "heun"})[run / 12 % 3]);
        EXPECT_EQ(at(tree, "method.compensated").boolean, x[10] == 0);
        EXPECT_EQ(at(tree, "run.duration").number, 5 + double(run % 6));
        for (unsigned i = 0; i < 3; ++i)
            EXPECT_EQ(at(tree, "body.inertia[" + std::to_string(i) + "]").number, (i == 0   ? 1
                                                                                   : i == 1 ? 2
                                                                                            : 2.5) *
                                                                                      x[15]);
        EXPECT_GE(x[15], 0.8);
        EXPECT_TRUE(std::signbit(x[20]));
    }
    EXPECT_EQ(s.inputs.product(), 3u * 2 * 6);
    EXPECT_EQ(s.inputs.plan(), nullptr) << "a formula is among them";
}

// A run repeated from its settings is the run itself, to the last bit.
TEST(SweepInputs, SettingsRepeatTheRun) {
    const Sweep s = sweep_of(every_kind);
    std::set<std::string> seen;
    for (std::uint64_t run = 0; run < 200; ++run) {
        TomlNode by_settings = parse_toml(scenario, "s.toml");
        const std::vector<double> x = numbers(s.inputs, run);
        for (const std::string& setting : s.inputs.settings(x.data())) {
            apply_setting(by_settings, setting);
            seen.insert(setting);
        }
        expect_same(tree_of(s, run), by_settings, "run " + std::to_string(run));
        const Scenario a = read_scenario_tree(tree_of(s, run), "", "a"),
                       b = read_scenario(scenario, "b", s.inputs.settings(x.data()));
        EXPECT_EQ(a.title, b.title);
        EXPECT_EQ(a.run.duration, b.run.duration);
        EXPECT_EQ(a.methods[0].step, b.methods[0].step);
        EXPECT_EQ(a.methods[0].integrator, b.methods[0].integrator);
        for (int i = 0; i < 3; ++i) EXPECT_EQ(a.problem.start.rate[i], b.problem.start.rate[i]);
    }
    EXPECT_EQ(seen.count("title=\"with \\\"quotes\\\" = and \\\\ strokes\""), 1u);
    EXPECT_EQ(seen.count("method.integrator=\"heun\""), 1u);
}

// A tree that served one run serves the next.
TEST(SweepInputs, ATreeMayBeUsedAgain) {
    const Sweep s = sweep_of(every_kind);
    TomlNode used = s.tree;
    for (const std::uint64_t run : {3u, 14u, 5u, 900u, 0u}) {
        s.inputs.apply(numbers(s.inputs, run).data(), used);
        expect_same(used, tree_of(s, run), std::to_string(run));
    }
    expect_same(s.tree, tree_of(s, 0), "the tree of a sweep is that of run 0");
}

TEST(SweepInputs, FurtherOnesChangeNoneBefore) {
    const std::string two =
        "[[vary]]\nkey = \"start.rate[0]\"\nkind = \"normal\"\nmean = 0.0\ndeviation = 1.0\n"
        "[[vary]]\nkey = \"start.rate[1]\"\nkind = \"uniform\"\nlow = 0.0\nhigh = 1.0\n";
    const std::string third = "[[vary]]\nkey = \"start.rate[2]\"\nkind = \"uniform\"\nlow = 0.0\nhigh = 1.0\n";
    const Sweep a = sweep_of(two), b = sweep_of(two + third);
    for (std::uint64_t run = 0; run < 50; ++run)
        for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(numbers(a.inputs, run)[i], numbers(b.inputs, run)[i]);
    for (std::uint64_t run = 0; run < 50; ++run)
        EXPECT_NE(numbers(b.inputs, run)[1], numbers(b.inputs, run)[2]) << "alike, but each has its own numbers";
    ASSERT_NE(a.inputs.plan(), nullptr);
    EXPECT_EQ(a.inputs.plan()->columns, 2);
    double by_plan[2];
    ensemble::draw(*a.inputs.plan(), 17, by_plan);
    EXPECT_EQ(by_plan[1], numbers(a.inputs, 17)[1]);
    EXPECT_EQ(a.inputs.plan()->seed, 1u);
    const Sweep other = read_sweep(scenario + "[sweep]\nruns = 9\nseed = 2\n" + two, "s.toml");
    EXPECT_NE(numbers(a.inputs, 0)[0], numbers(other.inputs, 0)[0]);
}

TEST(SweepInputs, AFileOfCases) {
    const test::Folder folder;
    std::ofstream(folder.file("cases.csv")) << "# flown in May\n"
                                               "case; start.rate[2]; method.integrator; spin ; method.compensated\n"
                                               "1; 0.25; rk4; 7; true\n"
                                               "2; -0.5; \"dop853\"; 8; false\n"
                                               "\n"
                                               "3; 1e-3; rk4; 9; true\n";
    const Sweep s = read_sweep(scenario +
                                   "[[vary]]\nkind = \"file\"\nfile = \"cases.csv\"\n"
                                   "[[vary]]\nkey = \"start.rate[0]\"\nkind = \"formula\"\nof = \"spin*rate_2\"\n"
                                   "[[vary]]\nkey = \"run.duration\"\nkind = \"list\"\nvalues = [1, 2]\n",
                               "sweep.toml", {}, folder.path() + "/");
    EXPECT_EQ(s.runs, 6u);
    EXPECT_EQ(s.inputs.names(),
              (std::vector<std::string>{"case", "rate_2", "integrator", "spin", "compensated", "rate_0", "duration"}));
    EXPECT_EQ(numbers(s.inputs, 3), (std::vector<double>{2, -0.5, 1, 8, 1, -4, 2}));
    EXPECT_EQ(numbers(s.inputs, 4), (std::vector<double>{3, 1e-3, 0, 9, 0, 9 * 1e-3, 1}));
    EXPECT_EQ(at(tree_of(s, 3), "method.integrator").text, "dop853");
    EXPECT_EQ(at(tree_of(s, 3), "method.compensated").boolean, false);
    EXPECT_EQ(at(tree_of(s, 5), "method.integrator").text, "rk4");
    EXPECT_EQ(at(tree_of(s, 5), "method.compensated").boolean, true);
    EXPECT_EQ(s.inputs.settings(numbers(s.inputs, 3).data()),
              (std::vector<std::string>{"start.rate[2]=-0.5", "method.integrator=\"dop853\"",
                                        "method.compensated=false", "start.rate[0]=-4", "run.duration=2"}));
    ASSERT_NE(s.inputs.choices(2), nullptr);
    EXPECT_EQ((*s.inputs.choices(2))[1], "dop853");
    EXPECT_EQ(s.inputs.files(), (std::vector<std::string>{folder.path() + "/cases.csv"}));

    const Sweep named =
        read_sweep(scenario +
                       "[[vary]]\nkind = \"file\"\nfile = \"cases.csv\"\ncolumns = [\"spin\", \"case\"]\n"
                       "keys = [\"start.rate[0]\", \"run.duration\"]\nnames = [\"a\", \"b\"]\n",
                   "sweep.toml", {}, folder.path() + "/");
    EXPECT_EQ(named.inputs.names(), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(at(tree_of(named, 1), "start.rate[0]").number, 8);
    EXPECT_EQ(at(tree_of(named, 1), "run.duration").number, 2);
    EXPECT_NE(named.inputs.plan(), nullptr);
}

// Lines of a results table as cases again: columns that are not used may be empty, have any title, or stand twice.
TEST(SweepInputs, CasesFromResults) {
    const test::Folder folder;
    std::ofstream(folder.file("runs.csv")) << "run,status,torque_0,pi,my column,my column\n"
                                              "0,ok,\"{ kind = \"\"damping\"\", coefficient = 0.1 }\",1,,x\n"
                                              "1,ok,\"{ kind = \"\"constant\"\", value = [0.1, 0, 0] }\",2,3,4\n";
    const Sweep s = read_sweep(scenario +
                                   "[[vary]]\nkind = \"file\"\nfile = \"runs.csv\"\ncolumns = [\"torque_0\"]\n"
                                   "keys = [\"torque[0]\"]\n",
                               "sweep.toml", {}, folder.path() + "/");
    EXPECT_EQ(s.inputs.names(), (std::vector<std::string>{"torque_0"}));
    EXPECT_EQ(at(tree_of(s, 0), "torque[0].coefficient").number, 0.1);
    EXPECT_EQ(at(tree_of(s, 1), "torque[0].kind").text, "constant");
    EXPECT_TRUE(s.warnings.empty());
}

// In the same words on every machine: the sign of a NaN is not the same on all of them.
TEST(SweepInputs, AFormulaThatGivesNoNumberIsNamed) {
    const Sweep s = sweep_of(
        "[[vary]]\nkey = \"start.rate[0]\"\nkind = \"grid\"\nfrom = -1\nto = 1\ncount = 3\n"
        "[[vary]]\nkeys = [\"start.rate[1]\", \"start.rate[2]\"]\nkind = \"formula\"\n"
        "of = [\"1\", \"sqrt(rate_0)\"]\n"
        "[[vary]]\nname = \"alone\"\nkind = \"formula\"\nof = \"log(rate_0)\"\n");
    try {
        tree_of(s, 0);
        FAIL();
    } catch (const InputError& e) {
        EXPECT_STREQ(e.what(), "sweep.toml:25: vary[1].of[1]: the formula gave no finite number for start.rate[2]");
    }
    EXPECT_EQ(at(tree_of(s, 1), "start.rate[2]").number, 0) << "what only formulas use may be nothing";
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_EQ(s.base_run, 1u);
}

TEST(SweepInputs, SettingsKeepTheSignOfNothing) {
    const Sweep s = sweep_of("[[vary]]\nkey = \"start.rate[0]\"\nkind = \"constant\"\nvalue = -0.0\n");
    const std::vector<std::string> settings = s.inputs.settings(numbers(s.inputs, 0).data());
    EXPECT_TRUE(std::signbit(read_scenario(scenario, "s.toml", settings).problem.start.rate[0])) << settings[0];
    EXPECT_TRUE(std::signbit(s.base.problem.start.rate[0]));
}

TEST(SweepInputs, ListsOfLists) {
    const Sweep s = sweep_of("[[vary]]\nkey = \"body.inertia\"\nkind = \"list\"\nvalues = [[1, 2, 3], [2, 2, 3]]\n");
    EXPECT_EQ(s.inputs.names(), (std::vector<std::string>{"inertia_0", "inertia_1", "inertia_2"}));
    EXPECT_EQ(numbers(s.inputs, 1), (std::vector<double>{2, 2, 3}));
    EXPECT_EQ(s.inputs.settings(numbers(s.inputs, 1).data()), (std::vector<std::string>{"body.inertia=[2, 2, 3]"}));
}

TEST(SweepInputs, ChoicesFollowTheirWeights) {
    const Sweep s = sweep_of(
        "[[vary]]\nkey = \"run.duration\"\nkind = \"choice\"\nvalues = [1, 2, 3, 4]\nweights = [0, 3, 1, 0]\n");
    int counted[5] = {};
    for (std::uint64_t run = 0; run < 4000; ++run) ++counted[static_cast<int>(numbers(s.inputs, run)[0])];
    EXPECT_EQ(counted[1] + counted[4], 0);
    EXPECT_NEAR(counted[2], 3000, 5 * std::sqrt(4000 * 0.75 * 0.25));  // five standard errors
}

// What depends on the others wholly is drawn with them: the third is the sum of the first two.
TEST(SweepInputs, CorrelatedNormalsMayDependWholly) {
    const Sweep s = sweep_of(R"(
[[vary]]
kind = "correlated-normal"
names = ["a", "b", "c"]
mean = [1.0, 2.0, 3.0]
covariance = [[1.0, 0.5, 1.5], [0.5, 4.0, 4.5], [1.5, 4.5, 6.0]]
)");
    double product = 0;
    for (std::uint64_t run = 0; run < 20000; ++run) {
        const auto x = numbers(s.inputs, run);
        EXPECT_NEAR(x[2], x[0] + x[1], 1e-12);
        product += (x[0] - 1) * (x[1] - 2) / 20000;
    }
    EXPECT_NEAR(product, 0.5, 5 * std::sqrt((4 + 0.25) / 20000));
}

// A sweep is at most as many runs as can be counted, and the numbers of the last are there as well.
TEST(SweepInputs, AnyRunCanBeAskedFor) {
    const Sweep s = sweep_of(
        "[[vary]]\nkey = \"start.rate[0]\"\nkind = \"uniform\"\nlow = 0.0\nhigh = 1.0\n"
        "[[vary]]\nkey = \"start.rate[1]\"\nkind = \"grid\"\nfrom = 0.0\nto = 1.0\ncount = 5\n");
    const std::uint64_t last = (std::uint64_t{1} << 53) - 1;
    EXPECT_NE(numbers(s.inputs, last)[0], numbers(s.inputs, last - 5)[0]);
    EXPECT_EQ(numbers(s.inputs, last)[1], static_cast<double>(last % 5) / 4);
}

}  // namespace sweep_inputs_test
