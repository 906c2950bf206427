#include "polhode/library/registry.hpp"

#include <gtest/gtest.h>

#include <set>

#include "polhode/library/convert.hpp"
#include "rooms/face/face_text.hpp"

namespace polhode {
namespace registry_test {

using namespace face_test;

TEST(FaceRegistry, EveryEntryBelongsToAKindAndSaysWhatItIs) {
    const std::vector<std::string> kinds = registry_kinds();
    const std::set<std::string> known(kinds.begin(), kinds.end());
    std::size_t count = 0;
    for (const std::string& kind : kinds) {
        EXPECT_FALSE(registry_entries(kind).empty()) << kind;
        count += registry_entries(kind).size();
    }
    EXPECT_EQ(registry_entries().size(), count);
    for (const RegistryEntry& e : registry_entries()) {
        EXPECT_TRUE(known.count(e.kind)) << e.kind;
        EXPECT_FALSE(e.summary.empty()) << e.kind << " " << e.name;
    }
    EXPECT_TRUE(registry_entries("integrators").empty()) << "a kind that is not there";
}

TEST(FaceRegistry, TypesAreThoseOfTheHeader) {
    const std::set<std::string> types{"number",  "positive", "non-negative", "integer",  "boolean", "text",   "choice",
                                      "vector3", "numbers",  "matrix3",      "formulas", "path",    "formula"};
    for (const RegistryEntry& e : registry_entries())
        for (const RegistryParameter& p : e.parameters) {
            EXPECT_TRUE(types.count(p.type)) << e.name << " " << p.name << ": " << p.type;
            EXPECT_EQ(p.type == "choice", !p.choices.empty()) << e.name << " " << p.name;
        }
}

TEST(FaceConvert, ThereAndBackAndTheRefusals) {
    const std::vector<double> q{0.5, 0.1, 0.7, 0.5};
    const std::vector<double> last = attitude_as("quaternion-xyzw", "quaternion", q);
    EXPECT_EQ(last, (std::vector<double>{0.1, 0.7, 0.5, 0.5}));
    EXPECT_EQ(attitude_as("quaternion", "quaternion", q), q);
    for (const std::string& name : attitude_names())
        EXPECT_EQ(attitude_as(name, "quaternion", {0.5, 0.5, 0.1, 0.7}).size(), attitude_number_names(name).size())
            << name;
    EXPECT_NE(refusal([] { attitude_as("dcm", "quaternion", {1, 0, 0}); }), "");
    EXPECT_NE(refusal([] { attitude_as("dcm", "quaternion", {0, 0, 0, 0}); }), "");
    EXPECT_TRUE(says(refusal([] { attitude_number_names("quaternions"); }), "did you mean 'quaternion'?"));
}

}  // namespace registry_test
}  // namespace polhode
