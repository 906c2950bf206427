#include "polhode/estimate/log_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "polhode/estimate/estimation.hpp"
#include "polhode/estimate/log_columns.hpp"
#include "polhode/estimate/online_estimation.hpp"
#include "polhode/estimate/sample_stream.hpp"
#include "support/estimate_support.hpp"

namespace polhode::estimate {
namespace log_file_test {

// A log of a body that rocks a little, in SI; each cell of a row may be spoilt.
std::string usual_header() { return "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n"; }
std::string usual_row(int i, double acc = 9.81, double gyro = 0.02, double mag = 45) {
    const double t = 0.01 * i, s = std::sin(0.7 * i);
    return fmt::format("{:.2f},{:.6f},{:.6f},{:.6f},{:.5f},{:.5f},{:.5f},{:.4f},{:.4f},{:.4f}\n", t, gyro * s,
                       gyro * std::cos(i), 0.5 * gyro * s, 0.001 * acc * s, 0.002 * acc, acc, 0.02 * mag * s,
                       0.37 * mag, -0.92 * mag);
}
std::string usual_log(int rows = 200, double acc = 9.81, double gyro = 0.02, double mag = 45) {
    std::string text = usual_header();
    for (int i = 0; i < rows; ++i) text += usual_row(i, acc, gyro, mag);
    return text;
}
std::string without(std::string text, const std::string& what, const std::string& instead = "") {
    const size_t at = text.find(what);
    return at == std::string::npos ? "the test itself is wrong: " + what : text.replace(at, what.size(), instead);
}

// What estimating says: "fine", or the complaint.
std::string said_of(const std::string& text, const Sensors& sensors = {}, const std::string& estimator = "filter") {
    try {
        EstimationSettings settings;
        settings.estimator = estimator;
        SensorLog log = parse_log(text, "log.csv", sensors.log);
        correct_readings(log, sensors);
        const Estimation e = estimate_log(log, sensors, settings);
        for (const EstimateRow& r : e.rows)
            if (!is_finite(r.attitude.params())) return "NaN";
        return "fine";
    } catch (const InputError& e) {
        return e.what();
    }
}
std::string said_of_columns(const std::string& list) {
    try {
        Sensors s;
        s.log.columns = parse_column_names(list, "--columns");
        return said_of(usual_log(), s);
    } catch (const InputError& e) {
        return e.what();
    }
}
std::string said_of_sensors(const std::string& text) {
    try {
        return said_of(usual_log(), parse_sensors(text, "sensors.toml"));
    } catch (const InputError& e) {
        return e.what();
    }
}
Sensors with_units(const std::string& gyro, const std::string& acc, const std::string& mag) {
    Sensors s;
    s.log.gyro_unit = gyro;
    s.log.accelerometer_unit = acc;
    s.log.magnetometer_unit = mag;
    return s;
}

struct Fault {
    const char* what;
    std::string said, expected;
};

TEST(LogFile, AUsualLogIsFine) {
    EXPECT_EQ(said_of(usual_log()), "fine");
    for (const char* estimator : {"filter", "smoother", "small", "gyro"})
        EXPECT_EQ(said_of(usual_log(), {}, estimator), "fine");
    EXPECT_EQ(said_of(usual_log(200, 1, 1.1), with_units("deg/s", "g", "gauss")), "fine");
}

TEST(LogFile, EveryFaultOfTheTextIsToldInWords) {
    const std::string good = usual_log();
    const std::string second = usual_row(1);
    const std::vector<Fault> faults{
        {"nothing", said_of(""), "the log is empty"},
        {"comments", said_of("# a\n\n# b\n"), "the log is empty"},
        {"header alone", said_of(usual_header()), "no rows below it"},
        {"no header", said_of("0,1,2,3\n1,2,3,4\n"), "begins with the names of its columns"},
        {"no time", said_of(without(good, "t,", "when,")), "no column 't'"},
        {"no gyro", said_of("t,acc_x,acc_y,acc_z\n0,0,0,9.8\n"), "no column 'gyr_x', 'gyr_y' or 'gyr_z'"},
        {"no gyro y", said_of(without(good, "gyr_y", "other")), "no column 'gyr_y'"},
        {"no acc z", said_of(without(good, "acc_z", "other")), "no column 'acc_z'"},
        {"no mag x", said_of(without(good, "mag_x", "other")), "no column 'mag_x'"},
        {"half a reference", said_of("t,gyr_x,gyr_y,gyr_z,qw,qx,qy\n0,1,2,3,1,0,0\n"), "no column 'qz'"},
        {"twice", said_of(without(good, "gyr_y", "wx")), "two columns are gyr_x: 'gyr_x' and 'wx'"},
        {"too many fields", said_of(without(good, second, "0.01,1,2,3,4,5,6,7,8,9,10\n")),
         "log.csv:3: the row has 11 fields, the header has 10"},
        {"too few fields", said_of(without(good, second, "0.01,1,2\n")), "the row has 3 fields"},
        {"text", said_of(without(good, second, "0.01,one,0,0,0,0,9.8,0,17,-41\n")),
         "log.csv:3: gyr_x: expected a number, read 'one'"},
        {"decimal comma", said_of(without(good, second, "0.01;0,5;0;0\n")), "fields"},
        {"inf", said_of(without(good, second, "0.01,inf,0,0,0,0,9.8,0,17,-41\n")),
         "gyr_x: expected a number, read 'inf'"},
        {"too large", said_of(without(good, second, "0.01,1e300,0,0,0,0,9.8,0,17,-41\n")), "too large"},
        {"overflow", said_of(without(good, second, "0.01,0,0,0,0,0,1e999,0,17,-41\n")),
         "acc_z: '1e999' is too large for a reading; expected -1e+10 to 1e+10"},
        {"no time in a row", said_of(without(good, second, ",0,0,0,0,0,9.8,0,17,-41\n")),
         "log.csv:3: t: the row has no time"},
        {"time is nan", said_of(without(good, second, "nan,0,0,0,0,0,9.8,0,17,-41\n")), "the row has no time"},
        {"binary", said_of(std::string("t,gyr_x\0,gyr_y", 14)), "bytes that are no text"},
        {"quotation mark", said_of(usual_header() + "\"0.0,1,2\n"), "quotation mark"},
        {"unknown unit", said_of(without(good, "gyr_x", "gyr_x (furlong/s)")),
         "'furlong/s' is not a unit of the gyro; known: rad/s"},
        {"unit nearly", said_of(without(good, "acc_x", "acc_x (m/s^3)")), "did you mean 'm/s^2'?"},
        {"moving", said_of("t,gyr_x,gyr_y,gyr_z,moving\n0,0,0,0,2\n"), "moving: expected 0 or 1, read 2"},
        {"reference of length 0", said_of("t,gyr_x,gyr_y,gyr_z,qw,qx,qy,qz\n0,1,2,3,0,0,0,0\n"),
         "the reference quaternion has length 0"},
        {"reference of length 3", said_of("t,gyr_x,gyr_y,gyr_z,qw,qx,qy,qz\n0,1,2,3,3,0,0,0\n"),
         "has length 3; expected 1"},
    };
    for (const Fault& f : faults) EXPECT_NE(f.said.find(f.expected), std::string::npos) << f.what << ": " << f.said;
}

TEST(LogFile, EveryFaultOfTheReadingsIsToldInWords) {
    std::string frozen = usual_header(), backward = usual_header(), silent = usual_header(), no_force = usual_header();
    for (int i = 0; i < 50; ++i) {
        frozen += fmt::format("{:.2f},0,0,0,0,0,9.8,0,17,-41\n", 0.01 * i);
        backward += fmt::format("{:.2f},0.0{},0,0,0,0,9.8,0,17,-41\n", -0.01 * i, i % 7);
        silent += fmt::format("{:.2f},,,,0,0,9.8,0,17,-41\n", 0.01 * i);
        no_force += fmt::format("{:.2f},0.0{},0,0,,,,0,17,-41\n", 0.01 * i, i % 7);
    }
    std::string slow = usual_header(), fast = usual_header(), same = usual_header();
    for (int i = 0; i < 50; ++i) {
        slow += fmt::format("{},0.0{},0,0,0,0,9.8,0,17,-41\n", 10 * i, i % 7);
        fast += fmt::format("{:.9f},0.0{},0,0,0,0,9.8,0,17,-41\n", 1e-7 * i, i % 7);
        same += fmt::format("1,0.0{},0,0,0,0,9.8,0,17,-41\n", i % 7);
    }
    const std::vector<Fault> faults{
        {"g", said_of(usual_log(200, 1)), "it reads like g: say --acc-unit g"},
        {"mg", said_of(usual_log(200, 1000)), "say --acc-unit mg"},
        {"some other unit", said_of(usual_log(200, 32)), "expected 8 to 12 (gravity)"},
        {"no force at all", said_of(usual_log(200, 0)), "the accelerometer says 0 in most rows"},
        {"deg/s", said_of(usual_log(200, 9.81, 90)), "deg/s taken for rad/s"},
        {"no field at all", said_of(usual_log(200, 9.81, 0.02, 0)), "the magnetometer says 0 in every row"},
        {"frozen gyro", said_of(frozen), "the gyro says the same in all 50 rows"},
        {"backward", said_of(backward), "time does not go forward"},
        {"the same time", said_of(same), "time does not go forward"},
        {"one row", said_of(usual_log(1)), "one row"},
        {"ten seconds apart", said_of(slow), "time is not in seconds"},
        {"microseconds", said_of(fast), "is time in seconds?"},
        {"silent gyro", said_of(silent), "the gyro says nothing in any row"},
        {"silent accelerometer", said_of(no_force), "the accelerometer says nothing in any row"},
        {"no accelerometer", said_of("t,gyr_x,gyr_y,gyr_z\n0,0,0,0\n0.01,1,0,0\n0.02,0,1,0\n"), "say --gyro-only"},
    };
    for (const Fault& f : faults) EXPECT_NE(f.said.find(f.expected), std::string::npos) << f.what << ": " << f.said;
}

TEST(LogFile, EveryFaultOfTheSettingsIsToldInWords) {
    const std::vector<Fault> faults{
        {"gyro unit", said_of(usual_log(), with_units("deg", "", "")), "--gyro-unit: 'deg' is not a unit of the gyro"},
        {"acc unit", said_of(usual_log(), with_units("", "G", "")),
         "--acc-unit: 'G' is not a unit of the accelerometer"},
        {"mag unit", said_of(usual_log(), with_units("", "", "tesla")),
         "--mag-unit: 'tesla' is not a unit of the magnetometer"},
        {"column not there", said_of_columns("gyr_x=rate_x"), "log.csv has no column 'rate_x'"},
        {"column nearly", said_of_columns("gyr_x=gyr_xx"), "did you mean 'gyr_x'?"},
        {"no quantity", said_of_columns("gyro_x=gyr_x"), "'gyro_x' is not a quantity of a log"},
        {"no equal sign", said_of_columns("gyr_x"), "expected QUANTITY=COLUMN"},
        {"named twice", said_of_columns("gyr_x=gyr_x,gyr_x=gyr_y"), "gyr_x is named twice"},
        {"one column twice", said_of_columns("gyr_x=gyr_y"),
         "--columns: the column 'gyr_y' is both gyr_x and gyr_y; say which column is gyr_y"},
        {"columns that change places", said_of_columns("gyr_x=gyr_y,gyr_y=gyr_x"), "fine"},
        {"sensors table", said_of_sensors("[gyrp]\n"), "Did you mean 'gyro'?"},
        {"sensors key", said_of_sensors("[gyro]\nofset = [1,2,3]\n"), "Did you mean 'offset'?"},
        {"sensors type", said_of_sensors("[gyro]\noffset = 3\n"), "gyro.offset"},
        {"sensors unit", said_of_sensors("[log]\ngyro_unit = \"grad/s\"\n"), "log.gyro_unit"},
        {"sensors world", said_of_sensors("[log]\nworld = \"NUE\"\n"), "log.world"},
        {"flat matrix", said_of_sensors("[accelerometer]\nmatrix = [[1,0,0],[0,0,0],[0,0,1]]\n"), "no inverse"},
        {"delay", said_of_sensors("[gyro]\ndelay = 4.2\n"), "half a second"},
        {"range", said_of_sensors("[gyro]\nrange = -1\n"), "gyro.range"},
        {"sensors columns", said_of_sensors("[log]\ncolumns = \"gyr_x\"\n"), "sensors.toml:2: log.columns"},
        {"not TOML", said_of_sensors("[gyro\n"), "sensors.toml:1"},
    };
    for (const Fault& f : faults) EXPECT_NE(f.said.find(f.expected), std::string::npos) << f.what << ": " << f.said;
}

// Cut at any byte, all rows before the cut are there, and the cut row at most one more.
TEST(LogFile, ALogCutAnywhereGivesAllRowsBeforeTheCut) {
    const std::string text = usual_log(12);
    const size_t first_row = text.find('\n') + 1;
    for (size_t bytes = first_row + usual_row(0).size(); bytes <= text.size(); ++bytes) {
        const std::string part = text.substr(0, bytes);
        const auto whole =
            static_cast<size_t>(std::count(part.begin() + static_cast<long>(first_row), part.end(), '\n'));
        const SensorLog log = parse_log(part, "log.csv", {});
        EXPECT_GE(log.rows.size(), whole) << bytes;
        EXPECT_LE(log.rows.size(), whole + 1) << bytes;
        const SensorLog all = parse_log(text, "log.csv", {});
        for (size_t i = 0; i < whole; ++i) {
            EXPECT_EQ(log.rows[i].t, all.rows[i].t);
            EXPECT_EQ(log.rows[i].magnetometer, all.rows[i].magnetometer);
        }
    }
}

// Readings that are missing, holes and clock jumps are bridged or owned up to, and nothing becomes a NaN.
TEST(LogFile, HolesAreNoReasonForNaN) {
    for (const char* estimator : {"filter", "smoother", "small", "gyro"}) {
        std::string holes = usual_header();
        for (int i = 0; i < 600; ++i) {
            std::string row = usual_row(i);
            if (i % 50 == 7) row = fmt::format("{:.2f},,,,0,0,9.8,,,\n", 0.01 * i);
            if (i > 200 && i < 260) row = fmt::format("{:.2f},nan,nan,nan,,,,0,17,-41\n", 0.01 * i);
            if (i > 300 && i < 350) continue;
            if (i == 400) row = usual_row(399);
            if (i == 410) row = usual_row(100);
            holes += row;
        }
        EXPECT_EQ(said_of(holes, {}, estimator), "fine") << estimator;
        if (estimator != std::string("filter")) continue;
        std::string notes;
        for (const std::string& note : samples_of(parse_log(holes, "log.csv", {}), {}).notes) notes += note + "\n";
        for (const char* said :
             {"1 rows have the time of the row before and are left out, the first in line 353",
              "1 rows go back in time and are left out, the first in line 363",
              "1 gaps, the longest 0.5 s, the first before line 303",
              "the gyro is silent for more than 0.1 s 1 times, the longest 0.6 s, the first from line 203"})
            EXPECT_NE(notes.find(said), std::string::npos) << said << " in\n" << notes;
    }
    EXPECT_NE(said_of(usual_log(2)).find("the log lasts 0.01 s; the first 0.3 s are needed"), std::string::npos);
}

// Rows that are lost lose no angle, whatever the gyro column holds: a body that turns ever faster about z, w = t.
TEST(LogFile, ShortHolesLoseNoAngle) {
    const double h = 0.01;
    for (const GyroHolds holds : {GyroHolds::mean, GyroHolds::sampled, GyroHolds::increments}) {
        std::string text = usual_header();
        for (int i = 0; i <= 200; ++i) {
            if ((i > 50 && i < 55) || (i > 120 && i < 123)) continue;
            const double t = h * i, mean = t - 0.5 * h;
            const double z = holds == GyroHolds::sampled ? t : holds == GyroHolds::mean ? mean : h * mean;
            text += fmt::format("{:.2f},0,0,{:.17g},0,0,9.8,0,17,-41\n", t, i == 0 ? 0 : z);
        }
        const SensorLog log = parse_log(text, "log.csv", {});
        EstimationSettings settings;
        settings.estimator = "gyro";
        settings.holds = holds;
        const double turned = log_rotation(estimate_log(log, {}, settings).rows.back().attitude *
                                           conjugate(estimate_log(log, {}, settings).rows.front().attitude))[2];
        double streamed = 0;
        StreamSettings stream_settings;
        stream_settings.holds = holds;
        SampleStream stream(log, stream_settings,
                            [&](const LogRow&, const Sample<double>& s) { streamed += s.dt * s.gyro[2]; });
        for (const LogRow& row : log.rows) stream.push(row);
        stream.finish();
        // the mean rates beside a hole are those of the middles of steps, so that it is taken half a step too early
        const double expected = holds == GyroHolds::sampled ? 2 : 2 - 0.5 * h * (0.05 + 0.03);
        EXPECT_NEAR(turned, expected, 1e-9) << static_cast<int>(holds);
        EXPECT_NEAR(streamed, expected, 1e-9) << static_cast<int>(holds);
    }
}

// Nothing but rest: an attitude and deviations for every row, and none of them grows without bound.
TEST(LogFile, RestAloneIsALogToo) {
    std::string rest = usual_header();
    for (int i = 0; i < 1000; ++i)
        rest += fmt::format("{:.2f},0.00{},0,0,0,0,9.8{},0,17,-41\n", 0.01 * i, i % 7, i % 3);
    const SensorLog log = parse_log(rest, "log.csv", {});
    for (const char* estimator : {"filter", "smoother"}) {
        EstimationSettings settings;
        settings.estimator = estimator;
        const Estimation e = estimate_log(log, {}, settings);
        ASSERT_EQ(e.rows.size(), 1000u);
        EXPECT_TRUE(e.rows[900].rest) << estimator;
        for (const EstimateRow& r : e.rows) {
            ASSERT_TRUE(r.heading_deviation >= 0 && r.heading_deviation < 0.6) << estimator;
            ASSERT_TRUE(r.tilt_deviation >= 0 && r.tilt_deviation < 0.2) << estimator;
        }
    }
}

TEST(LogFile, OtherNamesAndUnitsInTheHeader) {
    const SensorLog log = parse_log(
        "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),Accelerometer Y (g),"
        "Accelerometer Z (g),Magnetometer X (uT),Magnetometer Y (uT),Magnetometer Z (uT)\n0,180,0,0,0,0,1,15,0,-41\n",
        "log.csv", {});
    EXPECT_NEAR(log.rows[0].gyro[0], 3.14159265358979, 1e-13);
    EXPECT_DOUBLE_EQ(log.rows[0].accelerometer[2], 9.80665);
    EXPECT_EQ(log.gyro_unit, "deg/s");
    EXPECT_TRUE(log.accelerometer_unit_named);
    const SensorLog short_names = parse_log("t_s;wx;wy;wz;ax;ay;az\n0;1;2;3;4;5;6\n", "log.csv", {});
    EXPECT_EQ(short_names.rows[0].accelerometer, (Vec3<double>{4, 5, 6}));
    const SensorLog milliseconds = parse_log("t (ms),gx,gy,gz\n250,1,2,3\n", "log.csv", {});
    EXPECT_DOUBLE_EQ(milliseconds.rows[0].t, 0.25);
}

// A reading that no sensor says ends a log with its place, and the rows before it stand.
TEST(LogFile, RowsBeforeAFaultStand) {
    std::string log = usual_header() + "qw,qx,qy,qz\n";
    log.erase(log.find('\n'), 1);
    log.insert(log.find("qw"), ",");
    for (int i = 0; i < 3; ++i) log += fmt::format("{},0.1,0,0,0,0,9.8,0,17,-41,1,0,0,0\n", 0.01 * i);
    const char* const names[] = {"t", "gyr_x", "acc_y", "mag_z", "qx"};
    const char* const rows[] = {"{},0,0,0,0,0,9.8,0,17,-41,1,0,0,0\n", "0.03,{},0,0,0,0,9.8,0,17,-41,1,0,0,0\n",
                                "0.03,0,0,0,0,{},9.8,0,17,-41,1,0,0,0\n", "0.03,0,0,0,0,0,9.8,0,17,{},1,0,0,0\n",
                                "0.03,0,0,0,0,0,9.8,0,17,-41,1,{},0,0\n"};
    for (int k = 0; k < 5; ++k)
        for (const char* size : {"1e14", "-1e308", "1e400"}) {
            const std::string text = log + fmt::format(fmt::runtime(rows[k]), size) + "0.04,0,0\n";
            std::exception_ptr fault;
            EXPECT_EQ(parse_log(text, "log.csv", {}, &fault).rows.size(), 3u);
            try {
                ASSERT_TRUE(fault);
                std::rethrow_exception(fault);
            } catch (const InputError& e) {
                EXPECT_EQ(
                    std::string(e.what()).rfind(fmt::format("log.csv:5: {}: '{}' is too large", names[k], size), 0), 0u)
                    << e.what();
            }
            EXPECT_THROW(parse_log(text, "log.csv", {}), InputError);
        }
    // below that, but beyond what is estimated with; and what is tiny
    SensorLog large = parse_log(log, "log.csv", {});
    large.rows[2].gyro = {0, 2e9, 0};
    EXPECT_THROW(refuse_absurd(large, large.rows[2]), InputError);
    large.rows[2].gyro = {0, 5e-324, -1e5};
    refuse_absurd(large, large.rows[2]);
}

// One reading that is far off says nothing of the unit of a log.
TEST(LogFile, OneWildReadingIsNoUnit) {
    SensorLog log = parse_log(usual_log(), "log.csv", {});
    log.rows[50].gyro = {9e5, 0, 0};
    samples_of(log, {});
    for (LogRow& r : log.rows) r.gyro = {50 + r.t, 0, 0};
    EXPECT_THROW(samples_of(log, {}), InputError);
}

// Clocks that count from 1970 in small units say numbers far beyond what any sensor reads.
TEST(LogFile, TimesSince1970InSmallUnits) {
    for (const auto& [header, row, t] : {std::tuple{"t (us)", "1763524000010000", 1763524000.01},
                                         {"timestamp [ns]", "1763524000010000000", 1763524000.01},
                                         {"timestamp_ns", "1763524000010000000", 1763524000.01},
                                         {"time_ms", "250", 0.25},
                                         {"t_s", "2", 2.0}}) {
        const SensorLog log = parse_log(fmt::format("{},gx,gy,gz\n{},1,2,3\n", header, row), "log.csv", {});
        EXPECT_DOUBLE_EQ(log.rows[0].t, t) << header;
    }
    Sensors named;
    named.log.columns = parse_column_names("t=Timestamp_us", "--columns");
    EXPECT_DOUBLE_EQ(parse_log("Timestamp_us,gx,gy,gz\n1500000,1,2,3\n", "log.csv", named.log).rows[0].t, 1.5);
    std::string far = usual_header();
    for (int i = 0; i < 100; ++i)
        far +=
            without(usual_row(i), fmt::format("{:.2f},", 0.01 * i), fmt::format("{},", 1763524000000000 + 10000 * i));
    EXPECT_EQ(said_of(without(far, "t,", "t (us),")), "fine");
    EXPECT_NE(said_of(without(far, "t,", "t (s),")).find("too large"), std::string::npos);
}

// estimation-timestamps.csv: the verdict on every row
TEST(LogTime, VerdictsAreThoseOfTheTable) {
    std::ifstream file(test::data_file("estimation-timestamps.csv"));
    std::vector<double> times;
    std::vector<std::string> expected;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#' || line[0] == 'r') continue;
        const size_t first = line.find(','), second = line.find(',', first + 1);
        times.push_back(std::strtod(line.c_str() + first + 1, nullptr));
        expected.push_back(line.substr(second + 1));
    }
    ASSERT_GT(times.size(), 80u);
    const TimeReport report = judge_times(times);
    for (size_t i = 0; i < times.size(); ++i) EXPECT_EQ(name_of(report.verdicts[i]), expected[i]) << i;
}

std::string verdicts_of(const std::vector<double>& times) {
    std::string all;
    for (const TimeVerdict v : judge_times(times).verdicts) all += name_of(v)[0];
    return all;
}

// One row against those that follow it: o, a(head), b(ackward), d(uplicate), g(ap)
TEST(LogTime, OneStampFarAheadIsLeftOutAlone) {
    const double far = 1e9;
    EXPECT_EQ(verdicts_of({0, 1, 2, far, 4, 5, 6}), "oooaooo");
    EXPECT_EQ(verdicts_of({0, 1, 2, far, 3, 4, 5}), "oooaooo") << "beside the rows";
    EXPECT_EQ(verdicts_of({far, 1, 2, 3}), "aooo") << "the first";
    EXPECT_EQ(verdicts_of({0, far, 2, 3, 4, 5}), "oaoooo") << "the second, which no median warns of";
    EXPECT_EQ(verdicts_of({0, 1, far, far, 3, 4, 5}), "ooaaooo") << "said twice";
    EXPECT_EQ(verdicts_of({0, 1, 2, far, 0.5, 4, 4, 5}), "oooabodo");
    EXPECT_EQ(verdicts_of({0, 1, 2, far, 4, 5, 2 * far, 7, 8}), "oooaooaoo");
    EXPECT_EQ(verdicts_of({9, 5, 0, 1, 2, 3}), "aaoooo");
    const TimeReport r = judge_times({far, 0, 1, 2, far, 4});
    EXPECT_EQ(r.ahead, 1u);
    EXPECT_EQ(r.first_ahead, 0u);
    EXPECT_EQ(r.begin, 0);
}

TEST(LogTime, HolesAndRowsOutOfOrderAreWhatTheyWere) {
    EXPECT_EQ(verdicts_of({0, 1, 2, 1e6, 1e6 + 1, 1e6 + 2}), "ooogoo");
    EXPECT_EQ(verdicts_of({0, 1, 3, 2, 4, 5}), "oogboo") << "one against one";
    EXPECT_EQ(verdicts_of({0, 1, 2, 3, 1e6}), "oooog") << "nobody speaks against the last";
    EXPECT_EQ(verdicts_of({0, 1, 2, 3, 1, 2, 3, 4}), "oooobbdo") << "a clock that was put back";
    EXPECT_EQ(verdicts_of({3, 2, 1, 0}), "obbb");
    std::vector<double> still{0, 1, 2, 100};
    still.resize(40, 3);
    EXPECT_EQ(verdicts_of(still), "ooog" + std::string(36, 'b')) << "it does not wait for ever";
    EXPECT_EQ(verdicts_of({}), "");
    EXPECT_EQ(verdicts_of({5}), "o");
}

TEST(LogTime, TooShortALogWithAHoleIsCalledShort) {
    std::string log = usual_header();
    for (int i = 0; i < 20; ++i) log += without(usual_row(i), "0.", i < 10 ? "0." : "9.");
    EXPECT_NE(said_of(log).find("the log lasts 0.2 s without its gaps; the first 0.3 s are needed"), std::string::npos)
        << said_of(log);
}

// The same rows from a file and as they come, online and by the smoother.
TEST(LogTime, AStrayRowCostsOneRow) {
    for (const std::size_t stray : {0u, 1u, 5u, 28u, 31u, 100u}) {
        SensorLog log = parse_log(usual_log(200), "log.csv", {});
        log.rows[stray].t += 1e8;
        std::vector<double> want, streamed;
        for (std::size_t i = 0; i < log.rows.size(); ++i)
            if (i != stray) want.push_back(log.rows[i].t);
        for (const char* estimator : {"filter", "smoother", "gyro"}) {
            EstimationSettings settings;
            settings.estimator = estimator;
            const Estimation e = estimate_log(log, {}, settings);
            std::vector<double> got;
            for (const std::size_t row : e.samples.row) got.push_back(log.rows[row].t);
            EXPECT_EQ(got, want) << stray << " " << estimator;
            ASSERT_FALSE(e.samples.notes.empty());
            EXPECT_NE(e.samples.notes[0].find(fmt::format("1 rows are ahead of those that follow and are left out, "
                                                          "the first in line {}",
                                                          stray + 2)),
                      std::string::npos)
                << e.samples.notes[0];
            EXPECT_NEAR(e.samples.time.end - e.samples.time.begin, want.back() - want.front(), 1e-9);
        }
        OnlineEstimation online(log, {}, {}, [&](const LogRow& r, const EstimateRow&) { streamed.push_back(r.t); });
        for (const LogRow& r : log.rows) online.push(r);
        const Estimation e = online.finish();
        EXPECT_EQ(streamed, want) << stray;
        EXPECT_EQ(e.samples.time.ahead, 1u);
    }
}

TEST(LogTime, TheFusionRecording) {
    const std::string path = test::recording("xio-fusion/sensor_data.csv");
    if (path.empty()) GTEST_SKIP() << test::why_no_recording;
    const SensorLog log = read_log(path, {});
    const TimeReport t = samples_of(log, {}).time;
    EXPECT_EQ(log.rows.size(), 13514u);
    EXPECT_NEAR(t.median, 0.010079, 5e-7);
    EXPECT_NEAR(t.least, 0.007559, 5e-7);
    EXPECT_NEAR(t.largest, 0.030239, 5e-7);
    EXPECT_EQ(t.gaps, 10u);
    EXPECT_EQ(t.backward, 0u);
    EXPECT_NEAR(t.mean_rate(), 99.855, 5e-4);
}

}  // namespace log_file_test
}  // namespace polhode::estimate
