// A small sweep for the tests of the program, and how its results are compared.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "program.hpp"
#include "sweep_results.hpp"

namespace polhode::test {

inline const std::string sweeps = POLHODE_SOURCE_DIR "/scenarios/sweeps/";

inline const std::string scenario = R"(title = "a body, tipped"
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[[torque]]
kind = "damping"
coefficients = [0.1, 0.1, 0.1]
[method]
integrator = "rk4"
step = 0.01
constraint = "normalise"
[run]
duration = 2.0
sample = 0.1
)";

inline const std::string tables = R"([sweep]
runs = 200
seed = 7
block = 16
[[vary]]
key = "start.rate[2]"
name = "spin"
kind = "normal"
mean = 0.2
deviation = 0.05
[[vary]]
kind = "uniform"
name = "c"
low = 0.05
high = 0.2
[[vary]]
kind = "formula"
key = "torque[0].coefficients"
names = ["cx", "cy", "cz"]
of = ["c", "2*c", "c/3"]
[[outcome]]
name = "tilt_end"
of = "tilt*180/pi"
unit = "deg"
[[outcome]]
name = "slow"
take = "first-time"
of = "rate"
below = 0.95
[keep]
over_time = ["rate"]
trajectories = { first = 1, worst = 2, of = "tilt_end", runs = [17] }
)";

inline const std::string sweep = scenario + tables;

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline void expect_same_results(const std::string& folder, const std::string& other) {
    const auto one = results_in(folder), two = results_in(other);
    std::vector<std::string> names_one, names_two;
    for (const auto& f : one) names_one.push_back(f.first);
    for (const auto& f : two) names_two.push_back(f.first);
    EXPECT_EQ(names_one, names_two);
    for (const auto& [name, text] : one)
        if (two.count(name)) {
            EXPECT_TRUE(text == two.at(name)) << name << " differs between " << folder << " and " << other;
        }
}

inline std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells{""};
    for (const char c : line) {
        if (c == ',')
            cells.emplace_back();
        else
            cells.back() += c;
    }
    return cells;
}

// Column by column the line of a run in runs.csv.
inline std::map<std::string, std::string> line_of_run(const std::string& csv, std::size_t run) {
    const auto lines = lines_of(read_text(csv));
    if (lines.size() < run + 2) return {};
    const auto heads = cells_of(lines[0]), cells = cells_of(lines[run + 1]);
    std::map<std::string, std::string> line;
    for (std::size_t i = 0; i < heads.size() && i < cells.size(); ++i) line[heads[i]] = cells[i];
    return line;
}

}  // namespace polhode::test
