// What rows of a log mean: counters that begin anew, units that do not go together.
#include "polhode/estimate/log_rows.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/estimation.hpp"
#include "polhode/estimate/log_file.hpp"

namespace polhode::estimate {
namespace log_rows_test {

SensorLog log_of(const std::vector<std::uint64_t>& stamps, const std::string& unit = "us") {
    std::string text = "t (" + unit + "),gyr_x,gyr_y,gyr_z\n";
    for (const std::uint64_t t : stamps) text += fmt::format("{},0.1,0.2,0.3\n", t);
    return parse_log(text, "log.csv", {});
}
std::vector<double> times_of(const SensorLog& log) {
    std::vector<double> all;
    for (const LogRow& r : log.rows) all.push_back(r.t);
    return all;
}

constexpr std::uint64_t turn = std::uint64_t{1} << 32;

TEST(LogRows, ACounterOf32BitsIsCountedOn) {
    for (const auto& [unit, factor] : {std::pair{"us", 1e-6}, {"ms", 1e-3}, {"ns", 1e-9}}) {
        std::vector<std::uint64_t> stamps;
        std::vector<double> want;
        // more than twice round
        for (std::uint64_t t = turn - 30000000; t < 3 * turn + 5000000; t += 10000003) {
            stamps.push_back(t % turn);
            want.push_back(factor * static_cast<double>(t));
        }
        const SensorLog log = log_of(stamps, unit);
        const std::vector<double> got = times_of(log);
        ASSERT_EQ(got.size(), want.size());
        for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-9 * want[i]) << unit << i;
        ASSERT_EQ(log.notes.size(), 1u);
        EXPECT_NE(log.notes[0].find("log.csv: time is a counter of 32 bits that began anew in line 5;"),
                  std::string::npos)
            << log.notes[0];
    }
}

TEST(LogRows, OneStampOfAllOnesIsNoEndOfACounter) {
    const SensorLog log = log_of({10000, 20000, turn - 1, 40000, 50000});
    EXPECT_EQ(times_of(log)[3], 0.04);
    EXPECT_TRUE(log.notes.empty());
    EXPECT_EQ(judged_times_of(log.rows).ahead, 1u);
}

TEST(LogRows, ARowThatIsLateBehindTheEndOfACounterIsBackward) {
    const SensorLog log = log_of({turn - 30000, turn - 20000, 0, turn - 10000, 10000, 20000});
    const std::vector<double> t = times_of(log);
    EXPECT_DOUBLE_EQ(t[2], 1e-6 * static_cast<double>(turn));
    EXPECT_DOUBLE_EQ(t[3], 1e-6 * static_cast<double>(turn - 10000));
    EXPECT_DOUBLE_EQ(t[5], 1e-6 * static_cast<double>(turn + 20000));
}

TEST(LogRows, SecondsAreNoCounter) {
    const SensorLog log = log_of({turn - 2, turn - 1, 0, 1}, "s");
    EXPECT_EQ(times_of(log)[2], 0);
}

TEST(LogRows, OneUnitForThreeAxes) {
    const auto said = [](const std::string& header, const LogSettings& settings = {}) {
        try {
            return parse_log(header + "\n0,180,0,0\n", "log.csv", settings).gyro_unit;
        } catch (const InputError& e) {
            return std::string(e.what());
        }
    };
    EXPECT_EQ(said("t,gyr_x (rad/s),gyr_y (deg/s),gyr_z (rad/s)"),
              "log.csv:1: columns of the gyro are in 'rad/s' and in 'deg/s'; a sensor has one unit");
    EXPECT_EQ(said("t,gyr_x (deg/s),gyr_y (dps),gyr_z (deg/s)"), "deg/s");
    EXPECT_EQ(said("t,gyr_x (deg/s),gyr_y,gyr_z"), "deg/s");
    LogSettings settings;
    settings.gyro_unit = "mdeg/s";
    EXPECT_EQ(said("t,gyr_x (rad/s),gyr_y (deg/s),gyr_z (rad/s)", settings), "mdeg/s");
}

// Without the magnetometer the gyro alone begins with a heading of its own, not with that of the magnetometer.
TEST(LogRows, SixAxesAreSixAtTheStartToo) {
    std::string text = "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n", other = text;
    for (int i = 0; i < 20; ++i) {
        text += fmt::format("{:.2f},0.{},0,0,0.5,0,9.8,17,0,-41\n", 0.01 * i, i % 7);
        other += fmt::format("{:.2f},0.{},0,0,0.5,0,9.8,0,17,-41\n", 0.01 * i, i % 7);
    }
    EstimationSettings settings;
    settings.estimator = "gyro";
    const auto first = [&](const std::string& log) {
        return estimate_log(parse_log(log, "log.csv", {}), {}, settings).rows.front().attitude.params();
    };
    EXPECT_FALSE(first(text) == first(other));
    settings.six_axis = true;
    EXPECT_TRUE(first(text) == first(other));
}

}  // namespace log_rows_test
}  // namespace polhode::estimate
