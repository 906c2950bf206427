// The commands that a page shows: what was run, as it is typed.
#pragma once

#include <string>
#include <vector>

namespace polhode {

// A setting: "method.step=0.025", the number with as few digits as give it back.
std::string setting(const std::string& key, double value);

// "polhode run scenarios/wingnut.toml --set run.duration=20 --against exact"; `against` may be empty.
std::string run_command(const std::string& scenario, const std::vector<std::string>& settings,
                        const std::string& against);

// The same for each of several values, which stand for $value: "for value in 0.1 0.05; do polhode run ...; done".
std::string loop_command(const std::vector<double>& values, const std::string& command);

}  // namespace polhode
