#include "polhode/problem/samples/readings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "polhode/input/toml_text.hpp"

namespace polhode {
namespace readings_test {

using V = Vec3<double>;

TimeTable zeros(std::size_t count, double interval) {
    TimeTable table;
    for (std::size_t i = 0; i < count; ++i) {
        table.times.push_back(static_cast<double>(i) * interval);
        table.values.push_back({});
    }
    return table;
}
TomlNode node(const std::string& text, const std::string& key) { return parse_toml_value(text, {"s.toml", 7, key}); }
Noise noise_of(const std::string& text) {
    const TomlNode n = node(text, "rates.noise");
    return *read_instrument(&n, nullptr).noise;
}
std::string complaint(const std::string& noise, const std::string& average = "") {
    try {
        const TomlNode n = node(noise.empty() ? "0" : noise, "rates.noise");
        const TomlNode a = node(average.empty() ? "0" : average, "rates.average");
        read_instrument(noise.empty() ? nullptr : &n, average.empty() ? nullptr : &a);
    } catch (const InputError& e) {
        return e.what();
    }
    return "accepted";
}
struct Moments {
    double mean, deviation, largest;
};
Moments moments(const TimeTable& t, int axis) {
    double sum = 0, squares = 0, largest = 0;
    for (const V& v : t.values) {
        sum += v[axis];
        squares += v[axis] * v[axis];
        largest = std::max(largest, std::fabs(v[axis]));
    }
    const double n = static_cast<double>(t.values.size());
    return {sum / n, std::sqrt(squares / n - sum / n * sum / n), largest};
}

TEST(Noise, UniformFillsItsIntervalAndNoMore) {
    TimeTable t = zeros(20000, 0.01);
    Noise noise;
    noise.amplitude = 5;
    add_noise(t, noise);
    for (int axis = 0; axis < 3; ++axis) {
        const Moments m = moments(t, axis);
        // standard errors: 5/sqrt(3 n) = 0.02 of the mean; the deviation is 5/sqrt 3 to 0.4 %
        EXPECT_NEAR(m.mean, 0, 0.1);
        EXPECT_NEAR(m.deviation, 5 / std::sqrt(3.0), 0.05);
        EXPECT_LT(m.largest, 5);
        EXPECT_GT(m.largest, 4.99);
    }
}

TEST(Noise, SameSeedSameNumbersOtherSeedOthers) {
    TimeTable a = zeros(10, 0.01), b = a, c = a, longer = zeros(1000, 0.01);
    Noise noise;
    noise.amplitude = 1;
    add_noise(a, noise);
    add_noise(b, noise);
    add_noise(longer, noise);
    EXPECT_EQ(a.values, b.values);
    EXPECT_EQ(a.values[9], longer.values[9]) << "a number belongs to its sample, not to what was drawn before";
    noise.seed = 2;
    add_noise(c, noise);
    EXPECT_NE(a.values[0], c.values[0]);
    EXPECT_NE(a.values[0][0], a.values[0][1]) << "axes are independent";
}

// A density over positive frequencies fills the band up to half the sample rate: deviation = density sqrt(rate/2).
TEST(Noise, WhiteInDataSheetUnits) {
    constexpr double degree = std::numbers::pi / 180;
    TimeTable t = zeros(20001, 1.0 / 200);
    add_noise(t, noise_of("{ kind = \"white\", density_deg = 0.008 }"));
    // 20000 samples know their deviation to 0.5 %
    EXPECT_NEAR(moments(t, 1).deviation, 0.008 * degree * 10, 0.02 * 0.008 * degree * 10);
    EXPECT_NEAR(moments(t, 1).mean, 0, 5 * 0.008 * degree * 10 / std::sqrt(20000.0));
    // ADIS16470: 0.008 deg/s/sqrt(Hz) and 0.34 deg/sqrt(h) are the same noise
    EXPECT_NEAR(noise_of("{ kind = \"white\", angle_random_walk_deg = 0.34 }").random_walk /
                    noise_of("{ kind = \"white\", density_deg = 0.008 }").random_walk,
                1, 0.002);
    EXPECT_DOUBLE_EQ(noise_of("{ kind = \"white\", density = 1.0 }").random_walk, std::sqrt(0.5));
    EXPECT_DOUBLE_EQ(noise_of("{ kind = \"white\", angle_random_walk = 0.5 }").random_walk, 0.5);
}

TEST(Noise, BiasInstabilityAndWalk) {
    constexpr double degree = std::numbers::pi / 180;
    TimeTable t = zeros(3, 1);
    add_noise(t, noise_of("{ kind = \"white\", density = 0.0, bias_deg = [1.0, 0.0, -2.0] }"));
    EXPECT_EQ(t.values[2], (V{degree, 0, -2 * degree}));

    // wandering bias: its deviation from the first sample on, and memory exp(-t/T)
    Noise wander;
    wander.instability = 2;
    wander.correlation_time = 5;
    double first = 0, product = 0, later = 0;
    constexpr int seeds = 4000;
    for (int seed = 1; seed <= seeds; ++seed) {
        TimeTable w = zeros(6, 1);
        wander.seed = static_cast<unsigned long long>(seed);
        add_noise(w, wander);
        first += w.values[0][0] * w.values[0][0];
        later += w.values[5][0] * w.values[5][0];
        product += w.values[0][0] * w.values[5][0];
    }
    // standard errors: 4 sqrt(2/4000) = 0.09
    EXPECT_NEAR(first / seeds, 4, 0.45);
    EXPECT_NEAR(later / seeds, 4, 0.45);
    EXPECT_NEAR(product / seeds, 4 * std::exp(-1.0), 0.35);

    // rate random walk: variance K^2 t
    Noise walk;
    walk.bias_walk = 3;
    double square = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
        TimeTable w = zeros(5, 0.25);
        walk.seed = static_cast<unsigned long long>(seed);
        add_noise(w, walk);
        EXPECT_EQ(w.values[0], V{});
        square += w.values[4][2] * w.values[4][2];
    }
    EXPECT_NEAR(square / seeds, 9, 1);
    EXPECT_DOUBLE_EQ(noise_of("{ kind = \"uniform\", amplitude = 0.0, instability_deg_h = 3600.0 }").instability,
                     degree);
    EXPECT_DOUBLE_EQ(noise_of("{ kind = \"uniform\", amplitude = 0.0, bias_walk_deg_h = 216000.0 }").bias_walk, degree);
}

TEST(Average, WindowsAreCutAtTheEnds) {
    TimeTable t;
    for (int i = 0; i < 5; ++i) {
        t.times.push_back(i);
        t.values.push_back({static_cast<double>(i * i), 1, 0});
    }
    TimeTable centred = t, causal = t;
    running_average(centred, {Average::Kind::centred, 3});
    running_average(causal, {Average::Kind::causal, 3});
    const double of_centred[] = {0.5, 5.0 / 3, 14.0 / 3, 29.0 / 3, 12.5},
                 of_causal[] = {0, 0.5, 5.0 / 3, 14.0 / 3, 29.0 / 3};
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_DOUBLE_EQ(centred.values[i][0], of_centred[i]) << i;
        EXPECT_DOUBLE_EQ(causal.values[i][0], of_causal[i]) << i;
        EXPECT_EQ(centred.values[i][1], 1);
    }
    TimeTable same = t;
    running_average(same, {Average::Kind::causal, 1});
    EXPECT_EQ(same.values, t.values);
}

TEST(Readings, NoiseComesBeforeTheAverage) {
    TimeTable t = zeros(3000, 0.01), noisy = t;
    Noise noise;
    noise.amplitude = 1;
    apply({noise, Average{Average::Kind::centred, 9}}, t);
    apply({noise, {}}, noisy);
    // nine independent samples: a third of the deviation
    EXPECT_NEAR(moments(t, 0).deviation / moments(noisy, 0).deviation, 1.0 / 3, 0.03);
}

TEST(Readings, SamplesReachTheEnd) {
    const auto rate = [](double t) { return V{t, 0, 0}; };
    const TimeTable whole = sampled(rate, 10, 1), part = sampled(rate, 10, 1.05);
    EXPECT_EQ(whole.times.size(), 11u);
    EXPECT_EQ(whole.times.back(), 1);
    EXPECT_EQ(part.times.size(), 12u);
    EXPECT_EQ(part.values[3][0], 3 / 10.0);
}

TEST(Readings, Complaints) {
    const auto has = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_TRUE(has(complaint("{ kind = \"unifrom\", amplitude = 1.0 }"), "Did you mean 'uniform'?"));
    EXPECT_TRUE(has(complaint("{ amplitude = 1.0 }"), "needs the name of the noise"));
    EXPECT_TRUE(has(complaint("{ kind = \"uniform\" }"), "amplitude: missing"));
    EXPECT_TRUE(has(complaint("{ kind = \"white\" }"), "density_deg in deg/s/sqrt(Hz)"));
    EXPECT_TRUE(has(complaint("{ kind = \"white\", density = 1.0, density_deg = 1.0 }"), "keep one"));
    EXPECT_TRUE(has(complaint("{ kind = \"uniform\", amplitude = 1.0, seed = 0.5 }"), "whole number"));
    EXPECT_TRUE(has(complaint("\"white\""), "expected one table"));
    EXPECT_TRUE(has(complaint("", "{ kind = \"centred\", length = 4 }"), "odd number, read 4"));
    EXPECT_TRUE(has(complaint("", "{ kind = \"causal\", length = 0 }"), "one sample or more"));
    EXPECT_TRUE(has(complaint("", "{ kind = \"centered\", length = 3 }"), "Did you mean 'centred'?"));
}

}  // namespace readings_test
}  // namespace polhode
