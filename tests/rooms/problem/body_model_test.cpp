#include "polhode/problem/body_model.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace polhode {
namespace body_model_test {

using V = Vec3<double>;
using M = Mat3<double>;
constexpr double pi = std::numbers::pi;

void put(Values& v, const std::string& name, Values::Value value) {
    v.set(name, std::move(value), {"test.toml", 3, "body." + name});
}

BodyTable with_moments(const std::vector<double>& moments, const std::string& unphysical = "refuse") {
    BodyTable table;
    table.values.set_table_place({"test.toml", 2, "body"});
    put(table.values, "inertia", moments);
    put(table.values, "unphysical", unphysical);
    return table;
}
BodyTable with_tensor(const M& tensor) {
    BodyTable table;
    put(table.values, "inertia", tensor);
    return table;
}

Values part(const std::string& shape, double mass, const std::vector<std::pair<std::string, Values::Value>>& rest) {
    Values v;
    v.set_table_place({"test.toml", 5, "body.parts[0]"});
    put(v, "shape", shape);
    put(v, "mass", mass);
    for (const auto& [name, value] : rest) put(v, name, value);
    return v;
}
BodyTable with_parts(std::vector<Values> parts) {
    BodyTable table;
    table.values.set_table_place({"test.toml", 2, "body"});
    table.parts = std::move(parts);
    return table;
}

std::string complaint(const BodyTable& table) {
    try {
        build_body(table);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}
bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

M rotation(const V& v) {
    const double a = norm(v);
    if (a == 0) return M::identity();
    const V n = v / a;
    const M K{{{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}}};
    return M::identity() + std::sin(a) * K + (1 - std::cos(a)) * (K * K);
}

// ---- moments ----------------------------------------------------------------------------------------------------

TEST(BodyModel, PrincipalMomentsAreTakenAsTheyAre) {
    const BodyModel b = build_body(with_moments({5, 2, 4}));
    EXPECT_TRUE(b.diagonal);
    EXPECT_EQ(b.inertia, M::diagonal({5, 2, 4}));
    EXPECT_EQ(b.principal_moments, (V{5, 2, 4}));
    EXPECT_EQ(b.principal_axes, M::identity());
    EXPECT_TRUE(b.warnings.empty());
    EXPECT_EQ(b.symmetry_axis(), -1);
}

TEST(BodyModel, SymmetryAxis) {
    EXPECT_EQ(build_body(with_moments({2, 2, 3})).symmetry_axis(), 2);
    EXPECT_EQ(build_body(with_moments({3, 2, 2})).symmetry_axis(), 0);
    EXPECT_EQ(build_body(with_moments({2, 3, 2})).symmetry_axis(), 1);
    EXPECT_EQ(build_body(with_moments({2, 2, 2})).symmetry_axis(), 2);
}

// Ganapathi 2005, errata 3 and 4: a^2 = -10 and -5 for [2 2 8] and [2 8 4]
TEST(BodyModel, HistoricalMomentsAreRefusedUnlessAllowed) {
    EXPECT_TRUE(says(complaint(with_moments({2, 2, 8})), "8 > 2 + 2: no body has these moments"));
    EXPECT_TRUE(says(complaint(with_moments({2, 2, 8})), "unphysical = \"allow\" runs it anyway"));
    EXPECT_TRUE(says(complaint(with_moments({2, 8, 4})), "8 > 2 + 4"));
    for (const std::vector<double>& moments : {std::vector<double>{2, 2, 8}, {2, 8, 4}}) {
        const BodyModel b = build_body(with_moments(moments, "allow"));
        ASSERT_EQ(b.warnings.size(), 1u);
        EXPECT_TRUE(says(b.warnings[0], "8 > 2 + "));
        EXPECT_TRUE(b.ellipsoid.empty());
    }
}

TEST(BodyModel, EquivalentEllipsoid) {
    // axes (2, 2, 8), m = 1 have moments (13.6, 13.6, 1.6): Ganapathi 2005, erratum 3
    const BodyModel b = build_body(with_moments({13.6, 13.6, 1.6}));
    ASSERT_EQ(b.ellipsoid.size(), 3u);
    EXPECT_NEAR(b.ellipsoid[0], 2, 1e-14);
    EXPECT_NEAR(b.ellipsoid[1], 2, 1e-14);
    EXPECT_NEAR(b.ellipsoid[2], 8, 1e-14);
    BodyTable heavy = with_moments({13.6, 13.6, 1.6});
    put(heavy.values, "mass", 4.0);
    EXPECT_NEAR(build_body(heavy).ellipsoid[2], 4, 1e-14);
    EXPECT_EQ(build_body(with_moments({1, 1, 2})).ellipsoid[2], 0.0);  // flat
}

TEST(BodyModel, RefusesWhatCannotBeComputed) {
    EXPECT_TRUE(says(complaint(with_moments({-1, 2, 2})), "about x is -1"));
    EXPECT_TRUE(says(complaint(with_moments({2, 0, 2})), "about y is 0"));
    EXPECT_TRUE(says(complaint(with_moments({-1, 2, 2}, "allow")), "greater than 0"));
    EXPECT_TRUE(says(complaint(with_moments({1e300, 1e300, 1e300})), "1e+300"));
    EXPECT_TRUE(says(complaint(with_moments({1e300, 1e300, 1e300})), "overflow"));
    EXPECT_TRUE(says(complaint(with_moments({1, std::nan(""), 1})), "nan"));
    EXPECT_TRUE(says(complaint(with_moments({1, std::numeric_limits<double>::infinity(), 1})), "inf"));
    EXPECT_TRUE(says(complaint(with_moments({1e-120, 1e-120, 1e-120})), "too small"));
    EXPECT_TRUE(says(complaint(BodyTable{}), "'inertia'"));
    BodyTable both = with_parts({part("sphere", 1, {{"radius", 1.0}})});
    put(both.values, "inertia", std::vector<double>{1, 1, 1});
    EXPECT_TRUE(says(complaint(both), "exclude each other"));
    BodyTable about = with_moments({1, 1, 1});
    put(about.values, "about", std::string("centre"));
    EXPECT_TRUE(says(complaint(about), "'parts'"));
}

TEST(BodyModel, ComplaintsNameTheirPlace) {
    EXPECT_TRUE(says(complaint(with_moments({2, 2, 8})), "test.toml:3"));
    EXPECT_TRUE(says(complaint(with_moments({2, 2, 8})), "body.inertia"));
}

// ---- tensors ----------------------------------------------------------------------------------------------------

TEST(BodyModel, TensorMustBeSymmetric) {
    const M skew{{{2, 0.5, 0}, {0.4, 2, 0}, {0, 0, 2}}};
    EXPECT_TRUE(says(complaint(with_tensor(skew)), "row 1, column 2 is 0.5 and row 2, column 1 is 0.4"));
    M last_bit{{{2, 0.5, 0}, {0.5, 2, 0}, {0, 0, 2}}};
    last_bit(1, 0) = std::nextafter(0.5, 1);
    const BodyModel b = build_body(with_tensor(last_bit));
    EXPECT_EQ(b.inertia(0, 1), b.inertia(1, 0));
}

TEST(BodyModel, PrincipalAxesOfATensor) {
    const BodyModel b = build_body(with_tensor({{{3, 1, 0}, {1, 3, 0}, {0, 0, 5}}}));
    EXPECT_FALSE(b.diagonal);
    EXPECT_NEAR(b.principal_moments[0], 2, 1e-15);
    EXPECT_NEAR(b.principal_moments[1], 4, 1e-15);
    EXPECT_EQ(b.principal_moments[2], 5);
    const double h = std::sqrt(0.5);
    // first two axes with their first largest component positive, the third right-handed
    const M expected{{{h, h, 0}, {-h, h, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(b.principal_axes(i, j), expected(i, j), 4e-16);
    EXPECT_EQ(b.symmetry_axis(), -1);
    EXPECT_TRUE(build_body(with_tensor(M::diagonal({4, 3, 5}))).diagonal);
}

TEST(BodyModel, TensorOfNoBody) {
    const M R = rotation({0.3, -1, 2});
    const std::string text = complaint(with_tensor(R * M::diagonal({2, 2, 8}) * R.transposed()));
    EXPECT_TRUE(says(text, "no body has these principal moments")) << text;
    const std::string negative = complaint(with_tensor({{{1, 2, 0}, {2, 1, 0}, {0, 0, 3}}}));
    EXPECT_TRUE(says(negative, "greater than 0")) << negative;
    EXPECT_TRUE(says(complaint(with_tensor({{{1, 1, 0}, {1, 1, 0}, {0, 0, 3}}})), "moment"));  // singular
}

RC_GTEST_PROP(BodyModel, TurnedTensorGivesBackItsMoments, ()) {
    const auto unit = [] { return (*rc::gen::inRange(-100000, 100001)) / 1e5; };
    // Any body: moments y2+z2, z2+x2, x2+y2
    const double x = 1.1 + unit(), y = 1.1 + unit(), z = *rc::gen::element(1.1, x);
    V moments{y + z, z + x, x + y};
    const M R = rotation({3 * unit(), 3 * unit(), 3 * unit()});
    const BodyModel b = build_body(with_tensor([&] {
        M I = R * M::diagonal(moments) * R.transposed();
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < i; ++j) I(i, j) = I(j, i);
        return I;
    }()));
    std::sort(moments.v, moments.v + 3);
    V found = b.principal_moments;
    std::sort(found.v, found.v + 3);
    // R, two products of three terms each and the sweeps of Jacobi's method: not more than 24 roundings of the largest
    const double bits = 24 * std::numeric_limits<double>::epsilon() * std::max(1.0, moments[2]);
    for (int i = 0; i < 3; ++i) RC_ASSERT(std::abs(found[i] - moments[i]) < bits);
    const M A = b.principal_axes, back = A * M::diagonal(b.principal_moments) * A.transposed();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            RC_ASSERT(std::abs(back(i, j) - b.inertia(i, j)) < 2 * bits);
            RC_ASSERT(std::abs(dot(A.column(i), A.column(j)) - (i == j ? 1 : 0)) < bits);
        }
    RC_ASSERT(std::abs(determinant(A) - 1) < bits);
}

// ---- parts ------------------------------------------------------------------------------------------------------

std::vector<Values> gyrosoft_parts() {
    return {part("disk", 0.3, {{"radius", 0.025}, {"thickness", 0.005}, {"at", V{0, 0, 0.01}}}),
            part("point", 0.05, {{"at", V{0, 0, 0.1}}, {"spins", false}, {"weight", false}})};
}

// GyroSoft 2015, parameters 28 and 29 with erratum 11: I1 = 5.775e-4 (printed 5.76875e-4), I3 = 9.375e-5
TEST(BodyModel, GyroscopeOfGyroSoftByParts) {
    const BodyModel b = build_body(with_parts(gyrosoft_parts()));
    EXPECT_TRUE(b.diagonal);
    EXPECT_NEAR(b.inertia(0, 0), 5.775e-4, 2e-19);
    EXPECT_EQ(b.inertia(0, 0), b.inertia(1, 1));
    EXPECT_NEAR(b.inertia(2, 2), 9.375e-5, 2e-20);
    EXPECT_EQ(b.symmetry_axis(), 2);
    EXPECT_DOUBLE_EQ(b.mass, 0.35);
    EXPECT_EQ(b.weighing_mass, 0.3);
    EXPECT_NEAR(b.centre[2], 0.01, 1e-18);
}

// Erratum 12: with its weight the counterweight gives 0.049 N m beside 0.0294
TEST(BodyModel, CounterweightWithWeight) {
    std::vector<Values> parts = gyrosoft_parts();
    put(parts[1], "weight", true);
    const BodyModel b = build_body(with_parts(parts));
    EXPECT_NEAR(b.weighing_mass * 9.8 * b.centre[2], 0.0784, 1e-16);
}

TEST(BodyModel, ShapesAgainstHandFormulas) {
    const auto moments = [](const Values& one) {
        const BodyModel b = build_body(with_parts({one}));
        return V{b.inertia(0, 0), b.inertia(1, 1), b.inertia(2, 2)};
    };
    const auto expect = [](const V& got, const V& expected) {
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], expected[i], 1e-15 * expected[i]) << i;
    };
    expect(moments(part("disk", 2, {{"radius", 3.0}})), {4.5, 4.5, 9});
    expect(moments(part("cylinder", 2, {{"radius", 3.0}, {"length", 6.0}})), {10.5, 10.5, 9});
    expect(moments(part("sphere", 5, {{"radius", 2.0}})), {8, 8, 8});
    expect(moments(part("ellipsoid", 5, {{"semi_axes", V{1, 2, 3}}})), {13, 10, 5});
    expect(moments(part("box", 12, {{"size", V{1, 2, 3}}})), {13, 10, 5});
    expect(moments(part("rod", 12, {{"length", 1.0}, {"radius", 2.0}})), {13, 13, 24});
    // Two spheres on the x axis: own moments and parallel axes
    const BodyModel dumbbell = build_body(with_parts({part("sphere", 5, {{"radius", 1.0}, {"at", V{2, 0, 0}}}),
                                                      part("sphere", 5, {{"radius", 1.0}, {"at", V{-2, 0, 0}}})}));
    EXPECT_EQ(dumbbell.principal_moments, (V{4, 44, 44}));
    EXPECT_EQ(dumbbell.symmetry_axis(), 0);
}

TEST(BodyModel, PartsMayBeTurnedAndMoved) {
    // A box turned by a quarter about x: its y and z change places.
    const BodyModel turned =
        build_body(with_parts({part("box", 12, {{"size", V{1, 2, 3}}, {"rotation", V{pi / 2, 0, 0}}})}));
    EXPECT_TRUE(turned.diagonal);
    EXPECT_NEAR(turned.inertia(1, 1), 5, 1e-14);
    EXPECT_NEAR(turned.inertia(2, 2), 10, 1e-14);
    // m r^2 with products of inertia -m x y
    const BodyModel off = build_body(
        with_parts({part("sphere", 5, {{"radius", 1.0}, {"at", V{1, 2, 0}}}), part("sphere", 5, {{"radius", 1.0}})}));
    EXPECT_FALSE(off.diagonal);
    EXPECT_DOUBLE_EQ(off.inertia(0, 1), -10);
    EXPECT_DOUBLE_EQ(off.inertia(2, 2), 4 + 25);
    EXPECT_EQ(off.centre, (V{0.5, 1, 0}));
}

TEST(BodyModel, AboutTheCentreOfMass) {
    BodyTable table = with_parts({part("sphere", 1, {{"radius", 1.0}, {"at", V{0, 0, 5}}}),
                                  part("sphere", 1, {{"radius", 1.0}, {"at", V{0, 0, 7}}})});
    put(table.values, "about", std::string("centre"));
    const BodyModel b = build_body(table);
    EXPECT_NEAR(b.inertia(0, 0), 2 * (0.4 + 1), 1e-15);
    EXPECT_NEAR(b.inertia(2, 2), 0.8, 1e-15);
    EXPECT_EQ(b.centre, (V{}));
}

TEST(BodyModel, RefusesPartsThatCannotBe) {
    EXPECT_TRUE(says(complaint(with_parts({part("rod", 1, {{"length", 1.0}, {"radius", 0.0}})})), "about z"));
    EXPECT_TRUE(says(complaint(with_parts({part("rod", 1, {{"length", 1.0}, {"radius", 0.0}})})), "radius"));
    EXPECT_TRUE(says(complaint(with_parts({part("point", 1, {})})), "resists turning"));
    EXPECT_TRUE(says(complaint(with_parts({part("box", 1, {{"size", V{1, 0, 1}}})})), "greater than 0"));
    EXPECT_TRUE(says(complaint(with_parts({part("sphere", 1, {{"radius", 1e60}})})), "too large"));
    EXPECT_TRUE(says(complaint(with_parts({part("sphere", 1, {{"radius", 1.0}}),
                                           part("point", 1, {{"at", V{1, 0, 1}}, {"spins", false}})})),
                     "symmetric about the symmetry axis"));
    BodyTable no_axis = with_parts({part("sphere", 1, {{"radius", 1.0}})});
    put(no_axis.values, "axis", V{});
    EXPECT_TRUE(says(complaint(no_axis), "direction"));
}

TEST(BodyModel, PartThatDoesNotSpinAddsNothingAlongTheAxis) {
    BodyTable table = with_parts({part("sphere", 5, {{"radius", 1.0}}),
                                  part("disk", 4, {{"radius", 1.0}, {"rotation", V{0, pi / 2, 0}}, {"spins", false}})});
    put(table.values, "axis", V{2, 0, 0});
    const BodyModel b = build_body(table);
    EXPECT_NEAR(b.inertia(0, 0), 2, 1e-15);      // of the sphere alone
    EXPECT_NEAR(b.inertia(1, 1), 2 + 1, 4e-15);  // and the disk's m r^2/4
    EXPECT_NEAR(b.inertia(2, 2), 2 + 1, 4e-15);
}

RC_GTEST_PROP(BodyModel, AnyHeapOfPartsIsABody, ()) {
    const auto unit = [] { return (*rc::gen::inRange(-100000, 100001)) / 1e5; };
    const auto vector = [&] {
        const double x = unit(), y = unit(), z = unit();
        return V{x, y, z};
    };
    std::vector<Values> parts;
    const int count = *rc::gen::inRange(1, 6);
    for (int i = 0; i < count; ++i) {
        const std::string shape =
            *rc::gen::element<std::string>("disk", "cylinder", "sphere", "ellipsoid", "box", "rod");
        const auto length = [&] { return 1.5 + unit(); };
        parts.push_back(part(shape, length(),
                             {{"radius", length()},
                              {"length", length()},
                              {"semi_axes", V{length(), length(), length()}},
                              {"size", V{length(), length(), length()}},
                              {"at", vector()},
                              {"rotation", 3.0 * vector()}}));
    }
    const BodyModel b = build_body(with_parts(parts));
    RC_ASSERT(b.warnings.empty());
    RC_ASSERT(b.ellipsoid.size() == 3u);
    const V I = b.principal_moments;
    for (int i = 0; i < 3; ++i) RC_ASSERT(I[i] > 0 && I[i] <= (I[(i + 1) % 3] + I[(i + 2) % 3]) * (1 + 1e-14));
    // The trace does not depend on the axes: the sum of own and point traces.
    double trace = 0;
    for (const Values& p : parts) {
        const BodyModel one = build_body(with_parts({p}));
        trace += one.inertia(0, 0) + one.inertia(1, 1) + one.inertia(2, 2);
    }
    RC_ASSERT(std::abs(I[0] + I[1] + I[2] - trace) < 1e-13 * trace);
}

TEST(BodyModel, EveryShapeIsDescribed) {
    std::vector<std::string> names;
    for (const Entry& e : shape_entries()) {
        names.push_back(e.name);
        EXPECT_EQ(e.kind, "shape");
        EXPECT_FALSE(e.summary.empty());
        for (const Parameter& p : e.parameters) EXPECT_FALSE(p.summary.empty()) << e.name << " " << p.name;
    }
    EXPECT_EQ(names, (std::vector<std::string>{"disk", "cylinder", "sphere", "ellipsoid", "box", "rod", "point"}));
}

}  // namespace body_model_test
}  // namespace polhode
