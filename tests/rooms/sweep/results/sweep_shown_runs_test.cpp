#include "polhode/sweep/results/sweep_shown_runs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"

namespace polhode {
namespace sweep_shown_runs_test {

using Picture = SweepShownRuns::Picture;

Sweep sweep_of(const std::string& varied, const std::string& tables = "") {
    return read_sweep(
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\nsample = 0.1\n" +
            varied + "[[outcome]]\nname = \"out\"\nof = \"wz\"\n" + tables,
        "sweep.toml");
}

const std::string keep = "[keep]\nfinal_state = false\n";
const std::string slow = "[[vary]]\nkind = \"grid\"\nname = \"slow\"\nfrom = 10\nto = 4\ncount = 3\n";
const std::string fast =
    "[[vary]]\nkind = \"grid\"\nname = \"fast\"\nfrom = 0.1\nto = 1000\ncount = 5\nspacing = \"logarithmic\"\n";
const std::string list = "[[vary]]\nkind = \"list\"\nname = \"which\"\nvalues = [3, 1]\n";
const std::string between =
    "[[vary]]\nkind = \"formula\"\nname = \"sum\"\nof = \"1\"\n[[vary]]\nkind = \"constant\"\nname = \"c\"\nvalue = "
    "2\n";
const std::string random = "[[vary]]\nkind = \"uniform\"\nname = \"r\"\nlow = 0\nhigh = 1\n";

// Every run has its number as outcome.
SweepShownRuns gathered(const Sweep& sweep, std::uint64_t runs) {
    SweepShownRuns shown(sweep);
    std::vector<double> inputs(static_cast<std::size_t>(sweep.inputs.columns()));
    for (std::uint64_t r = 0; r < runs; ++r) {
        sweep.inputs.draw(r, inputs.data());
        const auto out = static_cast<double>(r);
        shown.add(r, inputs.data(), &out, false);
    }
    return shown;
}

TEST(SweepShownRuns, TwoGridsAreAMap) {
    const Sweep sweep = sweep_of(slow + between + fast, keep);
    const SweepShownRuns shown = gathered(sweep, 15);
    ASSERT_EQ(shown.picture(), Picture::map);
    EXPECT_EQ(shown.axes()[0].values, (std::vector<double>{10, 7, 4}));
    EXPECT_EQ(shown.axes()[1].values, (std::vector<double>{0.1, 1, 10, 100, 1000}));
    EXPECT_FALSE(shown.axes()[0].logarithmic);
    EXPECT_TRUE(shown.axes()[1].logarithmic);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 5; ++j) {
            ASSERT_NE(shown.at(i, j), nullptr);
            EXPECT_EQ(*shown.at(i, j), static_cast<double>(5 * i + j));
        }
}

TEST(SweepShownRuns, GridsOfAnyWidthHaveTheirSpacing) {
    const std::string wide =
        "[[vary]]\nkind = \"grid\"\nname = \"wide\"\nfrom = 1e300\nto = 1e-300\ncount = 7\nspacing = ";
    EXPECT_TRUE(SweepShownRuns(sweep_of(wide + "\"logarithmic\"\n", keep)).axes()[0].logarithmic);
    EXPECT_FALSE(SweepShownRuns(sweep_of(wide + "\"linear\"\n", keep)).axes()[0].logarithmic);
}

TEST(SweepShownRuns, RunsThatAreNotThereAndRunsThatComeAgain) {
    EXPECT_EQ(gathered(sweep_of(slow + fast, keep), 14).at(2, 4), nullptr);
    EXPECT_EQ(*gathered(sweep_of(slow + fast, keep), 15 + 3).at(0, 1), 1) << "the first turn counts";
}

TEST(SweepShownRuns, AGridIsACurveForEachValueOfAList) {
    const SweepShownRuns alone = gathered(sweep_of(fast, keep), 5);
    ASSERT_EQ(alone.picture(), Picture::curves);
    EXPECT_EQ(*alone.at(3, 0), 3);
    EXPECT_EQ(alone.axes()[1].column, -1);
    const SweepShownRuns first = gathered(sweep_of(list + fast, keep), 10),
                         last = gathered(sweep_of(fast + list, keep), 10);
    for (const SweepShownRuns* shown : {&first, &last}) {
        ASSERT_EQ(shown->picture(), Picture::curves);
        EXPECT_EQ(shown->axes()[0].values.size(), 5u);
        EXPECT_EQ(shown->axes()[1].values, (std::vector<double>{3, 1}));
    }
    EXPECT_EQ(*first.at(3, 1), 5 + 3);
    EXPECT_EQ(*last.at(3, 1), 2 * 3 + 1);
}

TEST(SweepShownRuns, LargeGridsAreThinnedOut) {
    const Sweep sweep =
        sweep_of(slow + "[[vary]]\nkind = \"grid\"\nname = \"many\"\nfrom = 0\nto = 500\ncount = 501\n", keep);
    const SweepShownRuns shown = gathered(sweep, 3 * 501);
    ASSERT_EQ(shown.picture(), Picture::map);
    EXPECT_EQ(shown.axes()[1].every, 3u);
    ASSERT_EQ(shown.axes()[1].values.size(), 167u);
    EXPECT_EQ(shown.axes()[1].values[166], 498);
    EXPECT_EQ(*shown.at(2, 166), 2 * 501 + 498);
}

TEST(SweepShownRuns, RandomNumbersAreScattered) {
    for (const std::string& varied : {random, random + slow, slow + fast + list, list,
                                      slow + "[[vary]]\nkind = \"grid\"\nname = \"still\"\nfrom = "
                                             "1\nto = 1\ncount = 4\n"}) {
        const Sweep sweep = sweep_of("[sweep]\nruns = 5000\n" + varied, keep);
        const SweepShownRuns shown = gathered(sweep, 5000);
        ASSERT_EQ(shown.picture(), Picture::scatter) << varied;
        EXPECT_EQ(shown.points(), 3000u);
        EXPECT_EQ(shown.outcomes_of(2999)[0], 2999);
    }
}

TEST(SweepShownRuns, SomeSweepsHaveNoSuchPicture) {
    EXPECT_EQ(SweepShownRuns(sweep_of(slow + fast, keep + "runs = false\n")).picture(), Picture::none);
    EXPECT_EQ(SweepShownRuns(sweep_of("[sweep]\nruns = 3\n" + between, keep)).picture(), Picture::none);
}

TEST(SweepWholeNumbers, AreCountedAsLongAsThereAreNoOthers) {
    SweepWholeNumbers numbers;
    EXPECT_FALSE(numbers.all_whole());
    for (const double x : {3.0, -0.0, 0.0, std::numeric_limits<double>::quiet_NaN(), 3.0, -2.0}) numbers.add(x);
    EXPECT_TRUE(numbers.all_whole());
    EXPECT_EQ(numbers.counts(), (std::map<double, std::uint64_t>{{-2, 1}, {0, 2}, {3, 2}}));
    numbers.add(57);
    EXPECT_TRUE(numbers.all_whole());
    SweepWholeNumbers wide = numbers;
    wide.add(58);
    EXPECT_FALSE(wide.all_whole()) << "60 apart";
    numbers.add(0.5);
    numbers.add(1);
    EXPECT_FALSE(numbers.all_whole());
}

}  // namespace sweep_shown_runs_test
}  // namespace polhode
