#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "polhode/registry/registry.hpp"
#include "program.hpp"

namespace list_test {

using namespace polhode::test;

TEST(List, ShowsEverythingInTheRegistry) {
    const Outcome o = run({"list"});
    ASSERT_EQ(o.code, 0);
    for (const polhode::Entry& e : polhode::registry())
        EXPECT_NE(o.out.find("\n  " + e.name), std::string::npos) << e.kind << " " << e.name;
}

TEST(List, OneKindShowsParametersWithUnitsDefaultsAndSources) {
    const Outcome o = run({"list", "torque"});
    ASSERT_EQ(o.code, 0);
    EXPECT_EQ(o.out.find("rk4"), std::string::npos);
    for (const polhode::Entry& e : polhode::registry()) {
        if (e.kind != "torque") continue;
        for (const polhode::Parameter& p : e.parameters)
            EXPECT_NE(o.out.find("\n      " + p.name), std::string::npos) << e.name << "." << p.name;
    }
    EXPECT_NE(o.out.find("m/s^2"), std::string::npos) << "the unit of g";
    EXPECT_NE(o.out.find("default "), std::string::npos);
}

TEST(List, JsonHoldsTheSame_Long) {
    const Outcome o = run({"list", "integrator", "--json"});
    ASSERT_EQ(o.code, 0);
    const auto json = nlohmann::json::parse(o.out);
    EXPECT_EQ(json.size(), polhode::names_of("integrator").size());
    for (const auto& entry : json) {
        EXPECT_EQ(entry.at("kind"), "integrator");
        EXPECT_NE(polhode::find_entry("integrator", entry.at("name").get<std::string>()), nullptr);
    }
}

TEST(List, UnknownKindGetsTheNearest) {
    const Outcome o = run({"list", "torques"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("did you mean 'torque'?"), std::string::npos) << o.err;
    EXPECT_EQ(o.out, "");
}

TEST(Cite, AsBibtex) {
    const Outcome all = run({"cite", "--bibtex"}), some = run({"cite", "--bibtex", "dop853", "algebraic"});
    ASSERT_EQ(all.code, 0);
    for (const std::string key : {"GrayRubinoffSohon1952", "Robinson1958", "FangZimmerman1969", "Ganapathi2005",
                                  "GyroSoft2015", "HairerNorsettWanner1993"})
        EXPECT_NE(all.out.find("{" + key + ",\n"), std::string::npos) << key;
    EXPECT_EQ(some.code, 0);
    EXPECT_NE(some.out.find("{HairerNorsettWanner1993,"), std::string::npos);
    EXPECT_NE(some.out.find("{FangZimmerman1969,"), std::string::npos);
    EXPECT_EQ(some.out.find("{Ganapathi2005,"), std::string::npos);
    EXPECT_NE(run({"cite", "dop835"}).err.find("did you mean 'dop853'"), std::string::npos);
}

TEST(Help, SaysWhatTheOptionSays) {
    EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
    EXPECT_EQ(run({"help", "run"}).out, run({"run", "--help"}).out);
    const Outcome o = run({"help", "rnu"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("did you mean 'run'?"), std::string::npos) << o.err;
}

TEST(Cite, NamesSources) {
    const Outcome o = run({"cite"});
    EXPECT_EQ(o.code, 0);
    EXPECT_NE(o.out.find("integrator dop853"), std::string::npos);
    EXPECT_NE(o.out.find("Hairer"), std::string::npos);
}

}  // namespace list_test
