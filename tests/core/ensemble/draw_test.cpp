#include "polhode/ensemble/draw.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#if __has_include(<Random123/philox.h>)
#include <Random123/philox.h>
#define POLHODE_HAS_RANDOM123
#endif

namespace {

using polhode::ensemble::Draw;
using polhode::ensemble::DrawKind;
using polhode::ensemble::DrawPlan;
using polhode::ensemble::Truncation;

// A plan of draws side by side, with its table.
struct Plan {
    explicit Plan(std::vector<Draw> draws, std::vector<double> table = {}) : values(std::move(table)) {
        for (Draw& d : draws) {
            prepare(d);
            d.column = plan.columns;
            d.place = plan.draws;
            plan.columns += d.width;
            plan.draw[plan.draws++] = d;
        }
        // the last axis runs fastest
        unsigned long long stride = 1;
        for (int i = plan.draws - 1; i >= 0; --i)
            if (is_axis(plan.draw[i].kind)) {
                plan.draw[i].stride = stride;
                stride *= plan.draw[i].count;
            }
        plan.values = values.data();
        plan.value_count = static_cast<long long>(values.size());
    }
    std::vector<double> operator()(unsigned long long run) const {
        std::vector<double> columns(static_cast<std::size_t>(plan.columns));
        draw(plan, run, columns.data());
        return columns;
    }
    DrawPlan plan;
    std::vector<double> values;
};

Draw of(DrawKind kind, double a = 0, double b = 0, double c = 0, double d = 0) {
    Draw draw;
    draw.kind = kind;
    draw.a = a;
    draw.b = b;
    draw.c = c;
    draw.d = d;
    if (kind == DrawKind::random_attitude) draw.width = 4;
    if (kind == DrawKind::random_direction) draw.width = 3;
    return draw;
}

Draw axis(DrawKind kind, unsigned long long count, double a, double b) {
    Draw draw = of(kind, a, b);
    draw.count = count;
    return draw;
}

std::vector<double> sample(const Plan& plan, int n, int column = 0) {
    std::vector<double> x;
    for (int i = 0; i < n; ++i) x.push_back(plan(static_cast<unsigned>(i))[static_cast<std::size_t>(column)]);
    return x;
}

// The largest distance between the distribution of a sample and the one it should have, times sqrt(n). With the right
// one it is above 1.95 in one sample of a thousand (Kolmogorov; Knuth vol. 2, 3.3.1); the seeds are fixed.
double distance(std::vector<double> x, const std::function<double(double)>& distribution) {
    std::sort(x.begin(), x.end());
    const double n = static_cast<double>(x.size());
    double d = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double f = distribution(x[i]);
        d = std::max({d, f - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - f});
    }
    return d * std::sqrt(n);
}
constexpr double rare = 1.95;

double normal_distribution(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }
double beyond(double z) { return 0.5 * std::erfc(z / std::sqrt(2.0)); }

#ifdef POLHODE_HAS_RANDOM123
// The words behind every number, against the generator's authors.
TEST(Draw, CountsAsRandom123Does) {
    const unsigned long long seed = 0x123456789abcdefull, run = 0xfedcba987ull;
    for (unsigned long long n : {0ull, 1ull, (1ull << 32) + 3, (7ull << 32) + 250}) {
        const r123::Philox4x32 philox;
        const auto wanted = philox({{static_cast<unsigned>(n), static_cast<unsigned>(n >> 32),
                                     static_cast<unsigned>(run), static_cast<unsigned>(run >> 32)}},
                                   {{static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)}});
        const auto got = polhode::RandomStream{seed, run}.words(n);
        for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(got.v[i], wanted[i]);
    }
}
#endif

// A seed names the same sweep on every machine and in every release.
TEST(Draw, NumbersAreFixed) {
    const Plan plan({of(DrawKind::uniform, 1, 3), of(DrawKind::normal, 5, 2), of(DrawKind::log_uniform, 1e-3, 1e3),
                     of(DrawKind::truncated_normal, 0, 1, 4, 5), of(DrawKind::random_attitude),
                     of(DrawKind::random_direction, 2)});
    const std::vector<double> first = plan(0), late = plan(1ull << 40);
    const std::vector<double> wanted_first = {0x1.44b92c79067ffp+0, 0x1.30a33dda59c97p+1,  0x1.12649fad58d98p+2,
                                              0x1.06096c8e607a4p+2, 0x1.8b0c087d7e742p-2,  0x1.8c24d465c4a3fp-2,
                                              0x1.e6de3498ef9fcp-3, -0x1.9b31cd3b154abp-1, 0x1.5ab273832130bp+0,
                                              0x1.4d10f890d4101p-1, -0x1.51f3d2df86116p+0},
                              wanted_late = {0x1.851e2a768a73fp+0,  0x1.8cd2115d7758ap+2,  0x1.2fe1c691d791ap-6,
                                             0x1.05a1831e199a7p+2,  0x1.19b4c5afdde29p-1,  -0x1.47d24ecea8659p-1,
                                             0x1.7d55619f16e7cp-2,  -0x1.8aca602bb51e8p-2, 0x1.f76a85d623a28p+0,
                                             -0x1.7526e12a99deap-2, -0x1.d7b3cf08f4fp-7};
    ASSERT_EQ(first.size(), wanted_first.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i], wanted_first[i]) << i;
        EXPECT_EQ(late[i], wanted_late[i]) << i;
    }
}

// The numbers of a draw are those of its counter, whatever stands beside it and in which order runs are asked for.
TEST(Draw, OthersBehindItChangeNothing) {
    const Plan two({of(DrawKind::uniform, 1, 3), of(DrawKind::random_attitude)});
    const Plan more({of(DrawKind::uniform, 1, 3), of(DrawKind::random_attitude), axis(DrawKind::grid, 3, 0, 1),
                     of(DrawKind::normal, 0, 1)});
    for (unsigned run = 100; run-- > 0;) {
        const auto a = two(run), b = more(run);
        for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i], b[i]) << run;
    }
    EXPECT_NE(two(0)[0], two(1)[0]);
    Plan other = two;
    other.plan.seed = 2;
    EXPECT_NE(other(0)[0], two(0)[0]);
}

// Numbers of other parts of a run count from 0 in streams of their own and must not come again here.
TEST(Draw, CountersBeginWhereOthersDoNotReach) {
    const Plan plan({of(DrawKind::uniform, 0, 1)});
    EXPECT_EQ(plan(5)[0], (polhode::RandomStream{1, 5}.uniform_pair(1ull << 32).first));
    EXPECT_NE(plan(5)[0], (polhode::RandomStream{1, 5}.uniform_pair(0).first));
}

TEST(Draw, GridsMeetTheirEndsAndPlainValuesBetween) {
    const Plan plan({axis(DrawKind::grid, 11, 0, 1)});
    for (unsigned i = 0; i < 11; ++i) EXPECT_EQ(plan(i)[0], i / 10.0);
    const Plan down({axis(DrawKind::grid, 4, 0.3, -0.3)});
    EXPECT_EQ(down(0)[0], 0.3);
    EXPECT_EQ(down(3)[0], -0.3);
    EXPECT_NEAR(down(1)[0], 0.1, 1e-16);
    EXPECT_EQ(Plan({axis(DrawKind::grid, 1, 7, 9)})(0)[0], 7);

    const auto logarithmic = [](unsigned count, double from, double to) {
        const Plan grid({axis(DrawKind::logarithmic_grid, count, from, to)});
        std::vector<double> values;
        for (unsigned i = 0; i < count; ++i) values.push_back(grid(i)[0]);
        return values;
    };
    using List = std::vector<double>;
    EXPECT_EQ(logarithmic(7, 1e-3, 1e3), (List{1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3}));
    EXPECT_EQ(logarithmic(3, 1, 100), (List{1, 10, 100}));
    EXPECT_EQ(logarithmic(8, 1e-8, 0.1), (List{1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1}));
    EXPECT_EQ(logarithmic(5, 32, 2), (List{32, 16, 8, 4, 2}));
    EXPECT_EQ(logarithmic(1, 3, 5), (List{3}));
}

TEST(Draw, AxesSpanAProductTheLastFastest) {
    Draw list = axis(DrawKind::list, 3, 0, 0);
    list.width = 2;
    const Plan plan({axis(DrawKind::grid, 2, 0, 1), of(DrawKind::normal, 0, 1), list, axis(DrawKind::grid, 2, 5, 6)},
                    {10, 11, 20, 21, 30, 31});
    for (unsigned run = 0; run < 30; ++run) {
        const auto x = plan(run);
        const unsigned place = run % 12;
        EXPECT_EQ(x[0], place / 6);
        EXPECT_EQ(x[2], 10 * (place / 2 % 3 + 1));
        EXPECT_EQ(x[3], 10 * (place / 2 % 3 + 1) + 1);
        EXPECT_EQ(x[4], 5 + place % 2);
    }
    EXPECT_NE(plan(0)[1], plan(12)[1]) << "chance does not repeat with the product";
}

TEST(Draw, ConstantsStay) {
    const Plan plan({of(DrawKind::constant, 4.5)});
    EXPECT_EQ(plan(0)[0], 4.5);
    EXPECT_EQ(plan(99)[0], 4.5);
}

TEST(Draw, UniformAndLogUniform) {
    const Plan plan({of(DrawKind::uniform, -2, 6), of(DrawKind::log_uniform, 1e-4, 1e2)});
    const auto flat = sample(plan, 50000, 0), logarithmic = sample(plan, 50000, 1);
    EXPECT_LT(distance(flat, [](double x) { return (x + 2) / 8; }), rare);
    EXPECT_LT(distance(logarithmic, [](double x) { return (std::log10(x) + 4) / 6; }), rare);
    EXPECT_GT(distance(flat, [](double x) { return (x + 2) * (x + 2) / 64; }), 10 * rare) << "the test can fail";
    double together = 0;
    for (std::size_t i = 0; i < flat.size(); ++i) together += (flat[i] - 2) * (std::log10(logarithmic[i]) + 1);
    // five standard errors of the correlation of independent numbers
    EXPECT_NEAR(together / 50000 / std::sqrt(64 / 12.0 * 36 / 12.0), 0, 5 / std::sqrt(50000.0));
}

TEST(Draw, Normal) {
    const Plan plan({of(DrawKind::normal, 3, 0.5)});
    EXPECT_LT(distance(sample(plan, 50000), [](double x) { return normal_distribution((x - 3) / 0.5); }), rare);
}

struct Range {
    double mean, deviation, low, high;
    Truncation by;
};

TEST(Draw, TruncatedNormal) {
    const double inf = polhode::detail::infinity();
    const Range ranges[] = {
        {0, 1, -1, inf, Truncation::by_normal},     {0, 1, -inf, 1.5, Truncation::by_normal},
        {5, 2, 3, 9, Truncation::by_normal},        {0, 1, -0.5, 1, Truncation::by_uniform},
        {0, 1, 0.5, inf, Truncation::above_low},    {0, 1, 0, inf, Truncation::above_low},
        {0, 1, -inf, -0.5, Truncation::below_high}, {0, 1, 2, 2.1, Truncation::by_uniform},
        {0, 1, 2, 3, Truncation::above_low},        {10, 3, -2, -1.8, Truncation::by_uniform},
        {10, 3, -20, -2, Truncation::below_high},   {0, 1, 8, inf, Truncation::above_low},
        {0, 1, 0, 0.7, Truncation::by_uniform},     {-4, 0.1, -inf, -5, Truncation::below_high},
    };
    for (const Range& r : ranges) {
        const Plan plan({of(DrawKind::truncated_normal, r.mean, r.deviation, r.low, r.high)});
        EXPECT_EQ(plan.plan.draw[0].truncation, r.by) << r.low << " " << r.high;
        const auto x = sample(plan, 20000);
        for (const double v : x) {
            ASSERT_GE(v, r.low);
            ASSERT_LE(v, r.high);
        }
        // counted from the side of the nearer end, so that nothing cancels in the tail
        const double a = (r.low - r.mean) / r.deviation, b = (r.high - r.mean) / r.deviation;
        const auto distribution = [&](double v) {
            const double z = (v - r.mean) / r.deviation;
            return b <= 0 ? (beyond(-z) - beyond(-a)) / (beyond(-b) - beyond(-a))
                          : (beyond(a) - beyond(z)) / (beyond(a) - beyond(b));
        };
        EXPECT_LT(distance(x, distribution), rare) << r.mean << " " << r.deviation << " " << r.low << " " << r.high;
    }
}

// Far out the density falls off like an exponential with rate low; its mean excess is 1/low - 2/low^3 + ...
TEST(Draw, TruncatedNormalInAFarTail) {
    for (const double low : {20.0, 37.0, 1e4}) {
        const Plan plan({of(DrawKind::truncated_normal, 0, 1, low, polhode::detail::infinity())});
        double excess = 0;
        constexpr int n = 20000;
        for (const double x : sample(plan, n)) {
            ASSERT_GE(x, low);
            excess += (x - low) / n;
        }
        EXPECT_NEAR(excess * low, 1 - 2 / low / low, 5 / std::sqrt(double(n)));
    }
    // so far that squares overflow: the end itself, and no endless loop
    const Plan absurd({of(DrawKind::truncated_normal, 0, 1, 1e200, polhode::detail::infinity())});
    EXPECT_EQ(absurd(3)[0], 1e200);
    const Plan below({of(DrawKind::truncated_normal, 0, 1, -polhode::detail::infinity(), -1e200)});
    EXPECT_EQ(below(3)[0], -1e200);
}

TEST(Draw, CorrelatedNormals) {
    // covariance of {4, 1.2, -0.5; 1.2, 1, 0.3; -0.5, 0.3, 2.25}, factor by hand
    const double c[3][3] = {{4, 1.2, -0.5}, {1.2, 1, 0.3}, {-0.5, 0.3, 2.25}};
    const double l11 = 2, l21 = 0.6, l31 = -0.25, l22 = std::sqrt(1 - 0.36), l32 = (0.3 + 0.6 * 0.25) / l22,
                 l33 = std::sqrt(2.25 - 0.0625 - l32 * l32);
    Draw d = of(DrawKind::correlated_normal);
    d.width = 3;
    const Plan plan({d}, {1, -2, 3, l11, l21, l22, l31, l32, l33});
    const auto z = polhode::RandomStream{1, 7}.normal_pair(1ull << 32);
    EXPECT_EQ(plan(7)[0], polhode::fma(l11, z.first, 1.0));
    EXPECT_EQ(plan(7)[1], polhode::fma(l22, z.second, polhode::fma(l21, z.first, -2.0)));
    constexpr int n = 100000;
    double mean[3] = {}, sum[3][3] = {};
    for (unsigned run = 0; run < n; ++run) {
        const auto x = plan(run);
        const double y[3] = {x[0] - 1, x[1] + 2, x[2] - 3};
        for (int i = 0; i < 3; ++i) {
            mean[i] += y[i] / n;
            for (int j = 0; j < 3; ++j) sum[i][j] += y[i] * y[j] / n;
        }
    }
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(mean[i], 0, 5 * std::sqrt(c[i][i] / n));
        for (int j = 0; j < 3; ++j)
            // the variance of a product of normal numbers (Isserlis)
            EXPECT_NEAR(sum[i][j], c[i][j], 5 * std::sqrt((c[i][i] * c[j][j] + c[i][j] * c[i][j]) / n)) << i << j;
    }
    for (int k = 0; k < 3; ++k)
        EXPECT_LT(distance(sample(plan, 20000, k),
                           [&](double x) {
                               const double centre[3] = {1, -2, 3};
                               return normal_distribution((x - centre[k]) / std::sqrt(c[k][k]));
                           }),
                  rare);
}

// Over all rotations the entries of the matrix have mean 0 and variance 1/3, are uncorrelated, and the angle has the
// density (1 - cos)/pi; the quaternion alone is uniform on its sphere.
TEST(Draw, RandomAttitudesAreUniformOverRotations) {
    const Plan plan({of(DrawKind::random_attitude)});
    constexpr int n = 60000;
    double mean[9] = {}, product[9][9] = {};
    std::vector<double> angles;
    for (unsigned run = 0; run < n; ++run) {
        const auto q = plan(run);
        const double w = q[0], x = q[1], y = q[2], z = q[3];
        ASSERT_GE(w, 0);
        // four roundings of squares below 1
        ASSERT_NEAR(w * w + x * x + y * y + z * z, 1, 4 * 0x1p-52);
        const double m[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                             2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                             2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
        for (int i = 0; i < 9; ++i) {
            mean[i] += m[i] / n;
            for (int j = 0; j < 9; ++j) product[i][j] += m[i] * m[j] / n;
        }
        angles.push_back(2 * std::acos(std::min(1.0, w)));
    }
    for (int i = 0; i < 9; ++i) {
        EXPECT_NEAR(mean[i], 0, 5 * std::sqrt(1 / 3.0 / n)) << i;
        for (int j = 0; j < 9; ++j)
            // an entry squared has mean 1/3 and variance 1/5 - 1/9; products of two vary no more
            EXPECT_NEAR(product[i][j], i == j ? 1 / 3.0 : 0, 5 * std::sqrt(0.12 / n)) << i << j;
    }
    EXPECT_LT(distance(angles, [](double a) { return (a - std::sin(a)) / std::acos(-1.0); }), rare);
}

TEST(Draw, RandomDirectionsAreUniformOnTheSphere) {
    const Plan plan({of(DrawKind::random_direction, 2.5)});
    std::vector<double> along[3], around;
    for (unsigned run = 0; run < 40000; ++run) {
        const auto v = plan(run);
        ASSERT_NEAR(std::hypot(v[0], v[1], v[2]), 2.5, 2.5 * 4 * 0x1p-52);
        for (std::size_t k = 0; k < 3; ++k) along[k].push_back(v[k]);
        around.push_back(std::atan2(v[1], v[0]));
    }
    for (const auto& part : along) EXPECT_LT(distance(part, [](double x) { return (x + 2.5) / 5; }), rare);
    const double pi = std::acos(-1.0);
    EXPECT_LT(distance(around, [&](double a) { return (a + pi) / (2 * pi); }), rare);
}

TEST(Draw, ChoicesFollowTheirWeights) {
    Draw d = of(DrawKind::choice);
    d.count = 4;
    const Plan plan({d}, {7, 8, 9, 10, 0.1, 0.1, 0.7, 1});  // 0.1, never, 0.6, 0.3
    double counted[4] = {};
    constexpr int n = 40000;
    for (const double x : sample(plan, n)) ++counted[static_cast<int>(x) - 7];
    EXPECT_EQ(counted[1], 0);
    const double wanted[4] = {0.1 * n, 0, 0.6 * n, 0.3 * n};
    double chi_squared = 0;
    for (int i : {0, 2, 3}) chi_squared += (counted[i] - wanted[i]) * (counted[i] - wanted[i]) / wanted[i];
    EXPECT_LT(chi_squared, 13.8) << "two degrees of freedom: one in a thousand";
}

}  // namespace
