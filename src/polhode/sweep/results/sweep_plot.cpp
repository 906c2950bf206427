#include "polhode/sweep/results/sweep_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

#include "polhode/base/readable.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/results/sweep_page_plot.hpp"

namespace polhode {

namespace {

using namespace sweep_picture;

// The unit of what a formula gives where it is nothing but a number of the row.
std::string unit_of(const std::string& formula) {
    if (formula == "t") return "s";
    if (formula == "tilt" || formula == "turned") return "rad";
    if (formula == "wx" || formula == "wy" || formula == "wz" || formula == "rate") return "rad/s";
    if (formula == "energy") return "J";
    if (formula == "Lx" || formula == "Ly" || formula == "Lz") return "N m s";
    return "";
}

// A histogram as one outline: bars that touch would show seams between them. `even`: its bins are equally wide (edges
// that differ in their last digits alone do not show it).
std::string outline(const SweepHistogram& h, const Axis& axis, bool even, double count, double& highest) {
    const double bins = static_cast<double>(h.counts.size());
    std::string text = "0 0\n";
    for (std::size_t b = 0; b < h.counts.size(); ++b) {
        const double from = even ? static_cast<double>(b) / bins : axis.at(h.edges[b]);
        const double to = even ? static_cast<double>(b + 1) / bins : axis.at(h.edges[b + 1]);
        // bins of a sketch differ in width: heights are those of bins of the mean width, so that areas are right
        const double height = 100 * static_cast<double>(h.counts[b]) / count / (bins * (to - from));
        highest = std::max(highest, height);
        text += fmt::format("{:.9f} {:.8g}\n{:.9f} {:.8g}\n", from, height, to, height);
    }
    return text + "1 0\n";
}

// The same of whole numbers: a bar for each.
std::string outline(const std::map<double, std::uint64_t>& counts, const Axis& axis, double count, double& highest) {
    std::string text = "0 0\n";
    const double half = 0.4 * (axis.at(counts.begin()->first + 1) - axis.at(counts.begin()->first));
    for (const auto& [number, runs] : counts) {
        const double from = axis.at(number) - half, to = axis.at(number) + half;
        const double height = 100 * static_cast<double>(runs) / count;
        highest = std::max(highest, height);
        text += fmt::format("{0:.9f} 0\n{0:.9f} {2:.8g}\n{1:.9f} {2:.8g}\n{1:.9f} 0\n", from, to, height);
    }
    return text + "1 0\n";
}

// Numbers between whole ones are none of theirs.
std::string whole_ticks(double low, double high, int wanted, const Axis& axis) {
    std::string text;
    const double step = std::max(1.0, std::ceil((high - low) / (2 * wanted)));
    for (double x = low; x <= high; x += step)
        text += fmt::format("{}'{}' {:.9f}", text.empty() ? "" : ", ", x, axis.at(x));
    return "(" + text + ")";
}

}  // namespace

void plot_sweep_histograms(const Sweep& sweep, const SweepStatistics& statistics, const std::string& path,
                           const SweepShownRuns* shown) {
    const std::vector<std::size_t> outcomes = outcomes_with_panels(sweep, statistics);
    const std::size_t columns = std::min<std::size_t>(outcomes.size(), 3);
    Page page(sweep, outcomes.size(), columns);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const SweepOutcomeStatistics& one = statistics.outcomes[outcomes[i]];
        const SweepOutcome& outcome = sweep.outcomes[outcomes[i]];
        const double count = static_cast<double>(one.count + one.never);
        page.panel(i, one.never == 0 ? outcome.name
                                     : fmt::format("{} ({:.3g} % never)", outcome.name,
                                                   100 * static_cast<double>(one.never) / count));
        const double low = one.lowest.value, high = one.highest.value;
        const int wanted = columns == 1 ? 10 : columns == 2 ? 6 : 4;
        // where all runs agree there is one bar in the middle
        const bool all_equal = !(low < high);
        const bool whole = !all_equal && shown && shown->whole_numbers(outcomes[i]).all_whole();
        Axis axis(low, high, wanted);
        if (whole) axis = axis.in_cells(static_cast<std::size_t>(high - low) + 1);
        page.add(fmt::format("set xlabel {} font ',10' offset 0,0.4 noenhanced; set xtics {} noenhanced",
                             gnuplot_string(axis.label(outcome.name, outcome.unit)),
                             whole ? whole_ticks(low, high, wanted, axis) : axis.ticks()));
        double highest = all_equal ? 100 : 0;
        const std::string bars = all_equal ? "0.45 0\n0.45 100\n0.55 100\n0.55 0\n"
                                 : whole   ? outline(shown->whole_numbers(outcomes[i]).counts(), axis, count, highest)
                                           : outline(one.histogram, axis, statistics.exact, count, highest);
        // half a bin of air, so that bars at the ends do not look cut off
        const double air = std::min(0.05, 0.5 / static_cast<double>(one.histogram.counts.size()));
        page.add(fmt::format("set xrange [{:.9f}:{:.9f}]; set yrange [0:{:.8g}]", -air, 1 + air, 1.05 * highest));
        page.add("set ylabel 'runs, %' font ',10' offset 1.5,0; set style fill solid 0.75 noborder");
        if (std::isfinite(one.mean.value))
            page.add(fmt::format(
                "set arrow 1 from {0:.9f}, graph 0 to {0:.9f}, graph 1 nohead lc rgb '#D55E00' lw 1.5 front",
                std::clamp(axis.at(one.mean.value), 0.0, 1.0)));
        page.add(fmt::format("plot '{}' using 1:2 with filledcurves closed lc rgb '#0072B2'", page.data(bars)));
    }
    page.say("The orange line is the mean.");
    page.draw(path);
}

void plot_sweep_over_time(const Sweep& sweep, const SweepStatistics& statistics, const std::string& path) {
    if (statistics.over_time.empty() || statistics.times.size() < 2)
        throw PlotError("there is nothing to draw: no quantity is kept over time");
    const std::size_t quantities = statistics.over_time.size();
    Page page(sweep, quantities, std::min<std::size_t>(quantities, 2));
    const Axis time(statistics.times.front(), statistics.times.back(), quantities > 1 ? 6 : 10);
    for (std::size_t q = 0; q < quantities; ++q) {
        const std::size_t columns = sweep.keep.percentiles.size();
        const SweepKeep::OverTime& quantity = sweep.keep.over_time[q];
        page.panel(q, quantity.name);
        page.add(fmt::format("set xlabel {} font ',10' offset 0,0.4; set xrange [0:1]; set xtics {} noenhanced",
                             gnuplot_string(time.label("t", "s")), time.ticks()));
        page.key(q);
        page.add("set style fill solid noborder; set yrange [-0.03:1.03]");
        double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
        for (const std::vector<double>& row : statistics.over_time[q].percentiles)
            for (const double x : row)
                if (std::isfinite(x)) {
                    lowest = std::min(lowest, x);
                    highest = std::max(highest, x);
                }
        if (lowest > highest) {
            page.add("unset ytics; plot NaN notitle");
            continue;
        }
        const Axis axis(lowest, highest, 5);
        page.add(fmt::format("set ylabel {} font ',10' offset 0.5,0 noenhanced; set ytics {} noenhanced",
                             gnuplot_string(axis.label(quantity.name, unit_of(quantity.of.text()))), axis.ticks()));
        std::string text;
        for (std::size_t k = 0; k < statistics.times.size(); ++k) {
            text += fmt::format("{:.9f}", time.at(statistics.times[k]));
            for (const double x : statistics.over_time[q].percentiles[k])
                text += std::isfinite(x) ? fmt::format(" {:.9f}", axis.at(x)) : std::string(" NaN");
            text += "\n";
        }
        const std::string file = page.data(text);
        // Bands between percentiles that are as far from the median on either side, from the outermost inwards and
        // darker towards the middle; a line for each that has no partner.
        constexpr const char* shades[] = {"#d6e6f2", "#a9cbe3", "#72a9d0", "#4a8dc0"};
        const std::vector<double>& percents = sweep.keep.percentiles;
        std::string curves, lines;
        std::size_t bands = 0;
        for (std::size_t i = 0; i < columns; ++i) {
            std::size_t partner = i;
            for (std::size_t j = 0; j < columns; ++j)
                if (std::fabs(percents[i] + percents[j] - 100) < 1e-9) partner = j;
            if (percents[i] < 50 && partner != i) {
                curves += fmt::format("{}'{}' using 1:{}:{} with filledcurves lc rgb '{}' title '{} to {} %'",
                                      curves.empty() ? "plot " : ", ", file, i + 2, partner + 2,
                                      shades[std::min(bands++, std::size(shades) - 1)], readable(percents[i]),
                                      readable(percents[partner]));
            } else if (partner == i) {
                const bool median = percents[i] == 50;
                lines += fmt::format(", '{}' using 1:{} with lines lc rgb '{}' lw {} title '{} %'", file, i + 2,
                                     median ? "#D55E00" : "#555555", median ? 1.6 : 0.8, readable(percents[i]));
            }
        }
        if (curves.empty() && !lines.empty())
            curves = "plot" + lines.substr(1);
        else
            curves += lines;
        page.add(curves);
    }
    page.draw(path);
}

}  // namespace polhode
