#include "sweep_plot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "gnuplot.hpp"
#include "output_file.hpp"
#include "plot.hpp"
#include "sweep.hpp"
#include "text_table.hpp"
#include "version.hpp"

namespace polhode {

namespace {

constexpr double page_width = 1280, head_height = 60, foot_height = 30, panel_height = 300;

// Panels in rows of `columns`, each placed by hand so that all are the same size.
class Page {
 public:
    Page(const Sweep& sweep, std::size_t panels, std::size_t columns)
        : columns_(columns),
          height_(head_height + foot_height + panel_height * static_cast<double>((panels + columns - 1) / columns)) {
        add("set encoding utf8");
        add(fmt::format("set terminal svg size {},{} dynamic enhanced font 'DejaVu Sans,11' background rgb 'white'",
                        static_cast<int>(page_width), static_cast<int>(height_)));
        add("set output 'picture.svg'");
        add("set multiplot");
        title_ = shortened(printable(std::string_view(sweep.title.empty() ? sweep.file : sweep.title)), 110);
    }

    void add(const std::string& line) { script_ += line + "\n"; }

    void panel(std::size_t number, const std::string& title) {
        const double column = static_cast<double>(number % columns_), row = static_cast<double>(number / columns_);
        const double width = 1.0 / static_cast<double>(columns_);
        const double left = width * column + 76 / page_width, right = width * (column + 1) - 24 / page_width;
        const double top = 1 - (head_height + panel_height * row + 26) / height_;
        const double bottom = 1 - (head_height + panel_height * (row + 1) - 54) / height_;
        add("reset");
        add(
            fmt::format("set lmargin at screen {:.5f}; set rmargin at screen {:.5f}; set bmargin at screen {:.5f}; "
                        "set tmargin at screen {:.5f}",
                        left, right, bottom, top));
        add("set tics scale 0.5 nomirror font ',9'; set border 3 lc rgb '#505050'; unset key");
        add("set grid xtics ytics lc rgb '#e4e4e4' lw 1");
        add(fmt::format("set label 1 {} at screen {:.5f}, screen {:.5f} left noenhanced font ',11'",
                        gnuplot_string(shortened(printable(title), 60)), left, top + 13 / height_));
    }

    // On the line of the title, to the right.
    void key(std::size_t number) {
        const double column = static_cast<double>(number % columns_), row = static_cast<double>(number / columns_);
        add(fmt::format("set key at screen {:.5f}, screen {:.5f} right top horizontal font ',9' samplen 1.2",
                        (column + 1) / static_cast<double>(columns_) - 24 / page_width,
                        1 - (head_height + panel_height * row + 4) / height_));
    }

    std::string data(const std::string& text) {
        const std::string name = fmt::format("data-{}.txt", files_++);
        write_file(folder_.file(name), text);
        return name;
    }

    void draw(const std::string& path) {
        add("reset; unset border; unset tics; unset key; set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0");
        add(fmt::format("set label 1 {} at screen 0.5, screen {:.5f} center noenhanced font ',14'",
                        gnuplot_string(title_), 1 - 24 / height_));
        add(
            fmt::format("set label 2 {} at screen 0.985, screen {:.5f} right noenhanced font ',9' textcolor rgb "
                        "'#505050'",
                        gnuplot_string("Polhode " + version()), 14 / height_));
        add("set xrange [0:1]; set yrange [0:1]; plot NaN notitle");
        add("unset multiplot; unset output");
        run_gnuplot(folder_, script_);
        std::ifstream stream(folder_.file("picture.svg"), std::ios::binary);
        const std::string picture((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
        if (picture.empty()) throw PlotError("gnuplot drew an empty picture");
        write_file(path, picture);
    }

 private:
    TemporaryFolder folder_;
    std::size_t columns_;
    double height_;
    std::string script_, title_;
    int files_ = 0;
};

std::string with_unit(const std::string& name, const std::string& unit) {
    return unit.empty() || unit == "1" ? name : name + ", " + unit;
}

}  // namespace

void plot_sweep_histograms(const Sweep& sweep, const SweepStatistics& statistics, const std::string& path) {
    std::vector<std::size_t> shown, all;
    for (std::size_t o = 0; o < statistics.outcomes.size(); ++o) {
        if (statistics.outcomes[o].count == 0) continue;
        all.push_back(o);
        if (!sweep.outcomes[o].of_final_state) shown.push_back(o);
    }
    if (shown.empty()) shown = all;
    if (shown.empty()) throw PlotError("there is nothing to draw: no run has an outcome");
    constexpr std::size_t most = 24;
    if (shown.size() > most) shown.resize(most);

    Page page(sweep, shown.size(), std::min<std::size_t>(shown.size(), 3));
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const SweepOutcomeStatistics& one = statistics.outcomes[shown[i]];
        const SweepOutcome& outcome = sweep.outcomes[shown[i]];
        page.panel(i, outcome.name);
        page.add(fmt::format("set xlabel {} font ',10' offset 0,0.4 noenhanced",
                             gnuplot_string(with_unit(outcome.name, outcome.unit))));
        page.add("set ylabel 'runs, %' font ',10' offset 1.5,0; set yrange [0:*]; set style fill solid 0.75 noborder");
        // where all runs agree there is one bar, and it needs some width
        const bool all_equal = !(one.lowest.value < one.highest.value);
        const double width = std::max(std::fabs(one.lowest.value) * 0.02, 1e-3);
        if (all_equal)
            page.add(fmt::format("set xrange [{:.10g}:{:.10g}]", one.lowest.value - 5 * width,
                                 one.lowest.value + 5 * width));
        else
            page.add(fmt::format("set xrange [{:.10g}:{:.10g}]", one.lowest.value, one.highest.value));
        // bins of a sketch differ in width: heights are those of bins of the mean width, so that areas are right
        const SweepHistogram& h = one.histogram;
        const double mean_width = (h.edges.back() - h.edges.front()) / static_cast<double>(h.counts.size());
        std::string text;
        for (std::size_t b = 0; b < h.counts.size(); ++b) {
            const double part = 100 * static_cast<double>(h.counts[b]) / static_cast<double>(one.count);
            const double bin = h.edges[b + 1] - h.edges[b];
            if (all_equal)
                text += fmt::format("{:.10g} {:.8g} {:.10g}\n", one.lowest.value, part, width);
            else
                text += fmt::format("{:.10g} {:.8g} {:.10g}\n", 0.5 * h.edges[b] + 0.5 * h.edges[b + 1],
                                    bin > 0 ? part * mean_width / bin : 0, bin);
        }
        page.add(
            fmt::format("set arrow 1 from {0:.10g}, graph 0 to {0:.10g}, graph 1 nohead lc rgb '#D55E00' lw 1.5 front",
                        one.mean.value));
        page.add(fmt::format("plot '{}' using 1:2:3 with boxes lc rgb '#0072B2'", page.data(text)));
    }
    page.draw(path);
}

void plot_sweep_over_time(const Sweep& sweep, const SweepStatistics& statistics, const std::string& path) {
    if (statistics.over_time.empty() || statistics.times.size() < 2)
        throw PlotError("there is nothing to draw: no quantity is kept over time");
    const std::size_t quantities = statistics.over_time.size();
    Page page(sweep, quantities, std::min<std::size_t>(quantities, 2));
    for (std::size_t q = 0; q < quantities; ++q) {
        const std::size_t columns = sweep.keep.percentiles.size();
        page.panel(q, sweep.keep.over_time[q].name);
        page.add("set xlabel 't, s' font ',10' offset 0,0.4");
        page.add(fmt::format("set xrange [{:.10g}:{:.10g}]", statistics.times.front(), statistics.times.back()));
        page.key(q);
        page.add("set style fill solid noborder");
        std::string text;
        bool any = false;
        for (std::size_t k = 0; k < statistics.times.size(); ++k) {
            text += fmt::format("{:.10g}", statistics.times[k]);
            for (const double x : statistics.over_time[q].percentiles[k]) {
                text += std::isfinite(x) ? fmt::format(" {:.8g}", x) : std::string(" NaN");
                any = any || std::isfinite(x);
            }
            text += "\n";
        }
        if (!any) {
            page.add("set yrange [0:1]; plot NaN notitle");
            continue;
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
