#include "polhode/estimate/sources/row_decoder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/log_file.hpp"
#include "polhode/estimate/sources/byte_source.hpp"
#include "support/imu_support.hpp"

namespace row_decoder_test {

namespace {

using namespace polhode;
using namespace polhode::estimate;

struct Heard {
    std::vector<LogRow> rows;
    RowDecoder decoder;
    explicit Heard(bool live = false)
        : decoder("somewhere", {}, {live}, [this](const LogRow& row) { rows.push_back(row); }) {}
};

const std::string table =
    "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n"
    "0,0.1,0.2,0.3,0,0,9.81,1,16,-42\n"
    "0.01,0.11,0.21,0.31,0.1,0,9.8,,,\n"
    "0.02,0.12,0.22,0.32,0.2,0,9.7,1.5,16,-42\n";

void expect_same(const std::vector<LogRow>& a, const std::vector<LogRow>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].t, b[i].t);
        EXPECT_EQ(a[i].gyro, b[i].gyro);
        EXPECT_EQ(a[i].accelerometer, b[i].accelerometer);
        EXPECT_EQ(a[i].has_magnetometer, b[i].has_magnetometer);
        if (a[i].has_magnetometer) {
            EXPECT_EQ(a[i].magnetometer, b[i].magnetometer);
        }
    }
}

TEST(RowDecoder, PiecesOfAnySizeGiveTheRowsOfTheFile) {
    const SensorLog whole = parse_log(table, "log.csv", {});
    for (const std::size_t piece : {1u, 7u, 64u, 4096u}) {
        Heard heard;
        for (std::size_t at = 0; at < table.size(); at += piece)
            heard.decoder.take(std::string_view(table).substr(at, piece));
        heard.decoder.finish();
        expect_same(heard.rows, whole.rows);
    }
}

TEST(RowDecoder, JsonObjectsAreRows) {
    Heard heard;
    heard.decoder.take(
        "{\"t\": 0, \"gyr\": [0.1, 0.2, 0.3], \"acc\": [0, 0, 9.81], \"mag\": [1, 16, -42]}\n"
        "{\"t\": 0.01, \"gyr\": [0.11, 0.21, 0.31], \"acc\": [0.1, 0, 9.8], \"mag\": [null, null, null]}\n"
        "{\"t\": 0.02, \"gyr\": [0.12, 0.22, 0.32], \"acc\": [0.2, 0, 9.7], \"mag\": [1.5, 16, -42]}");
    heard.decoder.finish();
    expect_same(heard.rows, parse_log(table, "log.csv", {}).rows);
    EXPECT_THROW(heard.decoder.take("{\"t\": \"noon\"}\n"), InputError);
}

// Single precision, whole microseconds; and whole thousandths in RAW_IMU.
TEST(RowDecoder, MavlinkSaysTheSameToItsPrecision) {
    const SensorLog whole = parse_log(table, "log.csv", {});
    for (const bool raw : {false, true}) {
        Heard heard(true);
        MavlinkSender sender;
        std::string bytes;
        for (const LogRow& row : whole.rows) {
            write_mavlink_heartbeat(bytes, sender);
            (raw ? write_mavlink_raw_imu : write_mavlink_highres_imu)(bytes, sender, row.t, test::mavlink_sensor(row));
        }
        for (std::size_t at = 0; at < bytes.size(); at += 11)
            heard.decoder.take(std::string_view(bytes).substr(at, 11));
        ASSERT_EQ(heard.rows.size(), 3u);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_NEAR(heard.rows[i].t, whole.rows[i].t, 1e-9);
            EXPECT_LT(norm(heard.rows[i].gyro - whole.rows[i].gyro), raw ? 1e-3 : 1e-7);
            EXPECT_LT(norm(heard.rows[i].accelerometer - whole.rows[i].accelerometer), raw ? 1e-2 : 1e-5);
            if (!raw) {
                EXPECT_EQ(heard.rows[i].has_magnetometer, whole.rows[i].has_magnetometer);
            }
            if (whole.rows[i].has_magnetometer) {
                EXPECT_LT(norm(heard.rows[i].magnetometer - whole.rows[i].magnetometer), raw ? 0.1 : 1e-5);
            }
        }
    }
}

std::string joined(const std::vector<std::string>& parts, const std::string& before_each = "") {
    std::string all;
    for (const std::string& part : parts) all += before_each + part;
    return all;
}

// MAVLink 1, and both in turn; and the files of ground stations, with eight bytes of time before each packet.
TEST(RowDecoder, OlderPacketsAndThoseOfGroundStationsSayTheSame) {
    const std::vector<LogRow> rows = parse_log(table, "log.csv", {}).rows;
    std::vector<std::string> second = test::mavlink_packets(rows), first = second, mixed = second;
    for (std::string& packet : first) packet = test::as_mavlink_1(packet, mavlink::highres_imu);
    mixed[1] = first[1];
    Heard plain;
    plain.decoder.take(joined(second));
    for (const std::string& bytes :
         {joined(first), joined(mixed), joined(second, std::string("\0\6\xFD\xFE\0\0\0\1", 8))}) {
        Heard heard;
        for (std::size_t at = 0; at < bytes.size(); at += 5) heard.decoder.take(std::string_view(bytes).substr(at, 5));
        heard.decoder.finish();
        expect_same(heard.rows, plain.rows);
        EXPECT_TRUE(heard.decoder.facts().notes.empty()) << heard.decoder.facts().notes[0];
    }
}

// Autopilots have several sensors, and a stream several autopilots: their readings are not those of one body.
TEST(RowDecoder, OneSensorOfOneAutopilotIsHeard) {
    std::vector<LogRow> rows = parse_log(table, "log.csv", {}).rows;
    MavlinkSender one{1, 1, 0}, other{2, 1, 0};
    std::string alone, all;
    for (LogRow row : rows) {
        const auto add = [&](std::string& to, MavlinkSender& sender, std::uint8_t sensor, double later) {
            std::string packet;
            write_mavlink_highres_imu(packet, sender, row.t + later, test::mavlink_sensor(row));
            if (sensor > 0) {
                // its number is the last byte of the payload
                packet.resize(10 + 62 + 1, '\0');
                packet[1] = 63;
                packet[10 + 62] = static_cast<char>(sensor);
                const auto crc = mavlink::crc_with(
                    mavlink::crc_with(mavlink::crc_start, std::string_view(packet).substr(1)), std::uint8_t{93});
                packet += {static_cast<char>(crc & 0xFF), static_cast<char>(crc >> 8)};
            }
            to += packet;
        };
        add(alone, one, 0, 0);
        add(all, one, 0, 0);
        row.gyro[0] += 1;
        add(all, one, 2, 0.003);
        add(all, other, 0, 0.005);
        write_mavlink_raw_imu(all, one, row.t, test::mavlink_sensor(row));
    }
    Heard expected, heard;
    expected.decoder.take(alone);
    heard.decoder.take(all);
    heard.decoder.finish();
    expect_same(heard.rows, expected.rows);
    ASSERT_EQ(heard.decoder.facts().notes.size(), 1u);
    EXPECT_EQ(
        heard.decoder.facts().notes[0],
        "somewhere: readings are those of HIGHRES_IMU of system 1, component 1, the first that spoke; passed over: "
        "HIGHRES_IMU of system 1, component 1, sensor 2, HIGHRES_IMU of system 2, component 1, RAW_IMU of system "
        "1, component 1");
}

// A length that lies says that more must come: what stands there is heard all the same, and the loss is told.
TEST(RowDecoder, DamagedPacketsAreToldAndHideNoOthers) {
    std::vector<std::string> packets = test::mavlink_packets(parse_log(table, "log.csv", {}).rows);
    packets[1][1] = '\xFF';
    for (const bool datagram : {false, true}) {
        Heard heard;
        heard.decoder.take(joined(packets));
        if (datagram) heard.decoder.end_of_datagram();
        heard.decoder.finish();
        ASSERT_EQ(heard.rows.size(), 2u) << datagram;
        EXPECT_NEAR(heard.rows[1].t, 0.02, 1e-9);
    }
    packets[1] = test::mavlink_packets(parse_log(table, "log.csv", {}).rows)[1];
    packets[1][20] ^= 1;
    Heard heard;
    heard.decoder.take(joined(packets));
    heard.decoder.finish();
    EXPECT_EQ(heard.rows.size(), 2u);
    ASSERT_EQ(heard.decoder.facts().notes.size(), 1u);
    EXPECT_EQ(heard.decoder.facts().notes[0], "somewhere: 1 packets do not fit their checksum and are left out");
}

TEST(RowDecoder, WhyNothingCameIsSaid) {
    Heard heard;
    MavlinkSender sender;
    std::string bytes;
    for (int i = 0; i < 3; ++i) write_mavlink_heartbeat(bytes, sender);
    bytes[12] ^= 1;
    heard.decoder.take(bytes);
    heard.decoder.finish();
    EXPECT_EQ(
        heard.decoder.nothing_came(),
        "no packet of HIGHRES_IMU, SCALED_IMU or RAW_IMU was found in it; 2 of other messages were, and 1 that do "
        "not fit their checksum");
    Heard other_text;
    other_text.decoder.take(std::string_view("\xFE\xFF\0t\0,", 6));
    other_text.decoder.finish();
    EXPECT_EQ(other_text.decoder.nothing_came(), "it begins as no text does, and no packet of MAVLink was found in it");
    Heard live(true);
    live.decoder.take("1,2\n");
    EXPECT_EQ(live.decoder.nothing_came().rfind("nothing was understood: 1 lines, the first: line 1: 2 numbers", 0), 0u)
        << live.decoder.nothing_came();
    EXPECT_EQ(Heard().decoder.nothing_came(), "the log is empty: it has neither a header nor rows");
}

TEST(RowDecoder, ALiveSourceMayStutterAFileMayNot) {
    Heard live(true), file;
    live.decoder.take("2,0.3\n");  // the tail of a line that was cut
    live.decoder.take("0,0.1,0.2,0.3,0,0,9.81\n0.01,oops,0.2,0.3,0,0,9.81\n0.02,0.1,0.2,0.3,0,0,9.81\n");
    EXPECT_EQ(live.rows.size(), 2u);
    EXPECT_EQ(live.decoder.not_understood(), 2u);
    EXPECT_NE(live.decoder.first_fault().find("2 numbers without a header"), std::string::npos)
        << live.decoder.first_fault();
    EXPECT_EQ(live.decoder.first_fault().rfind("somewhere:1: 2 numbers", 0), 0u) << "its place is said once";
    EXPECT_THROW(file.decoder.take("0,0.1,0.2,0.3,0,0,9.81\n"), InputError);
}

TEST(RowDecoder, ALiveSourceMayStutterInJsonToo) {
    Heard live(true);
    live.decoder.take("{\"t\": 0, \"gyr\": [0.1, 0.2, 0.3], \"acc\": [0, 0, 9.81]}\n");
    for (const char* wrong : {"{\"t\": null, \"gyr\": [0, 0, 0], \"acc\": [0, 0, 9.81]}\n",
                              "{\"t\": 0.01, \"gyr\": [1e300, 0, 0], \"acc\": [0, 0, 9.81]}\n", "{\"t\": 0.01\n",
                              "{\"t\": 0.01, \"gyr\": [0, 0, 0]}\n", "[0.01]\n"})
        live.decoder.take(wrong);
    live.decoder.take("{\"t\": 0.02, \"gyr\": [0.1, 0.2, 0.3], \"acc\": [0, 0, 9.81]}\n");
    EXPECT_EQ(live.rows.size(), 2u);
    EXPECT_EQ(live.decoder.not_understood(), 5u);
}

// Whoever takes the rows may find that the log cannot be what it says: that is no fault of a line, to be left out.
TEST(RowDecoder, WhatIsWrongWithTheLogIsNotLeftOutWithALine) {
    for (const char* row : {"0,0.1,0.2,0.3,0,0,9.81\n", "{\"t\": 0, \"gyr\": [0, 0, 0], \"acc\": [0, 0, 9.81]}\n"}) {
        RowDecoder live("somewhere", {}, {true}, [](const LogRow&) {
            throw InputError({"somewhere", 0, "acc_x"}, "it reads like g");
        });
        EXPECT_THROW(live.take(row), InputError) << row;
    }
}

// Datagrams on this machine, at a port that the system chooses.
TEST(ByteSource, DatagramsComeOneByOne) {
    ByteSource source("udp:0", "--from");
    ASSERT_GT(source.port(), 0);
    UdpSender sender("127.0.0.1", source.port(), "test");
    sender.send("first");
    sender.send("second");
    std::string_view bytes;
    std::vector<std::string> heard;
    for (int tries = 0; heard.size() < 2 && tries < 600; ++tries)
        if (source.next(bytes, 100) == ByteSource::Came::datagram) heard.emplace_back(bytes);
    EXPECT_EQ(heard, (std::vector<std::string>{"first", "second"}));
}

}  // namespace

}  // namespace row_decoder_test
