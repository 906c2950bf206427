#include "polhode/sweep/results/sweep_map_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/display_width.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/results/sweep_page_plot.hpp"

namespace polhode {

namespace {

using namespace sweep_picture;

struct Colour {
    double red, green, blue;
};

Colour mixed(const Colour& a, const Colour& b, double part) {
    return {a.red + part * (b.red - a.red), a.green + part * (b.green - a.green), a.blue + part * (b.blue - a.blue)};
}

std::string text_of(const Colour& c) {
    const auto level = [](double x) { return static_cast<int>(std::lround(x)); };
    return fmt::format("#{:02x}{:02x}{:02x}", level(c.red), level(c.green), level(c.blue));
}

// Evenly brighter, for every eye and in print: viridis, by van der Walt and Smith (2015), at every eighth of its
// length.
Colour brighter(double place) {
    constexpr std::array<Colour, 9> stops{{{68, 1, 84},
                                           {71, 45, 123},
                                           {59, 82, 139},
                                           {44, 114, 142},
                                           {33, 145, 140},
                                           {40, 174, 128},
                                           {94, 201, 98},
                                           {173, 220, 48},
                                           {253, 231, 37}}};
    const double at = std::clamp(place, 0.0, 1.0) * (stops.size() - 1);
    const auto before = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    return mixed(stops[before], stops[before + 1], at - static_cast<double>(before));
}

// Of -1 to 1: blue below 0, white, orange above.
Colour away_from_zero(double x) {
    constexpr Colour below{0, 90, 150}, white{255, 255, 255}, above{200, 80, 0};
    return x < 0 ? mixed(white, below, std::min(1.0, -x)) : mixed(white, above, std::min(1.0, x));
}

// What differs by rounding alone is one number.
double upper_end(double low, double high) {
    constexpr double rounding = 1e-13;
    return 0.5 * high - 0.5 * low > rounding * std::max(std::fabs(low), std::fabs(high)) ? high : low;
}

// The colours of numbers between two ends.
class Colours {
 public:
    Colours(double low, double high)
        : low_(low),
          high_(high),
          axis_(low, high, 5, fitting_scale(low, high)),
          // the sign matters where a good part of the numbers lies on either side
          signed_(low < 0 && high > 0 && std::min(-low, high) > 0.02 * std::max(-low, high)) {}

    static constexpr int levels = 128;
    int level(double x) const { return std::clamp(static_cast<int>(std::floor(axis_.at(x) * levels)), 0, levels - 1); }
    std::string colour(int level) const { return at((level + 0.5) / levels); }
    std::string at(double place) const {
        if (!signed_) return text_of(brighter(low_ < high_ ? place : 0.5));
        return text_of(away_from_zero((low_ * (1 - place) + high_ * place) / std::max(-low_, high_)));
    }
    const Axis& axis() const { return axis_; }

 private:
    double low_, high_;
    Axis axis_;
    bool signed_;
};

// The way from the smaller end of a grid to the larger, whichever comes first.
std::vector<std::size_t> rising(const SweepShownRuns::Axis& axis) {
    std::vector<std::size_t> order(axis.values.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (axis.values.back() < axis.values.front()) std::reverse(order.begin(), order.end());
    return order;
}

Axis axis_of(const SweepShownRuns::Axis& grid, int wanted) {
    const auto [low, high] = std::minmax(grid.values.front(), grid.values.back());
    return {low, high, wanted, grid.logarithmic ? Scale::logarithmic : Scale::linear};
}

const std::string& name_of(const Sweep& sweep, int column) {
    return sweep.inputs.names()[static_cast<std::size_t>(column)];
}

std::string label_of(const Sweep& sweep, const SweepShownRuns::Axis& grid, const Axis& axis) {
    return axis.label(name_of(sweep, grid.column), unit_of_input(sweep, static_cast<std::size_t>(grid.column)));
}

std::string counted(std::uint64_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

void say_what_is_shown(Page& page, const Sweep& sweep, const SweepShownRuns& shown) {
    constexpr const char* ends[] = {"th", "st", "nd", "rd"};
    for (const SweepShownRuns::Axis& axis : shown.axes())
        if (axis.every > 1) {
            const std::uint64_t last = axis.every % 10, teens = axis.every % 100 / 10;
            page.say(fmt::format("Of {} every {}{} value is shown.",
                                 without_control_characters(name_of(sweep, axis.column)), axis.every,
                                 ends[teens != 1 && last <= 3 ? last : 0]));
        }
}

// One outcome over two grids.
class Map {
 public:
    Map(const SweepShownRuns& shown, std::size_t outcome)
        : shown_(shown), outcome_(outcome), columns_(rising(shown.axes()[0])), rows_(rising(shown.axes()[1])) {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for (std::size_t r = 0; r < rows_.size(); ++r) {
                const double v = value(c, r);
                if (std::isfinite(v)) {
                    low_ = std::min(low_, v);
                    high_ = std::max(high_, v);
                } else {
                    ++(shown_.at(columns_[c], rows_[r]) ? missing_ : not_run_);
                }
            }
    }

    std::uint64_t missing() const { return missing_; }  // runs without the number
    std::uint64_t not_run() const { return not_run_; }  // cells without a run
    bool empty() const { return !(low_ <= high_); }
    Colours colours() const { return {low_, upper_end(low_, high_)}; }

    // As SVG: one unit a cell; sharp edges, for between smooth ones the ground shows.
    std::string cells(const Box& box) const {
        const auto n_columns = static_cast<double>(columns_.size()), n_rows = static_cast<double>(rows_.size());
        return fmt::format(
                   "<g transform='translate({:.3f},{:.3f}) scale({:.6f},{:.6f})' shape-rendering='crispEdges'>\n"
                   "<path fill='#b4b4b4' d='M0 0h{}v{}H0z'/>\n",
                   box.left, box.top, (box.right - box.left) / n_columns, (box.bottom - box.top) / n_rows,
                   columns_.size(), rows_.size()) +
               (empty() ? "" : coloured_cells()) + "</g>\n";
    }

 private:
    double value(std::size_t column, std::size_t row) const {
        const double* const numbers = shown_.at(columns_[column], rows_[row]);
        return numbers ? numbers[outcome_] : std::numeric_limits<double>::quiet_NaN();
    }

    // Neighbours of one colour in a row are one piece.
    std::string coloured_cells() const {
        const Colours of = colours();
        std::array<std::string, Colours::levels> paths;
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (std::size_t c = 0; c < columns_.size();) {
                const double v = value(c, r);
                if (!std::isfinite(v)) {
                    ++c;
                    continue;
                }
                const int level = of.level(v);
                std::size_t end = c + 1;
                while (end < columns_.size() && std::isfinite(value(end, r)) && of.level(value(end, r)) == level) ++end;
                paths[static_cast<std::size_t>(level)] +=
                    fmt::format("M{} {}h{}v1H{}z", c, rows_.size() - 1 - r, end - c, c);
                c = end;
            }
        std::string text;
        for (int level = 0; level < Colours::levels; ++level)
            if (const std::string& d = paths[static_cast<std::size_t>(level)]; !d.empty())
                text += fmt::format("<path fill='{}' d='{}'/>\n", of.colour(level), d);
        return text;
    }

    const SweepShownRuns& shown_;
    std::size_t outcome_;
    std::vector<std::size_t> columns_, rows_;
    double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity();
    std::uint64_t missing_ = 0, not_run_ = 0;
};

// To the right of panel `number`: which colour is which number.
void draw_colour_bar(Page& page, std::size_t number, const Colours& colours, const SweepOutcome& outcome) {
    constexpr int stops = 16;
    const Box box = page.box(number);
    const double left = box.right + 12, width = 13, height = box.bottom - box.top;
    std::string bar = fmt::format("<linearGradient id='colours-{}' x1='0' y1='1' x2='0' y2='0'>\n", number);
    for (int s = 0; s <= stops; ++s)
        bar += fmt::format("<stop offset='{}' stop-color='{}'/>\n", static_cast<double>(s) / stops,
                           colours.at(static_cast<double>(s) / stops));
    bar += fmt::format(
        "</linearGradient>\n<rect x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}' stroke='#505050' "
        "stroke-width='0.8' fill='url(#colours-{})'/>\n",
        left, box.top, width, height, number);
    const Axis& ends = colours.axis();
    std::size_t longest = 0;
    for (const auto& [place, text] : ends.tick_list()) {
        const double at = box.bottom - place * height;
        bar += fmt::format("<path stroke='#505050' stroke-width='0.8' d='M{:.2f} {:.2f}h4'/>\n", left + width, at);
        page.label(text, left + width + 7, at, "left font ',9' textcolor rgb '#505050'");
        longest = std::max(longest, static_cast<std::size_t>(display_width(text)));
    }
    page.label(shortened(ends.label(outcome.name, outcome.unit), static_cast<int>(height / 6)),
               left + width + 20 + 5.8 * static_cast<double>(std::min<std::size_t>(longest, 8)),
               (box.top + box.bottom) / 2, "center rotate by 90 font ',10'");
    page.paint(bar);
}

std::string title_of(const SweepOutcome& outcome, const Map& map) {
    if (map.missing() > 0) return outcome.name + fmt::format(" (grey: {} without it)", map.missing());
    return outcome.summary.empty() ? outcome.name : outcome.name + ": " + outcome.summary;
}

}  // namespace

void plot_sweep_map(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                    const std::string& path) {
    const std::vector<std::size_t> outcomes = outcomes_with_panels(sweep, statistics);
    const auto& [across, up] = shown.axes();
    const std::size_t side_by_side = outcomes.size() > 4 ? 3 : std::min<std::size_t>(outcomes.size(), 2);
    Page page(sweep, outcomes.size(), side_by_side, {side_by_side == 3 ? 310.0 : 400.0, 108});
    const Axis x = axis_of(across, side_by_side == 3 ? 4 : 7).in_cells(across.values.size()),
               y = axis_of(up, 6).in_cells(up.values.size());
    std::uint64_t most_missing = 0, not_run = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const SweepOutcome& outcome = sweep.outcomes[outcomes[i]];
        const Map map(shown, outcomes[i]);
        most_missing = std::max(most_missing, map.missing());
        not_run = map.not_run();
        page.panel(i, title_of(outcome, map));
        page.add(
            "unset grid; set tics out scale 0.5; set border 15 lc rgb '#505050'; set xrange [0:1]; set yrange [0:1]");
        page.add(fmt::format("set xlabel {} font ',10' offset 0,0.4 noenhanced; set xtics {} noenhanced",
                             gnuplot_string(label_of(sweep, across, x)), x.ticks()));
        page.add(fmt::format("set ylabel {} font ',10' offset 1,0 noenhanced; set ytics {} noenhanced",
                             gnuplot_string(label_of(sweep, up, y)), y.ticks()));
        if (!map.empty()) draw_colour_bar(page, i, map.colours(), outcome);
        page.paint(map.cells(page.box(i)));
        page.add("plot NaN notitle");
    }
    std::string grey;
    const auto add = [&](const std::string& what) { grey += (grey.empty() ? "Grey: " : ", ") + what; };
    if (shown.failed() > 0) add(fmt::format("{} that failed", counted(shown.failed(), "run")));
    if (most_missing > shown.failed()) add("runs without such a number");
    if (not_run > 0) add(fmt::format("{} without a run", counted(not_run, "cell")));
    if (!grey.empty()) page.say(grey + ".");
    say_what_is_shown(page, sweep, shown);
    page.draw(path);
}

void plot_sweep_curves(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                       const std::string& path) {
    const std::vector<std::size_t> outcomes = outcomes_with_panels(sweep, statistics);
    const auto& [grid, list] = shown.axes();
    const std::vector<std::size_t> order = rising(grid);
    const std::size_t side_by_side = outcomes.size() > 4 ? 3 : std::min<std::size_t>(outcomes.size(), 2);
    Page page(sweep, outcomes.size(), side_by_side, {side_by_side == 3 ? 300.0 : 360.0});
    const Axis x = axis_of(grid, side_by_side == 3 ? 4 : side_by_side == 2 ? 7 : 10);
    static_assert(picture_colour_count >= SweepShownRuns::most_curves);
    const std::size_t curves = list.values.size();
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const std::size_t o = outcomes[i];
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const std::size_t p : order)
            for (std::size_t c = 0; c < curves; ++c) {
                const double* const numbers = shown.at(p, c);
                if (numbers && std::isfinite(numbers[o])) {
                    low = std::min(low, numbers[o]);
                    high = std::max(high, numbers[o]);
                } else {
                    ++missing;
                }
            }
        page.panel(i, sweep.outcomes[o].name);
        page.add(fmt::format(
            "set xlabel {} font ',10' offset 0,0.4 noenhanced; set xrange [-0.02:1.02]; set xtics {} noenhanced",
            gnuplot_string(label_of(sweep, grid, x)), x.ticks()));
        page.add("set yrange [-0.04:1.04]");
        if (!(low <= high)) {
            page.add("unset ytics; plot NaN notitle");
            continue;
        }
        const Axis y(low, upper_end(low, high), 6, fitting_scale(low, high));
        page.add(fmt::format("set ylabel {} font ',10' offset 0.5,0 noenhanced; set ytics {} noenhanced",
                             gnuplot_string(y.label(sweep.outcomes[o].name, sweep.outcomes[o].unit)), y.ticks()));
        // Curves, then what stands alone between gaps, which no line would show.
        constexpr std::size_t few = 60;
        const auto known = [&](std::size_t k, std::size_t c) {
            const double* const numbers = k < order.size() ? shown.at(order[k], c) : nullptr;
            return numbers && std::isfinite(numbers[o]);
        };
        std::string text;
        for (std::size_t k = 0; k < order.size(); ++k) {
            text += fmt::format("{:.9f}", x.at(grid.values[order[k]]));
            for (const bool alone : {false, true})
                for (std::size_t c = 0; c < curves; ++c)
                    text += known(k, c) && !(alone && ((k > 0 && known(k - 1, c)) || known(k + 1, c)))
                                ? fmt::format(" {:.9f}", y.at(shown.at(order[k], c)[o]))
                                : " NaN";
            text += "\n";
        }
        const std::string file = page.data(text);
        std::string plot = "plot";
        for (std::size_t c = 0; c < curves; ++c) {
            std::string title = "notitle";
            if (list.column >= 0) {
                const std::string which = input_text(sweep, static_cast<std::size_t>(list.column), list.values[c]);
                title = "title " +
                        gnuplot_string(
                            shortened(without_control_characters(name_of(sweep, list.column) + " " + which), 24)) +
                        " noenhanced";
            }
            plot += fmt::format("{} '{}' using 1:{} with {} lc rgb '{}' lw 1.4 {}", c ? "," : "", file, c + 2,
                                order.size() <= few ? "linespoints pt 7 ps 0.35" : "lines", picture_colour(c), title);
            if (order.size() > few)
                plot += fmt::format(", '{}' using 1:{} with points pt 7 ps 0.35 lc rgb '{}' notitle", file,
                                    c + 2 + curves, picture_colour(c));
        }
        if (list.column >= 0) page.key(i);
        page.add(plot);
    }
    if (missing > 0) page.say("Gaps: the run failed, was not run or has no such number.");
    say_what_is_shown(page, sweep, shown);
    page.draw(path);
}

}  // namespace polhode
