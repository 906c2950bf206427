#include "polhode/picture/polhode_plot.hpp"

#include <gtest/gtest.h>

#include "support/plot_support.hpp"

namespace polhode::overview {
namespace polhode_plot_test {

// 2T/L^2 of a direction of the momentum: what stays constant along a polhode on the sphere.
double energy(const Vec3<double>& m, const Vec3<double>& I) {
    return m[0] * m[0] / I[0] + m[1] * m[1] / I[1] + m[2] * m[2] / I[2];
}

TEST(PolhodePlot, NeighboursArePolhodes) {
    for (const Vec3<double>& I : {Vec3<double>{1, 2, 2.5}, Vec3<double>{3.09, 3.22, 1.0}, Vec3<double>{2, 2, 3}})
        for (int axis = 0; axis < 3; ++axis) {
            const double least = std::min({I[0], I[1], I[2]}), most = std::max({I[0], I[1], I[2]});
            if (I[axis] != least && I[axis] != most) continue;                           // the middle of three
            if (I[(axis + 1) % 3] == I[axis] || I[(axis + 2) % 3] == I[axis]) continue;  // across a symmetry axis
            for (const int end : {1, -1})
                for (const double angle : {0.01, 0.8, 1.4}) {
                    const Path path = free_polhode(I, axis, end, angle);
                    double largest = 0;
                    for (const Vec3<double>& m : path) {
                        EXPECT_NEAR(norm(m), 1, 1e-15);
                        EXPECT_NEAR(energy(m, I), energy(path.front(), I), 1e-15);
                        EXPECT_GT(end * m[axis], 0);
                        largest = std::max(largest, std::acos(end * m[axis]));
                    }
                    EXPECT_NEAR(largest, angle, 1e-12);
                    EXPECT_NEAR(norm(path.front() - path.back()), 0, 1e-15) << "closed";
                }
        }
}

TEST(PolhodePlot, SeparatricesPassTheMiddleAxisWithItsEnergy) {
    const Vec3<double> I{3.09, 3.22, 1.0};
    const std::vector<Path> circles = separatrices(I);
    ASSERT_EQ(circles.size(), 2u);
    for (const Path& circle : circles) {
        double middle = 0;
        for (const Vec3<double>& m : circle) {
            EXPECT_NEAR(norm(m), 1, 1e-15);
            EXPECT_NEAR(energy(m, I), 1 / 3.09, 1e-15);
            middle = std::max(middle, std::abs(m[0]));
        }
        EXPECT_EQ(middle, 1);
    }
    EXPECT_TRUE(separatrices({2, 2, 3}).empty());
    EXPECT_TRUE(separatrices({2, 2, 2}).empty());
}

// The path drawn lies on the polhode of the start, between the samples too.
TEST(PolhodePlot, TheRunLiesOnItsPolhode) {
    const Vec3<double> I{1, 2, 2.5}, w{0.125, 1.5, 0.5};
    const PlotData data = test::free_data(I, w, 0.25, 60);
    const std::vector<DirectionState> states = momentum_states(data, data.curves[0].rows.items());
    ASSERT_EQ(states.size(), 61u);
    const Vec3<double> L{0.125, 3, 1.25};
    const double e = energy(L / norm(L), I);
    for (const DirectionState& s : states) {
        EXPECT_NEAR(energy(s.direction, I), e, 1e-15);
        EXPECT_NEAR(dot(s.direction, s.velocity), 0, 1e-15);
    }
    const Path path = sphere_path(states);
    EXPECT_GT(path.size(), 300u) << "a smooth curve through few samples";
    // a cubic over steps of 0.25 s, of 12.7 s a period
    for (const Vec3<double>& m : path) EXPECT_NEAR(energy(m, I), e, 2e-4);
}

TEST(PolhodePlot, WithoutMomentumThereIsNone) {
    EXPECT_FALSE(has_polhode(test::free_data({1, 2, 3}, {0, 0, 0}, 1, 5)));
    EXPECT_FALSE(has_polhode(test::free_data({2, 2, 2}, {1, 2, 3}, 1, 5)));
    EXPECT_TRUE(has_polhode(test::free_data({1, 2, 3}, {0, 0, 1}, 1, 5)));
    PlotData kinematics = test::free_data({1, 2, 3}, {1, 0, 1}, 1, 5);
    kinematics.dynamics = false;
    EXPECT_FALSE(has_polhode(kinematics));
}

}  // namespace polhode_plot_test
}  // namespace polhode::overview
