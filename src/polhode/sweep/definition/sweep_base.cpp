#include "polhode/sweep/definition/sweep_base.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "polhode/sweep/variation/sweep_names.hpp"

namespace polhode {

namespace {

// Cases that stand in different lines are told of in the same words.
std::string without_line(const InputError& error) {
    const std::string text = error.what(), begin = error.place.file + ":" + std::to_string(error.place.line) + ":";
    return error.place.line > 0 && text.compare(0, begin.size(), begin) == 0 ? text.substr(begin.size()) : text;
}

// A key that does not exist is no fault of the case whose value it was to take.
InputError at_its_key(const Sweep& sweep, const FormError& error) {
    const std::string text = error.what(), key = error.place.key + ": ";
    const std::size_t message = text.find(key + "unknown key");
    const Place* named = sweep.inputs.named_at(error.place.key);
    if (message == std::string::npos || !named) return error;
    return InputError({named->file, named->line, error.place.key}, text.substr(message + key.size()));
}

Scenario scenario_with(const Sweep& sweep, const std::vector<double>& numbers) {
    TomlNode tree = sweep.tree;
    sweep.inputs.apply(numbers.data(), tree);
    return read_scenario_tree(tree, sweep.scenario_text, sweep.scenario_file, sweep.settings, sweep.directory);
}

// Each name in a list once, in the place of the one that works: a misspelt one is better known before the start.
void try_choices(Sweep& sweep, const std::vector<double>& working) {
    constexpr std::size_t most = 50;
    for (int column = 0; column < sweep.inputs.columns(); ++column) {
        const std::vector<std::string>* choices = sweep.inputs.choices(column);
        if (!choices) continue;
        for (std::size_t i = 0; i < std::min(choices->size(), most); ++i) {
            std::vector<double> numbers = working;
            numbers[static_cast<std::size_t>(column)] = static_cast<double>(i);
            try {
                scenario_with(sweep, numbers);
            } catch (const InputError& error) {
                sweep.warnings.push_back("runs with " + sweep.inputs.names()[static_cast<std::size_t>(column)] + " = " +
                                         escaped_for_message((*choices)[i]) + " may fail: " + error.what());
            }
        }
    }
}

}  // namespace

void read_sweep_base(const TomlNode& own_tree, Sweep& sweep) {
    constexpr std::uint64_t first_runs = 16, spread_runs = 32, most = 2000;
    std::vector<double> numbers(static_cast<std::size_t>(sweep.inputs.columns()));
    std::optional<InputError> first;
    std::set<std::string> words;
    bool of_formula = false;
    const auto works = [&](std::uint64_t run) {
        try {
            sweep.inputs.draw(run, numbers.data());
            sweep.base = scenario_with(sweep, numbers);
            sweep.base_run = run;
            return true;
        } catch (const FormError& error) {
            if (!first) first = at_its_key(sweep, error);
        } catch (const InputError& error) {
            if (!first) first = error;
            words.insert(without_line(error));
            of_formula = of_formula || key_within(error.place.key, "vary");
        }
        return false;
    };
    std::uint64_t failed = 0;
    while (failed < first_runs && !works(failed)) ++failed;
    bool found = failed < first_runs;
    // the first runs may have a value of a slow axis in common
    for (std::uint64_t k = 1; k < spread_runs && !found; ++k)
        found = works(sweep.runs / spread_runs * k + sweep.runs % spread_runs * k / spread_runs);
    if (!found) {
        // What is told in the same words whatever was drawn is the fault of the file.
        if (words.size() < 2 && !of_formula) throw InputError(*first);
        try {
            sweep.base =
                read_scenario_tree(own_tree, sweep.scenario_text, sweep.scenario_file, sweep.settings, sweep.directory);
        } catch (const InputError&) {
            for (std::uint64_t run = first_runs; run < std::min(sweep.runs, most) && !found; ++run) found = works(run);
            if (!found) throw InputError(*first);
        }
    }
    if (first)
        sweep.warnings.push_back((failed >= sweep.runs   ? "every run will fail, run 0 with: "
                                  : failed == first_runs ? "the first 16 runs will fail, run 0 with: "
                                                         : "run 0 will fail: ") +
                                 std::string(first->what()));
    if (found) try_choices(sweep, numbers);
}

}  // namespace polhode
