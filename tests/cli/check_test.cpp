#include <gtest/gtest.h>

#include "program.hpp"

namespace check_test {

using namespace polhode::test;

TEST(Check, SaysWhatAScenarioIs) {
    const Outcome o = run({"check", POLHODE_SOURCE_DIR "/scenarios/gyroscope-cusp.toml"});
    ASSERT_EQ(o.code, 0) << o.err;
    for (const std::string part :
         {"Gyroscope released at rest", "principal moments", "gravity", "quaternion", "2353 rows", "ok\n"})
        EXPECT_NE(o.out.find(part), std::string::npos) << part << " is missing in\n" << o.out;
}

TEST(Check, WarnsAboutUnphysicalMoments) {
    const Folder scratch;
    const std::string file =
        scratch.write("old.toml",
                      "[body]\ninertia = [2, 2, 8]\nunphysical = \"allow\"\n[start]\nrate = [0, 1, 0]\n"
                      "[run]\nduration = 1\n");
    const Outcome o = run({"check", file});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.out.find("warning: "), std::string::npos) << o.out;
}

TEST(Check, ShowsTitlesWhole) {
    const Folder scratch;
    const std::string title = "A title that goes on for seventy-five characters, which is longer than most";
    ASSERT_EQ(title.size(), 75u);
    const std::string scenario = "[rates]\nkind = \"constant\"\nvalue = [0, 0, 1]\n[run]\nduration = 1\n";
    const Outcome o = run({"check", scratch.write("long.toml", "title = \"" + title + "\"\n" + scenario)});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.out.rfind(title + "\n", 0), 0u) << o.out;
    const std::string sweep = scenario +
                              "[sweep]\nruns = 4\n[[vary]]\nkey = \"rates.value[2]\"\n"
                              "kind = \"uniform\"\nlow = 1\nhigh = 2\n";
    const Outcome of_sweep = run({"check", scratch.write("sweep.toml", "title = \"" + title + "\"\n" + sweep)});
    ASSERT_EQ(of_sweep.code, 0) << of_sweep.err;
    EXPECT_EQ(of_sweep.out.rfind(title + "\n", 0), 0u) << of_sweep.out;
}

// Friction about a body axis and a table act from outside, though they are computed with what is inside.
TEST(Check, SaysWhatActsOnABodyWithAnInside) {
    const Folder scratch;
    const std::string file =
        scratch.write("sticks.toml",
                      "[body]\ninertia = [1, 2, 2.5]\n[[torque]]\nkind = \"coulomb\"\naxis = [0, 0, 1]\n"
                      "kinetic = 0.5\n[run]\nduration = 1\n");
    const Outcome sticks = run({"check", file});
    EXPECT_NE(sticks.out.find("coulomb, 0.5 N m about 0, 0, 1"), std::string::npos) << sticks.out << sticks.err;
    const Outcome rolls = run({"check", POLHODE_SOURCE_DIR "/scenarios/rattleback.toml"});
    EXPECT_NE(rolls.out.find("a table "), std::string::npos) << rolls.out << rolls.err;
    for (const Outcome& o : {sticks, rolls}) EXPECT_EQ(o.out.find("the body is free"), std::string::npos) << o.out;
}

TEST(Check, NamesFileAndLine) {
    const Folder scratch;
    const std::string file =
        scratch.write("bad.toml", "[rates]\nkind = \"constant\"\nvalue = [0, 0, 1]\n[run]\ndurration = 1\n");
    const Outcome o = run({"check", file});
    EXPECT_EQ(o.code, 2);
    EXPECT_EQ(o.err.rfind("polhode: " + file + ":5: ", 0), 0u) << o.err;
    EXPECT_NE(o.err.find("id you mean 'duration'?"), std::string::npos) << o.err;
    EXPECT_EQ(o.out, "");
}

TEST(Check, RefusesWhatRunWouldRefuse) {
    const Outcome o =
        run({"check", POLHODE_SOURCE_DIR "/scenarios/gyroscope-cusp.toml", "--set", "method.integrator=\"rk4\""});
    EXPECT_EQ(o.code, 2) << o.out;
    EXPECT_NE(o.err.find("step"), std::string::npos) << o.err;
}

}  // namespace check_test
