#include "polhode/sweep/results/sweep_plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include "polhode/picture/gnuplot.hpp"
#include "polhode/picture/plot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/statistics/sweep_order.hpp"
#include "support/svg_text.hpp"

namespace polhode {
namespace sweep_plot_test {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A sweep with an outcome for each list of values, drawn as `exact`ly as asked for; the picture, "" without gnuplot.
// Empty where gnuplot is not installed: then there is nothing to look at, and the tests say so. Any other complaint of
// it is a failure.
std::string drawn(const std::vector<std::vector<double>>& outcomes, bool exact = true) {
    std::string text =
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\nsample = 0.1\n[sweep]\nruns = 10\n"
        "[[vary]]\nname = \"in\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n";
    for (std::size_t o = 0; o < outcomes.size(); ++o)
        text += "[[outcome]]\nname = \"out" + std::to_string(o) + "\"\nof = \"wz\"\nunit = \"m\"\n";
    const Sweep sweep = read_sweep(text + "[keep]\nfinal_state = false\n", "sweep.toml");
    SweepStatistics all;
    all.exact = exact;
    for (const std::vector<double>& values : outcomes) {
        SweepShape shape;
        shape.outcomes.resize(1);
        SweepSummary summary(shape);
        summary.add(0, values.size(), nullptr, values.data());
        SweepStatistics one = sweep_statistics(read_sweep(text, "one.toml"), summary);
        if (exact) {
            SweepOrder order(summary.outcomes()[0], {}, 40);
            for (const double x : values) order.add(x);
            order.end_pass();
            one.outcomes[0].histogram = order.histogram();
        }
        all.outcomes.push_back(one.outcomes[0]);
    }
    SweepShownRuns shown(sweep);
    std::size_t most = 0;
    for (const std::vector<double>& values : outcomes) most = std::max(most, values.size());
    for (std::size_t r = 0; r < most; ++r) {
        std::vector<double> row;
        for (const std::vector<double>& values : outcomes)
            row.push_back(r < values.size() ? values[r] : std::numeric_limits<double>::quiet_NaN());
        const double in = 0;
        shown.add(r, &in, row.data(), false);
    }
    const TemporaryFolder folder;
    try {
        plot_sweep_histograms(sweep, all, folder.file("h.svg"), &shown);
    } catch (const PlotError& e) {
        if (has(e.what(), "not installed")) return "";
        ADD_FAILURE() << e.what();
        return "failed";
    }
    std::ifstream stream(folder.file("h.svg"));
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(SweepPlot, ANarrowOutcomeDoesNotLoseThePicture) {
    const double e = std::numeric_limits<double>::epsilon();
    const std::string svg = drawn({{0.5, 0.5 + e / 2, 0.5 + e, 0.5}, {1, 2, 3, 4}, {5 - 1e-9, 5, 5 + 1e-9}});
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    for (const char* name : {"out0", "out1", "out2"}) EXPECT_TRUE(test::says(svg, name)) << test::listed(svg);
    EXPECT_TRUE(test::says(svg, "out1, m")) << test::listed(svg);
    EXPECT_TRUE(test::says(svg, "out2 − 4.999999999, 10⁻⁹ m")) << test::listed(svg);
    EXPECT_TRUE(test::says(svg, "1.5")) << test::listed(svg);
}

TEST(SweepPlot, LabelsOfLargeAndSmallNumbersAreShort) {
    const double most = std::numeric_limits<double>::max();
    const std::string svg = drawn({{0, 1e8, 3e8},
                                   {1e300, 2e300, 4e300},
                                   {-most, 0, most},
                                   {1e-310, 3e-310},
                                   {-2e-7, 1e-7},
                                   {7, 7, 7},
                                   {0, 1, 2, 1},
                                   {-1e5, -2e5}});
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    for (const char* label : {"out0, 10⁶ m", "out1, 10³⁰⁰ m", "out2, 10³⁰⁶ m", "out4, 10⁻⁹ m", "out5, m", "out6, m",
                              "out7, 10³ m", "300", "-200"})
        EXPECT_TRUE(test::says(svg, label)) << label << test::listed(svg);
    for (const std::string& text : test::texts_in_svg(svg))
        if (text.find_first_not_of("-+.0123456789e") == std::string::npos) {
            EXPECT_LE(text.size(), 8u) << text;
        }
}

TEST(SweepPlot, HistogramsOfSketchesAreDrawnToo) {
    const std::string svg = drawn({{5 - 1e-4, 5, 5 + 1e-4}, {0, 1, 2, 1}, {4.99999, 5, 5.00001}}, false);
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_TRUE(test::says(svg, "out2")) << test::listed(svg);
    EXPECT_FALSE(has(svg, "nan")) << "a height or a place is not a number";
}

// Bars that touch are one polygon: nothing is left between them, however the picture is scaled.
TEST(SweepPlot, BarsHaveNoSeams) {
    std::vector<double> values;
    for (int i = 0; i < 400; ++i) values.push_back(std::sqrt(i));
    const std::string svg = drawn({values});
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    std::size_t polygons = 0;
    for (std::size_t at = svg.find("<polygon"); at != std::string::npos; at = svg.find("<polygon", at + 1)) ++polygons;
    EXPECT_LE(polygons, 2u) << "one may be the background";
}

TEST(SweepPlot, TheLineIsExplained) {
    const std::string svg = drawn({{1, 2, 4}});
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_TRUE(test::says(svg, "The orange line is the mean.")) << test::listed(svg);
}

// 40 bins between 0 and 49 would hold one or two whole numbers each, and show a comb that is not there.
TEST(SweepPlot, WholeNumbersHaveABarEach) {
    std::vector<double> values;
    for (int i = 0; i < 50; ++i) values.push_back(i);
    const std::string svg = drawn({values, {0.5, 1, 2}, {0, 1, 1, 1}});
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    // one polygon, four corners a bar and both ends of the axis; all bars are as high
    const std::size_t begin = svg.find("points = '", svg.find("<polygon")) + 10, end = svg.find('\'', begin);
    const std::string polygon = svg.substr(begin, end - begin);
    std::set<std::string> heights;
    for (std::size_t at = polygon.find(','); at != std::string::npos; at = polygon.find(',', at + 1))
        heights.insert(polygon.substr(at + 1, polygon.find_first_of(" \n", at) - at - 1));
    EXPECT_EQ(heights.size(), 2u) << "the ground and one height\n" << polygon;
    EXPECT_EQ(std::count(polygon.begin(), polygon.end(), ','), 4 * 50 + 2) << polygon;
    for (const char* label : {"0", "1", "0.5", "1.0", "2.0"}) EXPECT_TRUE(test::says(svg, label)) << test::listed(svg);
}

TEST(SweepPlot, AxesOfPercentilesOverTimeHaveUnits) {
    const Sweep sweep = read_sweep(
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\nsample = 0.1\n[sweep]\nruns = 10\n"
        "[[vary]]\nname = \"in\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n"
        "[keep]\nover_time = [\"tilt\", \"twice = 2*tilt\", \"wx\"]\npercentiles = [5, 50, 95]\n",
        "sweep.toml");
    SweepStatistics s;
    s.times = {0, 0.5, 1};
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    s.over_time = {{{3, 3, 3}, {{1, 2, 3}, {1, 2, 3}, {1, 2, 4}}},
                   {{3, 3, 3}, {{1e300, 2e300, 3e300}, {unknown, unknown, unknown}, {-1e300, 2e300, 4e300}}},
                   {{3, 3, 3}, {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}}};
    const TemporaryFolder folder;
    try {
        plot_sweep_over_time(sweep, s, folder.file("o.svg"));
    } catch (const PlotError& e) {
        if (has(e.what(), "not installed")) GTEST_SKIP() << e.what();
        FAIL() << e.what();
    }
    std::ifstream stream(folder.file("o.svg"));
    const std::string svg{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    for (const char* label : {"t, s", "tilt, rad", "twice, 10³⁰⁰", "wx, rad/s", "5"})
        EXPECT_TRUE(test::says(svg, label)) << label << test::listed(svg);
}

TEST(SweepPlot, AComplaintOfGnuplotNamesNoTemporaryFile) {
    const TemporaryFolder folder;
    try {
        run_gnuplot(folder, "set terminal dumb\nplot nothing\n");
        FAIL() << "gnuplot drew it";
    } catch (const PlotError& e) {
        if (has(e.what(), "not installed")) GTEST_SKIP() << e.what();
        EXPECT_FALSE(has(e.what(), folder.path())) << e.what();
        EXPECT_STREQ(e.what(), "gnuplot could not draw the picture: undefined variable: nothing");
    }
}

}  // namespace sweep_plot_test
}  // namespace polhode
