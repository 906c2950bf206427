#include "polhode/links/mavlink.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "polhode/links/mavlink_messages.hpp"

namespace mavlink_test {

namespace {

using namespace polhode;
using nlohmann::json;

const json& samples() {
    static const json all = json::parse(std::ifstream(POLHODE_TEST_DATA "/links/mavlink2-packets.json"));
    return all;
}
std::string hex(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

// The numbers of the reference, which node-mavlink has too, from the descriptions alone.
TEST(Mavlink, LengthsAndExtraBytesFollowFromTheDescriptions) {
    ASSERT_EQ(samples().size() + 3, mavlink::all_messages.size());  // the other three: the test below
    for (const json& sample : samples()) {
        const mavlink::Message* message = nullptr;
        for (const auto* known : mavlink::all_messages)
            if (known->id == sample["id"]) message = known;
        ASSERT_NE(message, nullptr) << sample["name"];
        EXPECT_EQ(message->name, sample["name"].get<std::string>());
        EXPECT_EQ(message->crc_extra(), sample["crc_extra"]) << message->name;
        EXPECT_EQ(message->bytes(false), sample["length"]) << message->name;
        EXPECT_EQ(message->bytes(true), sample["with_extensions"]) << message->name;
    }
}

// Of the sensors' messages: numbers of common.xml as its generated headers have them.
TEST(Mavlink, SensorsMessagesAreThoseOfTheCommonDialect) {
    EXPECT_EQ(mavlink::highres_imu.crc_extra(), 93);
    EXPECT_EQ(mavlink::highres_imu.bytes(false), 62u);
    EXPECT_EQ(mavlink::highres_imu.bytes(true), 63u);
    EXPECT_EQ(mavlink::raw_imu.crc_extra(), 144);
    EXPECT_EQ(mavlink::raw_imu.bytes(false), 26u);
    EXPECT_EQ(mavlink::raw_imu.bytes(true), 29u);
    EXPECT_EQ(mavlink::scaled_imu.crc_extra(), 170);
    EXPECT_EQ(mavlink::scaled_imu.bytes(false), 22u);
    EXPECT_EQ(mavlink::scaled_imu.bytes(true), 24u);
}

// CRC-16/MCRF4XX, which MAVLink calls X.25: its published check value
TEST(Mavlink, Checksum) { EXPECT_EQ(mavlink::crc_with(mavlink::crc_start, "123456789"), 0x6F91); }

AircraftAttitude sample_attitude() {
    AircraftAttitude attitude;
    attitude.q = {0.981856172866081, 0.06407134770607116, -0.09115754934299071, 0.1534393020242226};
    attitude.rate = {0.01, 0.02, -0.03};
    attitude.roll = 0.1;
    attitude.pitch = -0.2;
    attitude.heading = 0.3;
    return attitude;
}
LiveCommand sample_stick() {
    LiveCommand stick;
    stick.kind = LiveCommand::Kind::stick;
    stick.axes = {0.5, -1, 0, 0.25};
    stick.axis_count = 4;
    stick.buttons = 5;
    return stick;
}

TEST(Mavlink, SamplePacketsByteForByte) {
    MavlinkSender sender;
    std::vector<std::string> packets(6);
    write_mavlink_heartbeat(packets[0], sender);
    write_mavlink_system_time(packets[1], sender, 1700000000000000, 1.5);
    write_mavlink_attitude(packets[2], sender, 1.5, sample_attitude());
    write_mavlink_quaternion(packets[3], sender, 1.5, sample_attitude());
    write_mavlink_hil_state(packets[4], sender, 1.5, sample_attitude(), {47.397742, 8.545594, 488});
    write_mavlink_manual_control(packets[5], sender, sample_stick(), 1);
    for (std::size_t i = 0; i < packets.size(); ++i)
        EXPECT_EQ(hex(packets[i]), samples()[i]["packet"].get<std::string>()) << samples()[i]["name"];
}

struct Heard {
    std::vector<LiveCommand> commands;
    MavlinkReader reader{1};
    void take(std::string_view bytes) {
        reader.take(bytes, [this](const LiveCommand& command) { commands.push_back(command); });
    }
    void end_of_datagram() {
        reader.end_of_datagram([this](const LiveCommand& command) { commands.push_back(command); });
    }
};

TEST(Mavlink, SticksAreFoundInAStream) {
    MavlinkSender sender;
    std::string stream = "rubbish\xFD\x02";
    for (int i = 0; i < 3; ++i) {
        write_mavlink_heartbeat(stream, sender);
        write_mavlink_manual_control(stream, sender, sample_stick(), 1);
        stream += "\xFD";
    }
    std::array<double, 16> controls{};
    controls[0] = -0.5;
    controls[7] = 1;
    controls[9] = 55;  // beyond what is taken
    write_mavlink_actuators(stream, sender, 2.5, controls);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{50}, stream.size()}) {
        Heard heard;
        for (std::size_t at = 0; at < stream.size(); at += piece)
            heard.take(std::string_view(stream).substr(at, piece));
        ASSERT_EQ(heard.commands.size(), 4u) << piece;
        EXPECT_EQ(heard.commands[0].axes, (std::array<double, 8>{0.5, -1, 0, 0.25}));
        EXPECT_EQ(heard.commands[0].axis_count, 4u);
        EXPECT_EQ(heard.commands[2].buttons, 5u);
        EXPECT_EQ(heard.commands[3].axes[0], -0.5);
        EXPECT_EQ(heard.commands[3].axes[7], 1);
        EXPECT_EQ(heard.commands[3].axis_count, 8u);
        EXPECT_EQ(heard.reader.counts().others, 3u);
    }
}

TEST(Mavlink, NoFlippedBitPasses) {
    MavlinkSender sender;
    std::string packet;
    write_mavlink_manual_control(packet, sender, sample_stick(), 1);
    for (std::size_t bit = 8; bit < 8 * packet.size(); ++bit) {
        std::string damaged = packet;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
        Heard heard;
        heard.take(damaged);
        heard.end_of_datagram();
        EXPECT_TRUE(heard.commands.empty()) << bit;
        heard.take(packet);
        EXPECT_EQ(heard.commands.size(), 1u) << "the next one is heard after bit " << bit;
    }
}

// What is damaged costs itself: bytes in its middle that look like the head of a long packet swallow no others, in
// whatever pieces they come, nor at the end of a datagram.
TEST(Mavlink, ADamagedPacketHidesNoOthers) {
    MavlinkSender sender;
    for (const char mark : {'\xFD', '\xFE'})
        for (const char next : {'\xFD', 'x'}) {
            std::string stream;
            write_mavlink_manual_control(stream, sender, sample_stick(), 1);
            const std::size_t one = stream.size();
            write_mavlink_manual_control(stream, sender, sample_stick(), 1);
            stream[one + 3] ^= 1;  // damaged; and in its payload a packet of 263 or 267 bytes that nobody knows
            const std::string head{mark, '\xFF', 0, 0, 0, 0, 0};
            stream.replace(one + 10, head.size(), head);
            const std::size_t over = one + 10 + (mark == '\xFD' ? 10u : 6u) + 255 + 2;
            while (stream.size() + 23 < over) write_mavlink_manual_control(stream, sender, sample_stick(), 1);
            stream.resize(over, 'x');
            if (next == '\xFD') write_mavlink_manual_control(stream, sender, sample_stick(), 1);
            for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, over, stream.size()}) {
                Heard heard;
                for (std::size_t at = 0; at < stream.size(); at += piece)
                    heard.take(std::string_view(stream).substr(at, piece));
                heard.end_of_datagram();
                EXPECT_GT(heard.commands.size(), 10u) << piece;
                EXPECT_EQ(heard.reader.counts().others, 0u);
                EXPECT_EQ(heard.reader.counts().commands, heard.commands.size());
            }
        }
}

TEST(Mavlink, SticksOfOthersAndBeyondTheirRangeAreRefused) {
    MavlinkSender sender;
    Heard heard;
    std::string packet;
    write_mavlink_manual_control(packet, sender, sample_stick(), 2);
    heard.take(packet);
    EXPECT_EQ(heard.reader.counts().refused, 1u);
    LiveCommand beyond = sample_stick();
    beyond.axes[2] = 1.5;
    packet.clear();
    write_mavlink_manual_control(packet, sender, beyond, 1);
    heard.take(packet);
    EXPECT_EQ(heard.reader.counts().refused, 2u);
    std::array<double, 16> controls{};
    controls[1] = 1.5;
    packet.clear();
    write_mavlink_actuators(packet, sender, 0, controls);
    heard.take(packet);
    EXPECT_EQ(heard.reader.counts().refused, 3u);
    EXPECT_TRUE(heard.commands.empty());
    // For everybody, with one axis that the sender does not have.
    LiveCommand three = sample_stick();
    three.axis_count = 3;
    packet.clear();
    write_mavlink_manual_control(packet, sender, three, 0);
    heard.take(packet);
    ASSERT_EQ(heard.commands.size(), 1u);
    EXPECT_EQ(heard.commands[0].axes[3], 0);
}

TEST(Mavlink, MemoryStaysFlatUnderRubbish) {
    std::mt19937 random(5);
    Heard heard;
    std::string bytes(1000, ' ');
    for (int i = 0; i < 200; ++i) {
        for (char& c : bytes) c = static_cast<char>(random() % 4 == 0 ? 0xFD : random());
        heard.take(bytes);
    }
    EXPECT_TRUE(heard.commands.empty());
    // What is left of the rubbish is at most one packet of the longest kind.
    std::string packet;
    MavlinkSender sender;
    for (int i = 0; i < 20; ++i) write_mavlink_manual_control(packet, sender, sample_stick(), 1);
    heard.take(packet);
    EXPECT_GE(heard.commands.size(), 1u);
}

TEST(Mavlink, NumbersThatDoNotFitAreTakenToTheEnd) {
    MavlinkSender sender;
    AircraftAttitude attitude = sample_attitude();
    attitude.rate = {1e300, std::numeric_limits<double>::quiet_NaN(), -1e300};
    std::string packet;
    write_mavlink_quaternion(packet, sender, 1e30, attitude);
    EXPECT_EQ(hex(packet.substr(10, 4)), "ffffffff");
    EXPECT_EQ(hex(packet.substr(30, 12)), "ffff7f7f00000000ffff7fff");
}

}  // namespace

}  // namespace mavlink_test
