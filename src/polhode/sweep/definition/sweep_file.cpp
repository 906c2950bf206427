#include "polhode/sweep/definition/sweep_file.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/contains.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/scenario/setting_alternatives.hpp"
#include "polhode/scenario/toml_setting.hpp"
#include "polhode/sweep/definition/sweep_base.hpp"
#include "polhode/sweep/definition/sweep_identity.hpp"
#include "polhode/sweep/definition/sweep_keep.hpp"
#include "polhode/sweep/definition/sweep_outcomes.hpp"
#include "polhode/sweep/definition/sweep_tables.hpp"
#include "polhode/sweep/inputs/sweep_inputs_reader.hpp"
#include "polhode/sweep/variation/sweep_names.hpp"

namespace polhode {

namespace {

using Kind = TomlNode::Kind;

const std::vector<std::string> sweep_tables{"sweep", "vary", "outcome", "keep"};

const char* const needs =
    "a sweep needs [[vary]] tables or a scenario with noise, and [sweep] with its number of runs where nothing but "
    "chance varies";

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
        read_sweep_base(own_tree_, sweep_);
        sweep_.own_columns = sweep_own_columns(sweep_);
        read_title(values);
        if (const TomlNode* list = root_.find("outcome"))
            for (const TomlNode& one : tables(*list)) sweep_.outcomes.push_back(read_outcome(one, sweep_));
        read_keep();
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
            allowed.insert(allowed.end(), scenario_keys().begin(), scenario_keys().end());
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
                if (item.name != "title" && contains(scenario_keys(), item.name))
                    throw InputError(item.place, "the scenario stands in '" + escaped_for_message(file) +
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
                    if (!varied.empty() && !for_sweep(setting) && key_within(key, varied))
                        throw InputError({"--set " + escaped_for_message(setting, 100), 0, key},
                                         input.is_seed() ? "each run has noise of its own, whose seed this is; --set "
                                                           "sweep.noise=same keeps what is set here"
                                                         : "this key varies in the sweep (" + input.place.file + ":" +
                                                               std::to_string(input.place.line) +
                                                               "); what is set here would have no effect");
        }
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

    void read_title(const Values& values) {
        const TomlNode* title = root_.find("title");
        if (title) (void)read_value(*title, {"title", Type::text, "", "", false, ""});
        sweep_.title = values.has("title") ? values.text("title") : title ? title->text : sweep_.base.title;
    }

    void read_keep() {
        const TomlNode* given = root_.find("keep");
        if (given) require_table(*given);
        read_sweep_keep(given ? *given : missing_table("keep"), sweep_);
        add_final_state(sweep_);
        if (const TomlNode* trajectories = given ? given->find("trajectories") : nullptr)
            read_sweep_trajectories(*trajectories, sweep_);
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

Sweep read_sweep(const std::string& text, const std::string& name, const std::vector<std::string>& settings,
                 const std::string& directory) {
    return SweepReader(text, name, settings, directory).read();
}

Sweep read_sweep_file(const std::string& path, const std::vector<std::string>& settings) {
    return read_sweep(read_scenario_text(path), path, settings, directory_of(path));
}

bool is_sweep_text(const std::string& text, const std::string& name) {
    const TomlNode root = parse_toml(text, name);
    return root.find("sweep") || root.find("vary");
}

}  // namespace polhode
