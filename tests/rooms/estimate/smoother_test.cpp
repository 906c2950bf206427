#include "polhode/estimators/smoother.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "polhode/estimate/evaluation.hpp"
#include "polhode/estimate/small.hpp"
#include "polhode/estimators/online.hpp"
#include "support/estimate_support.hpp"

namespace polhode::estimate {
namespace smoother_test {

struct Loaded {
    SensorLog log;
    LogSamples samples;
};
Loaded loaded(const std::string& path) {
    Loaded l;
    l.log = read_log(path, {});
    l.samples = samples_of(l.log, {});
    return l;
}
const Loaded& made() {
    static const Loaded l = loaded(test::data_file("estimation-made-log.csv"));
    return l;
}
std::vector<EstimateRow> filtered(const std::vector<Sample<double>>& samples, const Tuning<double>& tuning,
                                  EstimatedConstants* constants = nullptr) {
    std::vector<EstimateRow> rows;
    const EstimatedConstants c = run_filter(samples, tuning, [&](const EstimateRow& r) { rows.push_back(r); });
    if (constants) *constants = c;
    return rows;
}

// Truth of the made log (its first line): every state known
const Vec3<double> made_bias{0.3, -0.2, 0.4}, made_force_bias{0.03, -0.02, 0.04}, made_hard_iron{0.8, -0.5, 0.6};
const double made_matrix[3][3] = {{0.004, 0.001, -0.002}, {0.0015, -0.003, 0.001}, {-0.001, 0.002, 0.005}};

TEST(Smoother, FindsEveryStateOfTheMadeLog) {
    SmootherSettings settings;
    settings.tuning = test::made_tuning();
    settings.iterations = 4;
    settings.settled = 1e-5 * degree;
    const Smoothed s = smooth(made().samples.samples, settings);
    const Evaluation e = evaluate(made().log, made().samples, s.rows)[0];
    EXPECT_LT(e.total, 0.055);
    EXPECT_LT(e.heading, 0.04);
    EXPECT_LT(e.inclination, 0.04);
    EXPECT_GE(e.heading_within_1, 0.68);
    EXPECT_GE(e.heading_within_2, 0.95);
    EXPECT_GE(e.tilt_within_1, 0.68);
    EXPECT_GE(e.tilt_within_2, 0.95);
    const Navigation<double>& x = s.constants.state;
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(x.bias[i] / degree, made_bias[i], 0.01);
        EXPECT_NEAR(x.force_bias[i], made_force_bias[i], 2e-3);
        EXPECT_NEAR(x.hard_iron[i], made_hard_iron[i], 0.005);
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(x.matrix(i, j), made_matrix[i][j], 2.5e-4) << i << j;
    }
    EXPECT_NEAR(x.delay, 0.012, 1e-6);
    EXPECT_LT(s.last_change, 1e-4 * degree);
}

TEST(Smoother, WithItsOwnParametersTheMadeLogIsAsOnThePage_Long) {
    EXPECT_LT(evaluate(made().log, made().samples, smooth(made().samples.samples, {}).rows)[0].total, 0.74);
}

TEST(Filter, MadeLog) {
    Tuning<double> tuning = test::made_tuning();
    EXPECT_LT(evaluate(made().log, made().samples, filtered(made().samples.samples, tuning))[0].total, 0.58);
    EstimatedConstants c;
    const auto rows = filtered(made().samples.samples, online_tuning<double>(), &c);
    // the page begins at the first row with what it sees in the first 0.3 s, and reaches 0.78
    EXPECT_LT(evaluate(made().log, made().samples, rows)[0].total, 0.82);
    EXPECT_NEAR(c.state.delay, 0.012, 2e-4);
}

// Any constant turn of the sensor's axes gives the same errors, any unit of the field the same attitude.
TEST(Filter, NeitherAxesNorUnitsMatter) {
    std::vector<Sample<double>> turned = made().samples.samples;
    const Quaternion<double> turn = normalise(Quaternion<double>{0.4, 0.5, -0.6, 0.3});
    for (Sample<double>& s : turned) {
        s.gyro = to_body(turn, s.gyro);
        s.accelerometer = to_body(turn, s.accelerometer);
        s.magnetometer = 7.5 * to_body(turn, s.magnetometer);
    }
    const auto a = filtered(made().samples.samples, online_tuning<double>()),
               b = filtered(turned, online_tuning<double>());
    double worst = 0;
    for (size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, attitude_error(b[i].attitude * conjugate(turn), a[i].attitude).total);
    EXPECT_LT(worst / degree, 1e-6);
}

// A log seen backwards is the same motion: time runs the other way, and so do rates.
TEST(Smoother, AReversedLogGivesTheSameAttitude_Long) {
    std::vector<Sample<double>> back;
    const auto& s = made().samples.samples;
    // row i of a log holds the mean rate of the time that ends there: backwards it belongs to the row before
    for (size_t i = s.size(); i-- > 0;) {
        Sample<double> r = s[i];
        r.gyro = -(i + 1 < s.size() ? s[i + 1].gyro : s[i].gyro);
        back.push_back(r);
    }
    SmootherSettings settings;
    settings.tuning = test::made_tuning();
    const auto forth = smooth(s, settings).rows, reversed = smooth(back, settings).rows;
    double squares = 0;
    for (size_t i = 0; i < s.size(); ++i)
        squares += std::pow(attitude_error(reversed[s.size() - 1 - i].attitude, forth[i].attitude).total, 2);
    // the magnetometer is early then, and both are 0.056 deg from the truth: apart by no more than that explains
    EXPECT_LT(std::sqrt(squares / static_cast<double>(s.size())) / degree, 0.08);
}

TEST(Filter, WithoutAMagnetometerOnlyTheHeadingIsLost) {
    const LogSamples six = samples_of(made().log, {true, false});
    Tuning<double> tuning = online_tuning<double>();
    tuning.lateness = 0;  // what it adds comes and goes with the rate
    const auto rows = filtered(six.samples, tuning);
    for (size_t i = 200; i < rows.size(); i += 100)
        EXPECT_GT(rows[i].heading_deviation, 0.999 * rows[i - 100].heading_deviation) << i;
    EXPECT_GT(rows.back().heading_deviation, rows[100].heading_deviation);
    EXPECT_LT(rows.back().tilt_deviation, 3 * degree);
    EXPECT_LT(evaluate(made().log, six, rows)[0].inclination, 1);
}

// The same in single precision, within a tenth of a degree of double.
TEST(Filter, FloatIsEnough) {
    Filter<float> single;
    Filter<double> twice_as_long;
    double squares = 0;
    for (const Sample<double>& s : made().samples.samples) {
        Sample<float> f;
        f.dt = static_cast<float>(s.dt);
        f.gyro = cast<float>(s.gyro);
        f.accelerometer = cast<float>(s.accelerometer);
        f.magnetometer = cast<float>(s.magnetometer);
        single.step(f);
        twice_as_long.step(s);
        squares +=
            std::pow(attitude_error(normalise(cast<double>(single.attitude())), twice_as_long.attitude()).total, 2);
    }
    EXPECT_LT(std::sqrt(squares / static_cast<double>(made().samples.samples.size())) / degree, 0.1);
}

// Logs side by side on threads of their own: nothing is shared, so that each has the bits it has alone.
TEST(Estimators, TheSameBitsForAnyNumberOfThreads_Long) {
    const auto& all = made().samples.samples;
    const std::vector<Sample<double>> part(all.begin() + 500, all.begin() + 1500);
    const auto both = [&part] {
        std::vector<EstimateRow> rows = filtered(part, online_tuning<double>());
        const std::vector<EstimateRow> smoothed = smooth(part, {}).rows;
        rows.insert(rows.end(), smoothed.begin(), smoothed.end());
        return rows;
    };
    const std::vector<EstimateRow> alone = both();
    for (const unsigned many : {2u, 5u}) {
        std::vector<std::vector<EstimateRow>> of(many);
        std::vector<std::thread> threads;
        for (unsigned k = 0; k < many; ++k) threads.emplace_back([&of, &both, k] { of[k] = both(); });
        for (std::thread& t : threads) t.join();
        for (const auto& rows : of) {
            ASSERT_EQ(rows.size(), alone.size());
            for (size_t i = 0; i < rows.size(); ++i) {
                ASSERT_EQ(rows[i].attitude.params(), alone[i].attitude.params()) << i;
                ASSERT_EQ(rows[i].heading_deviation, alone[i].heading_deviation) << i;
            }
        }
    }
}

TEST(SmallFilter, FitsIntoTwoKilobytes) {
    EXPECT_LT(sizeof(SmallFilter<double>), 2048u);
    EXPECT_LT(sizeof(SmallFilter<float>), 1024u);
}

// ---- recordings, where they are there
// --------------------------------------------------------------------------------

std::map<std::string, std::vector<double>> broad_table(const std::string& algorithm) {
    std::map<std::string, std::vector<double>> result;
    std::ifstream file(test::data_file("estimation-broad.csv"));
    for (std::string line; std::getline(file, line);) {
        std::istringstream cells(line);
        std::string name, who, cell;
        std::getline(cells, name, ',');
        std::getline(cells, who, ',');
        if (who != algorithm) continue;
        while (std::getline(cells, cell, ',')) result[name].push_back(std::strtod(cell.c_str(), nullptr));
    }
    return result;
}

template <class Estimator>
double mean_total(const std::string& what, Estimator&& estimator) {
    double sum = 0;
    for (const std::string& name : test::broad_files()) {
        const Loaded l = loaded(test::recording("broad/" + name + ".csv"));
        const Evaluation e = evaluate(l.log, l.samples, estimator(l))[0];
        std::printf("  %-45s %-9s %.3f %.3f %.3f\n", name.c_str(), what.c_str(), e.total, e.heading, e.inclination);
        sum += e.total;
    }
    return sum / static_cast<double>(test::broad_files().size());
}

bool recordings_are_there() {
    for (const std::string& name : test::broad_files())
        if (test::recording("broad/" + name + ".csv").empty()) return false;
    return true;
}

TEST(Broad, FilterAndSmoother_Long) {
    if (!recordings_are_there()) GTEST_SKIP() << test::why_no_recording;
    EXPECT_LT(
        mean_total("filter", [](const Loaded& l) { return filtered(l.samples.samples, online_tuning<double>()); }),
        1.05);
    EXPECT_LT(mean_total("smoother", [](const Loaded& l) { return smooth(l.samples.samples, {}).rows; }), 1.00);
}

TEST(Broad, TheSmallFilterIsAsGoodAsVqf_Long) {
    if (!recordings_are_there()) GTEST_SKIP() << test::why_no_recording;
    const auto table = broad_table("VQF");
    for (const std::string& name : test::broad_files()) {
        const Loaded l = loaded(test::recording("broad/" + name + ".csv"));
        SmallFilter<double> filter(l.samples.time.median);
        std::vector<EstimateRow> rows;
        for (const Sample<double>& s : l.samples.samples) {
            filter.predict(s.gyro);
            filter.accelerometer(s.accelerometer);
            filter.magnetometer(s.magnetometer);
            EstimateRow row;
            row.attitude = filter.attitude();
            rows.push_back(row);
        }
        const Evaluation e = evaluate(l.log, l.samples, rows)[0];
        EXPECT_NEAR(e.total, table.at(name)[0], 0.01) << name;
        EXPECT_NEAR(e.heading, table.at(name)[1], 0.01) << name;
        EXPECT_NEAR(e.inclination, table.at(name)[2], 0.01) << name;
    }
}

}  // namespace smoother_test
}  // namespace polhode::estimate
