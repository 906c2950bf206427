#include "polhode/sweep/definition/sweep_keep.hpp"

#include <algorithm>

#include "polhode/base/contains.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/sweep/definition/sweep_outcomes.hpp"
#include "polhode/sweep/definition/sweep_tables.hpp"
#include "polhode/sweep/variation/sweep_names.hpp"

namespace polhode {

namespace {

using Kind = TomlNode::Kind;

long limited(const Values& values, const std::string& key, long low, long high) {
    const double n = values.number(key);
    if (n < static_cast<double>(low) || n > static_cast<double>(high))
        values.refuse(key, "expected a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
                               ", read the number " + shortest(n));
    return static_cast<long>(n);
}

// "tilt", "spin = sqrt(wx^2 + wy^2)", or the name of an outcome.
SweepKeep::OverTime quantity_over_time(const TomlNode& item, const std::string& expected, const Sweep& sweep) {
    SweepKeep::OverTime over;
    std::string text = item.text;
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos) throw InputError(item.place, "expected " + expected + ", read a blank");
    text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
    std::size_t end = 0;
    while (end < text.size() && is_outcome_name(text.substr(end, 1)) && text[end] != '-') ++end;
    const std::size_t equals = text.find_first_not_of(" \t", end);
    const bool named = end > 0 && equals != std::string::npos && text[equals] == '=' &&
                       (equals + 1 == text.size() || text[equals + 1] != '=');
    if (named) {
        over.name = text.substr(0, end);
        over.of = outcome_formula(sweep, text.substr(equals + 1), item.place);
    } else if (const SweepOutcome* outcome = outcome_named(sweep, text); outcome && !outcome->measure) {
        over.name = text;
        over.of = outcome->of;
    } else {
        over.of = outcome_formula(sweep, text, item.place);
        over.name = is_outcome_name(text) ? text : "over_time_" + std::to_string(sweep.keep.over_time.size());
    }
    if (!is_outcome_name(over.name))
        throw InputError(item.place,
                         "expected a short name before '=', read \"" + escaped_for_message(over.name) + "\"");
    return over;
}

void read_over_time(const TomlNode& list, Sweep& sweep) {
    const std::string expected = "a list of quantities like [\"tilt\", \"spin = sqrt(wx^2 + wy^2)\"]";
    if (list.kind != Kind::array) throw InputError(list.place, "expected " + expected + ", read " + list.described());
    if (list.items.size() > 100) throw InputError(list.place, "more than 100 quantities over time");
    for (const TomlNode& item : list.items) {
        if (item.kind != Kind::text)
            throw InputError(item.place, "expected " + expected + ", read " + item.described());
        const SweepKeep::OverTime over = quantity_over_time(item, expected, sweep);
        for (const SweepKeep::OverTime& other : sweep.keep.over_time)
            if (other.name == over.name) throw InputError(item.place, "\"" + over.name + "\" stands twice in the list");
        sweep.keep.over_time.push_back(over);
    }
    if (list.items.empty()) return;
    for (const SweepInput& input : sweep.inputs.inputs())
        for (const std::string& key : input.keys)
            if (key_within(key, "run"))
                throw InputError(list.place, "quantities over time need the same times in every run, but '" + key +
                                                 "' varies (" + input.place.file + ":" +
                                                 std::to_string(input.place.line) + ")");
}

// keep.trajectories.runs: runs by their numbers.
void read_named_runs(const TomlNode& runs, Sweep& sweep) {
    SweepKeep& keep = sweep.keep;
    const Parameter whole{"", Type::integer, "", "", false, ""};
    if (runs.kind != Kind::array)
        throw InputError(runs.place, "expected a list of runs like [17, 4711], read " + runs.described());
    for (const TomlNode& item : runs.items) {
        const auto run = static_cast<std::uint64_t>(std::get<double>(read_value(item, whole)));
        if (run >= sweep.runs && !sweep.settings.empty()) {
            // a sweep that was cut short by --set
            sweep.warnings.push_back("there is no run " + std::to_string(run) +
                                     " among so few, and no trajectory of it (keep.trajectories.runs)");
            continue;
        }
        if (run >= sweep.runs)
            throw InputError(item.place, "there is no run " + std::to_string(run) + "; the runs count from 0 to " +
                                             std::to_string(sweep.runs - 1));
        keep.named.push_back(run);
    }
    std::sort(keep.named.begin(), keep.named.end());
    keep.named.erase(std::unique(keep.named.begin(), keep.named.end()), keep.named.end());
}

}  // namespace

void read_sweep_keep(const TomlNode& table, Sweep& sweep) {
    const Values values = read_values(table, keep_parameters(), {"over_time", "trajectories"});
    SweepKeep& keep = sweep.keep;
    keep.runs = values.boolean("runs");
    // Without a line for each run there is nothing beside which inputs could stand.
    for (const char* beside : {"csv", "inputs"})
        if (!keep.runs && values.given(beside) && values.boolean(beside))
            values.refuse(beside, "keep.runs is false, so that there is no line for each run");
    keep.csv = keep.runs && values.boolean("csv");
    keep.inputs = keep.runs && values.boolean("inputs");
    keep.final_state = values.boolean("final_state");
    keep.bins = static_cast<int>(limited(values, "bins", 1, 10000));
    keep.worst_listed = static_cast<int>(limited(values, "worst_listed", 0, 1000));
    keep.percentiles = values.numbers("percentiles");
    for (std::size_t i = 0; i < keep.percentiles.size(); ++i) {
        if (!(keep.percentiles[i] > 0 && keep.percentiles[i] < 100))
            values.refuse("percentiles",
                          "expected percentiles between 0 and 100, these two excluded, read the number " +
                              shortest(keep.percentiles[i]));
        if (i > 0 && !(keep.percentiles[i] > keep.percentiles[i - 1]))
            values.refuse("percentiles", "expected rising percentiles, read " + shortest(keep.percentiles[i]) +
                                             " after " + shortest(keep.percentiles[i - 1]));
    }
    if (keep.percentiles.size() > 1000) values.refuse("percentiles", "more than 1000 percentiles");
    if (const TomlNode* list = table.find("over_time")) read_over_time(*list, sweep);
}

void read_sweep_trajectories(const TomlNode& table, Sweep& sweep) {
    if (table.kind != Kind::table)
        throw InputError(table.place,
                         "expected a table like { first = 3, worst = 2, of = \"an outcome\", runs = "
                         "[17] }, read " +
                             table.described());
    const Values values = read_values(table, trajectory_parameters(), {"runs"});
    SweepKeep& keep = sweep.keep;
    keep.first = std::min(static_cast<std::uint64_t>(limited(values, "first", 0, 100000)), sweep.runs);
    keep.worst = static_cast<std::uint64_t>(limited(values, "worst", 0, 1000));
    if (values.has("of")) {
        keep.worst_of = values.text("of");
        std::vector<std::string> names;
        for (const SweepOutcome& o : sweep.outcomes) names.push_back(o.name);
        if (!contains(names, keep.worst_of)) {
            const std::string near = nearest_name(keep.worst_of, names);
            values.refuse("of", "there is no outcome \"" + escaped_for_message(keep.worst_of) + "\"; " +
                                    (names.empty() ? "there is none" : "there are " + listed(names)) +
                                    (near.empty() ? "" : ". Did you mean '" + near + "'?"));
        }
    } else if (keep.worst > 0) {
        if (sweep.outcomes.empty() || sweep.outcomes.front().of_final_state)
            values.refuse("worst",
                          "the worst are found by an outcome, and there is no [[outcome]]; a number of the final "
                          "state is one too: of = \"final_wx\"");
        keep.worst_of = sweep.outcomes.front().name;
    }
    if (const TomlNode* runs = table.find("runs")) read_named_runs(*runs, sweep);
}

}  // namespace polhode
