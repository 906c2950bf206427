#include "polhode/sweep/results/sweep_scatter_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>

#include "polhode/picture/gnuplot.hpp"
#include "polhode/picture/plot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/results/sweep_plot.hpp"
#include "polhode/sweep/statistics/sweep_rank_correlation.hpp"
#include "support/svg_text.hpp"

namespace polhode {
namespace sweep_scatter_plot_test {

using test::listed;
using test::says;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The picture of a sweep with three inputs and an outcome made of them.
std::string drawn(std::uint64_t runs, const std::function<double(const double*)>& outcome) {
    const Sweep sweep = read_sweep(
        "[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "[run]\nduration = 1\nsample = 0.1\n[sweep]\nruns = " +
            std::to_string(runs) +
            "\n[[vary]]\nkey = \"start.rate[2]\"\nname = \"spin\"\nkind = \"log-uniform\"\nlow = 1e-4\nhigh = 1\n"
            "[[vary]]\nname = \"even\"\nkind = \"uniform\"\nlow = 0.001\nhigh = 1\n"
            "[[vary]]\nkey = \"method.integrator\"\nname = \"how\"\nkind = \"choice\"\nvalues = [\"rk4\", \"merson\"]\n"
            "[[vary]]\nname = \"square\"\nkind = \"formula\"\nof = \"spin*spin\"\n"
            "[[outcome]]\nname = \"out\"\nof = \"wz\"\nunit = \"m\"\n[keep]\nfinal_state = false\n",
        "sweep.toml");
    SweepShownRuns shown(sweep);
    SweepSummary summary(sweep_shape(sweep));
    SweepRankSample ranks(runs, 4, 1);
    std::vector<double> inputs(4);
    for (std::uint64_t r = 0; r < runs; ++r) {
        sweep.inputs.draw(r, inputs.data());
        const double value = outcome(inputs.data());
        shown.add(r, inputs.data(), &value, false);
        summary.add(r, inputs.data(), &value);
        ranks.add(inputs.data(), &value);
    }
    SweepStatistics statistics = sweep_statistics(sweep, summary);
    statistics.ranked_runs = runs;
    for (std::size_t i = 0; i < 4; ++i) {
        statistics.outcomes[0].correlations[i].ranked = ranks.correlations()[0][i].r;
        statistics.outcomes[0].correlations[i].chance = ranks.correlations()[0][i].chance;
    }
    const TemporaryFolder folder;
    try {
        plot_sweep_scatter(sweep, statistics, shown, folder.file("s.svg"));
    } catch (const PlotError& e) {
        if (has(e.what(), "not installed")) return "";
        return e.what();
    }
    std::ifstream stream(folder.file("s.svg"));
    const std::string svg{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    EXPECT_NE(svg, "") << "gnuplot is there and drew nothing";
    return svg;
}

std::size_t points_in(const std::string& svg) {
    std::size_t n = 0;
    for (std::size_t at = svg.find("h0M"); at != std::string::npos; at = svg.find("h0M", at + 1)) ++n;
    return n + 1;
}

TEST(SweepScatterPlot, AnOutcomeIsDrawnOverWhatItFollows) {
    const std::string svg = drawn(400, [](const double* in) { return in[0] * (1 + 0.1 * in[1]); });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_TRUE(has(listed(svg), "|out: rank correlation 1.00 with spin|")) << listed(svg);
    for (const char* label : {"spin, rad/s", "out, m", "0.01", "0.1",
                              "400 runs, each a point, over the input that the outcome "
                              "follows most closely."})
        EXPECT_TRUE(says(svg, label)) << label << listed(svg);
    EXPECT_EQ(points_in(svg), 400u);
}

// Uniform numbers lie evenly on a plain axis, whatever they span.
TEST(SweepScatterPlot, AxesSuitTheDistribution) {
    const std::string svg = drawn(400, [](const double* in) { return -in[1]; });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_TRUE(has(listed(svg), "rank correlation -1.00 with even")) << listed(svg);
    EXPECT_TRUE(says(svg, "0.5")) << listed(svg);
    EXPECT_FALSE(says(svg, "0.01")) << listed(svg);
}

TEST(SweepScatterPlot, TextsStandSideBySide) {
    const std::string svg = drawn(400, [](const double* in) { return in[2] + 0.1 * in[1]; });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    for (const char* label : {"rk4", "merson", "how"}) EXPECT_TRUE(says(svg, label)) << label << listed(svg);
    EXPECT_TRUE(has(svg, "Points of equal numbers or texts are spread a little.")) << listed(svg);
}

// |x| has no rank correlation with x.
TEST(SweepScatterPlot, AValleyIsFound) {
    const std::string svg = drawn(2000, [](const double* in) { return std::fabs(in[1] - 0.5005); });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_TRUE(has(listed(svg), "with |even - median||")) << listed(svg);
}

TEST(SweepScatterPlot, ChanceIsNamed) {
    std::mt19937 generator(1);
    const std::string svg = drawn(500, [&](const double*) { return static_cast<double>(generator()); });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_TRUE(says(svg, "out: no rank correlation beyond chance")) << listed(svg);
}

TEST(SweepScatterPlot, OfManyRunsTheFirstAreShown) {
    const std::string svg = drawn(3500, [](const double* in) { return in[0]; });
    if (svg.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_EQ(points_in(svg), 3000u);
    EXPECT_TRUE(has(svg, "The first 3000 of 3500 runs")) << listed(svg);
    EXPECT_EQ(svg, drawn(3500, [](const double* in) { return in[0]; })) << "the same runs, the same bytes";
}

TEST(SweepScatterPlot, NothingThatVariesIsNoPicture) {
    const std::string said = drawn(20, [](const double*) { return 3.0; });
    if (said.empty()) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_EQ(said, "there is nothing to draw: no outcome varies with any input");
}

}  // namespace sweep_scatter_plot_test
}  // namespace polhode
