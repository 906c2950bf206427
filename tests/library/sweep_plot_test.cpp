#include "polhode/library/sweep_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "polhode/library/gnuplot.hpp"
#include "polhode/library/plot.hpp"
#include "polhode/library/sweep.hpp"
#include "polhode/library/sweep_order.hpp"

namespace polhode {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A campaign with an outcome for each list of values, drawn as `exact`ly as asked for; the picture, "" without gnuplot.
// Empty where gnuplot is not installed: then there is nothing to look at, and the tests say so. Any other complaint of
// it is a failure.
std::string drawn(const std::vector<std::vector<double>>& outcomes, bool exact = true) {
    std::string text =
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\nsample = 0.1\n[sweep]\nruns = 10\n"
        "[[vary]]\nname = \"in\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n";
    for (std::size_t o = 0; o < outcomes.size(); ++o)
        text += "[[outcome]]\nname = \"out" + std::to_string(o) + "\"\nof = \"wz\"\nunit = \"m\"\n";
    const Sweep sweep = read_sweep(text + "[keep]\nfinal_state = false\n", "campaign.toml");
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
    const TemporaryFolder folder;
    try {
        plot_sweep_histograms(sweep, all, folder.file("h.svg"));
    } catch (const PlotError& e) {
        if (has(e.what(), "not installed")) return "";
        ADD_FAILURE() << e.what();
        return "failed";
    }
    std::ifstream stream(folder.file("h.svg"));
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// "<text>LABEL</text>", as gnuplot writes it for ticks and labels.
std::vector<std::string> texts_in(const std::string& svg) {
    std::vector<std::string> texts;
    for (std::size_t at = svg.find("<text>"); at != std::string::npos; at = svg.find("<text>", at + 1)) {
        std::string text = svg.substr(at + 6, svg.find("</text>", at) - at - 6), plain;
        bool inside = false;
        for (const char c : text) {
            if (c == '<') inside = true;
            if (!inside) plain += c;
            if (c == '>') inside = false;
        }
        texts.push_back(plain.substr(std::min(plain.find_first_not_of(" \n\t"), plain.size())));
    }
    return texts;
}

bool says(const std::string& svg, const std::string& label) {
    for (const std::string& text : texts_in(svg))
        if (text == label) return true;
    return false;
}

std::string listed(const std::string& svg) {
    std::string list;
    for (const std::string& text : texts_in(svg)) list += "|" + text;
    return list;
}

TEST(SweepPlot, ANarrowOutcomeDoesNotLoseThePicture) {
    const double e = std::numeric_limits<double>::epsilon();
    const std::string svg = drawn({{0.5, 0.5 + e / 2, 0.5 + e, 0.5}, {1, 2, 3, 4}, {5 - 1e-9, 5, 5 + 1e-9}});
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    for (const char* name : {"out0", "out1", "out2"}) EXPECT_TRUE(says(svg, name)) << listed(svg);
    EXPECT_TRUE(says(svg, "out1, m")) << listed(svg);
    EXPECT_TRUE(says(svg, "out2 − 4.999999999, 10⁻⁹ m")) << listed(svg);
    EXPECT_TRUE(says(svg, "1.5")) << listed(svg);
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
        EXPECT_TRUE(says(svg, label)) << label << listed(svg);
    for (const std::string& text : texts_in(svg))
        if (text.find_first_not_of("-+.0123456789e") == std::string::npos) {
            EXPECT_LE(text.size(), 8u) << text;
        }
}

TEST(SweepPlot, HistogramsOfSketchesAreDrawnToo) {
    const std::string svg = drawn({{5 - 1e-4, 5, 5 + 1e-4}, {0, 1, 2, 1}, {4.99999, 5, 5.00001}}, false);
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_TRUE(says(svg, "out2")) << listed(svg);
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

TEST(SweepPlot, AxesOfPercentilesOverTimeHaveUnits) {
    const Sweep sweep = read_sweep(
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\nsample = 0.1\n[sweep]\nruns = 10\n"
        "[[vary]]\nname = \"in\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n"
        "[keep]\nover_time = [\"tilt\", \"twice = 2*tilt\", \"wx\"]\npercentiles = [5, 50, 95]\n",
        "campaign.toml");
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
        EXPECT_TRUE(says(svg, label)) << label << listed(svg);
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

}  // namespace
}  // namespace polhode
