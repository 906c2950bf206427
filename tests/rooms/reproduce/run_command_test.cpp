#include "polhode/reproduce/run_command.hpp"

#include <gtest/gtest.h>

namespace run_command_test {

using namespace polhode;

TEST(RunCommand, SettingsGiveTheNumberBack) {
    const std::string text = setting("method.step", 1.0 / 109);
    EXPECT_EQ(std::stod(text.substr(text.find('=') + 1)), 1.0 / 109);
    EXPECT_EQ(setting("a", 0.05), "a=0.05");
}

TEST(RunCommand, IsWhatAShellReads) {
    EXPECT_EQ(run_command("wingnut", {}, ""), "polhode run scenarios/wingnut.toml");
    EXPECT_EQ(run_command("wingnut", {"run.duration=20", "start.rate=[1, 0, 0]", "a=it's"}, "exact"),
              "polhode run scenarios/wingnut.toml --set run.duration=20 --set 'start.rate=[1, 0, 0]' --set "
              "'a=it'\\''s' --against exact");
    EXPECT_EQ(loop_command({0.1, 0.05}, "polhode run a.toml --set method.step=$value"),
              "for value in 0.1 0.05; do polhode run a.toml --set method.step=$value; done");
}

}  // namespace run_command_test
