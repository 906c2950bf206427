#include "sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "full_precision.hpp"
#include "sweep.hpp"
#include "sweep_csv.hpp"
#include "text_table.hpp"
#include "version.hpp"

namespace polhode {

namespace {

using Json = nlohmann::ordered_json;

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json interval(const SweepEstimate& e) { return Json::array({number(e.low), number(e.high)}); }

std::string count_of(std::uint64_t n) { return readable_count(static_cast<long>(n)); }

// An argument as a shell takes it.
std::string shell_word(const std::string& word) {
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-./=:,+@%") == std::string::npos;
    if (plain) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string percentile_name(double percent) { return readable(percent, 12) + " %"; }

std::string readable_or_dash(double x) { return std::isfinite(x) ? readable(x) : "-"; }

// A number to as many digits as its uncertainty leaves, for people.
std::string with_half(const SweepEstimate& e) {
    if (!std::isfinite(e.value)) return "-";
    const double half = (e.high - e.low) / 2;
    if (!(half > 0) || !std::isfinite(half)) return readable(e.value);
    const double size = std::max(std::fabs(e.value), half);
    // two digits of the interval
    const int digits =
        std::clamp(static_cast<int>(std::floor(std::log10(size)) - std::floor(std::log10(half))) + 2, 2, 12);
    return readable(e.value, digits) + " ± " + readable(half, 2);
}

// What is shown at length: what the file declares, or the final state where it declares nothing.
std::vector<std::size_t> shown_outcomes(const Sweep& sweep) {
    std::vector<std::size_t> declared, all;
    for (std::size_t o = 0; o < sweep.outcomes.size(); ++o) {
        all.push_back(o);
        if (!sweep.outcomes[o].of_final_state) declared.push_back(o);
    }
    return declared.empty() ? all : declared;
}

// Correlations that chance does not explain, the strongest first.
struct ListedCorrelation {
    double r;
    std::size_t outcome;
    const SweepCorrelation* correlation;
};
std::vector<ListedCorrelation> strongest_correlations(const Sweep& sweep, const SweepStatistics& s) {
    struct Judged {
        ListedCorrelation listed;
        double n;
    };
    std::vector<Judged> judged;
    // what a formula makes of other inputs says nothing that they do not say
    std::vector<bool> copied;
    for (const SweepInput& input : sweep.inputs.inputs())
        copied.insert(copied.end(), input.columns.size(), input.kind == "formula");
    for (const std::size_t o : shown_outcomes(sweep))
        for (const SweepCorrelation& c : s.outcomes[o].correlations) {
            if (copied[c.input]) continue;
            const double n = static_cast<double>(s.outcomes[o].count);
            if (std::isfinite(c.linear)) judged.push_back({{std::fabs(c.linear), o, &c}, n});
            // ranks are those of a part of the runs, chosen without regard to who has the outcome
            if (c.ranked && std::isfinite(*c.ranked))
                judged.push_back({{std::fabs(*c.ranked), o, &c},
                                  n * (static_cast<double>(s.ranked_runs) / static_cast<double>(s.runs))});
        }
    std::vector<ListedCorrelation> list;
    for (const Judged& j : judged) {
        if (!beyond_chance(j.listed.r, j.n, static_cast<double>(judged.size()))) continue;
        // the stronger of both kinds
        if (!list.empty() && list.back().correlation == j.listed.correlation)
            list.back().r = std::max(list.back().r, j.listed.r);
        else
            list.push_back(j.listed);
    }
    std::sort(list.begin(), list.end(), [](const ListedCorrelation& a, const ListedCorrelation& b) {
        if (a.r != b.r) return a.r > b.r;
        return a.outcome != b.outcome ? a.outcome < b.outcome : a.correlation->input < b.correlation->input;
    });
    return list;
}

// What to do about an outcome whose percentiles say little for want of finer bins.
std::string coarse_warning(const SweepOutcome& outcome, const SweepOutcomeStatistics& one) {
    // as many digits of the mean as leave a rest of the size of the deviation
    const double parts = std::fabs(one.mean.value) / one.deviation.value;
    const int digits =
        std::isfinite(parts) ? std::clamp(static_cast<int>(std::ceil(std::log10(parts))) + 1, 1, 17) : 17;
    std::string text = fmt::format(
        "warning: {} varies too little for bins of 0.4 to 0.8 % of its value, and its percentiles and histogram say "
        "little; set keep.runs = true",
        printable(std::string_view(outcome.name)));
    if (outcome.take != SweepOutcome::Take::measure)
        text += fmt::format(", or take its distance from the mean: of = \"({}) - {}\"", printable(outcome.of.text()),
                            readable(one.mean.value, digits));
    return text;
}

std::string correlation_text(double r) {
    if (!std::isfinite(r)) return "-";
    return std::fabs(r) < 0.01 ? fmt::format("{:+.5f}", r) : fmt::format("{:+.3f}", r);
}

std::string csv_number(double x) { return std::isfinite(x) ? full_precision(x) : ""; }

}  // namespace

std::string sweep_run_command(const Sweep& sweep, std::uint64_t run) {
    std::string command = "polhode sweep " + shell_word(sweep.file);
    for (const std::string& setting : sweep.settings) command += " --set " + shell_word(setting);
    return command + " --run " + std::to_string(run);
}

std::string sweep_summary_text(const Sweep& sweep, const SweepStatistics& s, int width) {
    std::string text = printable(std::string_view(sweep.title.empty() ? sweep.file : sweep.title)) + "\n";
    text += count_of(s.runs) + (s.runs == 1 ? " run" : " runs");
    if (s.failed > 0)
        text += fmt::format(", {} failed ({:.3g} %)", count_of(s.failed),
                            100 * static_cast<double>(s.failed) / static_cast<double>(s.runs));
    text += ", seed " + std::to_string(sweep.seed) + "\n\n";

    std::vector<std::string> heads{"mean ± 95 %", "std. deviation", "lowest"};
    for (const double p : sweep.keep.percentiles) heads.push_back(percentile_name(p));
    heads.push_back("highest");
    TextTable table(heads);
    const auto add = [&](std::size_t o) {
        const SweepOutcomeStatistics& one = s.outcomes[o];
        std::string label = "  " + printable(std::string_view(sweep.outcomes[o].name));
        const std::string& unit = sweep.outcomes[o].unit;
        if (!unit.empty() && unit != "1") label += ", " + printable(std::string_view(unit));
        if (one.count == 0) {
            table.row(label, {"no run has it"});
            return;
        }
        std::vector<std::string> cells{with_half(one.mean), with_half(one.deviation), readable(one.lowest.value)};
        for (const SweepPercentile& p : one.percentiles) cells.push_back(readable_or_dash(p.estimate.value));
        cells.push_back(readable(one.highest.value));
        table.row(label, cells);
    };
    for (std::size_t o = 0; o < s.outcomes.size(); ++o) add(o);
    if (!s.outcomes.empty()) text += table.text(width);
    for (std::size_t o = 0; o < s.outcomes.size(); ++o)
        if (s.outcomes[o].missing > s.failed)
            text += "  " + printable(std::string_view(sweep.outcomes[o].name)) + ": " +
                    count_of(s.outcomes[o].missing - s.failed) + " runs that did not fail do not have it\n";
    if (s.outcomes.empty())
        text += "Percentiles over time stand in over-time.csv.\n";
    else
        text += s.exact ? "Percentiles are those of the runs themselves.\n"
                        : "Percentiles are read from histograms and right to 0.8 % of their value.\n";
    for (std::size_t o = 0; o < s.outcomes.size(); ++o)
        if (s.outcomes[o].coarse) text += "  " + coarse_warning(sweep.outcomes[o], s.outcomes[o]) + "\n";

    std::vector<ListedCorrelation> pairs = strongest_correlations(sweep, s);
    if (pairs.size() > 10) pairs.resize(10);
    if (!pairs.empty()) {
        TextTable correlations(s.ranked_runs > 0 ? std::vector<std::string>{"linear", "by rank"}
                                                 : std::vector<std::string>{"linear"});
        for (const ListedCorrelation& p : pairs) {
            std::vector<std::string> cells{correlation_text(p.correlation->linear)};
            if (p.correlation->ranked) cells.push_back(correlation_text(*p.correlation->ranked));
            correlations.row("  " + printable(std::string_view(sweep.outcomes[p.outcome].name)) + " with " +
                                 printable(std::string_view(sweep.inputs.names()[p.correlation->input])),
                             cells);
        }
        text += "\nStrongest correlations\n" + correlations.text(width);
    }

    bool head = true;
    for (const std::size_t o : shown_outcomes(sweep)) {
        const SweepOutcomeStatistics& one = s.outcomes[o];
        // where all runs agree none is worse than the others
        if (one.worst.empty() || !(one.lowest.value < one.highest.value)) continue;
        if (head) text += "\nWorst runs, each with the command that repeats it alone\n";
        head = false;
        text += "  " + printable(std::string_view(sweep.outcomes[o].name)) +
                (sweep.outcomes[o].worst_is_low ? ", lowest\n" : ", highest\n");
        const std::size_t listed =
            std::min(one.worst.size(), static_cast<std::size_t>(std::max(sweep.keep.worst_listed, 0)));
        const double best = sweep.outcomes[o].worst_is_low ? one.highest.value : one.lowest.value;
        for (std::size_t i = 0; i < listed && one.worst[i].value != best; ++i)
            text += fmt::format("    {:<12} {}\n", readable(one.worst[i].value),
                                printable(sweep_run_command(sweep, one.worst[i].run), 4000));
    }
    if (!s.first_failures.empty()) {
        text += "\nFailed runs\n";
        constexpr std::size_t most = 5;
        for (std::size_t i = 0; i < std::min(most, s.first_failures.size()); ++i)
            text += "  run " + std::to_string(s.first_failures[i].run) + ": " +
                    printable(s.first_failures[i].reason, 400) + "\n";
        if (s.failed > most) text += "  and " + count_of(s.failed - most) + " more, all in failures.csv\n";
    }
    if (!s.hash.empty()) text += "\nhash of the results: " + s.hash + "\n";
    return text;
}

// {
//   "polhode_version", "title", "sweep": file, "settings": [..], "fingerprint", "seed", "runs", "failed", "block",
//   "hash": SHA-256 of the results, "percentiles_exact": false when they come from histograms (right to 0.8 %),
//   "rank_correlation_runs": how many runs those are made of,
//   "inputs": [names],
//   "outcomes": [{
//     "name", "unit", "summary", "count", "missing",
//     "mean", "mean_interval": [low, high], "standard_error",
//     "standard_deviation", "standard_deviation_interval", "skewness", "kurtosis" (3 for a normal distribution),
//     "lowest": {"value", "run"}, "highest": {"value", "run"},
//     "percentiles": [{"percent", "value", "interval": [low, high]}],
//     "histogram": {"edges": [n + 1], "counts": [n]},
//     "coarse": true where percentiles and histogram say little, as it varies too little for the bins they come from,
//     "correlations": [{"input", "linear", "ranked": null where runs are not kept}],
//     "worst": [{"value", "run", "command"}]
//   }],
//   "over_time": [{"name", "percents": [..], "rows": [[t, count, values ...]]}],
//   "failures": [{"run", "reason", "command"}] (the first 20)
// }
// Intervals are for 95 % confidence; null stands for what is not known.
std::string sweep_summary_json(const Sweep& sweep, const SweepStatistics& s, int indent) {
    Json all{{"polhode_version", version()},
             {"title", sweep.title},
             {"sweep", sweep.file},
             {"settings", sweep.settings},
             {"fingerprint", sweep.fingerprint},
             {"seed", sweep.seed},
             {"runs", s.runs},
             {"failed", s.failed},
             {"block", sweep.block},
             {"hash", s.hash.empty() ? Json(nullptr) : Json(s.hash)},
             {"percentiles_exact", s.exact},
             {"rank_correlation_runs", s.ranked_runs},
             {"inputs", sweep.inputs.names()}};
    const auto extreme = [](const SweepExtreme& e) { return Json{{"value", number(e.value)}, {"run", e.run}}; };
    Json outcomes = Json::array();
    for (std::size_t o = 0; o < s.outcomes.size(); ++o) {
        const SweepOutcomeStatistics& one = s.outcomes[o];
        const bool any = one.count > 0;
        Json entry{{"name", sweep.outcomes[o].name},
                   {"unit", sweep.outcomes[o].unit},
                   {"summary", sweep.outcomes[o].summary},
                   {"count", one.count},
                   {"missing", one.missing},
                   {"mean", number(one.mean.value)},
                   {"mean_interval", interval(one.mean)},
                   {"standard_error", number(one.standard_error)},
                   {"standard_deviation", number(one.deviation.value)},
                   {"standard_deviation_interval", interval(one.deviation)},
                   {"skewness", number(one.skewness)},
                   {"kurtosis", number(one.kurtosis)},
                   {"lowest", any ? extreme(one.lowest) : Json(nullptr)},
                   {"highest", any ? extreme(one.highest) : Json(nullptr)}};
        Json percentiles = Json::array();
        for (const SweepPercentile& p : one.percentiles)
            percentiles.push_back(
                {{"percent", p.percent}, {"value", number(p.estimate.value)}, {"interval", interval(p.estimate)}});
        entry["percentiles"] = percentiles;
        entry["histogram"] = {{"edges", one.histogram.edges}, {"counts", one.histogram.counts}};
        entry["coarse"] = one.coarse;
        Json correlations = Json::array();
        for (const SweepCorrelation& c : one.correlations)
            correlations.push_back({{"input", sweep.inputs.names()[c.input]},
                                    {"linear", number(c.linear)},
                                    {"ranked", c.ranked ? number(*c.ranked) : Json(nullptr)}});
        entry["correlations"] = correlations;
        Json worst = Json::array();
        for (const SweepExtreme& e : one.worst) {
            Json w = extreme(e);
            w["command"] = sweep_run_command(sweep, e.run);
            worst.push_back(w);
        }
        entry["worst"] = worst;
        outcomes.push_back(std::move(entry));
    }
    all["outcomes"] = std::move(outcomes);
    Json over_time = Json::array();
    for (std::size_t q = 0; q < s.over_time.size(); ++q) {
        Json rows = Json::array();
        for (std::size_t k = 0; k < s.times.size(); ++k) {
            Json row = Json::array({s.times[k], s.over_time[q].counts[k]});
            for (const double x : s.over_time[q].percentiles[k]) row.push_back(number(x));
            rows.push_back(std::move(row));
        }
        over_time.push_back(
            {{"name", sweep.keep.over_time[q].name}, {"percents", sweep.keep.percentiles}, {"rows", std::move(rows)}});
    }
    all["over_time"] = std::move(over_time);
    Json failures = Json::array();
    for (const SweepStatistics::Failure& f : s.first_failures)
        failures.push_back({{"run", f.run}, {"reason", f.reason}, {"command", sweep_run_command(sweep, f.run)}});
    all["failures"] = std::move(failures);
    // a name or reason may hold bytes that are no UTF-8
    return all.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string sweep_histograms_csv(const Sweep& sweep, const SweepStatistics& s) {
    std::string text = "outcome,low,high,count\n";
    for (std::size_t o = 0; o < s.outcomes.size(); ++o) {
        const SweepHistogram& h = s.outcomes[o].histogram;
        for (std::size_t i = 0; i < h.counts.size(); ++i)
            text += csv_cell(sweep.outcomes[o].name) + "," + csv_number(h.edges[i]) + "," + csv_number(h.edges[i + 1]) +
                    "," + std::to_string(h.counts[i]) + "\n";
    }
    return text;
}

std::string sweep_over_time_csv(const Sweep& sweep, const SweepStatistics& s) {
    std::string text = "t";
    for (const SweepKeep::OverTime& q : sweep.keep.over_time) {
        text += "," + csv_cell(q.name + ".count");
        for (const double p : sweep.keep.percentiles) text += "," + csv_cell(q.name + ".p" + readable(p, 12));
    }
    text += "\n";
    for (std::size_t k = 0; k < s.times.size(); ++k) {
        text += csv_number(s.times[k]);
        for (const SweepStatistics::OverTime& q : s.over_time) {
            text += "," + std::to_string(q.counts[k]);
            for (const double x : q.percentiles[k]) text += "," + csv_number(x);
        }
        text += "\n";
    }
    return text;
}

}  // namespace polhode
