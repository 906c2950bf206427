#include "polhode/output/bibliography.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "polhode/registry/registry.hpp"

namespace polhode {
namespace bibliography_test {

// A source names a work, or it states the equation itself.
TEST(Bibliography, EverySourceOfTheRegistryHasItsEntry) {
    const std::set<std::string> equations{"torque = at x force; a couple 2 at x force", "torque = -c w",
                                          "increments: rate = increment/interval, held"};
    for (const Entry& e : registry())
        if (!e.source.empty() && equations.count(e.source) == 0) {
            EXPECT_FALSE(references_in(e.source).empty()) << e.kind << " " << e.name << ": " << e.source;
        }
}

TEST(Bibliography, EveryEntryIsCitedAndStandsOnce) {
    std::set<std::string> keys;
    for (const Reference& r : bibliography()) {
        EXPECT_TRUE(keys.insert(r.key).second) << r.key;
        const bool cited = std::any_of(registry().begin(), registry().end(), [&](const Entry& e) {
            const auto found = references_in(e.source);
            return std::find(found.begin(), found.end(), &r) != found.end();
        });
        EXPECT_TRUE(cited) << r.key;
        EXPECT_EQ(r.entry.rfind("@", 0), 0u);
        EXPECT_NE(r.entry.find("{" + r.key + ","), std::string::npos) << r.entry;
        EXPECT_NE(r.entry.find("title = {"), std::string::npos) << r.entry;
        EXPECT_NE(r.entry.find("year = {"), std::string::npos) << r.entry;
        EXPECT_EQ(std::count(r.entry.begin(), r.entry.end(), '{'), std::count(r.entry.begin(), r.entry.end(), '}'));
    }
    const std::string founding[] = {"GrayRubinoffSohon1952", "Robinson1958", "FangZimmerman1969", "Ganapathi2005",
                                    "GyroSoft2015"};
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(bibliography()[i].key, founding[i]);
}

TEST(Bibliography, AWorkOfTwoIsNotThatOfOne) {
    const auto found = references_in("Goodman and Robinson 1958; rate of q");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0]->key, "GoodmanRobinson1958");
    EXPECT_EQ(references_in("TN D-5302 eq. 16; Robinson 1958 eqs. 54-77").size(), 2u);
}

}  // namespace bibliography_test
}  // namespace polhode
