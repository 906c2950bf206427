#include "polhode/estimate/iron_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/estimate/fixed_lag.hpp"
#include "polhode/estimators/online.hpp"
#include "support/estimate_support.hpp"

namespace polhode::estimate {
namespace iron_watch_test {

const Vec3<double> field_of_the_world{1, 16, -42}, iron{4, -2, 3};
constexpr double length = 0.056, window = 4, least = 2.5;

FieldSeen<double> seen_by(const Quaternion<double>& q, const Vec3<double>& off_world, const Vec3<double>& in_body) {
    FieldSeen<double> seen;
    seen.rotation = matrix_of(q);
    seen.y = field_of_the_world + off_world + seen.rotation * in_body;
    return seen;
}
// Turns about all axes for so many blocks.
Quaternion<double> turning(int k) {
    return exp_rotation(Vec3<double>{std::sin(0.1 * k), std::cos(0.13 * k), 0.07 * k});
}

TEST(IronWatch, ABodyThatTurnsShowsItsIron) {
    IronWatch<double> watch;
    for (int k = 0; k < 100; ++k) watch.add(seen_by(turning(k), {}, iron), {}, length, window);
    ASSERT_TRUE(watch.doubts({}, least));
    EXPECT_LT(norm(watch.off() - iron), 1e-10);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(watch.variance(i, length), 0.25, 1e-10);
    EXPECT_FALSE(watch.known);
    // beside a belief that is nearly right there is no doubt, and the next will be a jump
    EXPECT_FALSE(watch.doubts(iron + Vec3<double>{2.4, 0, 0}, least));
    EXPECT_TRUE(watch.known);
}

// The field that comes in was cleared of the iron believed, which may change on the way.
TEST(IronWatch, WhatTheFilterBelievedMeanwhileDoesNotMatter) {
    IronWatch<double> watch;
    for (int k = 0; k < 100; ++k) {
        const Vec3<double> believed = k < 50 ? Vec3<double>{1, 2, 3} : Vec3<double>{-2, 0, 1};
        watch.add(seen_by(turning(k), {}, iron - believed), believed, length, window);
    }
    ASSERT_TRUE(watch.doubts({}, least));
    EXPECT_LT(norm(watch.off() - iron), 1e-10);
}

TEST(IronWatch, NoDoubtWhereNothingTellsBodyFromWorld) {
    IronWatch<double> too_short, about_one_axis, rested;
    for (int k = 0; k < 50; ++k) too_short.add(seen_by(turning(k), {}, iron), {}, length, window);
    EXPECT_FALSE(too_short.doubts({}, least));
    for (int k = 0; k < 500; ++k)
        about_one_axis.add(seen_by(exp_rotation(Vec3<double>{0, 0, 0.1 * k}), {}, iron), {}, length, window);
    EXPECT_FALSE(about_one_axis.doubts({}, least));
    EXPECT_FALSE(about_one_axis.known);
    for (int k = 0; k < 500; ++k) rested.add(seen_by(turning(k), {}, iron), {}, length, window);
    rested.restart();
    EXPECT_FALSE(rested.doubts({}, least));
}

// As large as the iron would be, but in the world's axes.
TEST(IronWatch, AFieldThatWandersIsNoIron) {
    IronWatch<double> watch;
    for (int k = 0; k < 500; ++k) {
        const double s = 0.02 * k;
        const Vec3<double> wandering = 5.0 * Vec3<double>{std::sin(s), std::cos(0.7 * s), std::sin(1.3 * s + 1)};
        watch.add(seen_by(turning(k), wandering, {}), {}, length, window);
        EXPECT_FALSE(watch.doubts({}, least)) << k;
    }
}

// It says the same whichever way it is turned: nothing of the world is in that.
TEST(IronWatch, AStuckMagnetometerIsNoIron) {
    IronWatch<double> watch;
    for (int k = 0; k < 500; ++k) {
        FieldSeen<double> seen;
        seen.rotation = matrix_of(turning(k));
        seen.y = seen.rotation * field_of_the_world;
        watch.add(seen, {}, length, window);
    }
    EXPECT_FALSE(watch.doubts({}, least));
}

TEST(IronWatch, WildReadingsAreForgotten) {
    IronWatch<double> watch;
    for (int k = 0; k < 200; ++k)
        watch.add(seen_by(turning(k), k == 20 ? Vec3<double>{1e300, 0, 0} : Vec3<double>{}, iron), {}, length, window);
    ASSERT_TRUE(watch.doubts({}, least));
    EXPECT_LT(norm(watch.off() - iron), 1e-10);
}

// Gains found with one prior of the iron, and what the covariance is under another: by (I-KH) P (I-KH)^T + K r K^T.
TEST(Covariance, AWiderPriorAfterwards) {
    const Tuning<double> tuning;
    Tuning<double> wide = tuning;
    const double more = 9;
    wide.hard_iron_prior = std::sqrt(square(tuning.hard_iron_prior) + more);
    Covariance<double> p, wanted;
    p.start(tuning);
    wanted.start(wide);
    for (int k = 0; k < 12; ++k) {
        Reading<double> r;
        const Quaternion<double> q = turning(10 * k);
        for (int j = 0; j < 3; ++j) r.add(at::hard_iron + j, -matrix_of(q)(k % 3, j));
        r.add(at::attitude + 2, 16 + k % 3);
        r.add(at::field_north, -1);
        r.variance = 4;
        Error<double> gain;
        p.sharpen(r, gain);
        Covariance<double> next;
        for (int i = 0; i < at::count; ++i)
            for (int j = 0; j < at::count; ++j) {
                double sum = wanted(i, j) + gain[i] * r.variance * gain[j], twice = 0;
                for (int a = 0; a < r.used; ++a) {
                    sum -= gain[i] * r.slope[a] * wanted(r.index[a], j) + wanted(i, r.index[a]) * r.slope[a] * gain[j];
                    for (int b = 0; b < r.used; ++b) twice += r.slope[a] * r.slope[b] * wanted(r.index[a], r.index[b]);
                }
                next(i, j) = sum + gain[i] * twice * gain[j];
            }
        wanted = next;
    }
    ASSERT_GT(std::fabs(wanted(at::attitude + 2, at::hard_iron) - p(at::attitude + 2, at::hard_iron)), 1e-3);
    p.widen_iron(square(tuning.hard_iron_prior), more);
    for (int i = 0; i < at::count; ++i)
        for (int j = 0; j < at::count; ++j) EXPECT_NEAR(p(i, j), wanted(i, j), 1e-10) << i << ' ' << j;
}

// ---- the made log, with a magnet on the body ------------------------------------------------------------------------

struct Worn {
    SensorLog log;
    LogSamples samples;
};
const Vec3<double> magnet{6, -7, 5}, own_iron{0.8, -0.5, 0.6};
Worn worn(double from, double until, const Vec3<double>& by = magnet) {
    Worn w;
    w.log = read_log(test::data_file("estimation-made-log.csv"), {});
    for (LogRow& row : w.log.rows)
        if (row.t >= from && row.t < until) row.magnetometer = row.magnetometer + by;
    w.samples = samples_of(w.log, {});
    return w;
}
struct Judged {
    double total;
    Navigation<double> end;
};
// The error over rows from `since` on.
Judged judged(Worn w, bool offline, double since, double iron_least = least) {
    std::vector<EstimateRow> rows;
    EstimatedConstants constants;
    if (offline) {
        SmootherSettings settings;
        settings.tuning.iron_least = iron_least;
        const Smoothed s = smooth(w.samples.samples, settings);
        rows = s.rows;
        constants = s.constants;
    } else {
        Tuning<double> tuning;
        tuning.iron_least = iron_least;
        constants = run_filter(w.samples.samples, tuning, [&](const EstimateRow& r) { rows.push_back(r); });
    }
    for (LogRow& row : w.log.rows) row.moving = row.moving && row.t >= since;
    return {evaluate(w.log, w.samples, rows)[0].total, constants.state};
}

TEST(Iron, OnTheBodyFromTheStart) {
    const Worn w = worn(0, 1e9);
    const Judged without = judged(w, false, 20, 0), with = judged(w, false, 20);
    EXPECT_GT(without.total, 5);
    EXPECT_LT(with.total, 1.5);
}

TEST(Iron, SmoothedFromTheStart_Long) {
    const Worn w = worn(0, 1e9);
    const Judged without = judged(w, true, 0, 0), with = judged(w, true, 0);
    EXPECT_GT(without.total, 5);
    EXPECT_LT(with.total, 1);
}

TEST(Iron, PutOnMidway) {
    const Judged with = judged(worn(30, 1e9), false, 0), without = judged(worn(30, 1e9), false, 0, 0);
    EXPECT_LT(norm(with.end.hard_iron - magnet - own_iron), 1);
    EXPECT_GT(norm(without.end.hard_iron - magnet - own_iron), 5);
    EXPECT_LT(with.total, without.total);
}

// Rows that wait are mended as soon as those behind them have shown the magnet.
TEST(Iron, SeenWithinTheLag_Long) {
    const Worn w = worn(0, 1e9);
    const auto run = [&w](double lag) {
        Filter<double> filter;
        std::vector<EstimateRow> rows;
        FixedLag waiting(lag, [&rows](const LogRow&, const EstimateRow& r) { rows.push_back(r); });
        for (std::size_t i = 0; i < w.samples.samples.size(); ++i) {
            filter.step(w.samples.samples[i]);
            waiting.add(w.log.rows[w.samples.row[i]], w.samples.samples[i], filter,
                        row_of(filter, w.samples.samples[i]));
        }
        waiting.finish();
        return evaluate(w.log, w.samples, rows)[0].total;
    };
    const double online = judged(w, false, 0).total, late = run(5);
    EXPECT_LT(late, 0.5 * online);
}

// And where there is none, nothing changes, to the last bit.
TEST(Iron, WithoutOneTheBitsAreTheSame) {
    const Worn w = worn(0, 0);
    const auto run = [&w](double iron_least) {
        Tuning<double> tuning;
        tuning.iron_least = iron_least;
        std::vector<EstimateRow> rows;
        run_filter(w.samples.samples, tuning, [&](const EstimateRow& r) { rows.push_back(r); });
        return rows;
    };
    const auto a = run(least), b = run(0);
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i].attitude.params(), b[i].attitude.params()) << i;
}

}  // namespace iron_watch_test
}  // namespace polhode::estimate
