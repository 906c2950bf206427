#include "polhode/sweep/results/sweep_map_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>

#include "polhode/picture/gnuplot.hpp"
#include "polhode/picture/plot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/results/sweep_plot.hpp"
#include "support/svg_text.hpp"

namespace polhode {
namespace sweep_map_plot_test {

using test::listed;
using test::says;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string scenario =
    "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[[torque]]\nkind = \"damping\"\ncoefficient = 1\n"
    "[method]\nintegrator = \"rk4\"\nstep = 0.1\n[run]\nduration = 1\nsample = 0.1\n";

// The picture of a sweep whose outcome is a function of the run; a run at infinity has failed. Empty where gnuplot
// is not installed: then there is nothing to look at, and the tests say so. Any other complaint of it is a failure.
std::string drawn(const std::string& tables, std::uint64_t runs, const std::function<double(double)>& outcome) {
    const Sweep sweep = read_sweep(scenario + tables + "[keep]\nfinal_state = false\n", "sweep.toml");
    SweepShownRuns shown(sweep);
    SweepSummary summary(sweep_shape(sweep));
    std::vector<double> inputs(static_cast<std::size_t>(sweep.inputs.columns()));
    for (std::uint64_t r = 0; r < runs; ++r) {
        sweep.inputs.draw(r, inputs.data());
        const double value = outcome(static_cast<double>(r));
        const bool failed = std::isinf(value);
        const double kept = failed ? nothing : value;
        shown.add(r, inputs.data(), &kept, failed);
        summary.add(r, inputs.data(), &kept);
    }
    const SweepStatistics statistics = sweep_statistics(sweep, summary);
    const TemporaryFolder folder;
    try {
        if (shown.picture() == SweepShownRuns::Picture::map)
            plot_sweep_map(sweep, statistics, shown, folder.file("m.svg"));
        else if (shown.picture() == SweepShownRuns::Picture::curves)
            plot_sweep_curves(sweep, statistics, shown, folder.file("m.svg"));
        else
            ADD_FAILURE() << "this is no sweep over grids";
    } catch (const PlotError& e) {
        if (has(e.what(), "not installed")) return "";
        ADD_FAILURE() << e.what();
        return "failed";
    }
    std::ifstream stream(folder.file("m.svg"));
    const std::string svg{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    EXPECT_NE(svg, "") << "gnuplot is there and drew nothing";
    return svg;
}

const std::string brake =
    "[[vary]]\nkind = \"grid\"\nkey = \"torque[0].coefficient\"\nname = \"brake\"\nfrom = 4\nto = 1\ncount = 4\n";
const std::string speed =
    "[[vary]]\nkind = \"grid\"\nkey = \"start.rate[0]\"\nname = \"speed\"\nfrom = 1e-6\nto = 1e-2\ncount = 5\nspacing "
    "= "
    "\"logarithmic\"\n";
const std::string outcome = "[[outcome]]\nname = \"out\"\nof = \"wz\"\nunit = \"m\"\nsummary = \"how far\"\n";

// The colour of a cell, counted from the upper left one.
std::string colour_at(const std::string& svg, int column, int row) {
    for (std::size_t at = svg.find("<path fill='#"); at != std::string::npos; at = svg.find("<path fill='#", at + 1)) {
        const std::string path = svg.substr(at, svg.find("/>", at) - at);
        for (std::size_t m = path.find('M'); m != std::string::npos; m = path.find('M', m + 1)) {
            int x = -1, y = -1, width = 0;
            if (std::sscanf(path.c_str() + m, "M%d %dh%dv1", &x, &y, &width) == 3 && y == row && column >= x &&
                column < x + width && path.compare(path.find('v', m), 3, "v1H") == 0)
                return path.substr(12, 7);
        }
    }
    return "none";
}

TEST(SweepMapPlot, CellsAreWhereTheirRunsAre) {
    // brake falls from 4 to 1, speed rises: run 5*i + j is at brake 4 - i
    const std::string svg = drawn(brake + speed + outcome, 20, [](double run) { return run; });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    // the lowest number is dark, the highest bright: run 0 has the largest brake and the smallest speed
    EXPECT_EQ(colour_at(svg, 3, 4).substr(0, 3), "#44") << svg.substr(svg.size() - 3000);
    EXPECT_EQ(colour_at(svg, 0, 0).substr(0, 2), "#f");
    EXPECT_EQ(colour_at(svg, 0, 5), "none");
    for (const char* label :
         {"brake, N m s/rad", "speed, rad/s", "out, m", "out: how far", "10⁻⁶", "0.001", "4.0", "15"})
        EXPECT_TRUE(says(svg, label)) << label << listed(svg);
}

TEST(SweepMapPlot, ColoursOfManyDecadesAreLogarithmic) {
    const std::string svg = drawn(brake + speed + outcome, 20, [](double run) { return std::pow(10, run - 12); });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    for (const char* label : {"10⁻¹²", "10⁴"}) EXPECT_TRUE(says(svg, label)) << label << listed(svg);
    // each run has its own colour
    EXPECT_NE(colour_at(svg, 3, 4), colour_at(svg, 3, 3));
}

TEST(SweepMapPlot, SignsAreToldApart) {
    const std::string svg = drawn(brake + speed + outcome, 20, [](double run) { return run < 10 ? -1.0 : 1.0; });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    const auto channel = [&](int column, int at) {
        return std::stoi(colour_at(svg, column, 0).substr(static_cast<std::size_t>(at), 2), nullptr, 16);
    };
    EXPECT_LT(channel(3, 1), channel(3, 5)) << "below 0: more blue than red";
    EXPECT_GT(channel(0, 1), channel(0, 5)) << "above 0: more red than blue";
}

TEST(SweepMapPlot, WhatIsMissingIsGreyAndSaid) {
    const std::string svg = drawn(brake + speed + outcome, 18, [](double run) {
        return run == 3 ? std::numeric_limits<double>::infinity() : run == 7 ? nothing : run;
    });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_EQ(colour_at(svg, 3, 1), "none") << "run 3";
    EXPECT_EQ(colour_at(svg, 2, 2), "none") << "run 7";
    EXPECT_EQ(colour_at(svg, 0, 0), "none") << "run 19 was not run";
    EXPECT_NE(colour_at(svg, 3, 2), "none") << "run 2";
    EXPECT_TRUE(says(svg, "out (grey: 2 without it)")) << listed(svg);
    EXPECT_TRUE(says(svg, "Grey: 1 run that failed, runs without such a number, 2 cells without a run."))
        << listed(svg);
}

TEST(SweepMapPlot, OneNumberEverywhereIsDrawnToo) {
    const std::string svg =
        drawn(brake + speed + outcome, 20, [](double run) { return run == 4 ? std::nextafter(2.0, 3.0) : 2.0; });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_TRUE(says(svg, "2")) << listed(svg);
    EXPECT_EQ(colour_at(svg, 3, 0), colour_at(svg, 0, 3)) << "rounding is not drawn";
}

TEST(SweepMapPlot, NumbersOfAnySizeAreDrawn) {
    const double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
    for (const auto& [low, high] : {std::pair{-most, most}, {least, most}, {0.0, 1e-310}, {-most, -1.0}}) {
        const auto ends = [&, a = low, b = high](double run) { return run < 10 ? a : b; };
        const std::string svg = drawn(brake + speed + outcome, 20, ends);
        if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
        EXPECT_NE(colour_at(svg, 0, 0), colour_at(svg, 3, 0)) << low << " " << high;
        EXPECT_FALSE(has(svg, "nan")) << low << " " << high;
    }
}

TEST(SweepMapPlot, TheSameRunsGiveTheSameBytes) {
    const auto picture = [] { return drawn(brake + speed + outcome, 20, [](double run) { return std::sqrt(run); }); };
    EXPECT_EQ(picture(), picture());
}

TEST(SweepCurvesPlot, AListHasACurveForEachValue) {
    const std::string list = "[[vary]]\nkind = \"list\"\nname = \"which\"\nvalues = [3, 0.5]\n";
    const std::string svg = drawn(list + speed + outcome, 10, [](double run) { return run == 8 ? nothing : run; });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    for (const char* label : {"which 3", "which 0.5", "speed, rad/s", "out, m", "10⁻⁶",
                              "Gaps: the run failed, was not run or has no such number."})
        EXPECT_TRUE(says(svg, label)) << label << listed(svg);
}

TEST(SweepCurvesPlot, OneGridIsOneCurve) {
    const std::string svg = drawn(brake + outcome, 4, [](double run) { return run; });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    for (const char* label : {"brake, N m s/rad", "out, m", "2.5"})
        EXPECT_TRUE(says(svg, label)) << label << listed(svg);
    EXPECT_FALSE(has(svg, "Gaps"));
}

}  // namespace sweep_map_plot_test
}  // namespace polhode
