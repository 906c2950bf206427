// Attitude representations by name.
#include "polhode/problem/attitudes/attitude.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace polhode {
namespace attitude_test {

using Numbers = std::vector<double>;

const Quaternion<double> q_NB = exp_rotation(Vec3<double>{0.3, -0.9, 0.4});

double largest_difference(const Numbers& a, const Numbers& b) {
    if (a.size() != b.size()) return 1e300;
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = max(worst, abs(a[i] - b[i]));
    return worst;
}

// The text of the InputError, or "" where there was none.
template <class F>
std::string complaint(F&& f) {
    try {
        f();
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}
bool mentions(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Attitude, EveryEntryHasNumbersAndASource) {
    const auto entries = attitude_entries();
    EXPECT_EQ(entries.size(), 20u);
    std::set<std::string> names;
    for (const Entry& e : entries) {
        EXPECT_EQ(e.kind, "attitude");
        EXPECT_FALSE(e.summary.empty() || e.source.empty()) << e.name;
        EXPECT_TRUE(mentions(e.summary, "singular")) << e.name << " does not say where it is singular";
        EXPECT_FALSE(parameter_names(e.name).empty());
        names.insert(e.name);
    }
    EXPECT_EQ(names.size(), entries.size());
    for (const char* s : {"quaternion", "dcm", "cayley-klein", "rotation-vector", "mrp", "axis-angle", "euler-zyx",
                          "euler-xyz", "euler-zxz"})
        EXPECT_TRUE(names.count(s)) << s;
}

TEST(Attitude, ColumnNames) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(parameter_names("quaternion"), (Names{"qw", "qx", "qy", "qz"}));
    EXPECT_EQ(parameter_names("dcm"), (Names{"a11", "a12", "a13", "a21", "a22", "a23", "a31", "a32", "a33"}));
    EXPECT_EQ(parameter_names("euler-yxy"), (Names{"A", "B", "C"}));
    EXPECT_EQ(parameter_names("cayley-klein").size(), 8u);
    EXPECT_EQ(parameter_names("axis-angle"), (Names{"ux", "uy", "uz", "angle"}));
    EXPECT_EQ(parameter_names("robinson"), (Names{"e1", "e2", "e3", "e4"}));
}

// Every name to every name, and back to the quaternion: three conversions, 24 epsilon as in the laws of the core.
TEST(Attitude, EveryPairConverts) {
    for (const std::string& from : convertible_names()) {
        const Numbers start = quaternion_to_attitude(from, q_NB);
        EXPECT_EQ(start.size(), parameter_names(from).size()) << from;
        for (const std::string& to : convertible_names()) {
            const Numbers there = convert_attitude(from, start, to);
            EXPECT_LE(angle_between(attitude_to_quaternion(to, there), q_NB), 5.4e-15) << from << " to " << to;
        }
        EXPECT_EQ(convert_attitude(from, start, from), start) << "the same name gives the same numbers: " << from;
    }
}

TEST(Attitude, TheNumbersAreThoseOfTheCore) {
    EXPECT_EQ(quaternion_to_attitude("quaternion-xyzw", Quaternion<double>{1, 2, 3, 4}), (Numbers{2, 3, 4, 1}));
    EXPECT_EQ(quaternion_to_attitude("robinson", Quaternion<double>{1, 2, 3, 4}), (Numbers{1, 4, 3, 2}));
    EXPECT_EQ(quaternion_to_attitude("euler-parameters", Quaternion<double>{1, 2, 3, 4}), (Numbers{1, 2, 3, 4}));
    const Numbers active = quaternion_to_attitude("dcm", q_NB),
                  passive = quaternion_to_attitude("passive-matrix", q_NB);
    EXPECT_EQ(active[1], passive[3]);
    EXPECT_EQ(active[6], passive[2]);
    const Numbers zyx = convert_attitude("dcm", active, "euler-zyx");
    EXPECT_LE(largest_difference(zyx, quaternion_to_attitude("euler-zyx", q_NB)), 1e-15);
    // intrinsic: Rz(A) Ry(B) Rx(C)
    const Quaternion<double> product = exp_rotation(Vec3<double>{0, 0, zyx[0]}) *
                                       exp_rotation(Vec3<double>{0, zyx[1], 0}) *
                                       exp_rotation(Vec3<double>{zyx[2], 0, 0});
    EXPECT_LE(angle_between(product, q_NB), 2e-15);
}

TEST(Attitude, LengthsAreNotNormalisedInSecret) {
    EXPECT_EQ(convert_attitude("quaternion", {2, 0, 0, 0}, "dcm"), (Numbers{4, 0, 0, 0, 4, 0, 0, 0, 4}));
    EXPECT_EQ(convert_attitude("dcm", {4, 0, 0, 0, 4, 0, 0, 0, 4}, "quaternion"), (Numbers{2, 0, 0, 0}));
}

TEST(Attitude, UnknownNamesAreRefusedWithTheNearest) {
    const std::string text = complaint([] { convert_attitude("quaternoin", {1, 0, 0, 0}, "dcm"); });
    EXPECT_TRUE(mentions(text, "'quaternoin' is not an attitude representation")) << text;
    EXPECT_TRUE(mentions(text, "did you mean 'quaternion'?")) << text;
    EXPECT_TRUE(mentions(complaint([] { parameter_names("euler-zzx"); }), "known: ")) << text;
    EXPECT_NE(complaint([] { convert_attitude("dcm", Numbers(9, 0.0), "euler"); }), "");
    EXPECT_NE(complaint([] { parameter_names(""); }), "");
}

TEST(Attitude, WrongCountsAndNoAttitudesAreRefused) {
    const std::string count = complaint([] { convert_attitude("quaternion", {1, 0, 0}, "dcm"); });
    EXPECT_TRUE(mentions(count, "has 4 numbers (qw, qx, qy, qz); 3 were given")) << count;
    const std::string zero = complaint([] { convert_attitude("robinson", {0, 0, 0, 0}, "mrp"); });
    EXPECT_TRUE(mentions(zero, "robinson: the length is 0")) << zero;
    const std::string mirror = complaint([] { convert_attitude("dcm", {1, 0, 0, 0, 1, 0, 0, 0, -1}, "quaternion"); });
    EXPECT_TRUE(mentions(mirror, "determinant is -1")) << mirror;
    const std::string axis = complaint([] { convert_attitude("axis-angle", {0, 0, 0, 1}, "quaternion"); });
    EXPECT_TRUE(mentions(axis, "no direction")) << axis;
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(mentions(complaint([&] { convert_attitude("mrp", {nan, 0, 0}, "dcm"); }), "sx is not a finite number"));
    EXPECT_TRUE(mentions(complaint([&] { convert_attitude("mrp", {0, 0, infinite}, "dcm"); }), "sz is not a finite"));
    // a matrix so large that its scale cannot be had
    EXPECT_NE(complaint([] { convert_attitude("quaternion", {1e200, 0, 0, 0}, "dcm"); }), "");
}

TEST(Attitude, EulerSequenceOfAName) {
    EulerSequence s;
    EXPECT_TRUE(euler_sequence_of("euler-zxz", s));
    EXPECT_EQ(s, euler_sequence("zxz"));
    for (const char* other : {"euler-", "euler", "euler-zxx", "zxz", "euler-parameters", "Euler-zxz"})
        EXPECT_FALSE(euler_sequence_of(other, s)) << other;
}

}  // namespace attitude_test
}  // namespace polhode
