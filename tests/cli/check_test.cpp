#include <gtest/gtest.h>

#include "program.hpp"

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
