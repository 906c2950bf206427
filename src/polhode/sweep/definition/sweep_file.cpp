#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "polhode/base/shortest.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/input/setting_alternatives.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/sweep/definition/names.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_identity.hpp"
#include "polhode/sweep/definition/sweep_variation.hpp"

namespace polhode {

namespace {

using Kind = TomlNode::Kind;
using Take = SweepOutcome::Take;

const std::vector<std::string> sweep_tables{"sweep", "vary", "outcome", "keep"};
const std::vector<std::string> scenario_tables{"title",    "body",   "start",   "torque", "rates",
                                               "readings", "method", "compare", "run"};

const char* const needs =
    "a sweep needs [[vary]] tables or a scenario with noise, and [sweep] with its number of runs where nothing but "
    "chance varies";

std::vector<Parameter> sweep_parameters() {
    return {
        {"runs", Type::integer, "1", "", false,
         "how many runs; left out: as many as the grids, lists and files span together"},
        {"seed", Type::integer, "1", "1", false, "another seed gives other random numbers"},
        {"noise",
         Type::choice,
         "",
         "\"own\"",
         false,
         "\"own\": every seed of the scenario that is not varied is drawn for each run; \"same\": all runs have the "
         "noise "
         "of the seeds as they stand",
         {"own", "same"}},
        {"groups", Type::text, "", "", false,
         "statistics for each value of an input that is a list, a choice, a grid or a column of cases: \"satellite\", "
         "[\"satellite\", \"spring\"], every combination: [[\"satellite\", \"spring\"]]"},
        {"scenario", Type::path, "", "", false,
         "the scenario's file, from where this one is; left out: the scenario stands in this file"},
        {"block", Type::integer, "1", "", false,
         "runs that are computed and saved together, a power of two; left out: chosen by the number of runs"},
        {"title", Type::text, "", "", false, "what the sweep is for"},
    };
}

std::vector<Parameter> outcome_parameters() {
    return {
        {"name", Type::text, "", "", true, "how results call it"},
        {"take", Type::text, "", "\"final\"", false, "which number of the run it is: the name of an outcome"},
        {"unit", Type::text, "", "", false, "its unit, for the summary"},
        {"summary", Type::text, "", "", false, "what it is, for the summary"},
        {"worst", Type::choice, "", "\"high\"", false, "which end of it is the worst", {"high", "low"}},
    };
}

std::vector<Parameter> keep_parameters() {
    return {
        {"runs", Type::boolean, "", "true", false, "a line for each run; false: only what can be summed up"},
        {"csv", Type::boolean, "", "true", false, "runs.csv beside runs.h5"},
        {"inputs", Type::boolean, "", "true", false, "the varied numbers beside the outcomes"},
        {"final_state", Type::boolean, "", "true", false, "the last attitude and rate as outcomes"},
        {"over_time", Type::text, "", "", false,
         "list of quantities whose percentiles are given at every sample: \"tilt\", \"spin = sqrt(wx^2 + wy^2)\""},
        {"percentiles", Type::numbers, "%", "[1, 5, 25, 50, 75, 95, 99]", false, "which percentiles are given"},
        {"trajectories", Type::text, "", "", false,
         "runs kept whole: { first = 3, worst = 2, of = \"an outcome\", runs = [17, 4711] }"},
        {"bins", Type::integer, "1", "40", false, "bins of a histogram"},
        {"worst_listed", Type::integer, "1", "5", false, "how many of the worst runs the summary names"},
    };
}

std::vector<Parameter> trajectory_parameters() {
    return {
        {"first", Type::integer, "1", "0", false, "how many from the first on"},
        {"worst", Type::integer, "1", "0", false, "how many of the worst"},
        {"of", Type::text, "", "", false, "the outcome by which they are the worst; left out: the first"},
    };
}

const std::pair<const char*, Take> takes[] = {
    {"final", Take::final},           {"start", Take::start}, {"largest", Take::largest},
    {"smallest", Take::smallest},     {"mean", Take::mean},   {"range", Take::range},
    {"first-time", Take::first_time}, {"count", Take::count}, {"measure", Take::measure},
};

std::vector<std::string> names_of_measures() {
    std::vector<std::string> names;
    for (const Entry& e : measure_entries()) names.push_back(e.name);
    return names;
}

bool is_name(const std::string& name) {
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

bool is_power_of_two(std::uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

// Some dozens of blocks, so that several can work at once and little is lost with one; not so many that their
// bookkeeping shows; lanes filled, and in large sweeps cards.
std::uint64_t chosen_block(std::uint64_t runs, bool keeps_runs, bool over_time) {
    // what is counted over time is counted anew in each block: fewer of them then
    constexpr std::uint64_t many = 1024, smallest = 32;
    const std::uint64_t wanted = over_time ? 16 : 64;
    const std::uint64_t largest = keeps_runs ? 1u << 18 : 1u << 20;
    std::uint64_t block = over_time ? 8192 : 1024;
    while (block > smallest && runs / block < wanted) block /= 2;
    while (block < largest && runs / block > many) block *= 2;
    return block;
}

// A setting reaches the tables of the sweep or the scenario by the first name in its key.
bool for_sweep(const std::string& setting) {
    const std::size_t begin = setting.find_first_not_of(" \t");
    if (begin == std::string::npos) return false;
    return contains(sweep_tables, setting.substr(begin, setting.find_first_of(".[= \t", begin) - begin));
}

// "torque.0.mass" is torque[0].mass.
std::string key_of_setting(const std::string& setting) {
    std::string key;
    for (std::size_t i = 0; i < setting.size() && setting[i] != '='; ++i) {
        const auto digit = [&](std::size_t k) { return k < setting.size() && setting[k] >= '0' && setting[k] <= '9'; };
        if (setting[i] == ' ' || setting[i] == '\t') continue;
        if (setting[i] == '.' && digit(i + 1)) {
            key += '[';
            while (digit(i + 1)) key += setting[++i];
            key += ']';
        } else {
            key += setting[i];
        }
    }
    return key;
}

std::string directory_of(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

class SweepReader {
 public:
    SweepReader(const std::string& text, const std::string& name, const std::vector<std::string>& settings,
                const std::string& directory)
        : directory_(directory) {
        sweep_.file = name;
        sweep_.text = text;
        sweep_.settings = settings;
    }

    Sweep read() {
        root_ = parse_toml(sweep_.text, sweep_.file);
        for (const std::string& setting : sweep_.settings)
            if (for_sweep(setting) || key_of_setting(setting) == "title") apply_setting(root_, setting);
        const TomlNode none = missing_table("sweep");
        const TomlNode* table = root_.find("sweep");
        if (table) require_table(*table);
        const Values values = read_values(table ? *table : none, sweep_parameters(), {"seed", "groups"});
        find_scenario(values);
        sweep_.seed = seed_in(table ? *table : none);
        sweep_.own_noise = values.text("noise") == "own";
        read_inputs();
        read_runs(values);
        if (const TomlNode* groups = table ? table->find("groups") : nullptr)
            sweep_.groups = read_sweep_groups(*groups, sweep_.inputs);
        read_base();
        sweep_.own_columns = sweep_own_columns(sweep_);
        read_title(values);
        read_outcomes();
        read_keep();
        add_final_state();
        if (const TomlNode* keep = root_.find("keep"))
            if (const TomlNode* trajectories = keep->find("trajectories")) read_trajectories(*trajectories);
        if (sweep_.outcomes.empty() && sweep_.keep.over_time.empty() && sweep_.keep.first == 0 &&
            sweep_.keep.named.empty())
            throw InputError(
                {sweep_.file, 0, "outcome"},
                "nothing would be kept of the runs: there is no [[outcome]] and keep.final_state is false");
        read_block(values);
        sweep_.fingerprint = fingerprint();
        return std::move(sweep_);
    }

 private:
    TomlNode missing_table(const std::string& name) const {
        TomlNode table;
        table.name = name;
        table.place = {sweep_.file, 0, name};
        return table;
    }

    // Every whole number that TOML can write and that is not negative; not all of them are doubles.
    static std::uint64_t seed_in(const TomlNode& table) {
        const TomlNode* node = table.find("seed");
        if (!node) return 1;
        const bool whole =
            node->kind == Kind::integer ||
            (node->kind == Kind::number && node->number == std::floor(node->number) && node->number <= 0x1p53);
        if (!whole || !(node->number >= 0))
            throw InputError(node->place, "expected a whole number from 0 to 2^63 - 1, read " + node->described() +
                                              "; example: seed = 1");
        return node->text.empty() ? static_cast<std::uint64_t>(node->number) : std::stoull(node->text);
    }

    static const std::vector<TomlNode>& tables(const TomlNode& list) {
        const std::string name = "[[" + list.name + "]]";
        if (list.kind == Kind::table)
            throw InputError(list.place,
                             "there may be several of these: write " + name + " in place of [" + list.name + "]");
        if (list.kind != Kind::array)
            throw InputError(list.place, "expected tables " + name + ", read " + list.described());
        for (const TomlNode& item : list.items)
            if (item.kind != Kind::table)
                throw InputError(item.place, "expected tables " + name + ", read " + item.described());
        return list.items;
    }

    // The tree of the scenario: what is left of this file, or the file that it names.
    void find_scenario(const Values& values) {
        if (root_.items.empty()) throw InputError(root_.place, std::string("there is nothing in it; ") + needs);
        for (const char* name : {"study", "problem"})
            if (const TomlNode* table = root_.find(name))
                throw InputError(table->place, "this is a study of methods and steps: `polhode study` runs it");
        std::vector<std::string> allowed = sweep_tables;
        if (!values.has("scenario")) {
            allowed.insert(allowed.end(), scenario_tables.begin(), scenario_tables.end());
            check_keys(root_, allowed);
            sweep_.scenario_file = sweep_.file;
            sweep_.scenario_text = sweep_.text;
            sweep_.directory = directory_;
            sweep_.tree = root_;
            std::vector<TomlNode>& items = sweep_.tree.items;
            items.erase(std::remove_if(items.begin(), items.end(),
                                       [](const TomlNode& n) { return contains(sweep_tables, n.name); }),
                        items.end());
        } else {
            const std::string& file = values.text("scenario");
            for (const TomlNode& item : root_.items)
                if (item.name != "title" && contains(scenario_tables, item.name))
                    throw InputError(item.place, "the scenario stands in '" + printable(file) +
                                                     "' (sweep.scenario); leave one of the two out");
            allowed.push_back("title");
            check_keys(root_, allowed);
            sweep_.scenario_file = file.front() == '/' ? file : directory_ + file;
            sweep_.directory = directory_of(sweep_.scenario_file);
            try {
                sweep_.scenario_text = read_scenario_text(sweep_.scenario_file);
            } catch (const InputError& error) {
                throw InputError(values.place("scenario"), error.what());
            }
            sweep_.tree = parse_toml(sweep_.scenario_text, sweep_.scenario_file);
            for (const char* name : {"sweep", "vary"})
                if (const TomlNode* other = sweep_.tree.find(name))
                    throw InputError(other->place, "this is a sweep itself; sweep.scenario names a plain scenario");
        }
        for (const std::string& setting : sweep_.settings)
            if (!for_sweep(setting)) apply_setting(sweep_.tree, setting);
        if (!varies_integrator()) refuse_step_without_use(sweep_.tree);
        if (const TomlNode* others = sweep_.tree.find("compare"))
            throw InputError(others->place,
                             "a sweep runs one method over many problems; leave [[compare]] out, or let the method "
                             "vary: [[vary]] key = \"method.integrator\", kind = \"list\", values = [\"rk4\", "
                             "\"dopri5\"]");
    }

    // A step may then belong to some of the integrators only.
    bool varies_integrator() const {
        const TomlNode* list = root_.find("vary");
        if (!list) return false;
        std::string keys;
        for (const TomlNode& table : list->items) keys += toml_literal(table);
        return keys.find("method") != std::string::npos;
    }

    void read_inputs() {
        const TomlNode* list = root_.find("vary");
        const std::vector<TomlNode> none;
        own_tree_ = sweep_.tree;
        TomlNode tree = sweep_.tree;
        std::vector<std::string> reserved = sweep_row_variables();
        sweep_.inputs =
            read_sweep_inputs(list ? tables(*list) : none, sweep_.seed, directory_, reserved, tree, sweep_.own_noise);
        if (sweep_.inputs.columns() == 0)
            throw InputError(
                {sweep_.file, 0, "vary"},
                std::string("nothing varies; ") + needs +
                    ". Example: [[vary]] key = \"start.rate[2]\", kind = \"uniform\", low = 1.0, high = 2.0" +
                    (root_.find("sweep") ? "" : ". A plain scenario is run once by `polhode run`"));
        sweep_.tree = std::move(tree);
        for (const std::string& setting : sweep_.settings) {
            const std::string key = key_of_setting(setting);
            for (const SweepInput& input : sweep_.inputs.inputs())
                for (const std::string& varied : input.keys)
                    if (!varied.empty() && !for_sweep(setting) && covers(varied, key))
                        throw InputError({"--set " + printable(setting, 100), 0, key},
                                         input.is_seed() ? "each run has noise of its own, whose seed this is; --set "
                                                           "sweep.noise=same keeps what is set here"
                                                         : "this key varies in the sweep (" + input.place.file + ":" +
                                                               std::to_string(input.place.line) +
                                                               "); what is set here would have no effect");
        }
    }

    static bool covers(const std::string& varied, const std::string& key) {
        return key.compare(0, varied.size(), varied) == 0 &&
               (key.size() == varied.size() || key[varied.size()] == '.' || key[varied.size()] == '[');
    }

    void read_runs(const Values& values) {
        if (values.given("runs")) {
            if (values.integer("runs") < 1) values.refuse("runs", "expected at least 1 run, read the number 0");
            sweep_.runs = static_cast<std::uint64_t>(values.integer("runs"));
        } else {
            if (!sweep_.inputs.has_axis())
                values.refuse("runs",
                              "missing; no grid, list or file of cases says how many runs there are, so it must be "
                              "said here. Example: [sweep] runs = 1000");
            sweep_.runs = sweep_.inputs.product();
        }
    }

    // The scenario of run 0 shows whether the keys are right. Its numbers may be unlucky (a negative mass), which is
    // that run's fault alone; then others are tried. Where all of them are unlucky, the scenario with the file's own
    // numbers shows what the runs have in common, and each run will be recorded with its reason.
    void read_base() {
        constexpr std::uint64_t first_runs = 16, spread_runs = 32, most = 2000;
        std::vector<double> numbers(static_cast<std::size_t>(sweep_.inputs.columns()));
        std::optional<InputError> first;
        std::set<std::string> words;
        bool of_formula = false;
        const auto works = [&](std::uint64_t run) {
            try {
                sweep_.inputs.draw(run, numbers.data());
                sweep_.base = scenario_with(numbers);
                sweep_.base_run = run;
                return true;
            } catch (const FormError& error) {
                if (!first) first = at_its_key(error);
            } catch (const InputError& error) {
                if (!first) first = error;
                words.insert(without_line(error));
                of_formula = of_formula || covers("vary", error.place.key);
            }
            return false;
        };
        std::uint64_t failed = 0;
        while (failed < first_runs && !works(failed)) ++failed;
        bool found = failed < first_runs;
        // the first runs may have a value of a slow axis in common
        for (std::uint64_t k = 1; k < spread_runs && !found; ++k)
            found = works(sweep_.runs / spread_runs * k + sweep_.runs % spread_runs * k / spread_runs);
        if (!found) {
            // What is told in the same words whatever was drawn is the fault of the file.
            if (words.size() < 2 && !of_formula) throw InputError(*first);
            try {
                sweep_.base = read_scenario_tree(own_tree_, sweep_.scenario_text, sweep_.scenario_file, sweep_.settings,
                                                 sweep_.directory);
            } catch (const InputError&) {
                for (std::uint64_t run = first_runs; run < std::min(sweep_.runs, most) && !found; ++run)
                    found = works(run);
                if (!found) throw InputError(*first);
            }
        }
        if (first)
            sweep_.warnings.push_back((failed >= sweep_.runs  ? "every run will fail, run 0 with: "
                                       : failed == first_runs ? "the first 16 runs will fail, run 0 with: "
                                                              : "run 0 will fail: ") +
                                      std::string(first->what()));
        if (found) try_choices(numbers);
    }

    // Cases that stand in different lines are told of in the same words.
    static std::string without_line(const InputError& error) {
        const std::string text = error.what(), begin = error.place.file + ":" + std::to_string(error.place.line) + ":";
        return error.place.line > 0 && text.compare(0, begin.size(), begin) == 0 ? text.substr(begin.size()) : text;
    }

    // A key that does not exist is no fault of the case whose value it was to take.
    InputError at_its_key(const FormError& error) const {
        const std::string text = error.what(), key = error.place.key + ": ";
        const std::size_t message = text.find(key + "unknown key");
        const Place* named = sweep_.inputs.named_at(error.place.key);
        if (message == std::string::npos || !named) return error;
        return InputError({named->file, named->line, error.place.key}, text.substr(message + key.size()));
    }

    Scenario scenario_with(const std::vector<double>& numbers) const {
        TomlNode tree = sweep_.tree;
        sweep_.inputs.apply(numbers.data(), tree);
        return read_scenario_tree(tree, sweep_.scenario_text, sweep_.scenario_file, sweep_.settings, sweep_.directory);
    }

    // Each name in a list once, in the place of the one that works: a misspelt one is better known before the start.
    void try_choices(const std::vector<double>& working) {
        constexpr std::size_t most = 50;
        for (int column = 0; column < sweep_.inputs.columns(); ++column) {
            const std::vector<std::string>* choices = sweep_.inputs.choices(column);
            if (!choices) continue;
            for (std::size_t i = 0; i < std::min(choices->size(), most); ++i) {
                std::vector<double> numbers = working;
                numbers[static_cast<std::size_t>(column)] = static_cast<double>(i);
                try {
                    scenario_with(numbers);
                } catch (const InputError& error) {
                    sweep_.warnings.push_back("runs with " + sweep_.inputs.names()[static_cast<std::size_t>(column)] +
                                              " = " + printable((*choices)[i]) + " may fail: " + error.what());
                }
            }
        }
    }

    void read_title(const Values& values) {
        const TomlNode* title = root_.find("title");
        if (title) (void)read_value(*title, {"title", Type::text, "", "", false, ""});
        sweep_.title = values.has("title") ? values.text("title") : title ? title->text : sweep_.base.title;
    }

    Expression formula(const std::string& text, const Place& place) const {
        try {
            const Expression of(text, sweep_formula_names(sweep_));
            sweep_.inputs.check_formula(of, static_cast<int>(sweep_row_variables().size()), place);
            return of;
        } catch (const ExpressionError& error) {
            throw InputError(place, error.what());
        }
    }

    const SweepOutcome* outcome_named(const std::string& name) const {
        for (const SweepOutcome& o : sweep_.outcomes)
            if (o.name == name) return &o;
        return nullptr;
    }

    void read_outcomes() {
        const TomlNode* list = root_.find("outcome");
        if (!list) return;
        for (const TomlNode& table : tables(*list)) sweep_.outcomes.push_back(read_outcome(table));
    }

    SweepOutcome read_outcome(const TomlNode& table) const {
        const Entry& entry =
            table.find("take") ? named_entry_in(table, "take", "outcome") : *find_entry("outcome", "final");
        std::vector<Parameter> parameters = outcome_parameters();
        for (const Parameter& p : entry.parameters) parameters.push_back(p);
        const Values values = read_values(table, parameters);
        SweepOutcome o;
        o.place = table.place;
        o.name = values.text("name");
        if (!is_name(o.name))
            values.refuse("name", "expected a short name of letters, digits, _ and -, read the string \"" +
                                      printable(o.name) + "\"; example: name = \"settled\"");
        if (contains(sweep_.inputs.names(), o.name))
            values.refuse("name", "the name \"" + o.name + "\" is used by a number that varies; choose another");
        if (outcome_named(o.name)) values.refuse("name", "the name \"" + o.name + "\" is used by another outcome");
        if (values.has("unit")) o.unit = values.text("unit");
        if (values.has("summary")) o.summary = values.text("summary");
        o.worst_is_low = values.text("worst") == "low";
        for (const auto& [name, take] : takes)
            if (entry.name == name) o.take = take;
        if (o.take == Take::measure) {
            o.measure = measure_named(values.text("measure"));
            o.largest_measure = values.text("at") == "largest";
            if (o.unit.empty()) o.unit = measure_entry(*o.measure).unit;
            if (o.summary.empty()) o.summary = measure_entry(*o.measure).summary;
            return o;
        }
        o.of = formula(values.text("of"), values.place("of"));
        if (o.take == Take::first_time || o.take == Take::count) {
            if (values.given("below") == values.given("above"))
                values.refuse(values.given("above") ? "above" : "below",
                              values.given("above")
                                  ? "`below` and `above` exclude each other; leave one of them out"
                                  : "missing; the level is given by `below` or by `above`. Example: below = 0.01");
            o.above = values.given("above");
            o.level = values.number(o.above ? "above" : "below");
        }
        if (o.take == Take::first_time) {
            o.stays = values.boolean("stays");
            if (o.unit.empty()) o.unit = "s";
        }
        return o;
    }

    static long limited(const Values& values, const std::string& key, long low, long high) {
        const double n = values.number(key);
        if (n < static_cast<double>(low) || n > static_cast<double>(high))
            values.refuse(key, "expected a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
                                   ", read the number " + shortest(n));
        return static_cast<long>(n);
    }

    void read_keep() {
        const TomlNode* given = root_.find("keep");
        if (given) require_table(*given);
        const TomlNode none = missing_table("keep");
        const TomlNode& table = given ? *given : none;
        const Values values = read_values(table, keep_parameters(), {"over_time", "trajectories"});
        SweepKeep& keep = sweep_.keep;
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
        if (const TomlNode* list = table.find("over_time")) read_over_time(*list);
    }

    void read_over_time(const TomlNode& list) {
        const std::string expected = "a list of quantities like [\"tilt\", \"spin = sqrt(wx^2 + wy^2)\"]";
        if (list.kind != Kind::array)
            throw InputError(list.place, "expected " + expected + ", read " + list.described());
        if (list.items.size() > 100) throw InputError(list.place, "more than 100 quantities over time");
        for (const TomlNode& item : list.items) {
            if (item.kind != Kind::text)
                throw InputError(item.place, "expected " + expected + ", read " + item.described());
            SweepKeep::OverTime over;
            std::string text = item.text;
            const std::size_t first = text.find_first_not_of(" \t");
            if (first == std::string::npos) throw InputError(item.place, "expected " + expected + ", read a blank");
            text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
            std::size_t end = 0;
            while (end < text.size() && is_name(text.substr(end, 1)) && text[end] != '-') ++end;
            const std::size_t equals = text.find_first_not_of(" \t", end);
            const bool named = end > 0 && equals != std::string::npos && text[equals] == '=' &&
                               (equals + 1 == text.size() || text[equals + 1] != '=');
            if (named) {
                over.name = text.substr(0, end);
                over.of = formula(text.substr(equals + 1), item.place);
            } else if (const SweepOutcome* outcome = outcome_named(text); outcome && !outcome->measure) {
                over.name = text;
                over.of = outcome->of;
            } else {
                over.of = formula(text, item.place);
                over.name = is_name(text) ? text : "over_time_" + std::to_string(sweep_.keep.over_time.size());
            }
            if (!is_name(over.name))
                throw InputError(item.place, "expected a short name before '=', read \"" + printable(over.name) + "\"");
            for (const SweepKeep::OverTime& other : sweep_.keep.over_time)
                if (other.name == over.name)
                    throw InputError(item.place, "\"" + over.name + "\" stands twice in the list");
            sweep_.keep.over_time.push_back(over);
        }
        if (list.items.empty()) return;
        for (const SweepInput& input : sweep_.inputs.inputs())
            for (const std::string& key : input.keys)
                if (covers("run", key))
                    throw InputError(list.place, "quantities over time need the same times in every run, but '" + key +
                                                     "' varies (" + input.place.file + ":" +
                                                     std::to_string(input.place.line) + ")");
    }

    void read_trajectories(const TomlNode& table) {
        if (table.kind != Kind::table)
            throw InputError(table.place,
                             "expected a table like { first = 3, worst = 2, of = \"an outcome\", runs = "
                             "[17] }, read " +
                                 table.described());
        const Values values = read_values(table, trajectory_parameters(), {"runs"});
        SweepKeep& keep = sweep_.keep;
        keep.first = std::min(static_cast<std::uint64_t>(limited(values, "first", 0, 100000)), sweep_.runs);
        keep.worst = static_cast<std::uint64_t>(limited(values, "worst", 0, 1000));
        if (values.has("of")) {
            keep.worst_of = values.text("of");
            std::vector<std::string> names;
            for (const SweepOutcome& o : sweep_.outcomes) names.push_back(o.name);
            if (!contains(names, keep.worst_of)) {
                const std::string near = nearest_name(keep.worst_of, names);
                values.refuse("of", "there is no outcome \"" + printable(keep.worst_of) + "\"; " +
                                        (names.empty() ? "there is none" : "there are " + listed(names)) +
                                        (near.empty() ? "" : ". Did you mean '" + near + "'?"));
            }
        } else if (keep.worst > 0) {
            if (sweep_.outcomes.empty() || sweep_.outcomes.front().of_final_state)
                values.refuse("worst",
                              "the worst are found by an outcome, and there is no [[outcome]]; a number of the final "
                              "state is one too: of = \"final_wx\"");
            keep.worst_of = sweep_.outcomes.front().name;
        }
        const TomlNode* runs = table.find("runs");
        if (!runs) return;
        const Parameter whole{"", Type::integer, "", "", false, ""};
        if (runs->kind != Kind::array)
            throw InputError(runs->place, "expected a list of runs like [17, 4711], read " + runs->described());
        for (const TomlNode& item : runs->items) {
            const auto run = static_cast<std::uint64_t>(std::get<double>(read_value(item, whole)));
            if (run >= sweep_.runs && !sweep_.settings.empty()) {
                // a sweep that was cut short by --set
                sweep_.warnings.push_back("there is no run " + std::to_string(run) +
                                          " among so few, and no trajectory of it (keep.trajectories.runs)");
                continue;
            }
            if (run >= sweep_.runs)
                throw InputError(item.place, "there is no run " + std::to_string(run) + "; the runs count from 0 to " +
                                                 std::to_string(sweep_.runs - 1));
            keep.named.push_back(run);
        }
        std::sort(keep.named.begin(), keep.named.end());
        keep.named.erase(std::unique(keep.named.begin(), keep.named.end()), keep.named.end());
    }

    void add_final_state() {
        if (!sweep_.keep.final_state) return;
        for (const char* variable : {"qw", "qx", "qy", "qz", "wx", "wy", "wz"}) {
            SweepOutcome o;
            o.name = std::string("final_") + variable;
            o.unit = variable[0] == 'w' ? "rad/s" : "1";
            o.summary = std::string(variable) + " at the end";
            o.of = formula(variable, {});
            o.of_final_state = true;
            o.place = {sweep_.file, 0, "keep.final_state"};
            const SweepOutcome* same = outcome_named(o.name);
            const bool varied = contains(sweep_.inputs.names(), o.name);
            if (same || varied)
                throw InputError(same ? same->place : o.place,
                                 "the name \"" + o.name +
                                     "\" is one of the final state; choose another, or say keep.final_state = false");
            sweep_.outcomes.push_back(o);
        }
    }

    void read_block(const Values& values) {
        if (!values.given("block")) {
            sweep_.block = chosen_block(sweep_.runs, sweep_.keep.runs, !sweep_.keep.over_time.empty());
            return;
        }
        constexpr std::uint64_t largest = 1u << 26, most = 1u << 24;
        const auto block = static_cast<std::uint64_t>(values.integer("block"));
        if (!is_power_of_two(block) || block > largest)
            values.refuse("block", "expected a power of two up to 2^26, read the number " +
                                       shortest(static_cast<double>(block)) + "; example: block = 1024");
        if (sweep_.runs / block > most)
            values.refuse("block", std::to_string(sweep_.runs) + " runs in blocks of " + std::to_string(block) +
                                       " are more than 2^24 blocks; choose a larger power of two");
        sweep_.block = block;
    }

    // Each part with its length before it, so that no two sweeps give the same bytes.
    std::string fingerprint() const {
        Sha256 hash;
        const auto add = [&](const std::string& part) {
            hash.add(std::to_string(part.size()) + ":");
            hash.add(part);
        };
        add("polhode sweep 1");
        add(sweep_.text);
        if (sweep_.scenario_file != sweep_.file) add(sweep_.scenario_text);
        for (const std::string& setting : sweep_.settings) add(setting);
        add("files");
        for (const std::string& file : sweep_files_read(sweep_)) add(sha256_of_file(file));
        return hash.hex();
    }

    std::string directory_;
    TomlNode root_;
    TomlNode own_tree_;  // the scenario before anything varies
    Sweep sweep_;
};

}  // namespace

const std::vector<std::string>& sweep_row_variables() {
    static const std::vector<std::string> names{"t",      "qw", "qx", "qy", "qz",   "wx",     "wy",   "wz",
                                                "energy", "Lx", "Ly", "Lz", "tilt", "turned", "rate", "defect"};
    return names;
}

Sweep read_sweep(const std::string& text, const std::string& name, const std::vector<std::string>& settings,
                 const std::string& directory) {
    return SweepReader(text, name, settings, directory).read();
}

std::vector<std::string> sweep_formula_names(const Sweep& sweep) {
    std::vector<std::string> names = sweep_row_variables();
    for (const std::string& name : sweep.inputs.names()) names.push_back(name);
    for (const SweepOwnColumn& column : sweep.own_columns) names.push_back(column.name);
    return names;
}

std::vector<SweepOwnColumn> sweep_own_columns(const Sweep& sweep) {
    for (const SweepInput& input : sweep.inputs.inputs())
        for (const std::string& key : input.keys)
            for (const char* decisive : {"method", "method.attitude", "method.attitude.kind", "method.arithmetic",
                                         "method.arithmetic.kind", "method.preset", "rates.kind"})
                if (key == decisive) return {};
    constexpr std::size_t most_names = 64;  // that an Expression knows
    const std::vector<std::string> columns = sweep.base.plans.front().columns().state;
    std::vector<std::string> taken = sweep_row_variables();
    taken.insert(taken.end(), sweep.inputs.names().begin(), sweep.inputs.names().end());
    std::vector<SweepOwnColumn> own;
    for (std::size_t i = 0; i < columns.size() && taken.size() < most_names; ++i) {
        if (contains(taken, columns[i])) continue;
        own.push_back({columns[i], i});
        taken.push_back(columns[i]);
    }
    return own;
}

Sweep read_sweep_file(const std::string& path, const std::vector<std::string>& settings) {
    return read_sweep(read_scenario_text(path), path, settings, directory_of(path));
}

bool is_sweep_text(const std::string& text, const std::string& name) {
    const TomlNode root = parse_toml(text, name);
    return root.find("sweep") || root.find("vary");
}

std::vector<Entry> sweep_table_entries() {
    return {
        {"table", "sweep", "a sweep: how many runs of the scenario, with which seed", sweep_parameters()},
        {"table", "vary", "what varies from run to run; [[vary]] may stand several times", variation_parameters()},
        {"table", "outcome", "a number that is kept of each run; [[outcome]] may stand several times",
         outcome_parameters()},
        {"table", "keep", "what is kept of a sweep", keep_parameters()},
    };
}

std::vector<Entry> sweep_outcome_entries() {
    const Parameter of{"of",
                       Type::text,
                       "",
                       "",
                       true,
                       "formula of t, qw qx qy qz, wx wy wz, energy, Lx Ly Lz, tilt, turned, rate, defect, the varied "
                       "numbers and the method's own columns (drift_x of an analog computer)"},
        below{"below", Type::number, "", "", false, "the level, passed downwards"},
        above{"above", Type::number, "", "", false, "the level, passed upwards, in place of below"};
    return {
        {"outcome", "final", "the value in the last row", {of}},
        {"outcome", "start", "the value in the first row", {of}},
        {"outcome", "largest", "the largest value in any row", {of}},
        {"outcome", "smallest", "the smallest value in any row", {of}},
        {"outcome", "mean", "the mean over time, trapezoidal between rows", {of}},
        {"outcome", "range", "the largest value less the smallest", {of}},
        {"outcome",
         "first-time",
         "when the value first passes a level, s, linear between rows; not a number where it never does",
         {of,
          below,
          above,
          {"stays", Type::boolean, "", "false", false, "and does not come back until the end: time to settle"}}},
        {"outcome", "count", "how often the value passes a level", {of, below, above}},
        {"outcome",
         "measure",
         "an error against the truth",
         {{"measure", Type::choice, "", "\"geodesic\"", false, "which error", names_of_measures()},
          {"at", Type::choice, "", "\"end\"", false, "at the end, or the largest in any row", {"end", "largest"}}}},
    };
}

}  // namespace polhode
