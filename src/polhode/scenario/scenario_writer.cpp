#include "polhode/scenario/scenario_writer.hpp"

#include <filesystem>
#include <set>

#include "polhode/base/readable.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/scenario/toml_setting.hpp"

namespace polhode {

namespace {

bool is_list_of_tables(const TomlNode& node) {
    return node.kind == TomlNode::Kind::array && !node.items.empty() &&
           node.items.front().kind == TomlNode::Kind::table;
}

// Calls f(node) for every text that is the name of a file.
template <class Node, class F>
void for_each_file(Node& node, F&& f) {
    static const std::set<std::string> keys = [] {
        std::set<std::string> names;
        for (const Entry& e : registry())
            for (const Parameter& p : e.parameters)
                if (p.type == Type::path) names.insert(p.name);
        return names;
    }();
    if (node.kind == TomlNode::Kind::text && keys.count(node.name) > 0 && !node.text.empty()) f(node);
    for (auto& item : node.items) for_each_file(item, f);
}

bool is_relative(const TomlNode& file) { return file.text[0] != '/'; }

TomlNode tree_as_run(const Scenario& scenario) {
    TomlNode tree = parse_toml(scenario.text, scenario.file);
    for (const std::string& setting : scenario.settings) apply_setting(tree, setting);
    return tree;
}

}  // namespace

std::string scenario_text(const TomlNode& tree) {
    std::string text, tables;
    const auto items = [&](const TomlNode& table) {
        for (const TomlNode& item : table.items) tables += item.name + " = " + toml_literal(item) + "\n";
    };
    for (const TomlNode& node : tree.items) {
        if (node.kind == TomlNode::Kind::table) {
            tables += "\n[" + node.name + "]\n";
            items(node);
        } else if (is_list_of_tables(node)) {
            for (const TomlNode& table : node.items) {
                tables += "\n[[" + node.name + "]]\n";
                items(table);
            }
        } else {
            text += node.name + " = " + toml_literal(node) + "\n";
        }
    }
    return text + tables;
}

void find_files_from_anywhere(TomlNode& tree, const std::string& directory) {
    for_each_file(tree, [&](TomlNode& file) {
        if (is_relative(file)) file.text = std::filesystem::absolute(directory + file.text).lexically_normal().string();
    });
}

std::string scenario_as_run(const Scenario& scenario) {
    TomlNode tree = tree_as_run(scenario);
    bool stands_anywhere = true;
    for_each_file(tree, [&](const TomlNode& file) { stands_anywhere = stands_anywhere && !is_relative(file); });
    if (scenario.settings.empty() && stands_anywhere) return scenario.text;
    find_files_from_anywhere(tree, scenario.directory);
    std::string comment = "# " + without_control_characters(scenario.file);
    if (!scenario.settings.empty()) comment += " as run with";
    for (const std::string& s : scenario.settings) comment += " --set " + without_control_characters(s);
    if (!stands_anywhere) comment += "\n# Tables are named from the root, so that this file can stand anywhere.";
    return comment + "\n\n" + scenario_text(tree);
}

std::vector<std::string> files_named_in(const Scenario& scenario) {
    std::vector<std::string> files;
    const TomlNode tree = tree_as_run(scenario);
    for_each_file(tree, [&](const TomlNode& file) {
        files.push_back(is_relative(file) ? scenario.directory + file.text : file.text);
    });
    return files;
}

void keep_what_is_read(const Scenario& scenario, const std::string& path, const std::string& option) {
    const auto is = [&](const std::string& file) {
        std::error_code none;  // one that is not there is no other
        return std::filesystem::equivalent(path, file, none);
    };
    const auto refuse = [&](const std::string& what) {
        throw InputError({option, 0, ""}, "'" + escaped_for_message(path) + "' is " + what +
                                              ", which would be lost; choose another name");
    };
    if (is(scenario.file)) refuse("the scenario itself");
    for (const std::string& file : files_named_in(scenario))
        if (is(file)) refuse("a file that the scenario reads");
}

std::string method_table_text(const Method& m) {
    std::string text = "[method]\n";
    if (m.attitude != "quaternion") text += "attitude = \"" + m.attitude + "\"\n";
    text += "integrator = \"" + m.integrator + "\"\n";
    if (const Entry* entry = find_entry("integrator", m.integrator))
        for (const Parameter& p : entry->parameters) {
            if (!m.integrator_values.given(p.name)) continue;
            if (p.type == Type::text || p.type == Type::choice)
                text += p.name + " = \"" + m.integrator_values.text(p.name) + "\"\n";
            else if (p.type == Type::boolean)
                text += p.name + " = " + (m.integrator_values.boolean(p.name) ? "true" : "false") + "\n";
            else
                text += p.name + " = " + shortest(m.integrator_values.number(p.name)) + "\n";
        }
    if (m.constraint != "none") text += "constraint = \"" + m.constraint + "\"\n";
    if (m.step) text += "step = " + shortest(*m.step) + "\n";
    if (m.tolerance) text += "tolerance = " + shortest(*m.tolerance) + "\n";
    if (m.compensated) text += "compensated = true\n";
    return text;
}

}  // namespace polhode
