#include "polhode/sweep/statistics/sweep_summary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "polhode/base/byte_stream.hpp"

namespace polhode {
namespace sweep_summary_test {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Runs {
    std::size_t inputs = 3, outcomes = 4, count = 0;
    std::vector<double> in, out;
};

// Outcome 0: about 1e6, spread 1; 1: skewed; 2: missing in every seventh run; 3: whole numbers, many equal.
Runs some_runs(std::size_t count) {
    Runs r;
    r.count = count;
    std::mt19937_64 random(3);
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    for (std::size_t i = 0; i < count; ++i) {
        const double a = uniform(), b = 10 + 2 * uniform(), c = uniform() - 0.5;
        r.in.insert(r.in.end(), {a, b, c});
        const double second = i % 7 == 3 ? none : a * c;
        r.out.insert(r.out.end(), {1e6 + a + 0.1 * b, a * a * a, second, std::floor(5 * a)});
    }
    return r;
}

SweepShape shape_of(const Runs& r) {
    SweepShape shape;
    shape.inputs = r.inputs;
    shape.outcomes.assign(r.outcomes, {4, false});
    shape.outcomes[1].worst_is_low = true;
    return shape;
}

std::string bytes_of(const SweepSummary& s) {
    ByteWriter to;
    s.encode(to);
    return to.bytes;
}

SweepSummary summed(const Runs& r) {
    SweepSummary s(shape_of(r));
    s.add(0, r.count, r.in.data(), r.out.data());
    return s;
}

TEST(SweepSummary, MomentsAreThoseOfTwoPassesInLongDouble) {
    const Runs r = some_runs(10007);
    const SweepSummary s = summed(r);
    for (std::size_t o = 0; o < r.outcomes; ++o) {
        long double sum = 0, m2 = 0, m3 = 0, m4 = 0;
        std::uint64_t n = 0;
        for (std::size_t i = 0; i < r.count; ++i)
            if (const double x = r.out[i * r.outcomes + o]; std::isfinite(x)) sum += x, ++n;
        const long double mean = sum / n;
        for (std::size_t i = 0; i < r.count; ++i)
            if (const double x = r.out[i * r.outcomes + o]; std::isfinite(x)) {
                const long double d = x - mean;
                m2 += d * d, m3 += d * d * d, m4 += d * d * d * d;
            }
        const SweepMoments& m = s.outcomes()[o].moments;
        EXPECT_EQ(m.count, n);
        EXPECT_EQ(s.outcomes()[o].missing, r.count - n);
        const double ulp = 0x1p-53, size = std::fabs(static_cast<double>(mean));
        const double spread = std::sqrt(static_cast<double>(m2) / static_cast<double>(n));
        // the mean of a batch is some 4 ulp off
        const double shift = 4 * ulp * size;
        EXPECT_NEAR(m.mean, static_cast<double>(mean), 16 * ulp * size);
        // and enters the merge times the distance of the batches' means, about the spread over sqrt(1024)
        const double merged = static_cast<double>(n) * shift * spread / 16;
        EXPECT_NEAR(m.m2, static_cast<double>(m2), 1e-13 * static_cast<double>(m2) + merged);
        EXPECT_NEAR(m.m3, static_cast<double>(m3), 1e-13 * spread * m.m2 + 3 * shift * m.m2 + 3 * spread * merged);
        EXPECT_NEAR(m.m4, static_cast<double>(m4),
                    1e-13 * m.m4 + 4 * shift * spread * m.m2 + 6 * spread * spread * merged);
    }
}

TEST(SweepSummary, ProductsWithInputsAreThoseOfTheRunsThatHaveTheOutcome) {
    const Runs r = some_runs(5000);
    const SweepSummary s = summed(r);
    for (std::size_t o = 0; o < r.outcomes; ++o)
        for (std::size_t i = 0; i < r.inputs; ++i) {
            long double sx = 0, sy = 0;
            std::uint64_t n = 0;
            for (std::size_t k = 0; k < r.count; ++k)
                if (const double y = r.out[k * r.outcomes + o]; std::isfinite(y))
                    sx += r.in[k * r.inputs + i], sy += y, ++n;
            const long double mx = sx / n, my = sy / n;
            long double xx = 0, yy = 0, xy = 0;
            for (std::size_t k = 0; k < r.count; ++k)
                if (const double y = r.out[k * r.outcomes + o]; std::isfinite(y)) {
                    const long double x = r.in[k * r.inputs + i];
                    xx += (x - mx) * (x - mx), yy += (y - my) * (y - my), xy += (x - mx) * (y - my);
                }
            const SweepCoMoments& c = s.outcomes()[o].with_inputs[i];
            const double scale = std::sqrt(static_cast<double>(xx * yy));
            EXPECT_NEAR(c.mean, static_cast<double>(mx), 1e-14 * std::fabs(static_cast<double>(mx)) + 1e-16);
            EXPECT_NEAR(c.m2, static_cast<double>(xx), 1e-13 * static_cast<double>(xx));
            // as above: means of batches some 4 ulp off, times the distance of the other means
            const double dn = static_cast<double>(n), spread_x = std::sqrt(static_cast<double>(xx) / dn),
                         spread_y = std::sqrt(static_cast<double>(yy) / dn);
            const double merged =
                dn * 4 * 0x1p-53 / 32 *
                (std::fabs(static_cast<double>(my)) * spread_x + std::fabs(static_cast<double>(mx)) * spread_y);
            EXPECT_NEAR(c.product, static_cast<double>(xy), 1e-13 * scale + merged) << o << " " << i;
        }
}

// Who computed which block, and when, cannot be seen: blocks of several batches, sent as bytes, merged in their order.
TEST(SweepSummary, BlocksMergedInOrderGiveTheSameBytesWhoeverMadeThem) {
    const Runs r = some_runs(20000);
    const std::size_t block = 2048;
    std::vector<std::string> blocks((r.count + block - 1) / block);
    const auto make = [&](std::size_t b) {
        const std::size_t first = b * block, n = std::min(block, r.count - first);
        SweepSummary s(shape_of(r));
        s.add(first, n, r.in.data() + first * r.inputs, r.out.data() + first * r.outcomes);
        blocks[b] = bytes_of(s);
    };
    const auto together = [&] {
        SweepSummary all(shape_of(r));
        for (const std::string& bytes : blocks) {
            ByteReader from(bytes);
            all.merge(SweepSummary::decoded(from));
        }
        return all;
    };
    for (std::size_t b = 0; b < blocks.size(); ++b) make(b);
    const std::string forwards = bytes_of(together());
    for (std::size_t b = blocks.size(); b-- > 0;) make(b);
    EXPECT_EQ(bytes_of(together()), forwards);
    // all counts, extremes and distributions agree with those of one summary of everything
    const SweepSummary parts = together(), whole = summed(r);
    EXPECT_EQ(parts.runs(), whole.runs());
    for (std::size_t o = 0; o < r.outcomes; ++o) {
        const SweepOutcomeSummary &a = parts.outcomes()[o], &b = whole.outcomes()[o];
        EXPECT_EQ(a.moments.count, b.moments.count);
        EXPECT_EQ(a.missing, b.missing);
        EXPECT_EQ(a.lowest.run, b.lowest.run);
        EXPECT_EQ(a.highest.run, b.highest.run);
        ASSERT_EQ(a.worst.size(), b.worst.size());
        for (std::size_t k = 0; k < a.worst.size(); ++k) EXPECT_EQ(a.worst[k].run, b.worst[k].run);
        ByteWriter x, y;
        a.sketch.encode(x);
        b.sketch.encode(y);
        EXPECT_EQ(x.bytes, y.bytes);
    }
}

TEST(SweepSummary, TheWorstAreTheWorstAndTheEarlierOfEquals) {
    const Runs r = some_runs(3000);
    const SweepSummary s = summed(r);
    for (std::size_t o = 0; o < r.outcomes; ++o) {
        std::vector<SweepExtreme> all;
        for (std::size_t i = 0; i < r.count; ++i)
            if (std::isfinite(r.out[i * r.outcomes + o])) all.push_back({r.out[i * r.outcomes + o], i});
        const bool low = o == 1;
        std::sort(all.begin(), all.end(), [&](const SweepExtreme& a, const SweepExtreme& b) {
            if (a.value != b.value) return low ? a.value < b.value : a.value > b.value;
            return a.run < b.run;
        });
        const auto& worst = s.outcomes()[o].worst;
        ASSERT_EQ(worst.size(), 4u);
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_EQ(worst[k].value, all[k].value);
            EXPECT_EQ(worst[k].run, all[k].run);
        }
        const SweepExtreme& end = low ? s.outcomes()[o].lowest : s.outcomes()[o].highest;
        EXPECT_EQ(end.value, all[0].value);
        EXPECT_EQ(end.run, all[0].run);
    }
}

TEST(SweepSummary, QuantitiesOverTime) {
    SweepShape shape;
    shape.over_time = 2;
    SweepSummary a(shape), b(shape), none_of_it;
    for (int i = 0; i < 100; ++i) a.add_over_time(3, 0, i);
    a.add_over_time(0, 1, none);
    b.add_over_time(5, 0, 7.0);
    none_of_it.merge(a);
    none_of_it.merge(b);
    EXPECT_EQ(none_of_it.samples(), 6u);
    EXPECT_EQ(none_of_it.over_time(0)[3].count(), 100u);
    EXPECT_EQ(none_of_it.over_time(0)[5].count(), 1u);
    EXPECT_EQ(none_of_it.over_time(0)[4].count(), 0u);
    EXPECT_EQ(none_of_it.over_time(1)[0].count(), 0u);
    const std::string bytes = bytes_of(none_of_it);
    ByteReader from(bytes);
    EXPECT_EQ(bytes_of(SweepSummary::decoded(from)), bytes);
}

TEST(SweepSummary, ASweepsOtherShapeIsRefused) {
    const Runs r = some_runs(10);
    SweepSummary s = summed(r);
    SweepShape other = shape_of(r);
    other.outcomes.pop_back();
    SweepSummary t(other);
    EXPECT_THROW(s.merge(t), std::runtime_error);
}

TEST(SweepSummary, DecodingEndsInAnErrorOrInASummary) {
    const std::string good = bytes_of(summed(some_runs(40)));
    for (std::size_t n = 0; n < good.size(); ++n) {
        const std::string cut = good.substr(0, n);
        ByteReader from(cut);
        EXPECT_THROW(SweepSummary::decoded(from), std::runtime_error) << n;
    }
    std::mt19937_64 random(5);
    for (int i = 0; i < 3000; ++i) {
        std::string bytes = good;
        for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
        ByteReader from(bytes);
        try {
            bytes_of(SweepSummary::decoded(from));
        } catch (const std::runtime_error&) {
        }
    }
}

}  // namespace sweep_summary_test
}  // namespace polhode
