#include "polhode/registry/registry.hpp"

#include <gtest/gtest.h>

#include <set>

#include "polhode/registry/table_reader.hpp"

namespace registry_test {

using namespace polhode;

TEST(Registry, HoldsWhatTheContractNames) {
    const std::pair<const char*, std::vector<std::string>> contract[] = {
        {"attitude",
         {"quaternion", "dcm", "cayley-klein", "rotation-vector", "mrp", "euler-xyz", "euler-xzy", "euler-yxz",
          "euler-yzx", "euler-zxy", "euler-zyx", "euler-xyx", "euler-xzx", "euler-yxy", "euler-yzy", "euler-zxz",
          "euler-zyz"}},
        {"integrator",
         {"euler", "midpoint", "heun", "rk4", "merson", "dopri5", "dop853", "adams-bashforth", "rotation-vector",
          "default"}},
        {"constraint", {"none", "normalise", "normalise-binomial"}},
        {"arithmetic", {"double", "float"}},
        {"torque", {"gravity", "constant", "thruster", "rockets", "damping", "gravity-gradient", "table", "formula"}},
        {"rates", {"constant", "benchmark", "coning", "euler-rates", "table", "formula", "file"}},
        {"motion", {"cusp", "loop", "wave", "circle-slow", "circle-fast", "sleeping"}},
        {"shape", {"disk", "cylinder", "sphere", "ellipsoid", "box", "rod", "point"}},
        {"table", {"body", "start", "torque", "rates", "method", "compare", "run"}},
    };
    for (const auto& [kind, names] : contract)
        for (const std::string& name : names) EXPECT_NE(find_entry(kind, name), nullptr) << kind << " " << name;
    EXPECT_EQ(find_entry("integrator", "quaternion"), nullptr);
    EXPECT_EQ(find_entry("nothing", "rk4"), nullptr);
}

TEST(Registry, EachNameOnceInItsKind) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const Entry& e : registry()) EXPECT_TRUE(seen.insert({e.kind, e.name}).second) << e.kind << " " << e.name;
    std::set<std::string> seen_kinds;
    for (const std::string& kind : kinds()) {
        EXPECT_TRUE(seen_kinds.insert(kind).second) << kind;
        EXPECT_FALSE(names_of(kind).empty()) << kind;
    }
}

TEST(Registry, EverythingIsDescribed) {
    for (const Entry& e : registry()) {
        EXPECT_FALSE(e.summary.empty()) << e.kind << " " << e.name;
        std::set<std::string> names;
        for (const Parameter& p : e.parameters) {
            const std::string where = e.kind + " " + e.name + " " + p.name;
            EXPECT_TRUE(names.insert(p.name).second) << where << " twice";
            EXPECT_FALSE(p.summary.empty()) << where;
            EXPECT_EQ(p.type == Type::choice, !p.choices.empty()) << where;
            EXPECT_FALSE(p.required && !p.fallback.empty()) << where << ": required and with a default";
        }
    }
}

// A default must pass the check that a user's value has to pass.
TEST(Registry, DefaultsAreValid) {
    int tried = 0;
    for (const Entry& e : registry())
        for (const Parameter& p : e.parameters)
            if (!p.fallback.empty()) {
                EXPECT_NO_THROW(read_value(parse_toml_value(p.fallback, {}), p)) << e.name << " " << p.name;
                ++tried;
            }
    EXPECT_GT(tried, 10);
}

TEST(Values, RememberWhereTheyWereRead) {
    Values v;
    v.set_table_place({"s.toml", 3, "torque[0]"});
    v.set("mass", 0.5, {"s.toml", 5, "torque[0].mass"});
    v.set("g", 9.8, {"s.toml", 3, "torque[0].g"}, false);
    EXPECT_TRUE(v.has("mass") && v.given("mass"));
    EXPECT_TRUE(v.has("g") && !v.given("g"));
    EXPECT_FALSE(v.has("at") || v.given("at"));
    EXPECT_EQ(v.number("mass"), 0.5);
    EXPECT_EQ(v.place("mass").line, 5);
    EXPECT_EQ(v.place("at").line, 3) << "what is missing is missing in its table";
    try {
        v.refuse("at", "missing");
        FAIL();
    } catch (const InputError& e) {
        EXPECT_STREQ(e.what(), "s.toml:3: torque[0].at: missing");
    }
    try {
        v.refuse("mass", "too light");
        FAIL();
    } catch (const InputError& e) {
        EXPECT_STREQ(e.what(), "s.toml:5: torque[0].mass: too light");
    }
}

TEST(Values, AskingForSomethingElseIsOurFault) {
    Values v;
    v.set("mass", 0.5, {});
    EXPECT_THROW(v.number("at"), std::logic_error);
    EXPECT_THROW(v.text("mass"), std::logic_error);
}

TEST(Values, ThreeNumbersStandForADiagonalMatrix) {
    Values v;
    v.set("inertia", std::vector<double>{1, 2, 3}, {});
    EXPECT_FALSE(v.holds_matrix("inertia"));
    EXPECT_EQ(v.matrix("inertia"), Mat3<double>::diagonal({1, 2, 3}));
    v.set("inertia", Mat3<double>::identity(), {});
    EXPECT_TRUE(v.holds_matrix("inertia"));
}

}  // namespace registry_test
