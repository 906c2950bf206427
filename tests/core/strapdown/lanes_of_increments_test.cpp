#include "polhode/strapdown/lanes_of_increments.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>
#include <vector>

namespace lanes_of_increments_test {

namespace {

using namespace polhode;
using strapdown::detail::Eight;

constexpr long block = strapdown::side_by_side * strapdown::piece_length;

std::vector<Vec3<double>> increments(double phase) {
    std::vector<Vec3<double>> d;
    for (long i = 0; i < block; ++i) {
        const double t = 0.01 * static_cast<double>(i) + phase;
        d.push_back({0.11 * std::sin(3 * t), 0.08 * std::cos(7 * t), 0.06 * std::sin(t) - 0.03});
    }
    return d;
}

std::vector<Quaternion<double>> one_by_one(const std::vector<Vec3<double>>& d, Quaternion<double> q) {
    std::vector<Quaternion<double>> all;
    Vec3<double> before{};
    for (const Vec3<double>& now : d) {
        q = normalise(q * exp_rotation(strapdown::causal_two(before, now)));
        before = now;
        all.push_back(q);
    }
    return all;
}

double apart(const Quaternion<double>& a, const Quaternion<double>& b) {
    return std::fabs(a.w - b.w) + std::fabs(a.x - b.x) + std::fabs(a.y - b.y) + std::fabs(a.z - b.z);
}

// 512 products, each rounded: some 1e-14 at the end.
TEST(LanesOfIncrements, PiecesPutTogetherAreTheLogInOneGo) {
    const auto d = increments(0);
    const Quaternion<double> start = normalise(Quaternion<double>{1, 0.2, -0.3, 0.4});
    const auto expected = one_by_one(d, start);
    std::vector<Quaternion<double>> got(static_cast<std::size_t>(block));
    strapdown::integrate_pieces(d.data(), Vec3<double>{}, start, got.data());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_LT(apart(got[i], expected[i]), 2e-14) << i;
}

// Blocks of a log may be begun anywhere and by anybody: the bits are those of the blocks before it, not of who worked.
TEST(LanesOfIncrements, TheSameBitsWhoeverComputesABlock) {
    const auto d = increments(0.3);
    const Quaternion<double> start = normalise(Quaternion<double>{1, 0.2, -0.3, 0.4});
    std::vector<Quaternion<double>> here(static_cast<std::size_t>(block)), there(here.size() + 1);
    strapdown::integrate_pieces(d.data(), d[0], start, here.data());
    // another place in memory, on another thread
    std::thread([&] { strapdown::integrate_pieces(d.data(), d[0], start, there.data() + 1); }).join();
    for (std::size_t i = 0; i < here.size(); ++i) EXPECT_EQ(here[i].params(), there[i + 1].params()) << i;
}

TEST(LanesOfIncrements, EightLogsAreEachAsAlone) {
    std::vector<std::vector<Vec3<double>>> logs;
    std::vector<double> beside;
    for (int b = 0; b < 8; ++b) logs.push_back(increments(0.4 * b));
    for (std::size_t i = 0; i < logs[0].size(); ++i)
        for (int k = 0; k < 3; ++k)
            for (const auto& log : logs) beside.push_back(log[i][k]);
    Quaternion<Eight> q{Eight(1.0), Eight(0.0), Eight(0.0), Eight(0.0)};
    Vec3<Eight> before{Eight(0.0), Eight(0.0), Eight(0.0)};
    long seen = 0;
    strapdown::integrate_eight_logs(beside.data(), block, q, before, [&](long, const Quaternion<Eight>&) { ++seen; });
    EXPECT_EQ(seen, block);
    for (int b = 0; b < 8; ++b) {
        const Quaternion<double> alone = one_by_one(logs[static_cast<std::size_t>(b)], {}).back();
        EXPECT_LT(apart({q.w[b], q.x[b], q.y[b], q.z[b]}, alone), 2e-14) << b;
    }
}

// The longest turn that is promised: the series is as good as sine and cosine.
TEST(LanesOfIncrements, TheSeriesReachesAsFarAsItSays) {
    const double x = strapdown::longest_lane_turn / std::sqrt(3.0);
    const Quaternion<Eight> q = strapdown::detail::exp_of_short({Eight(x), Eight(-x), Eight(x)});
    const Quaternion<double> exact = exp_rotation(Vec3<double>{x, -x, x});
    EXPECT_LT(apart({q.w[3], q.x[3], q.y[3], q.z[3]}, exact), 5e-16);
}

}  // namespace

}  // namespace lanes_of_increments_test
