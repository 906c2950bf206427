// exp and log of the rotation group against values of more than 30 digits (tests/data/make_elementary.py).
#include "polhode/rotation/exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/arithmetic/reference_rows.hpp"
#include "polhode/rotation/convert.hpp"

namespace exponential_test {

namespace {

using polhode::exp_rotation;
using polhode::log_rotation;
using polhode::Quaternion;
using polhode::Vec3;

// The bound of the specification, in double.
constexpr double bound = 4e-16;

double part(double got, const reference_rows::Row& row, const std::string& name) {
    return (got - row[name + "_hi"]) - row[name + "_lo"];
}

TEST(Exponential, IsWithin4e16OfTheExactQuaternion) {
    double worst = 0, worst_vector = 0;
    for (const auto& row : reference_rows::read("exponential.csv")) {
        const Quaternion<double> q = exp_rotation(Vec3<double>{row["vx"], row["vy"], row["vz"]});
        const Vec3<double> exact{row["qx_hi"], row["qy_hi"], row["qz_hi"]};
        const Vec3<double> e{part(q.x, row, "qx"), part(q.y, row, "qy"), part(q.z, row, "qz")};
        const double error = std::hypot(part(q.w, row, "qw"), norm(e));  // |q| = 1
        const double vector_error = norm(e) / norm(exact);
        EXPECT_LE(error, bound) << row.text("vx") << " " << row.text("vy") << " " << row.text("vz");
        EXPECT_LE(vector_error, bound) << row.text("vx") << " " << row.text("vy") << " " << row.text("vz");
        worst = std::max(worst, error);
        worst_vector = std::max(worst_vector, vector_error);
    }
    RecordProperty("largest_error", std::to_string(worst * 1e16) + "e-16");
    RecordProperty("largest_error_of_vector_part", std::to_string(worst_vector * 1e16) + "e-16");
    EXPECT_GT(worst, 1e-17) << "nothing was compared";
}

TEST(Logarithm, IsWithin4e16OfTheExactRotationVector) {
    double worst = 0;
    for (const auto& row : reference_rows::read("exponential.csv")) {
        const Vec3<double> v = log_rotation(Quaternion<double>{row["qw"], row["qx"], row["qy"], row["qz"]});
        const Vec3<double> exact{row["lx_hi"], row["ly_hi"], row["lz_hi"]};
        const Vec3<double> e{part(v[0], row, "lx"), part(v[1], row, "ly"), part(v[2], row, "lz")};
        const double error = norm(e) / norm(exact);
        EXPECT_LE(error, bound) << row.text("vx") << " " << row.text("vy") << " " << row.text("vz");
        worst = std::max(worst, error);
    }
    RecordProperty("largest_error", std::to_string(worst * 1e16) + "e-16");
    EXPECT_GT(worst, 1e-17) << "nothing was compared";
}

TEST(Exponential, TinyVectorsNeitherVanishNorOverflow) {
    for (const double size : {1e-300, 1e-308, 1e-160, 1e-155, 1e-30}) {
        const Vec3<double> v{size, -2 * size, 2 * size};
        const Quaternion<double> q = exp_rotation(v);
        EXPECT_EQ(q.w, 1.0);
        EXPECT_EQ(q.x, size / 2);
        EXPECT_EQ(q.y, -size);
        EXPECT_EQ(log_rotation(q), v);
    }
    const Quaternion<double> none = exp_rotation(Vec3<double>{});
    EXPECT_EQ(none, (Quaternion<double>{1, 0, 0, 0}));
    EXPECT_EQ(log_rotation(none), (Vec3<double>{}));
}

// Where the series for small vectors takes over nothing may jump: both sides are within a unit of each other.
TEST(Exponential, IsContinuousWhereTheSmallFormTakesOver) {
    const double edge = std::sqrt(std::numeric_limits<double>::epsilon());
    const auto below = exp_rotation(Vec3<double>{edge * (1 - 1e-15), 0, 0});
    const auto above = exp_rotation(Vec3<double>{edge * (1 + 1e-15), 0, 0});
    EXPECT_NEAR(below.w, above.w, 1.2e-16);
    EXPECT_NEAR(below.x / above.x, 1, 4e-15);
}

TEST(Logarithm, TakesTheShorterWayAndIgnoresLength) {
    const Vec3<double> v{0.3, -1.2, 2.0};
    const Quaternion<double> q = exp_rotation(v);
    for (const double length : {1.0, -1.0, 3.0, 1e-8, -1e100}) {
        const auto p = q.with(length * q.params());
        EXPECT_LE(norm(log_rotation(p) - v), 4 * bound * norm(v)) << length;
    }
    // more than half a turn comes back as the rest of the turn, the other way
    const Vec3<double> longer = (4.0 / norm(v)) * v;
    const Vec3<double> shorter = ((4.0 - 2 * polhode::pi<double>()) / norm(v)) * v;
    EXPECT_LE(norm(log_rotation(exp_rotation(longer)) - shorter), 8 * bound * norm(longer));
}

TEST(Logarithm, AtHalfATurnTheSignOfTheQuaternionChooses) {
    const double pi = polhode::pi<double>();
    EXPECT_EQ(log_rotation(Quaternion<double>{0, 1, 0, 0}), (Vec3<double>{pi, 0, 0}));
    EXPECT_EQ(log_rotation(Quaternion<double>{0, -1, 0, 0}), (Vec3<double>{-pi, 0, 0}));
    EXPECT_EQ(log_rotation(Quaternion<double>{-1e-17, 1, 0, 0})[0], -pi);
}

TEST(Exponential, FloatIsAsGoodAsFloatCanBe) {
    for (float angle = 0.01f; angle < 3.14f; angle += 0.01f) {
        const Vec3<float> v{angle * 0.36f, angle * 0.48f, angle * -0.8f};
        const auto exact = exp_rotation(polhode::cast<double>(v));
        const auto q = polhode::cast<double>(exp_rotation(v));
        // the same analysis as for double: 4e-16 is 1.8 epsilon
        EXPECT_LE(norm(q.params() - exact.params()), 1.8 * std::numeric_limits<float>::epsilon());
        const auto back = log_rotation(exp_rotation(v));
        EXPECT_LE(norm(back - v), 4 * std::numeric_limits<float>::epsilon() * angle);
    }
}

}  // namespace

}  // namespace exponential_test
