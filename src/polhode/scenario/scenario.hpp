// A scenario file (TOML) as the public contract describes it: read, checked, and turned into a problem, one or more
// methods and a span. Every complaint is an InputError with file, line, key, what was read, what is allowed and the
// nearest known name.
#pragma once

#include <string>
#include <vector>

#include "polhode/method/method.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/scenario/epoch_table.hpp"
#include "polhode/scenario/live_tables.hpp"
#include "polhode/scenario/target_table.hpp"

namespace polhode {

struct Scenario {
    std::string file;                   // as named by the user
    std::string text;                   // the file as read
    std::vector<std::string> settings;  // the --set arguments applied
    std::string title;
    Problem problem;
    std::vector<Method> methods;  // [method] first, then [[compare]] in order; never empty
    RunSpan run;
    std::optional<Target> target{};     // where a controlled body is to go
    std::vector<Plan> plans;            // what each of the methods means on the problem; in their order
    std::vector<std::string> warnings;  // "allowed although unphysical", ...
    // [[input]] and [[link]]: what pushes the body and who sees it while it is flown (`polhode live`); at rest
    // otherwise
    std::vector<LiveTable> inputs{}, links{};
    Epoch epoch{};            // [epoch]: when t = 0 is, and what the axes are called
    std::string directory{};  // "data/": where files that it names are looked for; "" is the current one
};

// `settings`: "method.step=1e-4", "torque[0].mass=0.5". Throws InputError.
Scenario read_scenario_file(const std::string& path, const std::vector<std::string>& settings = {});
// The same from text (tests, fuzzing, the studio). `directory` resolves relative paths.
Scenario read_scenario(const std::string& text, const std::string& name, const std::vector<std::string>& settings = {},
                       const std::string& directory = "");

// The text of a scenario file. Throws InputError where there is none to be had.
std::string read_scenario_text(const std::string& path);
// The same from a tree that has been parsed and changed already; `text` and `settings` are only handed on.
struct TomlNode;
Scenario read_scenario_tree(const TomlNode& root, const std::string& text, const std::string& name,
                            const std::vector<std::string>& settings = {}, const std::string& directory = "");

// One method from a table with the keys of [method]; it has a name only if the table gives one. Throws InputError.
Method read_method_table(const TomlNode& table);

// What may stand at the top of a scenario: "title", "body", ...
const std::vector<std::string>& scenario_keys();
// Registry entries of kind "table": the tables of a scenario with the keys that always may stand in them.
std::vector<Entry> table_entries();

}  // namespace polhode
