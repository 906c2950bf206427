#include "polhode/base/diagnostic.hpp"

#include <gtest/gtest.h>

namespace diagnostic_test {

using namespace polhode;

TEST(InputError, NamesFileLineAndKey) {
    const InputError error({"bad.toml", 11, "run.durration"}, "unknown key");
    EXPECT_STREQ(error.what(), "bad.toml:11: run.durration: unknown key");
    EXPECT_EQ(error.place.line, 11);
    EXPECT_STREQ(InputError({"bad.toml", 0, ""}, "nothing in it").what(), "bad.toml: nothing in it");
    EXPECT_STREQ(InputError({"", 0, "step"}, "too small").what(), "step: too small");
    EXPECT_STREQ(InputError({"", 0, ""}, "too small").what(), "too small");
}

TEST(ComputationFailed, SaysWhenAndWhy) {
    const ComputationFailed error(1.25, "the attitude is not finite");
    EXPECT_STREQ(error.what(), "the computation failed at t = 1.25 s: the attitude is not finite");
    EXPECT_EQ(error.time, 1.25);
    EXPECT_EQ(error.cause, "the attitude is not finite");
}

TEST(NearestName, FindsSlipsOfTheFingers) {
    const std::vector<std::string> known{"duration", "sample", "rk4", "rotation-vector", "quaternion", "gravity"};
    EXPECT_EQ(nearest_name("durration", known), "duration");
    EXPECT_EQ(nearest_name("duratoin", known), "duration") << "a swap of neighbours counts once";
    EXPECT_EQ(nearest_name("rk44", known), "rk4");
    EXPECT_EQ(nearest_name("grvty", known), "gravity");
    EXPECT_EQ(nearest_name("ROTATION_VECTOR", known), "rotation-vector") << "case and joints do not count";
    EXPECT_EQ(nearest_name("quat", known), "quaternion") << "abbreviation";
    EXPECT_EQ(nearest_name("hi", {"high", "low"}), "high") << "abbreviation";
}

TEST(NearestName, KeepsQuietAboutTheRest) {
    const std::vector<std::string> known{"double", "float"};
    EXPECT_EQ(nearest_name("dog", known), "");
    EXPECT_EQ(nearest_name("", known), "");
    EXPECT_EQ(nearest_name(std::string(100000, 'f'), known), "");
    EXPECT_EQ(nearest_name("float", {}), "");
    EXPECT_EQ(nearest_name("b", {"pi", "e"}), "") << "nothing of it is there";
    EXPECT_EQ(nearest_name("wz", {"wx", "e"}), "wx");
}

TEST(NearestName, KnowsWhatOthersCallIt) {
    EXPECT_EQ(nearest_name("gaussian", {"uniform", "normal"}), "normal");
    EXPECT_EQ(nearest_name("Sigma", {"mean", "deviation"}), "deviation");
    EXPECT_EQ(nearest_name("sigma", {"mean", "low"}), "");
}

TEST(NearestName, PrefersTheFewestEdits) {
    EXPECT_EQ(nearest_name("normalize", {"normalise-binomial", "normalise", "none"}), "normalise");
    EXPECT_EQ(nearest_name("euler-zyz", {"euler-zyx", "euler-zyz"}), "euler-zyz");
}

TEST(Listed, ReadsLikeASentence) {
    EXPECT_EQ(listed({"a", "b", "c"}), "'a', 'b' or 'c'");
    EXPECT_EQ(listed({"a"}), "'a'");
    EXPECT_EQ(listed({}), "");
}

}  // namespace diagnostic_test
