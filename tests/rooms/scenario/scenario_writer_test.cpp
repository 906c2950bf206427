#include "polhode/scenario/scenario_writer.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace polhode {
namespace scenario_writer_test {

const std::string spin = R"(# a comment
title = "A spin"
[rates]
kind = "constant"
value = [0.1, 0.0, 1.0]
[method]
integrator = "rk4"
step = 0.01
[run]
duration = 1.0
sample = 0.1
)";

TEST(ScenarioWriter, KeepsTheWordsWhereTheySayItAll) {
    EXPECT_EQ(scenario_as_run(read_scenario(spin, "spin.toml")), spin);
}

TEST(ScenarioWriter, WritesSettingsIntoTheScenario) {
    const Scenario asked = read_scenario(spin, "spin.toml", {"method.step=0.025", "rates.value=[1e-300, -0.0, 0.1]"});
    const std::string text = scenario_as_run(asked);
    EXPECT_EQ(text.rfind("# spin.toml as run with --set method.step=0.025 --set rates.value=[1e-300, -0.0, 0.1]\n", 0),
              0u)
        << text;
    const Scenario again = read_scenario(text, "again.toml");
    EXPECT_EQ(again.methods.front().step, 0.025);
    EXPECT_EQ(again.title, "A spin");
    EXPECT_TRUE(again.settings.empty());
    // what was written says it all
    EXPECT_EQ(scenario_as_run(again), text);
}

TEST(ScenarioWriter, FindsTablesFromAnywhere) {
    const std::string folder = std::string(POLHODE_SOURCE_DIR) + "/scenarios";
    const Scenario here = read_scenario_file(folder + "/gyro-csv.toml");
    ASSERT_EQ(files_named_in(here).size(), 1u);
    EXPECT_TRUE(std::filesystem::exists(files_named_in(here).front()));
    const Scenario elsewhere = read_scenario(scenario_as_run(here), "elsewhere.toml", {}, "/nowhere/");
    ASSERT_EQ(files_named_in(elsewhere).size(), 1u);
    EXPECT_TRUE(std::filesystem::equivalent(files_named_in(here).front(), files_named_in(elsewhere).front()));
}

TEST(ScenarioWriter, TablesAndListsOfTables) {
    const TomlNode tree = parse_toml("a = 1\n[[t]]\nx = { y = [1, 2.5], z = \"q\" }\n[[t]]\n[b]\nc = true\n", "t");
    EXPECT_EQ(scenario_text(tree), "a = 1\n\n[[t]]\nx = { y = [1, 2.5], z = \"q\" }\n\n[[t]]\n\n[b]\nc = true\n");
}

TEST(ScenarioWriter, AMethodAsATable) {
    Method m;
    m.integrator = "rk4";
    m.step = 1e-7;
    m.compensated = true;
    EXPECT_EQ(method_table_text(m), "[method]\nintegrator = \"rk4\"\nstep = 1e-07\ncompensated = true\n");
}

}  // namespace scenario_writer_test
}  // namespace polhode
