#include "sweep_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

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

// An axis from the lowest to the highest of some numbers, whatever they are. gnuplot is handed places between 0 and 1
// on it: ranges that are narrow beside their numbers, or near the largest number there is, are beyond it.
class Axis {
 public:
    // `wanted`: about how many ticks there is room for.
    Axis(double low, double high, int wanted)
        : low_(low), half_(0.5 * high - 0.5 * low), power_(power_of(std::max(std::fabs(low), std::fabs(high)))) {
        if (!(half_ > 0)) {
            add_tick(0.5, readable(low, 10));
            return;
        }
        // in units of that power of ten, in which all are below 10
        const double unit = std::pow(10.0, power_), from = low / unit, to = high / unit, range = to - from;
        const double step = round_step(range / wanted);
        const int step_power = power_of(step);
        const int digits = 1 - step_power;
        const double first = std::ceil(from / step - 1e-9);
        const auto count = static_cast<int>(std::floor((to / step - first) + 1e-9)) + 1;
        if (digits <= 5) {
            factor_ = power_ >= -2 && power_ <= 4 ? 0 : engineering(power_);
            const int shift = power_ - factor_, decimals = std::max(0, -(step_power + shift));
            for (int k = 0; k < count; ++k)
                add_tick(((first + k) * step - from) / range,
                         fmt::format("{:.{}f}", (first + k) * step * std::pow(10.0, shift) + 0.0, decimals));
            return;
        }
        // too many digits for a label: distances from a round number, or from the lowest where none is in reach
        const bool round = digits <= 15;
        const double begin = round ? first * step : from;
        const std::string base = readable(round ? begin * unit : low, round ? digits : 17);
        less_ = base[0] == '-' ? " + " + base.substr(1) : " − " + base;
        const int last = round ? count - 1 : static_cast<int>(std::floor(range / step + 1e-9));
        const int power = power_of(last * step) + power_;
        factor_ = power >= -2 && power <= 4 ? 0 : engineering(power);
        const int shift = power_ - factor_, decimals = std::max(0, -(step_power + shift));
        for (int k = 0; k <= last; ++k)
            add_tick((begin - from + k * step) / range,
                     fmt::format("{:.{}f}", k * step * std::pow(10.0, shift), decimals));
    }

    double at(double x) const { return half_ > 0 ? (0.5 * x - 0.5 * low_) / half_ : 0.5; }
    // "set xtics" takes it.
    std::string ticks() const { return "(" + ticks_ + ")"; }
    // "rate, rad/s", "energy, 10⁶ J", "rate − 4.9998, 10⁻⁶ rad/s"
    std::string label(const std::string& name, const std::string& unit) const {
        std::string text = factor_ == 0 ? "" : "10" + raised(factor_);
        if (!unit.empty() && unit != "1") text += (text.empty() ? "" : " ") + unit;
        return name + less_ + (text.empty() ? "" : ", " + text);
    }

 private:
    static int power_of(double x) { return x > 0 ? static_cast<int>(std::floor(std::log10(x) + 1e-12)) : 0; }
    static int engineering(int power) { return 3 * static_cast<int>(std::floor(power / 3.0)); }
    // The nearest of 1, 2, 5, 10, 20, ... of any power of ten.
    static double round_step(double x) {
        const double power = std::pow(10.0, std::floor(std::log10(x))), part = x / power;
        return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
    }
    static std::string raised(int number) {
        constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
        std::string text;
        for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : digits[c - '0'];
        return text;
    }
    void add_tick(double place, const std::string& text) {
        ticks_ += fmt::format("{}{} {:.9f}", ticks_.empty() ? "" : ", ", gnuplot_string(text), place);
    }

    double low_, half_;
    int power_, factor_ = 0;
    std::string less_, ticks_;
};

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

    const std::size_t columns = std::min<std::size_t>(shown.size(), 3);
    Page page(sweep, shown.size(), columns);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const SweepOutcomeStatistics& one = statistics.outcomes[shown[i]];
        const SweepOutcome& outcome = sweep.outcomes[shown[i]];
        page.panel(i, outcome.name);
        const Axis axis(one.lowest.value, one.highest.value, columns == 1 ? 10 : columns == 2 ? 6 : 4);
        page.add(fmt::format("set xlabel {} font ',10' offset 0,0.4 noenhanced; set xtics {} noenhanced",
                             gnuplot_string(axis.label(outcome.name, outcome.unit)), axis.ticks()));
        // where all runs agree there is one bar in the middle
        const bool all_equal = !(one.lowest.value < one.highest.value);
        double highest = all_equal ? 100 : 0;
        const std::string bars =
            all_equal ? "0.45 0\n0.45 100\n0.55 100\n0.55 0\n"
                      : outline(one.histogram, axis, statistics.exact, static_cast<double>(one.count), highest);
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
