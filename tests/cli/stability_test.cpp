#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace stability_test {

using namespace polhode::test;

TEST(StabilityCommand, TableOfBoundaries) {
    const Outcome o = run({"stability", "--constraint", "derivative", "--steps-per-cycle", "10,20"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.out.find("8.06009501779"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("8.01608114043"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("Limit for small steps: 8"), std::string::npos) << o.out;
}

TEST(StabilityCommand, GainForAStepAndARate) {
    const Outcome o =
        run({"stability", "--constraint", "algebraic", "--step", "0.05", "--rate", "6.283185307179586", "--json"});
    ASSERT_EQ(o.code, 0) << o.err;
    const auto j = nlohmann::json::parse(o.out);
    EXPECT_EQ(j["quantity"], "hK");
    EXPECT_NEAR(j["rows"][0]["boundary"].get<double>(), 1.0000251592602, 1e-12);
    EXPECT_NEAR(j["rows"][0]["gain"].get<double>(), 20 * 1.0000251592602, 1e-10);
    EXPECT_NEAR(j["rows"][0]["settled_constraint_error"].get<double>(), 2.08e-7, 1e-10);
}

TEST(StabilityCommand, SaysWhatItDoesNotKnow) {
    Outcome o = run({"stability", "--constraint", "algebriac"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("did you mean 'algebraic'?"), std::string::npos) << o.err;
    o = run({"stability", "--constraint", "algebraic", "--reading", "lag1"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("--reading"), std::string::npos) << o.err;
    o = run({"stability", "--integrator", "taylor"});
    EXPECT_EQ(o.code, 2);
    o = run({"stability", "--step", "0.1"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("go together"), std::string::npos) << o.err;
    // what cannot be computed is a line of the table, not the end
    o = run({"stability", "--integrator", "euler", "--steps-per-cycle", "40"});
    EXPECT_EQ(o.code, 0);
    EXPECT_NE(o.out.find("no settled point"), std::string::npos) << o.out;
}

}  // namespace stability_test
