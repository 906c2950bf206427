#include "polhode/problem/samples/sampled_history.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace polhode {
namespace sampled_history_test {

using V = Vec3<double>;

SampledHistory history(Interpolation interpolation, Outside outside = Outside::error) {
    return {{{1, 2, 4, 5}, {{0, 1, 0}, {2, 1, 4}, {2, 1, 0}, {6, 1, 0}}}, interpolation, outside, "the table"};
}
template <class T = double>
SampledFunction<T> function(Interpolation interpolation, Outside outside = Outside::error) {
    return SampledFunction<T>(std::make_shared<SampledHistory>(history(interpolation, outside)));
}

TEST(SampledHistory, HoldKeepsTheRow) {
    const auto f = function(Interpolation::hold);
    EXPECT_EQ(f(1.0), (V{0, 1, 0}));
    EXPECT_EQ(f(1.99), (V{0, 1, 0}));
    EXPECT_EQ(f(2.0), (V{2, 1, 4}));
    EXPECT_EQ(f(5.0), (V{6, 1, 0}));
}

TEST(SampledHistory, LinearJoinsTheRows) {
    const auto f = function(Interpolation::linear);
    EXPECT_EQ(f(1.5), (V{1, 1, 2}));
    EXPECT_EQ(f(3.0), (V{2, 1, 2}));
    EXPECT_EQ(f(4.75), (V{5, 1, 0}));
    EXPECT_EQ(f(5.0), (V{6, 1, 0}));
}

// Not-a-knot: a cubic polynomial comes back exactly, with unequal intervals too (rounding: 1e3 units of the size 10).
TEST(SampledHistory, CubicGivesACubicBack) {
    const auto p = [](double t) { return V{t * t * t - 2 * t, 1 - t * t, 3 + t}; };
    TimeTable table;
    for (double t : {0.0, 0.3, 0.4, 1.0, 1.7, 2.0}) {
        table.times.push_back(t);
        table.values.push_back(p(t));
    }
    const SampledFunction<double> f(
        std::make_shared<SampledHistory>(table, Interpolation::cubic, Outside::error, "the table"));
    for (double t = 0; t <= 2; t += 0.01) EXPECT_LT(norm(f(t) - p(t)), 1e-13) << t;
    // three rows: a parabola; two: a line
    table.times = {0, 1, 3};
    table.values = {{0, 0, 0}, {1, 1, 0}, {9, 3, 0}};
    const SampledFunction<double> three(
        std::make_shared<SampledHistory>(table, Interpolation::cubic, Outside::error, "the table"));
    EXPECT_LT(norm(three(2.0) - V{4, 2, 0}), 1e-14);
    table.times = {0, 1};
    table.values = {{0, 0, 0}, {1, 2, 3}};
    const SampledFunction<double> two(
        std::make_shared<SampledHistory>(table, Interpolation::cubic, Outside::error, "the table"));
    EXPECT_LT(norm(two(0.5) - V{0.5, 1, 1.5}), 1e-15);
}

// Fourth order up to the ends: halving the spacing divides the error by 16.
TEST(SampledHistory, CubicIsOfFourthOrder) {
    const auto error = [](int n) {
        TimeTable table;
        for (int i = 0; i <= n; ++i) {
            const double t = 2.0 * i / n;
            table.times.push_back(t);
            table.values.push_back({std::sin(3 * t), std::cos(2 * t), 0});
        }
        const SampledFunction<double> f(
            std::make_shared<SampledHistory>(table, Interpolation::cubic, Outside::error, "the table"));
        double largest = 0;
        for (double t = 0; t <= 2; t += 1e-3)
            largest = std::max(largest, norm(f(t) - V{std::sin(3 * t), std::cos(2 * t), 0}));
        return largest;
    };
    const double order = std::log2(error(40) / error(80));
    EXPECT_GT(order, 3.8);
    EXPECT_LT(order, 4.3);
}

TEST(SampledHistory, CubicPassesValueSlopeAndCurvatureThroughTheKnots) {
    const SampledHistory h = history(Interpolation::cubic);
    for (long i = 0; i < 2; ++i) {
        const Piece<double> a = h.piece(i, 3), b = h.piece(i + 1, 3);
        const double u = b.begin - a.begin;
        const V slope = a.c[1] + 2 * u * a.c[2] + 3 * u * u * a.c[3], curvature = 2.0 * a.c[2] + 6 * u * a.c[3];
        EXPECT_LT(norm(a(b.begin) - b.c[0]), 1e-13);
        EXPECT_LT(norm(slope - b.c[1]), 1e-13);
        EXPECT_LT(norm(curvature - 2.0 * b.c[2]), 1e-13);
    }
}

TEST(SampledHistory, OutsideTheTable) {
    const auto hold = function(Interpolation::linear, Outside::hold),
               zero = function(Interpolation::linear, Outside::zero), error = function(Interpolation::linear);
    EXPECT_EQ(hold(0.0), (V{0, 1, 0}));
    EXPECT_EQ(hold(9.0), (V{6, 1, 0}));
    EXPECT_EQ(zero(0.99), V{});
    EXPECT_EQ(zero(5.01), V{});
    EXPECT_EQ(zero(5.0), (V{6, 1, 0}));
    EXPECT_THROW(error(0.9), ComputationFailed);
    try {
        error(5.1);
        FAIL();
    } catch (const ComputationFailed& e) {
        EXPECT_EQ(e.time, 5.1);
        EXPECT_EQ(e.cause, "the table ends at 5 s");
    }
    EXPECT_EQ(error(5 + 1e-9), (V{6, 1, 0}));  // a sum of steps may end beyond the end by rounding
}

// The end of a segment belongs to the segment, its beginning too, also where both miss the knots by rounding.
TEST(SampledHistory, SegmentsDecideAtTheirEnds) {
    auto f = function(Interpolation::hold);
    f.segment(1, 2);
    EXPECT_EQ(f(2.0), (V{0, 1, 0}));
    f.segment(2 - 4e-16, 4 + 8e-16);
    EXPECT_EQ(f(2 - 4e-16), (V{2, 1, 4}));
    EXPECT_EQ(f(4 + 8e-16), (V{2, 1, 4}));
    f.segment(1, 4);  // two intervals: each time decides, kept to the segment
    EXPECT_EQ(f(1.5), (V{0, 1, 0}));
    EXPECT_EQ(f(3.0), (V{2, 1, 4}));
    EXPECT_EQ(f(4.0), (V{2, 1, 4}));
    f.free();
    EXPECT_EQ(f(4.0), (V{2, 1, 0}));
    auto g = function(Interpolation::hold, Outside::zero);
    g.segment(5, 7);
    EXPECT_EQ(g(6.0), V{});
    g.segment(0, 1);
    EXPECT_EQ(g(1.0 - 1e-16), V{});
    auto l = function(Interpolation::linear);
    l.segment(4, 5);
    EXPECT_EQ(l(4.75), (V{5, 1, 0}));
}

TEST(SampledHistory, SwitchingTimes) {
    const auto times = [](const SampledHistory& h, double end) {
        std::vector<double> t;
        h.switching_times(end, t);
        return t;
    };
    EXPECT_EQ(times(history(Interpolation::linear), 4.5), (std::vector<double>{1, 2, 4}));
    EXPECT_EQ(times(history(Interpolation::hold, Outside::zero), 9), (std::vector<double>{1, 2, 4, 5}));
    EXPECT_EQ(times(history(Interpolation::cubic, Outside::zero), 9), (std::vector<double>{1, 5}));
    // a held value that does not change is no switch
    const SampledHistory same{
        {{0, 1, 2, 3}, {{1, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 0}}}, Interpolation::hold, Outside::hold, "the table"};
    EXPECT_EQ(times(same, 9), (std::vector<double>{2, 3}));
}

TEST(SampledHistory, MustCoverTheRun) {
    EXPECT_NO_THROW(history(Interpolation::linear, Outside::hold).require_cover(9));
    EXPECT_THROW(history(Interpolation::linear).require_cover(5), InputError);  // begins at 1
    const SampledHistory from_zero{
        {{0, 5}, {{}, {}}}, Interpolation::linear, Outside::error, "the table", {"s.toml", 3, "rates.file"}};
    EXPECT_NO_THROW(from_zero.require_cover(5 + 1e-9));
    try {
        from_zero.require_cover(6);
        FAIL();
    } catch (const InputError& e) {
        EXPECT_EQ(
            std::string(e.what()).rfind("s.toml:3: rates.file: the table covers t = 0 s to 5 s, the run needs", 0), 0u)
            << e.what();
    }
}

TEST(SampledHistory, FindsTheIntervalOfUnevenRows) {
    TimeTable table;
    for (int i = 0; i < 200; ++i) {
        table.times.push_back(i * i * 0.01);
        table.values.push_back({static_cast<double>(i), 0, 0});
    }
    const SampledHistory h(table, Interpolation::hold, Outside::hold, "the table");
    for (int i = 0; i < 199; ++i) {
        EXPECT_EQ(h.interval_of(table.times[static_cast<std::size_t>(i)]), i);
        EXPECT_EQ(h.interval_of(
                      0.5 * (table.times[static_cast<std::size_t>(i)] + table.times[static_cast<std::size_t>(i) + 1])),
                  i);
    }
    EXPECT_EQ(h.interval_of(-1), -1);
    EXPECT_EQ(h.interval_of(1e300), 199);
    EXPECT_EQ(h.interval_of(std::nan("")), -1);
}

TEST(SampledHistory, FloatFollows) {
    auto f = function<float>(Interpolation::linear);
    f.segment(4, 5);
    EXPECT_EQ(f(4.75f), (Vec3<float>{5, 1, 0}));
}

}  // namespace sampled_history_test
}  // namespace polhode
