// Statistics of groups of runs, against sorting by hand.
#include "polhode/sweep/statistics/sweep_group_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "polhode/picture/gnuplot.hpp"
#include "polhode/sweep/compute/sweep_compute.hpp"
#include "polhode/sweep/compute/sweep_memory.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/definition/sweep_identity.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "polhode/sweep/journal/sweep_journal.hpp"
#include "polhode/sweep/results/sweep_outputs.hpp"

namespace polhode {
namespace sweep_group_sums_test {

// One body in eight has a moment that no body has, and fails; slow ones never slow down enough.
Sweep sweep_of(const std::string& groups, const std::string& keep = "") {
    return read_sweep(
        "[body]\ninertia = [1, 2, 2.5]\n[start]\nrate = [0, 0, 1]\n[[torque]]\nkind = \"damping\"\ncoefficient = 0.5\n"
        "[method]\nintegrator = \"rk4\"\nstep = 0.25\n[run]\nduration = 3\nsample = 0.25\n"
        "[sweep]\nruns = 700\nseed = 3\nblock = 64\n" +
            groups +
            "[[vary]]\nname = \"label\"\nkind = \"list\"\nvalues = [\"red\", \"green, dark\", \"red\", \"blue\"]\n"
            "[[vary]]\nkey = \"body.inertia[0]\"\nname = \"moment\"\nkind = \"choice\"\nvalues = [1, 2, -1]\n"
            "weights = [3, 4, 1]\n"
            "[[vary]]\nkey = \"start.rate[2]\"\nname = \"spin\"\nkind = \"uniform\"\nlow = 0.2\nhigh = 2\n"
            "[[outcome]]\nname = \"quiet\"\ntake = \"first-time\"\nof = \"rate\"\nbelow = 0.7\nstays = true\n"
            "[[outcome]]\nname = \"spin_end\"\nof = \"wz\"\n"
            "[keep]\nfinal_state = false\npercentiles = [10, 50, 75]\n" +
            keep,
        "sweep.toml");
}

SweepFiles results_of(const Sweep& sweep, SweepBackend backend, const std::string& folder) {
    SweepComputer::Options options;
    options.backend = backend;
    const SweepComputer computer(sweep, options);
    SweepJournal journal = SweepJournal::open(folder, sweep, SweepJournal::Begin::restart);
    // in any order
    for (std::uint64_t b = sweep.blocks(); b-- > 0;) journal.append(b, computer.compute(b));
    SweepOutputOptions outputs;
    outputs.pictures = false;
    outputs.threads = 2;
    return write_sweep_results(sweep, journal, folder, outputs);
}

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

constexpr const char* by_two = "groups = [\"label\", [\"moment\", \"label\"]]\n";

TEST(SweepGroups, AreThoseOfTheRunsSortedByHand) {
    const TemporaryFolder folder;
    const Sweep sweep = sweep_of(by_two), summed = sweep_of(by_two, "runs = false\n");
    const SweepTable table = run_in_memory(sweep);
    const SweepFiles exact = results_of(sweep, SweepBackend::simd, folder.file("kept")),
                     sketch = results_of(summed, SweepBackend::simd, folder.file("summed"));
    ASSERT_EQ(exact.statistics.groups.size(), 2u);
    ASSERT_EQ(exact.statistics.groups[0].size(), 3u) << "red stands twice and is one";
    ASSERT_EQ(exact.statistics.groups[1].size(), 9u);
    EXPECT_EQ(sweep.groups[1].texts(4), (std::vector<std::string>{"2", "green, dark"}));

    std::uint64_t all = 0, failed = 0;
    for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t g = 0; g < exact.statistics.groups[k].size(); ++g) {
            std::vector<double> quiet, end;
            std::uint64_t runs = 0, bad = 0, never = 0;
            for (std::size_t r = 0; r < 700; ++r) {
                const double inputs[] = {table.inputs[0][r], table.inputs[1][r], table.inputs[2][r]};
                if (sweep.groups[k].group_of(inputs) != g) continue;
                ++runs;
                const double wz = table.outcome("spin_end")[r], t = table.outcome("quiet")[r];
                bad += std::isnan(wz);
                if (std::isnan(wz)) continue;
                end.push_back(wz);
                never += std::isnan(t);
                quiet.push_back(std::isnan(t) ? never_s : t);
            }
            std::sort(quiet.begin(), quiet.end());
            double mean = 0;
            for (const double x : end) mean += x / static_cast<double>(end.size());
            if (k == 0) all += runs, failed += bad;
            for (const SweepFiles* files : {&exact, &sketch}) {
                const SweepStatistics::Group& group = files->statistics.groups[k][g];
                EXPECT_EQ(group.runs, runs);
                EXPECT_EQ(group.failed, bad);
                EXPECT_EQ(group.outcomes[0].never, never);
                EXPECT_EQ(group.outcomes[0].count, quiet.size() - never);
                EXPECT_EQ(group.outcomes[1].count, end.size());
                if (end.empty()) continue;
                EXPECT_NEAR(group.outcomes[1].mean.value, mean, 1e-14);
                const double place = static_cast<double>(quiet.size() - 1) * 0.5;
                const auto below = static_cast<std::size_t>(place);
                const double part = place - static_cast<double>(below),
                             median = part == 0 ? quiet[below] : quiet[below] * (1 - part) + quiet[below + 1] * part;
                const double found = group.outcomes[0].percentiles[1].estimate.value;
                if (median == never_s || files == &exact)
                    EXPECT_EQ(found, median) << k << " " << g;
                else
                    EXPECT_NEAR(found, median, 0.01 * median) << k << " " << g;
            }
            // both are summed in the same order
            if (!end.empty()) {
                EXPECT_EQ(exact.statistics.groups[k][g].outcomes[1].mean.value,
                          sketch.statistics.groups[k][g].outcomes[1].mean.value);
            }
        }
    EXPECT_EQ(all, 700u);
    EXPECT_GT(failed, 40u);
    EXPECT_EQ(exact.statistics.failed, failed);

    const auto json = nlohmann::json::parse(contents(folder.file("kept") + "/summary.json")).at("groups");
    EXPECT_EQ(json[0].at("by")[0], "label");
    EXPECT_EQ(json[0].at("groups")[1].at("values")[0], "green, dark");
    EXPECT_EQ(json[0].at("groups")[1].at("outcomes")[1].at("name"), "spin_end");
    const std::string csv = contents(folder.file("kept") + "/groups.csv");
    EXPECT_NE(csv.find("\nlabel,\"green, dark\",quiet,"), std::string::npos) << csv;
    EXPECT_NE(csv.find("\nmoment & label,2 & red,spin_end,"), std::string::npos) << csv;
    EXPECT_NE(exact.text.find("\nBy moment & label\n"), std::string::npos) << exact.text;
}

TEST(SweepGroups, AreTheSameBytesHoweverTheyWereComputed_Long) {
    const TemporaryFolder folder;
    for (const char* keep : {"", "runs = false\n"}) {
        const Sweep sweep = sweep_of(by_two, keep);
        const SweepFiles a = results_of(sweep, SweepBackend::simd, folder.file("a")),
                         b = results_of(sweep, SweepBackend::scalar, folder.file("b"));
        for (const char* name : {"/groups.csv", "/summary.json", "/summary.txt"})
            EXPECT_EQ(contents(folder.file("a") + name), contents(folder.file("b") + name)) << keep << name;
        EXPECT_EQ(a.statistics.hash, b.statistics.hash);
    }
}

// Where runs are kept, other groups are another look at the same sweep.
TEST(SweepGroups, BelongToTheSweepWhereRunsAreNotKept) {
    const auto differ = [](const std::string& keep) {
        return difference_of(sweep_identity(sweep_of("groups = \"label\"\n", keep)),
                             sweep_identity(sweep_of("", keep)));
    };
    EXPECT_EQ(differ(""), "");
    EXPECT_NE(differ("runs = false\n").find("groups"), std::string::npos) << differ("runs = false\n");
    // and the blocks of sweeps without groups are what they were
    EXPECT_EQ(sweep_of("groups = \"label\"\n").groups.size(), 1u);
    EXPECT_TRUE(sweep_group_sums(sweep_of("")).empty());
}

TEST(SweepGroups, ABlockWithGroupsReadsBackAsItWas) {
    const Sweep sweep = sweep_of(by_two, "runs = false\n");
    const SweepComputer computer(sweep, {});
    const std::string bytes = computer.compute(2);
    const SweepBlock block = SweepBlock::decoded(bytes);
    EXPECT_EQ(block.groups.size(), 12u);
    EXPECT_EQ(block.encoded(), bytes);
    for (const std::size_t cut : {bytes.size() - 1, bytes.size() / 2})
        EXPECT_THROW(SweepBlock::decoded(bytes.substr(0, cut)), std::runtime_error);
}

std::string refusal(const std::string& groups) {
    try {
        sweep_of(groups);
    } catch (const InputError& e) {
        return e.what();
    }
    return "taken";
}

TEST(SweepGroups, OfWhatCannotBeListedAreRefused) {
    const auto expect = [](const std::string& groups, const std::string& words) {
        const std::string said = refusal("groups = " + groups + "\n");
        EXPECT_NE(said.find(words), std::string::npos) << said;
        EXPECT_NE(said.find("sweep.groups"), std::string::npos) << said;
    };
    expect("\"spin\"", "'spin' has no values that could be listed; groups are those of a list, a choice, a grid");
    expect("\"lable\"", "there is no input 'lable'");
    expect("\"lable\"", "Did you mean 'label'?");
    expect("3", "expected the name of an input");
    expect("[\"label\", []]", "read an empty list");
    expect("[\"label\", \"label\"]", "the same groups stand twice");
    expect("[[\"label\", \"label\"]]", "'label' stands twice in the combination");
    EXPECT_EQ(refusal("groups = []\n"), "taken");
    // of 201 values
    try {
        read_sweep(
            "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[run]\nduration = 1\n[sweep]\ngroups = \"n\"\n"
            "[[vary]]\nname = \"n\"\nkind = \"grid\"\nfrom = 1\nto = 201\ncount = 201\n",
            "many.toml");
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("more than 200 groups, and 200 are the most"), std::string::npos)
            << e.what();
    }
}

}  // namespace sweep_group_sums_test
}  // namespace polhode
