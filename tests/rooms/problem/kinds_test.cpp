// The lists of kinds: what is listed is in the registry under one name, and builds.
#include <gtest/gtest.h>

#include <set>

#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/problem/attitudes/conventions.hpp"
#include "polhode/problem/rates_kind.hpp"
#include "polhode/problem/torque_kind.hpp"

namespace kinds_test {

namespace {

using namespace polhode;

template <class Kinds>
void expect_one_entry_each(const Kinds& kinds, const std::string& kind) {
    std::set<std::string> names;
    for (const auto& k : kinds) {
        EXPECT_EQ(k.entry.kind, kind) << k.entry.name;
        EXPECT_TRUE(names.insert(k.entry.name).second) << k.entry.name << " is listed twice";
        ASSERT_NE(find_entry(kind, k.entry.name), nullptr) << k.entry.name;
    }
    EXPECT_EQ(names_of(kind).size(), names.size());
}

}  // namespace

TEST(Kinds, EveryListIsTheRegistry) {
    expect_one_entry_each(torque_kinds(), "torque");
    expect_one_entry_each(rates_kinds(), "rates");
    expect_one_entry_each(attitude_kinds(), "attitude");
    expect_one_entry_each(conventions(), "convention");
    for (const TorqueKind& kind : torque_kinds()) EXPECT_NE(kind.build, nullptr) << kind.entry.name;
    for (const RatesKind& kind : rates_kinds()) EXPECT_NE(kind.build, nullptr) << kind.entry.name;
}

TEST(Kinds, AConventionIsMadeOfARepresentation) {
    for (const Convention& c : conventions()) {
        const AttitudeKind* const inner = find_attitude_kind(c.inner);
        ASSERT_NE(inner, nullptr) << c.entry.name;
        // as many numbers, or one less: Gibbs' vector leaves out what the length of a quaternion says
        EXPECT_GE(inner->names.size(), c.names.size()) << c.entry.name;
        EXPECT_LE(inner->names.size(), c.names.size() + 1) << c.entry.name;
    }
}

// By the functions of the core, whatever way the list takes: the direct ones where there are some.
TEST(Kinds, ConversionsAreThoseOfTheCore) {
    const Quaternion<double> q = normalise(Quaternion<double>{0.3, -0.4, 0.5, 0.6});
    EulerAngles<double> xyz, zxz;
    parse_euler_sequence("xyz", xyz.sequence);
    parse_euler_sequence("zxz", zxz.sequence);
    const auto angles = convert(q, xyz);
    const auto cosines = convert<Dcm>(q);
    const auto vector = RotationVector<double>{}.with({3.0, -2.0, 1.0});  // more than half a turn
    const auto expect = [](const char* from, const auto& r, const char* to, const auto& like) {
        EXPECT_EQ(convert_attitude(from, numbers_of(r), to), numbers_of(convert(r, like))) << from << " to " << to;
    };
    expect("quaternion", q, "mrp", ModifiedRodrigues<double>{});
    expect("euler-xyz", angles, "dcm", Dcm<double>{});
    expect("euler-xyz", angles, "euler-zxz", zxz);
    expect("euler-xyz", angles, "euler-xyz", xyz);
    expect("dcm", cosines, "euler-zxz", zxz);
    expect("dcm", cosines, "dcm-two-vector", TwoVector<double>{});
    expect("dcm-two-vector", convert<TwoVector>(cosines), "dcm-gray", Dcm<double>{});
    expect("dcm-two-vector", convert<TwoVector>(cosines), "euler-xyz", xyz);
    expect("rotation-vector", vector, "axis-angle", AxisAngle<double>{});
    expect("axis-angle", convert<AxisAngle>(vector), "rotation-vector", RotationVector<double>{});
    expect("cayley-klein", convert<CayleyKlein>(q), "dcm", Dcm<double>{});
}

}  // namespace kinds_test
