// MCAP files of ROS 2 as a source of readings: what they say, in whatever pieces, and what is refused.
#include "polhode/estimate/sources/imu_rows.hpp"

#include <gtest/gtest.h>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/log_file.hpp"
#include "polhode/estimate/sources/recording.hpp"
#include "polhode/estimate/sources/row_decoder.hpp"
#include "polhode/links/mcap.hpp"
#include "support/folder.hpp"
#include "support/imu_support.hpp"

namespace imu_rows_test {

namespace {

using namespace polhode;
using namespace polhode::estimate;
using namespace polhode::test;

const std::vector<LogRow>& rows() {
    static const std::vector<LogRow> all = parse_log(
                                               "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n"
                                               "1700000000.25,0.1,0.2,0.3,0,0,9.81,1,16,-42\n"
                                               "1700000000.5,0.11,0.21,0.31,0.1,0,9.8,,,\n"
                                               "1700000000.75,,,,0.2,0,9.7,1.5,16,-42\n",
                                               "log.csv", {})
                                               .rows;
    return all;
}

std::vector<LogRow> heard(const std::string& bytes, std::size_t piece = 1 << 20, std::vector<std::string> topics = {},
                          std::vector<std::string>* notes = nullptr) {
    std::vector<LogRow> all;
    LogSettings settings;
    settings.topics = std::move(topics);
    RowDecoder decoder("log.mcap", settings, {}, [&](const LogRow& row) { all.push_back(row); });
    for (std::size_t at = 0; at < bytes.size(); at += piece) decoder.take(std::string_view(bytes).substr(at, piece));
    decoder.finish();
    if (notes) *notes = decoder.facts().notes;
    return all;
}

void expect_rows(const std::vector<LogRow>& got) {
    ASSERT_EQ(got.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        const LogRow& want = rows()[i];
        EXPECT_EQ(got[i].t, 0.25 * static_cast<double>(i));
        EXPECT_EQ(got[i].has_gyro, want.has_gyro);
        EXPECT_EQ(got[i].has_magnetometer, want.has_magnetometer);
        EXPECT_EQ(got[i].gyro, want.gyro);
        EXPECT_EQ(got[i].accelerometer, want.accelerometer);
        if (want.has_magnetometer) {
            EXPECT_LT(norm(got[i].magnetometer - want.magnetometer), 1e-13);
        }
    }
}

TEST(ImuRows, ARecordingOfRosGivesItsReadings) {
    for (const bool chunked : {false, true})
        for (const std::size_t piece : {1u, 13u, 1u << 20})
            expect_rows(heard(ros_recording(rows()).file(chunked), piece));
}

TEST(ImuRows, TheOtherEndFirstAndAnyNameOfAFrame) {
    for (const char* frame : {"", "a", "a frame with a long name"}) {
        McapBytes mcap;
        mcap.schema(1, "sensor_msgs/msg/Imu");
        mcap.channel(1, 1, "/imu", "cdr");
        mcap.message(1, 5, cdr<End::big>(2.5, frame, imu_numbers(rows()[1])));
        const auto got = heard(mcap.file(false));
        ASSERT_EQ(got.size(), 1u);
        EXPECT_EQ(got[0].gyro, rows()[1].gyro) << frame;
        EXPECT_EQ(got[0].accelerometer, rows()[1].accelerometer) << frame;
    }
}

// By the writer of this project: chunks, indices, messages as JSON.
TEST(ImuRows, MessagesAsJson) {
    McapWriter writer("a test");
    const auto imu = writer.add_channel("/imu", "sensor_msgs/msg/Imu", "{}");
    const auto field = writer.add_channel("/mag", "sensor_msgs/msg/MagneticField", "{}");
    const auto vector = [](const Vec3<double>& v, double factor) {
        return fmt::format("{{\"x\":{},\"y\":{},\"z\":{}}}", factor * v[0], factor * v[1], factor * v[2]);
    };
    for (const LogRow& row : rows()) {
        const double seconds = std::floor(row.t);
        const auto whole = static_cast<std::uint64_t>(seconds),
                   part = static_cast<std::uint64_t>(1e9 * (row.t - seconds));
        const std::uint64_t time = 1000000000 * whole + part;
        const std::string header = fmt::format("\"header\":{{\"stamp\":{{\"sec\":{},\"nanosec\":{}}}}}", whole, part);
        if (row.has_magnetometer)
            writer.add_message(field, time,
                               fmt::format("{{{},\"magnetic_field\":{}}}", header, vector(row.magnetometer, 1e-6)));
        writer.add_message(
            imu, time,
            fmt::format("{{{},\"angular_velocity\":{},\"angular_velocity_covariance\":[{},0,0,0,0,0,0,0,0],"
                        "\"linear_acceleration\":{}}}",
                        header, vector(row.gyro, 1), row.has_gyro ? 0 : -1, vector(row.accelerometer, 1)));
    }
    writer.finish();
    expect_rows(heard(writer.bytes(), 7));
}

TEST(ImuRows, WithoutStampsByTheTimesOfTheLog) {
    McapBytes mcap;
    mcap.schema(1, "sensor_msgs/msg/Imu");
    mcap.channel(1, 1, "/imu", "cdr");
    for (std::uint64_t i = 0; i < 3; ++i)
        mcap.message(1, 1000000000 + 10000000 * i, cdr(0, "i", imu_numbers(rows()[0])));
    std::vector<std::string> notes;
    const auto got = heard(mcap.file(false), 100, {}, &notes);
    ASSERT_EQ(got.size(), 3u);
    EXPECT_EQ(got[2].t, 0.02);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("no stamps"), std::string::npos);
}

// A simulation begins at 0, and is slower than the clock on the wall; one message has no stamp by chance.
TEST(ImuRows, AStampOfZeroAtTheBeginningIsOne) {
    McapBytes mcap;
    mcap.schema(1, "sensor_msgs/msg/Imu");
    mcap.channel(1, 1, "/imu", "cdr");
    for (std::uint64_t i = 0; i < 4; ++i)
        mcap.message(1, 1000000000 + 40000000 * i,
                     cdr(0.25 * static_cast<double>(i), "i", imu_numbers(rows()[i == 0 ? 0 : 1])));
    std::vector<std::string> notes;
    const auto got = heard(mcap.file(false), 100, {}, &notes);
    ASSERT_EQ(got.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(got[i].t, 0.25 * static_cast<double>(i));
    EXPECT_EQ(got[0].gyro, rows()[0].gyro);
    EXPECT_TRUE(notes.empty());
    // alone it is logged at some time
    McapBytes one;
    one.schema(1, "sensor_msgs/msg/Imu");
    one.channel(1, 1, "/imu", "cdr");
    one.message(1, 5, cdr(0, "i", imu_numbers(rows()[0])));
    EXPECT_EQ(heard(one.file(false)).size(), 1u);
}

// Whose stamps are missing, those of the field or of the Imu, is told apart.
TEST(ImuRows, StampsOfTheImuCount) {
    for (const bool of_imu : {false, true}) {
        McapBytes mcap;
        mcap.schema(1, "sensor_msgs/msg/Imu");
        mcap.schema(2, "sensor_msgs/msg/MagneticField");
        mcap.channel(1, 1, "/imu", "cdr");
        mcap.channel(2, 2, "/mag", "cdr");
        for (std::uint64_t i = 0; i < 3; ++i) {
            const std::uint64_t logged = 1700000000000000000 + 250000000 * i;
            const double t = 1700000000 + 0.25 * static_cast<double>(i);
            mcap.message(2, logged, cdr(of_imu ? 0 : t, "m", {1e-6, 2e-6, 3e-6, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
            mcap.message(1, logged, cdr(of_imu ? t : 0, "i", imu_numbers(rows()[0])));
        }
        const auto got = heard(mcap.file(false));
        ASSERT_EQ(got.size(), 3u);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(got[i].t, 0.25 * static_cast<double>(i)) << of_imu;
            EXPECT_TRUE(got[i].has_magnetometer) << of_imu;
        }
    }
}

TEST(ImuRows, OneTopicOfSeveral) {
    McapBytes mcap;
    mcap.schema(1, "sensor_msgs/msg/Imu");
    mcap.channel(1, 1, "/left", "cdr");
    mcap.channel(2, 1, "/right", "cdr");
    mcap.message(1, 1, cdr(1, "i", imu_numbers(rows()[0])));
    mcap.message(2, 1, cdr(1, "i", imu_numbers(rows()[1])));
    std::vector<std::string> notes;
    EXPECT_EQ(heard(mcap.file(true), 9, {}, &notes).at(0).gyro, rows()[0].gyro);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("(/right); --topic"), std::string::npos) << notes[0];
    const auto right = heard(mcap.file(true), 9, {"/right"}, &notes);
    ASSERT_EQ(right.size(), 1u);
    EXPECT_EQ(right[0].gyro, rows()[1].gyro);
    EXPECT_TRUE(notes.empty());
}

TEST(ImuRows, CutAtAnyByteItGivesTheRowsBefore) {
    const std::string whole = ros_recording(rows()).file(false);
    std::size_t most = 0;
    for (std::size_t n = 8; n < whole.size(); ++n) {
        try {
            std::vector<std::string> notes;
            const auto got = heard(whole.substr(0, n), 64, {}, &notes);
            ASSERT_GE(got.size(), most);
            most = got.size();
            EXPECT_EQ(notes.empty(), n >= whole.size() - 8) << n;
        } catch (const InputError& e) {
            EXPECT_EQ(most, 0u) << n << ": " << e.what();
        }
    }
    EXPECT_EQ(most, 3u);
}

TEST(ImuRows, WhatIsWrongIsSaid) {
    const auto refused = [](const std::string& bytes, const std::string& words) {
        try {
            heard(bytes);
            ADD_FAILURE() << words << ": was read";
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
            EXPECT_EQ(std::string(e.what()).find("log.mcap"), 0u) << e.what();
        }
    };
    const auto one = [](const std::string& schema, const std::string& encoding, const std::string& data) {
        McapBytes mcap;
        mcap.schema(1, schema);
        mcap.channel(1, 1, "/imu", encoding);
        mcap.message(1, 1, data);
        return mcap.file(false);
    };
    const std::string imu = "sensor_msgs/msg/Imu", good = cdr(1, "i", imu_numbers(rows()[0]));
    refused("\x89PNG\r\n\x1a\n", "no MCAP file");
    refused(one("nav_msgs/msg/Odometry", "cdr", good),
            "no message of sensor_msgs/msg/Imu came; its channels: '/imu (nav_msgs");
    refused(one(imu, "protobuf", good), "are not read here; cdr and json are");
    refused(one(imu, "cdr", good.substr(0, good.size() - 1)), "message 1 of '/imu': the message is shorter");
    refused(one(imu, "cdr", ""), "does not begin as plain CDR");
    refused(one(imu, "cdr", std::string("\0\7", 2) + good.substr(2)), "does not begin as plain CDR");
    refused(one(imu, "cdr", good.substr(0, 12) + "\xff\xff\xff\xff" + good.substr(16)), "the message is shorter");
    refused(one(imu, "cdr", good.substr(0, 8) + "\xff\xff\xff\x7f" + good.substr(12)), "nanoseconds");
    refused(one(imu, "json", "{"), "message 1");
    refused(one(imu, "json", "[]"), "expected an object");
    refused(one(imu, "json", "{}"), "there is no 'angular_velocity'");
    refused(one(imu, "json", R"({"angular_velocity":{"x":1,"y":2,"z":"3"}})"), "'angular_velocity.z' is no number");
    refused(one(imu, "json", R"({"angular_velocity":{"x":1,"y":2,"z":3}})"), "there is no 'linear_acceleration'");
    refused(one(imu, "json", R"({"header":{"stamp":{"sec":-1}}})"), "'header.stamp.sec' is no whole number");
    McapBytes undescribed;
    undescribed.message(3, 1, good);
    refused(undescribed.file(false), "has not been described");
    refused(std::string("\x89MCAP0\r\n", 8) + std::string(9, '\0'), "record of kind 0");
    std::string broken = ros_recording(rows()).file(true);
    broken[broken.size() / 2] ^= 1;
    refused(broken, "checksum");
}

TEST(Recording, AFileOfAnyKindIsReadWhole) {
    const Folder folder;
    const std::string mcap = folder.write("log.mcap", ros_recording(rows()).file(true));
    expect_rows(read_recording(mcap, {}).rows);
    const std::string json = folder.write("log.json", json_lines(rows()));
    const SensorLog log = read_recording(json, {});
    ASSERT_EQ(log.rows.size(), 3u);
    EXPECT_EQ(log.rows[1].gyro, rows()[1].gyro);
    EXPECT_THROW(read_recording(folder.write("no.mcap", McapBytes().file(true)), {}), InputError);
}

}  // namespace

}  // namespace imu_rows_test
