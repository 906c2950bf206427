#include "polhode/measure/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "polhode/files/output_error.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace comparison_test {

constexpr double pi = std::numbers::pi;

Quaternion<double> about(const Vec3<double>& axis, double angle, double length = 1) {
    const Vec3<double> u = (length * std::sin(angle / 2) / norm(axis)) * axis;
    return {length * std::cos(angle / 2), u[0], u[1], u[2]};
}

// Four roundings in the product and one in atan2: a few 1e-16, absolute.
constexpr double rounding = 2e-15;

TEST(Angles, GeodesicIsTheAngleBetweenWhateverTheLengthAndSign) {
    const Quaternion<double> base = about({1, -2, 0.5}, 0.9);
    for (const double angle : {0.0, 1e-12, 1e-7, 0.3, 1.0, 3.0, pi}) {
        const Quaternion<double> other = compose(base, about({0.3, 0.1, -1}, angle, 1.7));
        EXPECT_NEAR(geodesic_angle(base, other), angle, rounding);
        EXPECT_NEAR(geodesic_angle(base, -other), angle, rounding);
        EXPECT_NEAR(geodesic_angle(other, base), angle, rounding);
    }
}

TEST(Angles, DirectionsOfABodyVector) {
    const Quaternion<double> none;
    // a turn d about z moves (1,1,1) by acos((1 + 2 cos d)/3) (GyroSoft 2015, section e.1) and z not at all
    for (const double d : {0.1, 1.0, 2.5}) {
        const Quaternion<double> turned = about({0, 0, 1}, d, 0.8);
        EXPECT_NEAR(direction_angle(none, turned, {1, 1, 1}), std::acos((1 + 2 * std::cos(d)) / 3), rounding);
        EXPECT_EQ(direction_angle(none, turned, {0, 0, 1}), 0);
    }
    // tiny angles keep their digits, where the arc cosine would give 0 or 1e-8
    EXPECT_NEAR(direction_angle(none, about({1, 0, 0}, 1e-11), {0, 0, 1}), 1e-11, 1e-16);
    EXPECT_NEAR(direction_angle(none, about({1, 0, 0}, pi), {0, 0, 1}), pi, rounding);
}

TEST(Comparison, LargestAndFinalDifferences) {
    Comparison comparison;
    comparison.begin("first");
    for (int i = 0; i <= 10; ++i) comparison.row(test::turning(0.1 * i, 1.0));
    comparison.begin("second");
    for (int i = 0; i <= 10; ++i) {
        // ahead by an angle that grows to 0.05 rad at 0.5 s and shrinks again
        Row row = test::turning(0.1 * i, 1.0);
        row.q_NB = compose(row.q_NB, about({0, 0, 1}, 0.01 * (i <= 5 ? i : 10 - i)));
        row.w_NB_B[0] = 0.25;
        comparison.row(row);
    }
    ASSERT_EQ(comparison.differences().size(), 1u);
    const DifferenceSummary& d = comparison.differences()[0];
    EXPECT_EQ(d.name, "second");
    EXPECT_EQ(comparison.reference(), "first");
    EXPECT_EQ(d.samples, 11);
    EXPECT_NEAR(d.largest.geodesic, 0.05, rounding);
    EXPECT_EQ(d.largest.t, 0.5);
    EXPECT_NEAR(d.final.geodesic, 0, rounding);
    EXPECT_EQ(d.largest.axisz, 0);
    EXPECT_NEAR(d.largest.axis111, std::acos((1 + 2 * std::cos(0.05)) / 3), rounding);
    EXPECT_EQ(d.largest.rate, 0.25);
    EXPECT_EQ(d.final.rate, 0.25);
}

// Times are added up in another way by each method, some rows are missing, and one method ends early.
TEST(Comparison, OnlyCommonTimesAreCompared) {
    Comparison comparison;
    comparison.begin("first");
    double t = 0;
    for (int i = 0; i <= 100; ++i) {
        comparison.row(test::turning(t));
        t += 0.1;  // drifts away from i/10 by rounding
    }
    comparison.begin("every third");
    for (int i = 0; i <= 100; i += 3) comparison.row(test::turning(i / 10.0));
    comparison.begin("shifted");
    for (int i = 0; i < 100; ++i) comparison.row(test::turning(i / 10.0 + 0.05));
    comparison.begin("short");
    for (int i = 0; i <= 20; ++i) comparison.row(test::turning(i / 10.0));
    comparison.begin("longer");
    for (int i = 0; i <= 120; ++i) comparison.row(test::turning(i / 10.0));
    const auto& d = comparison.differences();
    EXPECT_EQ(d[0].samples, 34);
    EXPECT_EQ(d[1].samples, 0);
    EXPECT_EQ(d[2].samples, 21);
    EXPECT_EQ(d[3].samples, 101);
    // only the rounding of the times (1e-14 s at 1 rad/s) is left
    EXPECT_LT(d[0].largest.geodesic, 5e-14);
    EXPECT_LT(d[3].largest.geodesic, 5e-14);

    const test::Folder folder;
    comparison.write_csv(folder.file("d.csv"));
    const std::vector<std::string> lines = test::lines(test::contents(folder.file("d.csv")));
    ASSERT_EQ(lines.size(), 102u);
    EXPECT_EQ(lines[0].substr(0, 90),
              "t,every third_geodesic_rad,every third_axis111_rad,every third_axisz_rad,every third_rate_");
    for (const std::string& line : lines) EXPECT_EQ(std::count(line.begin(), line.end(), ','), 16) << line;
    EXPECT_EQ(lines[2].substr(lines[2].find(','), 5), ",,,,,");  // no third row at t = 0.1
}

TEST(Comparison, MethodNamesCannotMakeColumns) {
    Comparison comparison;
    comparison.begin("a");
    comparison.row(test::turning(0));
    comparison.begin("b,\"c\"");
    comparison.row(test::turning(0));
    const test::Folder folder;
    comparison.write_csv(folder.file("d.csv"));
    EXPECT_EQ(test::lines(test::contents(folder.file("d.csv")))[0].substr(0, 30),
              "t,\"b,\"\"c\"\"_geodesic_rad\",\"b,\"\"");
    EXPECT_THROW(comparison.write_csv("/dev/full"), OutputError);
}

}  // namespace comparison_test
}  // namespace polhode
