#include "polhode/sweep/results/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/base/version.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/results/sweep_groups_report.hpp"
#include "polhode/sweep/results/sweep_report_style.hpp"

namespace polhode {

namespace {

using Json = nlohmann::ordered_json;

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

// Of a percentile: a time may be never.
Json number_or_never(double x) { return x == never_s ? Json("never") : number(x); }

Json interval(const SweepEstimate& e) { return Json::array({number(e.low), number(e.high)}); }

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

// Correlations that chance does not explain, the strongest first. Inputs that go with an outcome in the same way
// (copies of each other, columns of one file of cases that rise together) are one entry.
struct ListedCorrelation {
    double r;
    std::size_t outcome;
    const SweepCorrelation* correlation;
    std::vector<std::size_t> same{};  // other inputs
};

// By rank, which does not see how steep a curve is; else the linear ones.
bool same_correlation(const SweepCorrelation& a, const SweepCorrelation& b) {
    const bool ranked = a.ranked && b.ranked && std::isfinite(*a.ranked) && std::isfinite(*b.ranked);
    const double x = ranked ? *a.ranked : a.linear, y = ranked ? *b.ranked : b.linear;
    // what sums of many runs leave of their last digits
    return std::fabs(x - y) <= 1e-9;
}

// Judged by rank, which no heavy tail can fool; without the runs by what holds for any numbers (sweep_chance.hpp).
std::vector<ListedCorrelation> strongest_correlations(const Sweep& sweep, const SweepStatistics& s) {
    std::vector<ListedCorrelation> judged;
    for (const std::size_t o : shown_outcomes(sweep))
        for (const SweepCorrelation& c : s.outcomes[o].correlations) {
            const double r = c.ranked ? *c.ranked : c.linear;
            if (std::isfinite(r) && !sweep.inputs.is_seed(static_cast<int>(c.input)))
                judged.push_back({std::fabs(r), o, &c});
        }
    const auto many = static_cast<double>(judged.size());
    const auto listed = [&](const ListedCorrelation& j) {
        const double runs = static_cast<double>(s.outcomes[j.outcome].count);
        return j.correlation->ranked ? beyond_chance(j.r, j.correlation->chance, many)
                                     : beyond_any_chance(j.r, runs, many);
    };
    std::vector<ListedCorrelation> list;
    std::copy_if(judged.begin(), judged.end(), std::back_inserter(list), listed);
    std::sort(list.begin(), list.end(), [](const ListedCorrelation& a, const ListedCorrelation& b) {
        if (a.r != b.r) return a.r > b.r;
        return a.outcome != b.outcome ? a.outcome < b.outcome : a.correlation->input < b.correlation->input;
    });
    std::vector<ListedCorrelation> grouped;
    for (const ListedCorrelation& c : list) {
        const auto first = std::find_if(grouped.begin(), grouped.end(), [&](const ListedCorrelation& g) {
            return g.outcome == c.outcome && same_correlation(*g.correlation, *c.correlation);
        });
        if (first == grouped.end())
            grouped.push_back(c);
        else
            first->same.push_back(c.correlation->input);
    }
    for (ListedCorrelation& c : grouped) std::sort(c.same.begin(), c.same.end());
    return grouped;
}

std::string inputs_of(const Sweep& sweep, const ListedCorrelation& c) {
    constexpr std::size_t most = 5;
    std::string text = without_control_characters(sweep.inputs.names()[c.correlation->input]);
    for (std::size_t i = 0; i < std::min(most, c.same.size()); ++i)
        text += ", " + without_control_characters(sweep.inputs.names()[c.same[i]]);
    return c.same.size() > most ? text + fmt::format(" and {} more", c.same.size() - most) : text;
}

// What to do about an outcome whose percentiles say little for want of finer bins.
std::string coarse_warning(const SweepOutcome& outcome, const SweepOutcomeStatistics& one) {
    // as many digits of the mean as leave a rest of the size of the deviation
    const double parts = std::fabs(one.mean.value) / one.deviation.value;
    const int digits =
        std::isfinite(parts) ? std::clamp(static_cast<int>(std::ceil(std::log10(parts))) + 1, 1, 17) : 17;
    std::string text = fmt::format(
        "warning: {} varies too little for the bins of its histogram, which are up to 0.8 % of its value wide, and its "
        "percentiles say little; set keep.runs = true",
        without_control_characters(outcome.name));
    if (outcome.take != SweepOutcome::Take::measure)
        text += fmt::format(", or take its distance from the mean: of = \"({}) - {}\"",
                            escaped_for_message(outcome.of.text()), readable(one.mean.value, digits));
    return text;
}

std::string coarse_warning(const SweepKeep::OverTime& quantity, const SweepStatistics::OverTime& one,
                           std::size_t samples) {
    std::string_view formula = quantity.of.text();
    while (!formula.empty() && formula.front() == ' ') formula.remove_prefix(1);
    return fmt::format(
        "warning: {} over time varies too little for the bins of its histograms, which are up to 0.8 % of its value "
        "wide, at {} of {} samples, and its percentiles there say little; take its distance from the middle: \"d = "
        "({}) - {}\"",
        without_control_characters(quantity.name), count_of(one.coarse), count_of(samples),
        without_control_characters(formula), readable(one.middle, 4));
}

std::string correlation_text(double r) {
    if (!std::isfinite(r)) return "-";
    return std::fabs(r) < 0.01 ? fmt::format("{:+.5f}", r) : fmt::format("{:+.3f}", r);
}

}  // namespace

std::string sweep_run_command(const Sweep& sweep, std::uint64_t run) {
    std::string command = "polhode sweep " + shell_word(sweep.file);
    for (const std::string& setting : sweep.settings) command += " --set " + shell_word(setting);
    return command + " --run " + std::to_string(run);
}

namespace {

// Between which values each percentile lies with 95 % confidence.
std::string percentile_intervals(const Sweep& sweep, const SweepStatistics& s, int width) {
    std::vector<std::string> heads{""};
    for (const double p : sweep.keep.percentiles) heads.push_back(percentile_name(p));
    TextTable table(heads);
    for (const std::size_t o : shown_outcomes(sweep)) {
        const SweepOutcomeStatistics& one = s.outcomes[o];
        // of what does not vary, or is 0 or 1, there is nothing to say
        if (one.percentiles.empty() || one.ones || !(one.lowest.value < one.highest.value)) continue;
        const SweepNumberStyle style = style_of(one);
        std::vector<std::string> from{"from"}, to{"to"};
        for (const SweepPercentile& p : one.percentiles) {
            from.push_back(style(p.estimate.low));
            to.push_back(style(p.estimate.high));
        }
        table.row("  " + without_control_characters(sweep.outcomes[o].name), from);
        table.row("", to);
    }
    return table.empty() ? "" : "\nPercentiles: 95 % intervals (-: too few runs to say)\n" + table.text(width);
}

std::string listed_names(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + without_control_characters(name);
    return text;
}

// Whose noise the runs have, where a scenario has some.
std::vector<std::string> own_seeds(const Sweep& sweep) {
    std::vector<std::string> names;
    for (const SweepInput& input : sweep.inputs.inputs())
        if (input.is_seed()) names.push_back(input.name);
    return names;
}
std::string noise_text(const Sweep& sweep) {
    const std::vector<std::string> own = own_seeds(sweep), &common = sweep.inputs.seeds_in_common();
    if (!own.empty()) return "each run has noise of its own: " + listed_names(own) + "\n";
    if (common.empty()) return "";
    return "all runs have the same noise (sweep.noise): " + listed_names(common) + "; no interval knows of it\n";
}
Json noise_json(const Sweep& sweep) {
    if (!own_seeds(sweep).empty()) return {{"runs_have", "own"}, {"seeds", own_seeds(sweep)}};
    if (sweep.inputs.seeds_in_common().empty()) return nullptr;
    return {{"runs_have", "same"}, {"seeds", sweep.inputs.seeds_in_common()}};
}

Json extreme(const SweepExtreme& e) { return Json{{"value", number(e.value)}, {"run", e.run}}; }

// Count, moments, extremes and percentiles of an outcome.
Json outcome_numbers(const SweepOutcome& outcome, const SweepOutcomeStatistics& one) {
    const bool any = one.count > 0;
    Json entry{{"name", outcome.name},
               {"unit", outcome.unit},
               {"summary", outcome.summary},
               {"count", one.count},
               {"missing", one.missing},
               {"never", outcome.can_be_never() ? Json(one.never) : Json(nullptr)},
               {"mean", number(one.mean.value)},
               {"mean_interval", interval(one.mean)},
               {"mean_interval_by", one.ones ? "Clopper-Pearson" : "Student"},
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
            {{"percent", p.percent},
             {"value", number_or_never(p.estimate.value)},
             {"interval", Json::array({number_or_never(p.estimate.low), number_or_never(p.estimate.high)})}});
    entry["percentiles"] = percentiles;
    return entry;
}

// [{"by": [names], "groups": [{"values": [..], "runs", "failed", "outcomes": [..]}]}]
Json groups_json(const Sweep& sweep, const SweepStatistics& s) {
    Json all = Json::array();
    for (std::size_t k = 0; k < s.groups.size(); ++k) {
        Json list = Json::array();
        for (std::size_t g = 0; g < s.groups[k].size(); ++g) {
            const SweepStatistics::Group& group = s.groups[k][g];
            if (group.runs == 0) continue;
            Json outcomes = Json::array();
            for (std::size_t o = 0; o < group.outcomes.size(); ++o)
                outcomes.push_back(outcome_numbers(sweep.outcomes[o], group.outcomes[o]));
            list.push_back({{"values", sweep.groups[k].texts(g)},
                            {"runs", group.runs},
                            {"failed", group.failed},
                            {"outcomes", std::move(outcomes)}});
        }
        all.push_back({{"by", sweep.groups[k].names()}, {"groups", std::move(list)}});
    }
    return all;
}

// A line about the runs that did not fail and do not have an outcome; "" where there is none.
std::string without_outcome(const SweepOutcome& outcome, const SweepOutcomeStatistics& one, std::uint64_t failed) {
    const std::string name = "  " + without_control_characters(outcome.name) + ": ";
    if (one.never > 0) {
        const std::uint64_t runs = one.count + one.never;
        return name + fmt::format("never in {} of {} runs, {}; percentiles count them as later than any time{}\n",
                                  count_of(one.never), count_of(runs), with_ends(share_estimate(one.never, runs)),
                                  one.count > 0 ? ", mean and standard deviation are of the others" : "");
    }
    const std::uint64_t without = one.missing > failed ? one.missing - failed : 0;
    if (without == 0) return "";
    return name + count_of(without) + (without == 1 ? " run that did not fail does" : " runs that did not fail do") +
           " not have it\n";
}

constexpr std::size_t missing_shown = 5;

// The worst runs of the outcomes, and those that have no outcome.
std::string worst_and_missing(const Sweep& sweep, const SweepStatistics& s) {
    std::string worst_text, missing_text;
    const auto command = [&](std::uint64_t run) { return escaped_for_message(sweep_run_command(sweep, run), 4000); };
    for (const std::size_t o : shown_outcomes(sweep)) {
        const SweepOutcomeStatistics& one = s.outcomes[o];
        const SweepOutcome& outcome = sweep.outcomes[o];
        const std::string name = "  " + without_control_characters(outcome.name);
        const std::uint64_t without = one.missing > s.failed ? one.missing - s.failed : 0;
        const std::size_t listed =
            std::min(one.worst.size(), static_cast<std::size_t>(std::max(sweep.keep.worst_listed, 0)));
        const bool never = listed > 0 && std::isnan(one.worst[0].value) && one.count > 0;
        if (!one.first_missing.empty() && !never) {
            missing_text += fmt::format("{}, {} {}\n", name, count_of(without), without == 1 ? "run" : "runs");
            for (std::size_t i = 0; i < std::min(missing_shown, one.first_missing.size()); ++i)
                missing_text += "    " + command(one.first_missing[i]) + "\n";
        }
        // where all runs agree none is worse than the others
        if (listed == 0 || (!never && !(one.lowest.value < one.highest.value))) continue;
        // as many as that may be as bad as the first
        const std::uint64_t equal = never                  ? without
                                    : !one.ones            ? 0
                                    : outcome.worst_is_low ? one.count - *one.ones
                                                           : *one.ones;
        const bool all_equal = never ? std::isnan(one.worst[listed - 1].value)
                                     : one.worst[listed - 1].value == one.worst[0].value && listed > 1;
        worst_text += name + (outcome.worst_is_low ? ", lowest" : ", highest");
        if (never)
            worst_text +=
                fmt::format("; {} {} it", count_of(without), without == 1 ? "run never reaches" : "runs never reach");
        if (all_equal && equal > listed)
            worst_text += never ? fmt::format(", the first {} of them", listed)
                                : fmt::format("; the first {} of {} runs with this value", listed, count_of(equal));
        else if (all_equal && !never && !one.ones)
            worst_text += "; the first with this value";
        worst_text += "\n";
        const SweepNumberStyle style = style_of(one);
        const double best = outcome.worst_is_low ? one.highest.value : one.lowest.value;
        for (std::size_t i = 0; i < listed && one.worst[i].value != best; ++i)
            worst_text +=
                fmt::format("    {:<12} {}\n", std::isnan(one.worst[i].value) ? "never" : style(one.worst[i].value),
                            command(one.worst[i].run));
    }
    std::string text;
    if (!worst_text.empty()) text += "\nWorst runs, each with the command that repeats it alone\n" + worst_text;
    if (!missing_text.empty())
        text += "\nRuns that did not fail and do not have an outcome, the first of them\n" + missing_text;
    return text;
}

}  // namespace

std::string sweep_summary_text(const Sweep& sweep, const SweepStatistics& s, int width) {
    std::string text = without_control_characters(sweep.title.empty() ? sweep.file : sweep.title) + "\n";
    text += count_of(s.runs) + (s.runs == 1 ? " run" : " runs");
    if (s.failed > 0)
        text += fmt::format(", {} failed ({:.3g} %)", count_of(s.failed),
                            100 * static_cast<double>(s.failed) / static_cast<double>(s.runs));
    text += ", seed " + std::to_string(sweep.seed) + "\n" + noise_text(sweep) + "\n";

    std::vector<std::string> heads{"mean ± 95 %", "std. deviation", "lowest"};
    for (const double p : sweep.keep.percentiles) heads.push_back(percentile_name(p));
    heads.push_back("highest");
    TextTable table(heads);
    const auto add = [&](std::size_t o) {
        const SweepOutcomeStatistics& one = s.outcomes[o];
        const std::string label = "  " + with_unit_of(sweep.outcomes[o]);
        if (one.count == 0) {
            table.row(label, {one.never > 0 ? "never in any run" : "no run has it"});
            return;
        }
        const SweepNumberStyle style = style_of(one);
        std::vector<std::string> cells{one.ones ? with_ends(one.mean) : with_half(one.mean), with_half(one.deviation),
                                       style(one.lowest.value)};
        for (const SweepPercentile& p : one.percentiles) cells.push_back(style(p.estimate.value));
        cells.push_back(style(one.never > 0 ? never_s : one.highest.value));
        table.row(label, cells);
    };
    for (std::size_t o = 0; o < s.outcomes.size(); ++o) add(o);
    if (!s.outcomes.empty()) text += table.text(width);
    for (std::size_t o = 0; o < s.outcomes.size(); ++o)
        text += without_outcome(sweep.outcomes[o], s.outcomes[o], s.failed);
    if (s.outcomes.empty())
        text += "Percentiles over time stand in over-time.csv.\n";
    else
        text += s.exact ? "Percentiles are those of the runs themselves.\n"
                        : "Percentiles are read from histograms and right to 0.8 % of their value.\n";
    for (std::size_t o = 0; o < s.outcomes.size(); ++o)
        if (s.outcomes[o].coarse) text += "  " + coarse_warning(sweep.outcomes[o], s.outcomes[o]) + "\n";
    for (std::size_t q = 0; q < s.over_time.size(); ++q)
        if (s.over_time[q].coarse > 0)
            text += "  " + coarse_warning(sweep.keep.over_time[q], s.over_time[q], s.times.size()) + "\n";
    if (!s.outcomes.empty()) text += percentile_intervals(sweep, s, width);
    text += sweep_groups_text(sweep, s, width);

    std::vector<ListedCorrelation> pairs = strongest_correlations(sweep, s);
    if (pairs.size() > 10) pairs.resize(10);
    if (!pairs.empty()) {
        TextTable correlations(s.ranked_runs > 0 ? std::vector<std::string>{"linear", "by rank"}
                                                 : std::vector<std::string>{"linear"});
        for (const ListedCorrelation& p : pairs) {
            std::vector<std::string> cells{correlation_text(p.correlation->linear)};
            if (p.correlation->ranked) cells.push_back(correlation_text(*p.correlation->ranked));
            correlations.row(
                "  " + without_control_characters(sweep.outcomes[p.outcome].name) + " with " + inputs_of(sweep, p),
                cells);
        }
        text += "\nStrongest correlations\n" + correlations.text(width);
    }

    text += worst_and_missing(sweep, s);
    if (!s.first_failures.empty()) {
        text += "\nFailed runs\n";
        constexpr std::size_t most = 5;
        for (std::size_t i = 0; i < std::min(most, s.first_failures.size()); ++i)
            text += "  run " + std::to_string(s.first_failures[i].run) + ": " +
                    escaped_for_message(s.first_failures[i].reason, 400) + "\n";
        if (s.failed > most) text += "  and " + count_of(s.failed - most) + " more, all in failures.csv\n";
    }
    if (!s.hash.empty()) text += "\nhash of the results: " + s.hash + "\n";
    return text;
}

// {
//   "polhode_version", "title", "sweep": file, "settings": [..], "fingerprint", "seed",
//   "noise": null, or {"runs_have": "own", "seeds": [columns]}, or {"runs_have": "same", "seeds": [keys]},
//   "runs", "failed", "block",
//   "hash": SHA-256 of the results, "percentiles_exact": false when they come from histograms (right to 0.8 %),
//   "rank_correlation_runs": how many runs those are made of,
//   "inputs": [names],
//   "outcomes": [{
//     "name", "unit", "summary", "count", "missing", "never": of a first-time, runs that did not fail and in which it
//     does not happen (null of any other): "never" stands for their time in percentiles, and everything else is of the
//     others, "mean", "mean_interval": [low, high], "mean_interval_by": "Student", or "Clopper-Pearson" where every
//     value is 0 or 1, "standard_error", "standard_deviation", "standard_deviation_interval", "skewness", "kurtosis" (3
//     for a normal distribution), "lowest": {"value", "run"}, "highest": {"value", "run"}, "percentiles": [{"percent",
//     "value", "interval": [low, high]}], each a number or "never", "histogram": {"edges": [n + 1], "counts": [n]},
//     "coarse": true where percentiles and histogram say little, as it varies too little for the bins they come from,
//     "correlations": [{"input", "linear", "ranked": null where runs are not kept}],
//     "worst": [{"value": null where a run never reaches the level of a first-time, "run", "command"}],
//     "missing_runs": [{"run", "command"}] (the first 20 that did not fail)
//   }],
//   "groups": [{"by": [names], "groups": [{"values": [texts], "runs", "failed", "outcomes": [as above, as far as
//              "percentiles"]}]}] for each grouping of sweep.groups; groups without runs are left out,
//   "over_time": [{"name", "percents": [..], "coarse_samples": at how many they say little, "rows": [[t, count, values
//                 ...]]}],
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
             {"noise", noise_json(sweep)},
             {"runs", s.runs},
             {"failed", s.failed},
             {"block", sweep.block},
             {"hash", s.hash.empty() ? Json(nullptr) : Json(s.hash)},
             {"percentiles_exact", s.exact},
             {"rank_correlation_runs", s.ranked_runs},
             {"inputs", sweep.inputs.names()}};
    Json outcomes = Json::array();
    for (std::size_t o = 0; o < s.outcomes.size(); ++o) {
        const SweepOutcomeStatistics& one = s.outcomes[o];
        Json entry = outcome_numbers(sweep.outcomes[o], one);
        entry["histogram"] = {{"edges", one.histogram.edges}, {"counts", one.histogram.counts}};
        entry["coarse"] = one.coarse;
        Json correlations = Json::array();
        for (const SweepCorrelation& c : one.correlations) {
            if (sweep.inputs.is_seed(static_cast<int>(c.input))) continue;
            correlations.push_back({{"input", sweep.inputs.names()[c.input]},
                                    {"linear", number(c.linear)},
                                    {"ranked", c.ranked ? number(*c.ranked) : Json(nullptr)}});
        }
        entry["correlations"] = correlations;
        Json worst = Json::array();
        for (const SweepExtreme& e : one.worst) {
            Json w = extreme(e);
            w["command"] = sweep_run_command(sweep, e.run);
            worst.push_back(w);
        }
        entry["worst"] = worst;
        Json missing = Json::array();
        for (const std::uint64_t run : one.first_missing)
            missing.push_back({{"run", run}, {"command", sweep_run_command(sweep, run)}});
        entry["missing_runs"] = missing;
        outcomes.push_back(std::move(entry));
    }
    all["outcomes"] = std::move(outcomes);
    all["groups"] = groups_json(sweep, s);
    Json over_time = Json::array();
    for (std::size_t q = 0; q < s.over_time.size(); ++q) {
        Json rows = Json::array();
        for (std::size_t k = 0; k < s.times.size(); ++k) {
            Json row = Json::array({s.times[k], s.over_time[q].counts[k]});
            for (const double x : s.over_time[q].percentiles[k]) row.push_back(number(x));
            rows.push_back(std::move(row));
        }
        over_time.push_back({{"name", sweep.keep.over_time[q].name},
                             {"percents", sweep.keep.percentiles},
                             {"coarse_samples", s.over_time[q].coarse},
                             {"rows", std::move(rows)}});
    }
    all["over_time"] = std::move(over_time);
    Json failures = Json::array();
    for (const SweepStatistics::Failure& f : s.first_failures)
        failures.push_back({{"run", f.run}, {"reason", f.reason}, {"command", sweep_run_command(sweep, f.run)}});
    all["failures"] = std::move(failures);
    // a name or reason may hold bytes that are no UTF-8
    return all.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace polhode
