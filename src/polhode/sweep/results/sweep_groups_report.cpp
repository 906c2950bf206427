#include "polhode/sweep/results/sweep_groups_report.hpp"

#include <fmt/format.h>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/files/csv_writer.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/results/sweep_report_style.hpp"

namespace polhode {

namespace {

// Of each outcome in the text; all of them stand in groups.csv.
constexpr std::size_t most_groups_shown = 20;

std::string group_text(const std::vector<std::string>& texts) {
    std::string text;
    for (const std::string& t : texts) text += (text.empty() ? "" : " & ") + t;
    return text;
}

std::vector<std::string> cells_of(const SweepStatistics::Group& group, const SweepOutcomeStatistics& one,
                                  bool shows_failed) {
    std::vector<std::string> cells{count_of(group.runs)};
    if (shows_failed) cells.push_back(count_of(group.failed));
    if (one.count == 0) {
        cells.push_back(one.never > 0 ? "never in any run" : "no run has it");
        return cells;
    }
    const SweepNumberStyle style = style_of(one);
    cells.push_back(one.ones ? with_ends(one.mean) : with_half(one.mean));
    for (const SweepPercentile& p : one.percentiles) cells.push_back(style(p.estimate.value));
    cells.push_back(style(one.never > 0 ? never_s : one.highest.value));
    return cells;
}

}  // namespace

std::string sweep_groups_text(const Sweep& sweep, const SweepStatistics& s, int width) {
    std::string text;
    if (sweep.outcomes.empty()) return text;
    for (std::size_t k = 0; k < s.groups.size(); ++k) {
        std::vector<std::string> heads{"runs"};
        if (s.failed > 0) heads.push_back("failed");
        heads.push_back("mean ± 95 %");
        for (const double p : sweep.keep.percentiles) heads.push_back(percentile_name(p));
        heads.push_back("highest");
        TextTable table(heads);
        std::size_t left_out = 0;
        for (const std::size_t o : shown_outcomes(sweep)) {
            table.row("  " + with_unit_of(sweep.outcomes[o]), {""});
            std::size_t shown = 0;
            left_out = 0;
            for (std::size_t g = 0; g < s.groups[k].size(); ++g) {
                if (s.groups[k][g].runs == 0) continue;
                if (shown++ >= most_groups_shown) {
                    ++left_out;
                    continue;
                }
                table.row("    " + without_control_characters(group_text(sweep.groups[k].texts(g))),
                          cells_of(s.groups[k][g], s.groups[k][g].outcomes[o], s.failed > 0));
            }
        }
        text += "\nBy " + without_control_characters(group_text(sweep.groups[k].names())) + "\n" + table.text(width);
        if (left_out > 0) text += fmt::format("  and {} groups more, all in groups.csv\n", left_out);
    }
    return text;
}

std::string sweep_groups_csv(const Sweep& sweep, const SweepStatistics& s) {
    CsvWriter csv;
    for (const char* name : {"by", "group", "outcome", "runs", "failed", "count", "never", "mean", "mean_low",
                             "mean_high", "standard_deviation", "lowest", "highest"})
        csv.text(name);
    for (const double p : sweep.keep.percentiles) {
        const std::string name = "p" + readable(p, 12);
        csv.text(name).text(name + "_low").text(name + "_high");
    }
    csv.end_header();
    const auto number = [&](double x) { x == never_s ? csv.text("never") : csv.number_or_empty(x); };
    for (std::size_t k = 0; k < s.groups.size(); ++k)
        for (std::size_t g = 0; g < s.groups[k].size(); ++g) {
            const SweepStatistics::Group& group = s.groups[k][g];
            if (group.runs == 0) continue;
            for (std::size_t o = 0; o < group.outcomes.size(); ++o) {
                const SweepOutcomeStatistics& one = group.outcomes[o];
                csv.text(group_text(sweep.groups[k].names())).text(group_text(sweep.groups[k].texts(g)));
                csv.text(sweep.outcomes[o].name);
                csv.count(group.runs).count(group.failed).count(one.count).count(one.never);
                for (const double x : {one.mean.value, one.mean.low, one.mean.high, one.deviation.value}) number(x);
                for (const double x : {one.lowest.value, one.highest.value}) {
                    if (one.count > 0)
                        number(x);
                    else
                        csv.empty();
                }
                for (const SweepPercentile& p : one.percentiles)
                    for (const double x : {p.estimate.value, p.estimate.low, p.estimate.high}) number(x);
                csv.end_row();
            }
        }
    return csv.take();
}

}  // namespace polhode
