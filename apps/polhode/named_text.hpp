// A scenario as the command line names it: a file, or "-" for standard input.
#pragma once

#include <string>
#include <vector>

#include "polhode/scenario/scenario.hpp"

namespace polhode::app {

struct NamedText {
    std::string text, name, directory;  // the directory with its slash, to which the files in it are relative
};
// Standard input can be read once only.
NamedText read_named_text(const std::string& path);

Scenario scenario_of(const NamedText& source, const std::vector<std::string>& settings);

}  // namespace polhode::app
