// Tools that look at a log without estimating, against the tables of tests/data.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "polhode/estimate/evidence.hpp"
#include "polhode/estimate/rest_phases.hpp"
#include "polhode/estimate/tools/alignment.hpp"
#include "polhode/estimate/tools/allan.hpp"
#include "polhode/estimate/tools/calibration.hpp"
#include "polhode/estimate/tools/calibration_report.hpp"
#include "polhode/estimate/tools/ellipsoid.hpp"
#include "polhode/estimate/tools/inspection.hpp"
#include "support/estimate_support.hpp"

namespace polhode::estimate {
namespace tools_test {

std::vector<std::vector<double>> table_of(const std::string& name) {
    std::ifstream file(test::data_file(name));
    std::vector<std::vector<double>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#' || std::isalpha(static_cast<unsigned char>(line[0]))) continue;
        std::istringstream cells(line);
        rows.emplace_back();
        for (std::string cell; std::getline(cells, cell, ',');)
            rows.back().push_back(std::strtod(cell.c_str(), nullptr));
    }
    return rows;
}

// ---- Allan deviation
// ---------------------------------------------------------------------------------------------------

// splitmix64 and the cosine half of Box and Muller, as the page defines the made signal
class MadeNormals {
 public:
    explicit MadeNormals(std::uint64_t seed) : state_(seed) {}
    double next() {
        const double a = uniform(), b = uniform();
        return std::sqrt(-2 * std::log(1 - a)) * std::cos(2 * std::numbers::pi * b);
    }

 private:
    double uniform() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        z ^= z >> 31;
        return static_cast<double>(z >> 11) * 0x1p-53;
    }
    std::uint64_t state_;
};

TEST(Allan, TheMadeSignal) {
    const size_t n = 131072;
    const double dt = 0.01, white = 0.005, walk = 0.0008;
    MadeNormals w(20240601), r(20240602);
    std::vector<double> x;
    double sum = 0;
    for (size_t k = 0; k < n; ++k) {
        x.push_back(0.3 + white / std::sqrt(dt) * w.next() + walk * std::sqrt(dt) * sum);
        sum += r.next();
    }
    ASSERT_NEAR(x[0], 0.292435240089751, 1e-14);
    ASSERT_NEAR(x[n - 1], 0.313328738004904, 1e-12);
    const AllanFit fit = allan_deviation(x, dt);
    const auto table = table_of("estimation-allan.csv");
    ASSERT_EQ(fit.points.size(), table.size());
    for (size_t i = 0; i < table.size(); ++i) {
        EXPECT_NEAR(fit.points[i].tau, table[i][0], 1e-12);
        EXPECT_NEAR(fit.points[i].deviation / table[i][1], 1, 1e-8);
        EXPECT_NEAR(fit.points[i].low / table[i][2], 1, 1e-7);
        EXPECT_NEAR(fit.points[i].high / table[i][3], 1, 1e-7);
        EXPECT_NEAR(fit.points[i].freedom / table[i][4], 1, 1e-8);
    }
    EXPECT_NEAR(fit.white.value, 0.00498638, 1e-8);
    EXPECT_NEAR(fit.flicker.value, 0.000659013, 1e-8);
    EXPECT_NEAR(fit.walk.value, 0.000818034, 1e-8);
    // there is none in the signal: an upper limit is what can be said, and the two others are told
    EXPECT_FALSE(fit.flicker.told);
    EXPECT_GT(fit.flicker.limit, fit.flicker.value);
    EXPECT_TRUE(fit.white.told);
    EXPECT_TRUE(fit.walk.told);
    EXPECT_NEAR(fit.white.value, white, 3 * fit.white.deviation);
    EXPECT_NEAR(fit.walk.value, walk, 3 * fit.walk.deviation);
}

// Allan variances of one record are not told apart by chance alone, and the deviations of N, B and K know it: over many
// records of white noise and random walk they are what the coefficients scatter by.
TEST(Allan, DeviationsAreWhatCoefficientsScatterBy) {
    const size_t n = 4096, records = 150;
    const double dt = 0.01, white = 1e-3, walk = 8e-4;
    double off[3]{};
    for (size_t seed = 1; seed <= records; ++seed) {
        MadeNormals w(2 * seed), r(2 * seed + 1);
        std::vector<double> x;
        double sum = 0;
        for (size_t k = 0; k < n; ++k) {
            x.push_back(white / std::sqrt(dt) * w.next() + walk * std::sqrt(dt) * sum);
            sum += r.next();
        }
        const AllanFit fit = allan_deviation(x, dt);
        off[0] += std::pow((fit.white.value - white) / fit.white.deviation, 2);
        off[1] += fit.flicker.told;
        off[2] += fit.walk.limit > walk;
    }
    const double many = static_cast<double>(records);
    EXPECT_LT(std::sqrt(off[0] / many), 1.15);
    EXPECT_GT(std::sqrt(off[0] / many), 0.7);
    EXPECT_LT(off[1] / many, 0.05) << "there is no flicker";
    EXPECT_GT(off[2] / many, 0.93);
}

TEST(Allan, QuantilesOfChiSquared) {
    // Abramowitz and Stegun, table 26.8
    EXPECT_NEAR(chi_squared_quantile(1, 0.95), 3.84146, 1e-5);
    EXPECT_NEAR(chi_squared_quantile(10, 0.975), 20.4832, 1e-4);
    EXPECT_NEAR(chi_squared_quantile(10, 0.025), 3.24697, 1e-5);
    EXPECT_NEAR(chi_squared_quantile(100, 0.975), 129.561, 1e-3);
}

// ---- magnetometer
// ------------------------------------------------------------------------------------------------------

TEST(Ellipsoid, TheMadeReadings) {
    std::vector<Vec3<double>> m;
    for (const auto& row : table_of("estimation-ellipsoid.csv")) m.push_back({row[0], row[1], row[2]});
    ASSERT_EQ(m.size(), 400u);
    const EllipsoidFit e = fit_ellipsoid(m);
    ASSERT_EQ(e.refusal, "");
    EXPECT_NEAR(e.centre[0], 11.98034, 1e-5);
    EXPECT_NEAR(e.centre[1], -7.47512, 1e-5);
    EXPECT_NEAR(e.centre[2], 3.0211, 1e-5);
    EXPECT_NEAR(e.field, 48.00512, 1e-5);
    EXPECT_NEAR(e.rms, 0.30527, 1e-5);
    const double w[3][3] = {
        {1.047299, 0.020089, -0.010519}, {0.020089, 0.958719, 0.029863}, {-0.010519, 0.029863, 0.9974}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(e.shape(i, j), w[i][j], 1e-6);
}

TEST(Ellipsoid, TooLittleRotationIsRefused) {
    std::vector<Vec3<double>> flat;
    for (int i = 0; i < 100; ++i) flat.push_back({45 * std::cos(0.01 * i), 45 * std::sin(0.01 * i), 0.001 * (i % 3)});
    EXPECT_NE(fit_ellipsoid(flat).refusal, "");
    // turned about one axis only: noise alone must not make an ellipsoid of it
    for (const double noise : {0.0, 1e-7, 0.005, 0.2})
        for (int seed = 0; seed < 20; ++seed) {
            MadeNormals random(static_cast<unsigned long long>(seed));
            std::vector<Vec3<double>> cone;
            for (int i = 0; i < 300; ++i)
                cone.push_back({50 * std::cos(0.1 * i) + 5 + noise * random.next(),
                                43 * std::sin(0.1 * i) - 3 + noise * random.next(), 20 + noise * random.next()});
            EXPECT_NE(fit_ellipsoid(cone).refusal, "") << noise << " " << seed;
        }
    EXPECT_NE(fit_ellipsoid({}).refusal, "");
    EXPECT_NE(fit_ellipsoid(std::vector<Vec3<double>>(20)).refusal, "");
}

// ---- alignment: a made record, every number known
// ----------------------------------------------------------------------

// Rows every dt: the gyro of a motion that is known, and attitudes that stand in the row of t + offset, in axes that
// are turned.
TwoRecordings made_recordings(double dt, int rows, double offset, const Vec3<double>& turn) {
    const auto rate = [](double t) {
        return Vec3<double>{2 * std::sin(1.7 * t), 1.5 * std::cos(2.3 * t + 1), 1.2 * std::sin(3.1 * t + 2)};
    };
    TwoRecordings both;
    both.dt = dt;
    Quaternion<double> q;
    double t = -offset;
    for (int i = 0; i < rows; ++i) {
        both.gyro.push_back(rate(i * dt));
        both.has_gyro.push_back(1);
        both.attitudes.push_back(q * conjugate(exp_rotation(turn)));
        both.has_attitude.push_back(i < 1500 || i > 1525);
        // (Magnus, fourth order: the rates at two points of Gauss)
        for (int k = 0; k < 5; ++k, t += dt / 5) {
            const double h = dt / 5, off = std::sqrt(3.0) / 6 * h;
            const Vec3<double> a = rate(t + 0.5 * h - off), b = rate(t + 0.5 * h + off);
            q = normalise(q * exp_rotation(0.5 * h * (a + b) + (std::sqrt(3.0) / 12 * h * h) * cross(a, b)));
        }
    }
    return both;
}

TEST(Alignment, FindsOffsetAndRotationOfAMadeRecord) {
    const Vec3<double> turn{0.02, -0.03, 0.05};
    const Alignment a = align_recordings(made_recordings(0.01, 6200, -0.0123, turn));
    EXPECT_NEAR(a.offset, -0.0123, 1e-7);
    EXPECT_EQ(a.offset, a.unpulled_offset);  // the clocks' rate is told
    EXPECT_LT(norm(a.rotation_vector - turn), 1e-5);
    EXPECT_LT(std::fabs(a.rate_ppm), 0.01);
    // one window: the offset is that of least cost
    const Alignment b = align_recordings(made_recordings(0.01, 2500, -0.0123, turn));
    EXPECT_EQ(b.rate_deviation_ppm, 0);
    EXPECT_NEAR(b.offset, -0.0123, 1e-5);
    EXPECT_NEAR(b.unpulled_offset, -0.0123, 1e-7);
}

// Deviations are what the errors scatter by, in white noise and where neighbours hang together; noise that draws the
// lag of least cost to half a row is in its deviation.
TEST(Alignment, DeviationsAreThoseOfTheErrors_Long) {
    const Vec3<double> turn{0.02, -0.03, 0.05};
    const TwoRecordings exact = made_recordings(0.02, 3100, 0.0152, turn);
    for (const double keep : {0.0, 0.9}) {
        double squares = 0, drawn = 0;
        const int records = 8;
        for (int seed = 1; seed <= records; ++seed) {
            MadeNormals noise(static_cast<unsigned long long>(seed));
            const auto three = [&noise] { return Vec3<double>{noise.next(), noise.next(), noise.next()}; };
            TwoRecordings both = exact;
            Vec3<double> of_gyro = three(), of_attitude = three();
            for (size_t i = 0; i < both.gyro.size(); ++i) {
                of_gyro = keep * of_gyro + std::sqrt(1 - keep * keep) * three();
                of_attitude = keep * of_attitude + std::sqrt(1 - keep * keep) * three();
                both.gyro[i] = both.gyro[i] + 0.01 * of_gyro;
                both.attitudes[i] = both.attitudes[i] * exp_rotation(0.002 * of_attitude);
            }
            const Alignment a = align_recordings(both, 4);
            squares +=
                std::pow((a.offset - 0.0152) / a.offset_deviation, 2) + std::pow(a.rate_ppm / a.rate_deviation_ppm, 2);
            for (int i = 0; i < 3; ++i) squares += std::pow((a.rotation_vector - turn)[i] / a.rotation_deviation[i], 2);
            for (std::vector<char>* has : {&both.has_gyro, &both.has_attitude})
                std::fill(has->begin() + 1500, has->end(), 0);
            const Alignment b = align_recordings(both, 4);
            drawn += std::pow((b.offset - 0.0152) / b.offset_deviation, 2);
        }
        EXPECT_NEAR(std::sqrt(squares / (5 * records)), 1, 0.2) << keep;
        EXPECT_NEAR(std::sqrt(drawn / records), 1, 0.45) << keep;
    }
}

TEST(Alignment, WhatTurnsAboutOneAxisTellsNothingOfATurnAboutIt) {
    TwoRecordings both = made_recordings(0.02, 1200, 0, {});
    MadeNormals noise(3);
    double angle = 0;
    for (size_t i = 0; i < both.gyro.size(); ++i) {
        const double w = std::sin(0.03 * static_cast<double>(i));
        both.attitudes[i] = exp_rotation(Vec3<double>{0, 0, angle});
        both.gyro[i] = Vec3<double>{0, 0, w} + 0.01 * Vec3<double>{noise.next(), noise.next(), noise.next()};
        angle += 0.02 * w;
        both.has_attitude[i] = 1;
    }
    const Alignment a = align_recordings(both);
    EXPECT_LT(a.rotation_deviation[0], 0.01);
    EXPECT_GT(a.rotation_deviation[2], 0.3);
}

// ---- recordings, where they are there
// ------------------------------------------------------------------------------------

// estimation-tools.csv by file and quantity; a quantity may stand several times
std::map<std::string, std::map<std::string, std::vector<std::vector<double>>>> tools_table() {
    std::map<std::string, std::map<std::string, std::vector<std::vector<double>>>> all;
    std::ifstream file(test::data_file("estimation-tools.csv"));
    for (std::string line; std::getline(file, line);) {
        const size_t a = line.find(','), b = line.find(',', a + 1);
        if (line[0] == '#' || b == std::string::npos || line.rfind("file", 0) == 0) continue;
        std::istringstream values(line.substr(b + 1));
        auto& rows = all[line.substr(0, a)][line.substr(a + 1, b - a - 1)];
        rows.emplace_back();
        for (double x = 0; values >> x;) rows.back().push_back(x);
    }
    return all;
}

TEST(Tools, RestBiasStartEllipsoidAndOffsetOfTheBroadFiles_Long) {
    const auto table = tools_table();
    ASSERT_EQ(table.size(), 6u);
    for (const auto& [name, quantities] : table) {
        const std::string path = test::recording("broad/" + name + ".csv");
        if (path.empty()) GTEST_SKIP() << test::why_no_recording;
        const SensorLog log = read_log(path, {});
        const LogSamples samples = samples_of(log, {});
        const auto rest = rest_phases(log, samples);
        const auto& expected = quantities.at("rest_s");
        ASSERT_EQ(rest.size(), expected.size()) << name;
        for (size_t i = 0; i < rest.size(); ++i) {
            EXPECT_NEAR(rest[i].begin, expected[i][0], 0.01) << name;
            EXPECT_NEAR(rest[i].end, expected[i][1], 0.01) << name;
        }
        const Vec3<double> bias = rest_bias(samples, rest);
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(bias[i] / degree, quantities.at("gyro_bias_rest_deg_s")[0][static_cast<size_t>(i)], 1e-4)
                << name;
        Vec3<double> a, m;
        for (size_t i = rest[0].first; i <= rest[0].last; ++i) {
            a = a + samples.samples[i].accelerometer;
            m = m + samples.samples[i].magnetometer;
        }
        Quaternion<double> q;
        ASSERT_TRUE(align(a, m, q));
        const auto& e = quantities.at("initial_q")[0];
        EXPECT_LT(norm(log_rotation(q * conjugate(normalise(Quaternion<double>{e[0], e[1], e[2], e[3]})))) / degree,
                  0.01)
            << name;
        std::vector<Vec3<double>> gyro, field;
        std::vector<Quaternion<double>> o;
        std::vector<char> has;
        for (const LogRow& r : log.rows) {
            gyro.push_back(r.gyro);
            field.push_back(r.magnetometer);
            o.push_back(r.truth);
            has.push_back(r.has_truth);
        }
        const EllipsoidFit fit = fit_ellipsoid(field);
        const auto& centre = quantities.at("ellipsoid_centre_uT")[0];
        EXPECT_EQ(fit.refusal.empty(), !centre.empty()) << name;
        for (size_t i = 0; i < centre.size(); ++i)
            EXPECT_NEAR(fit.centre[static_cast<int>(i)], centre[i], 1e-3) << name;
        const Alignment alignment = align_log(log).alignment;
        EXPECT_NEAR(1e3 * alignment.offset, quantities.at("offset_ms")[0][0], 0.05) << name;
        EXPECT_NEAR(norm(alignment.rotation_vector) / degree, quantities.at("rotation_deg")[0][0], 0.02) << name;
    }
}

TEST(Calibrate, TheXsensRecording_Long) {
    const std::string path = test::recording("imu-tk-xsens/xsens_calibration.csv");
    if (path.empty()) GTEST_SKIP() << test::why_no_recording;
    const SensorLog log = read_log(path, {});
    std::vector<double> times;
    std::vector<Vec3<double>> gyro, force;
    for (const LogRow& r : log.rows) {
        times.push_back(r.t);
        gyro.push_back(r.gyro);
        force.push_back(r.accelerometer);
    }
    CalibrationSettings settings;
    settings.gravity = 9.81744;
    const Calibration c = calibrate(times, gyro, force, settings);
    ASSERT_EQ(c.refusal, "");
    EXPECT_EQ(c.positions.size(), 37u);
    EXPECT_EQ(c.threshold, 4);
    EXPECT_EQ(c.rotations, 36u);
    std::map<std::string, double> expected;
    std::ifstream file(test::data_file("estimation-calibration.csv"));
    for (std::string line; std::getline(file, line);) {
        std::istringstream cells(line);
        std::string sensor, quantity, value;
        std::getline(cells, sensor, ',');
        std::getline(cells, quantity, ',');
        std::getline(cells, value, ',');
        expected[sensor + " " + quantity] = std::strtod(value.c_str(), nullptr);
    }
    for (int i = 0; i < 3; ++i) {
        const std::string n = std::to_string(i);
        EXPECT_NEAR(c.accelerometer.scale[i] / expected.at("acc k" + n), 1, 2e-4);
        EXPECT_NEAR(c.accelerometer.angles[static_cast<size_t>(i)], expected.at("acc t" + n), 1e-3);
        EXPECT_NEAR(c.accelerometer.offset[i] / -expected.at("acc b" + n), 1, 1e-6);
        EXPECT_NEAR(c.gyro.scale[i] / expected.at("gyro k" + n), 1, 2e-4);
        EXPECT_NEAR(c.gyro.offset[i], expected.at("gyro b" + n), 1e-3);
    }
    for (size_t i = 0; i < 6; ++i) EXPECT_NEAR(c.gyro.angles[i], expected.at("gyro x" + std::to_string(i)), 3e-3);
    EXPECT_NEAR(c.accelerometer.rms, 0.000992, 1e-5);
    EXPECT_NEAR(c.gyro.rms / degree, 0.6436, 0.005);
    EXPECT_TRUE(missing_directions(c.positions, &c.accelerometer).empty());
}

TEST(Calibrate, TooFewPositionsAreRefusedWithTheDirectionsThatAreMissing) {
    std::vector<double> times;
    std::vector<Vec3<double>> gyro, force;
    MadeNormals noise(7);
    for (int i = 0; i < 9000; ++i) {
        times.push_back(0.01 * i);
        gyro.push_back({0.01 * noise.next(), 0.01 * noise.next(), 0.01 * noise.next()});
        const bool other = i > 7000;
        force.push_back(
            {(other ? 9.8 : 0) + 0.01 * noise.next(), 0.01 * noise.next(), (other ? 0 : 9.8) + 0.01 * noise.next()});
    }
    const Calibration c = calibrate(times, gyro, force, {});
    EXPECT_NE(c.refusal.find("2 static positions"), std::string::npos) << c.refusal;
    EXPECT_NE(c.refusal.find("y up, y down"), std::string::npos) << c.refusal;
    EXPECT_NE(calibrate({0, 1}, {{}, {}}, {{}, {}}, {}).refusal, "");
}

// Nine numbers go through nine positions: they are found, and how sure they are is not said.
TEST(Calibrate, NinePositionsLeaveNothingToTellDeviationsFrom_Long) {
    for (const int many : {9, 12}) {
        std::vector<double> times;
        std::vector<Vec3<double>> gyro, force;
        MadeNormals noise(7);
        Vec3<double> up{0, 0, 9.80665};
        for (int i = 0; i < 5000 + 500 * (many - 1); ++i) {
            const bool moves = i >= 5000 && (i - 5000) % 500 < 50;
            const int position = i < 5000 ? 0 : (i - 5000) / 500;
            // a step of a turn about an axis of the body: the world turns the other way in it
            Vec3<double> step{0.004, -0.003, 0.002};
            step[position % 3] += 0.03;
            if (moves) up = to_body(exp_rotation(step), up);
            times.push_back(0.01 * i);
            gyro.push_back((moves ? 100. : 0.) * step + 0.001 * Vec3<double>{noise.next(), noise.next(), noise.next()});
            force.push_back(1.01 * up + 0.01 * Vec3<double>{noise.next(), noise.next(), noise.next()});
        }
        const Calibration c = calibrate(times, gyro, force, {});
        ASSERT_EQ(c.refusal, "");
        ASSERT_EQ(c.positions.size(), static_cast<size_t>(many));
        EXPECT_NEAR(c.accelerometer.scale[2], 1 / 1.01, 0.01);
        for (int k = 0; k < 3; ++k) EXPECT_EQ(std::isfinite(c.accelerometer.scale_deviation[k]), many > 9) << many;
        EXPECT_EQ(std::isfinite(c.accelerometer.angle_deviation.at(0)), many > 9);
    }
}

// A row whose stamp is far ahead is no part of any turn.
TEST(Calibrate, AStrayStampCostsItsOwnRow) {
    SensorLog log;
    log.has_accelerometer = true;
    log.gyro_unit = "rad/s";
    log.accelerometer_unit = "m/s^2";
    MadeNormals noise(7);
    Vec3<double> up{0, 0, 9.80665};
    for (int i = 0; i < 5000 + 500 * 11; ++i) {
        const bool moves = i >= 5000 && (i - 5000) % 500 < 50;
        Vec3<double> step{0.004, -0.003, 0.002};
        step[moves ? (i - 5000) / 500 % 3 : 0] += 0.03;
        if (moves) up = to_body(exp_rotation(step), up);
        LogRow row;
        row.t = 0.01 * i;
        row.has_gyro = row.has_accelerometer = true;
        row.gyro = (moves ? 100. : 0.) * step + 0.001 * Vec3<double>{noise.next(), noise.next(), noise.next()};
        row.accelerometer = up + 0.01 * Vec3<double>{noise.next(), noise.next(), noise.next()};
        log.rows.push_back(row);
    }
    SensorLog without = log;
    without.rows.erase(without.rows.begin() + 6020);
    log.rows[6020].t = 1e9;
    EXPECT_EQ(calibrate_inertial(log, {}).json, calibrate_inertial(without, {}).json);
}

TEST(Inspection, TellsWhatIsThere) {
    std::string text = "t,gyr_x,gyr_y,gyr_z,mag_x,mag_y,mag_z\n";
    for (int i = 0; i < 400; ++i) {
        const double w = std::max(-3.0, std::min(3.0, 6 * std::sin(0.1 * i)));
        text += std::to_string(0.01 * i) + "," + std::to_string(w) + ",0," + std::to_string(0.001 * (i % 5)) + ",0," +
                std::to_string(17 + i / 10) + ",-41\n";
    }
    const SensorLog log = parse_log(text, "log.csv", {});
    const Inspection in = inspect_log(log);
    EXPECT_NEAR(in.time.median, 0.01, 1e-9);
    ASSERT_EQ(in.sensors.size(), 2u);
    EXPECT_NEAR(in.sensors[1].true_rate, 10, 0.3);
    std::string all;
    for (const std::string& w : in.warnings) all += w + "\n";
    EXPECT_NE(all.find("the gyro clips at 3 rad/s"), std::string::npos) << all;
    EXPECT_NE(all.find("the magnetometer holds its values"), std::string::npos) << all;
    EXPECT_NE(all.find("nowhere at rest"), std::string::npos) << all;
}

// Sensors that are slower than the log, by empty fields or by values that are held, have the noise and the rest that
// they would have in a log of their own. Held values are known as such where most rows repeat the one before.
TEST(Inspection, NoiseAndRestOfSlowerSensors) {
    const auto inspected = [](int gyro_every, int force_every, int field_every, bool held) {
        MadeNormals normals(7);
        std::string text = "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n", force, field;
        for (int i = 0; i < 2000; ++i) {
            const auto three = [&](double noise, double x, double y, double z) {
                const double a = normals.next(), b = normals.next(), c = normals.next();
                return fmt::format(",{:.6f},{:.6f},{:.6f}", x + noise * a, y + noise * b, z + noise * c);
            };
            const std::string rate = three(0.002, 0, 0, 0);
            if (i % force_every == 0 || !held) force = i % force_every == 0 ? three(0.02, 0, 0, 9.81) : ",,,";
            if (i % field_every == 0 || !held) field = i % field_every == 0 ? three(0.3, 0, 17, -41) : ",,,";
            text += fmt::format("{:.2f}", 0.01 * i) + (i % gyro_every == 0 ? rate : ",,,") + force + field + "\n";
        }
        return inspect_log(parse_log(text, "log.csv", {}));
    };
    for (const bool held : {false, true})
        for (const auto& [gyro, force, field] :
             {std::tuple{1, 1, 1}, {1, held ? 3 : 2, 4}, {1, 3, 5}, {2, 1, 7}, {2, 3, 1}}) {
            const Inspection in = inspected(gyro, force, field, held);
            ASSERT_EQ(in.rest.size(), 1u) << gyro << force << field << held;
            EXPECT_GT(in.rest[0].end - in.rest[0].begin, 18);
            const double expected[] = {0.002, 0.02, 0.3};
            // of 240 differences and more: 4 %
            for (std::size_t k = 0; k < 3; ++k)
                EXPECT_NEAR(in.sensors[k].noise / expected[k], 1, 0.15) << gyro << force << field << held << k;
        }
}

}  // namespace tools_test
}  // namespace polhode::estimate
