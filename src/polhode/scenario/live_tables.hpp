// [[input]] and [[link]] of a scenario: what pushes the body while it is flown, and who is shown it. Here they are read
// and kept; `polhode live` makes something of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "polhode/input/toml_node.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

struct LiveTable {
    std::string kind;  // "joystick", "udp", ...; "json", "mavlink", ...
    std::string name;  // given, or the kind
    Values values;
};

inline constexpr std::size_t most_stick_axes = 8;

// Refuses inputs that have no meaning for the problem, at the key that is wrong. `dynamics`: torques move the body.
void check_inputs(const std::vector<LiveTable>& inputs, bool dynamics);

// Throws InputError. `what`: "input" or "link".
std::vector<LiveTable> live_tables_of(const std::vector<TomlNode>& tables, const std::string& what);
// One link in words, as on a command line: "kind", "kind:port" or "kind:host:port", "-" for own frames on standard
// output.
LiveTable link_in_words(const std::string& words, const std::string& place);
// A text that is a list: words with spaces between.
std::vector<std::string> words_of_value(const Values& values, const std::string& key);

std::vector<Entry> input_entries();
std::vector<Entry> link_entries();
// The key that every table of them has.
std::vector<Parameter> input_kind_only();
std::vector<Parameter> link_kind_only();

}  // namespace polhode
