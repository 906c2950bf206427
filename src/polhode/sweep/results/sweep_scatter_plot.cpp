#include "polhode/sweep/results/sweep_scatter_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/display_width.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/results/sweep_page_plot.hpp"
#include "polhode/sweep/statistics/sweep_rank_correlation.hpp"

namespace polhode {

namespace {

using namespace sweep_picture;

struct Panel {
    std::size_t outcome = 0, input = 0;
    std::string title{};
};

// The input that an outcome follows most closely. An outcome that is lowest in the middle of an input has no rank
// correlation with it; where no other is beyond chance, the distance from the median is tried.
std::optional<Panel> panel_of(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                              std::size_t o) {
    const SweepOutcomeStatistics& outcome = statistics.outcomes[o];
    // what a formula makes of other inputs says nothing that they do not say: it comes last
    std::vector<bool> computed;
    for (const SweepInput& input : sweep.inputs.inputs())
        computed.insert(computed.end(), input.columns.size(), input.kind == "formula");
    const SweepCorrelation* found = nullptr;
    std::size_t judged = 0;
    for (const bool formulas : {false, true}) {
        if (found) break;
        for (const SweepCorrelation& c : outcome.correlations) {
            if (computed[c.input] != formulas || !c.ranked || !std::isfinite(*c.ranked)) continue;
            if (sweep.inputs.is_seed(static_cast<int>(c.input))) continue;
            ++judged;
            if (!found || std::fabs(*c.ranked) > std::fabs(*found->ranked)) found = &c;
        }
    }
    if (!found) return {};
    const auto many = static_cast<double>(judged * statistics.outcomes.size());
    const std::vector<std::string>& names = sweep.inputs.names();
    const std::string& name = sweep.outcomes[o].name;
    if (beyond_chance(*found->ranked, found->chance, many))
        return Panel{o, found->input,
                     fmt::format("{}: rank correlation {:.2f} with {}", name, *found->ranked, names[found->input])};

    std::vector<std::size_t> rows;
    for (std::size_t p = 0; p < shown.points(); ++p)
        if (std::isfinite(shown.outcomes_of(p)[o])) rows.push_back(p);
    const auto ranks_of = [&](auto&& number) {
        std::vector<double> numbers;
        for (const std::size_t p : rows) numbers.push_back(number(p));
        return average_ranks(numbers);
    };
    const std::vector<double> heights = ranks_of([&](std::size_t p) { return shown.outcomes_of(p)[o]; });
    double best = 0;
    SweepChance chance;
    std::size_t best_input = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (computed[i] || sweep.inputs.is_seed(static_cast<int>(i)) || sweep.inputs.choices(static_cast<int>(i)) ||
            !std::all_of(rows.begin(), rows.end(), [&](std::size_t p) { return std::isfinite(shown.inputs_of(p)[i]); }))
            continue;
        std::vector<double> distances = ranks_of([&](std::size_t p) { return shown.inputs_of(p)[i]; });
        for (double& x : distances) x = std::fabs(x - (static_cast<double>(rows.size()) + 1) / 2);
        const std::vector<double> ranks = average_ranks(distances);
        const double r = rank_correlation(ranks, heights);
        if (std::fabs(r) > std::fabs(best)) {
            best = r;
            best_input = i;
            chance = chance_of(static_cast<double>(rows.size()), column_shape(ranks), column_shape(heights));
        }
    }
    if (beyond_chance(best, chance, many))
        return Panel{o, best_input,
                     fmt::format("{}: rank correlation {:.2f} with |{} - median|", name, best, names[best_input])};
    return Panel{o, found->input, fmt::format("{}: no rank correlation beyond chance", name)};
}

// Evenly between -1/2 and 1/2, for any run and the next ones: multiples of an irrational number.
double spread(std::size_t run, double irrational) {
    const double x = static_cast<double>(run) * irrational;
    return x - std::floor(x) - 0.5;
}
constexpr double air_beside = 0.03, air_above = 0.04;
constexpr double golden = 0.6180339887498949, root_two = 0.41421356237309515;

// Places on an axis: of numbers, or side by side of a few values and of texts.
class Places {
 public:
    Places(const Sweep& sweep, std::size_t column, const std::vector<double>& numbers, int wanted)
        : axis_(numbers_axis(kind_of(sweep, column), numbers, wanted)) {
        const std::string& kind = kind_of(sweep, column);
        if (!sweep.inputs.choices(static_cast<int>(column)) && kind != "list" && kind != "choice" && kind != "file")
            return;
        const std::set<double> values(numbers.begin(), numbers.end());
        constexpr std::size_t few = 12;
        if (values.size() > few) return;
        for (const double x : values) {
            values_.push_back(x);
            names_.push_back(input_text(sweep, column, x));
        }
    }

    bool side_by_side() const { return !values_.empty(); }
    double at(double x, std::size_t run) const {
        if (values_.empty()) return axis_.at(x);
        const auto place = static_cast<double>(std::lower_bound(values_.begin(), values_.end(), x) - values_.begin());
        return (place + 0.5 + 0.5 * spread(run, golden)) / static_cast<double>(values_.size());
    }
    std::string ticks() const {
        if (values_.empty()) return axis_.ticks();
        std::string list;
        for (std::size_t i = 0; i < names_.size(); ++i)
            list += fmt::format(
                "{}{} {:.9f}", i == 0 ? "" : ", ",
                gnuplot_string(shortened(without_control_characters(names_[i]), static_cast<int>(72 / names_.size()))),
                (static_cast<double>(i) + 0.5) / static_cast<double>(names_.size()));
        return "(" + list + ")";
    }
    std::string label(const std::string& name, const std::string& unit) const {
        return values_.empty() ? axis_.label(name, unit) : with_unit(name, unit);
    }

 private:
    static const std::string& kind_of(const Sweep& sweep, std::size_t column) {
        const std::vector<SweepInput>& inputs = sweep.inputs.inputs();
        std::size_t i = 0;
        while (i + 1 < inputs.size() && static_cast<std::size_t>(inputs[i + 1].first_column) <= column) ++i;
        return inputs[i].kind;
    }
    // As they are distributed, so that points lie evenly: uniform numbers are not better seen by their logarithm.
    static Axis numbers_axis(const std::string& kind, const std::vector<double>& numbers, int wanted) {
        const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
        Scale scale = fitting_scale(*low, *high);
        if (kind == "log-uniform") scale = Scale::logarithmic;
        if (kind == "uniform" || kind == "random-attitude" || kind == "random-direction" ||
            (kind.size() > 5 && kind.rfind("normal") == kind.size() - 6))
            scale = Scale::linear;
        return {*low, *high, wanted, scale};
    }

    Axis axis_;
    std::vector<double> values_;
    std::vector<std::string> names_;
};

}  // namespace

void plot_sweep_scatter(const Sweep& sweep, const SweepStatistics& statistics, const SweepShownRuns& shown,
                        const std::string& path) {
    std::vector<Panel> panels;
    for (const std::size_t o : outcomes_with_panels(sweep, statistics))
        if (std::optional<Panel> panel = panel_of(sweep, statistics, shown, o)) panels.push_back(std::move(*panel));
    if (panels.empty()) throw PlotError("there is nothing to draw: no outcome varies with any input");
    // so many that the file stays small
    constexpr std::size_t most_in_all = 12000, least = 500;
    const std::size_t points = std::min<std::size_t>(shown.points(), std::max(least, most_in_all / panels.size()));

    const std::size_t side_by_side = panels.size() > 4 ? 3 : std::min<std::size_t>(panels.size(), 2);
    Page page(sweep, panels.size(), side_by_side, {side_by_side == 3 ? 300.0 : 360.0});
    bool some_spread = false;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const std::size_t o = panels[i].outcome, input = panels[i].input;
        const SweepOutcome& outcome = sweep.outcomes[o];
        const std::string& name = sweep.inputs.names()[input];
        page.panel(i, panels[i].title);
        std::vector<double> xs, ys;
        std::vector<std::size_t> runs;
        for (std::size_t p = 0; p < points; ++p) {
            const double x = shown.inputs_of(p)[input], y = shown.outcomes_of(p)[o];
            if (!std::isfinite(x) || !std::isfinite(y)) continue;
            xs.push_back(x);
            ys.push_back(y);
            runs.push_back(p);
        }
        if (xs.empty()) {
            page.add("unset tics; set xrange [0:1]; set yrange [0:1]; plot NaN notitle");
            continue;
        }
        const int wanted = side_by_side == 3 ? 4 : side_by_side == 2 ? 7 : 10;
        const Places across(sweep, input, xs, wanted);
        // few whole numbers would hide each other
        const SweepWholeNumbers& whole = shown.whole_numbers(o);
        const bool spread_up = whole.all_whole() && whole.counts().size() > 1 && whole.counts().size() <= 12;
        const double air = spread_up ? 0.25 : 0;
        const auto [low, high] = std::minmax_element(ys.begin(), ys.end());
        const Axis up(*low - air, *high + air, 5, spread_up ? Scale::linear : fitting_scale(*low, *high));
        std::string ticks = up.ticks();
        if (spread_up) {
            ticks.clear();
            for (const auto& [number, count] : whole.counts())
                if (number >= *low && number <= *high)
                    ticks += fmt::format("{}'{}' {:.9f}", ticks.empty() ? "" : ", ", number, up.at(number));
            ticks = "(" + ticks + ")";
        }
        some_spread = some_spread || spread_up || across.side_by_side();
        page.add(
            fmt::format("set xlabel {} font ',10' offset 0,0.4 noenhanced; set xrange [{}:{}]; set xtics {} noenhanced",
                        gnuplot_string(across.label(name, unit_of_input(sweep, input))), -air_beside, 1 + air_beside,
                        across.ticks()));
        page.add(fmt::format(
            "set ylabel {} font ',10' offset 0.5,0 noenhanced; set yrange [{}:{}]; set ytics {} noenhanced",
            gnuplot_string(spread_up ? with_unit(outcome.name, outcome.unit) : up.label(outcome.name, outcome.unit)),
            -air_above, 1 + air_above, ticks));
        // lines of no length with round ends: a tenth of what gnuplot's points take
        const Box box = page.box(i);
        std::string dots = "<path fill='none' stroke='#0072B2' stroke-width='2.2' stroke-linecap='round' d='";
        for (std::size_t p = 0; p < xs.size(); ++p) {
            const double x = (across.at(xs[p], runs[p]) + air_beside) / (1 + 2 * air_beside);
            const double y =
                (up.at(ys[p] + (spread_up ? 0.4 * spread(runs[p], root_two) : 0)) + air_above) / (1 + 2 * air_above);
            dots += fmt::format("M{:.1f} {:.1f}h0", box.left + x * (box.right - box.left),
                                box.bottom - y * (box.bottom - box.top));
        }
        page.paint(dots + "'/>\n");
        page.add("plot NaN notitle");
    }
    page.say(points < sweep.runs
                 ? fmt::format("The first {} of {} runs, each a point, over the input that the outcome follows "
                               "most closely.",
                               points, sweep.runs)
                 : fmt::format("{} runs, each a point, over the input that the outcome follows most closely.", points));
    if (some_spread) page.say("Points of equal numbers or texts are spread a little.");
    page.draw(path);
}

}  // namespace polhode
