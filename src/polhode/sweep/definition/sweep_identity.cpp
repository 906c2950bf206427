#include "polhode/sweep/definition/sweep_identity.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "polhode/files/sha256.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/scenario/toml_setting.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

namespace {

constexpr std::size_t longest_shown = 60, most_shown = 3;
constexpr const char* file_mark = "file ";
constexpr char is_checksum = '#';  // which begins no value of TOML

void add(SweepIdentity& identity, const std::string& key, const std::string& value) {
    identity[key] = value.size() <= longest_shown ? value : is_checksum + sha256(value);
}

void add(SweepIdentity& identity, const std::string& key, const TomlNode& node) {
    const bool tables = node.kind == TomlNode::Kind::array &&
                        std::any_of(node.items.begin(), node.items.end(),
                                    [](const TomlNode& n) { return n.kind == TomlNode::Kind::table; });
    if (node.kind == TomlNode::Kind::table && !node.items.empty()) {
        for (const TomlNode& item : node.items) add(identity, key.empty() ? item.name : key + "." + item.name, item);
    } else if (tables) {
        for (std::size_t i = 0; i < node.items.size(); ++i)
            add(identity, key + "[" + std::to_string(i) + "]", node.items[i]);
    } else if (!key.empty()) {
        add(identity, key, toml_literal(node));
    }
}

std::string found_from(const std::string& directory, const std::string& file) {
    return !file.empty() && file.front() == '/' ? file : directory + file;
}

// Wherever a key stands that can name one.
void add_files(const TomlNode& node, const std::set<std::string>& keys, const std::string& directory,
               std::vector<std::string>& files) {
    if (node.kind == TomlNode::Kind::text && keys.count(node.name) > 0)
        files.push_back(found_from(directory, node.text));
    for (const TomlNode& item : node.items) add_files(item, keys, directory, files);
}

// What results look like and not what is computed: another is made of the same journal.
bool only_shown(const std::string& key, bool runs_kept) {
    static const std::set<std::string> always{"title",    "sweep.title", "keep.percentiles", "keep.bins",
                                              "keep.csv", "keep.inputs", "keep.worst_listed"};
    if (always.count(key) > 0 || key.rfind("keep.trajectories", 0) == 0) return true;
    if (runs_kept && key.rfind("sweep.groups", 0) == 0) return true;
    if (key.rfind("outcome[", 0) != 0) return false;
    const std::string last = key.substr(key.find_last_of('.') + 1);
    return last == "unit" || last == "summary" || (last == "worst" && runs_kept);
}

}  // namespace

SweepIdentity sweep_identity(const Sweep& sweep) {
    TomlNode tree = parse_toml(sweep.text, sweep.file);
    if (sweep.scenario_file != sweep.file) {
        const TomlNode scenario = parse_toml(sweep.scenario_text, sweep.scenario_file);
        for (const TomlNode& item : scenario.items)
            if (!tree.find(item.name)) tree.items.push_back(item);
    }
    for (const std::string& setting : sweep.settings) apply_setting(tree, setting);
    SweepIdentity identity;
    add(identity, "", tree);
    identity.erase("sweep.runs");
    for (auto item = identity.begin(); item != identity.end();)
        item = only_shown(item->first, sweep.keep.runs) ? identity.erase(item) : std::next(item);
    identity["sweep.seed"] = std::to_string(sweep.seed);
    identity["sweep.block"] = std::to_string(sweep.block);
    // of so few runs that all are among the worst, blocks that are only summed up keep fewer
    const auto listed = static_cast<std::uint64_t>(std::max(sweep.keep.worst_listed, 0));
    if (!sweep.keep.runs) {
        identity["number of worst runs that are kept"] =
            std::to_string(std::min(sweep.runs, std::max(sweep.keep.worst, listed)));
        if (sweep.keep.worst > listed) identity["outcome whose worst runs are kept"] = sweep.keep.worst_of;
    }
    // as they are named in the sweep, whose folder may have moved
    const std::string folder = sweep.file.substr(0, sweep.file.find_last_of('/') + 1);
    for (const std::string& file : sweep_files_read(sweep))
        identity[file_mark + (file.rfind(folder, 0) == 0 ? file.substr(folder.size()) : file)] = sha256_of_file(file);
    return identity;
}

std::vector<std::string> sweep_files_read(const Sweep& sweep) {
    std::set<std::string> keys;
    for (const Entry& e : registry())
        for (const Parameter& p : e.parameters)
            if (p.type == Type::path) keys.insert(p.name);
    std::vector<std::string> files = sweep.inputs.files();
    add_files(sweep.tree, keys, sweep.directory, files);
    for (const SweepInput& input : sweep.inputs.inputs())
        for (std::size_t i = 0; i < input.keys.size() && i < input.choices_of_column.size(); ++i)
            if (keys.count(input.keys[i].substr(input.keys[i].find_last_of('.') + 1)) > 0)
                for (const std::string& text : input.choices_of_column[i])
                    files.push_back(found_from(sweep.directory, text));
    return files;
}

std::string difference_of(const SweepIdentity& here, const SweepIdentity& there) {
    std::vector<std::string> keys, files;
    const auto of = [](const SweepIdentity& identity, const std::string& key) -> const std::string* {
        const auto found = identity.find(key);
        return found == identity.end() ? nullptr : &found->second;
    };
    const auto say = [&](const std::string& key) {
        const std::string *now = of(here, key), *then = of(there, key);
        if (now && then && *now == *then) return;
        const auto shown = [](const std::string* value) {
            return value && (value->empty() || value->front() != is_checksum);
        };
        const std::string name = escaped_for_message(key);
        if (key.rfind(file_mark, 0) == 0) {
            // otherwise a key says it
            if (now && then) files.push_back("the " + name + " has changed");
        } else if (now && then) {
            keys.push_back(shown(now) && shown(then) ? name + " is " + escaped_for_message(*now) + " in place of " +
                                                           escaped_for_message(*then)
                                                     : name + " is another");
        } else if (now) {
            keys.push_back(name +
                           (shown(now) ? " is " + escaped_for_message(*now) + " and was not given" : " was not given"));
        } else {
            keys.push_back(
                name + (shown(then) ? " was " + escaped_for_message(*then) + " and is not given" : " is not given"));
        }
    };
    for (const auto& [key, value] : here) say(key);
    for (const auto& [key, value] : there)
        if (!of(here, key)) say(key);
    keys.insert(keys.begin(), files.begin(), files.end());
    if (keys.empty()) return here == there ? "" : "its files differ";
    std::string text;
    for (std::size_t i = 0; i < std::min(keys.size(), most_shown); ++i) text += (i == 0 ? "" : "; ") + keys[i];
    return keys.size() > most_shown ? text + "; and " + std::to_string(keys.size() - most_shown) + " more" : text;
}

}  // namespace polhode
