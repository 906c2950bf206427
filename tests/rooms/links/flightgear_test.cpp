#include "polhode/links/flightgear.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>

namespace flightgear_test {

namespace {

using namespace polhode;

constexpr double degree = std::numbers::pi / 180;

std::string file(const std::string& name) {
    std::ifstream in(POLHODE_TEST_DATA "/links/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
std::string hex(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

// As the reference's sample has it.
FlightGearState sample() {
    FlightGearState state;
    state.latitude = 47.397742 * degree;
    state.longitude = 8.545594 * degree;
    state.altitude = 1000;
    state.above_ground = 500;
    state.attitude.roll = 0.1;
    state.attitude.pitch = -0.2;
    state.attitude.heading = 0.3;
    state.attitude.roll_rate = 0.01;
    state.attitude.pitch_rate = 0.02;
    state.attitude.heading_rate = -0.03;
    state.velocity_ned = {10, 0, 0};
    return state;
}

TEST(FlightGear, Version24IsTheSampleByteForByte) {
    std::string bytes;
    write_native_fdm(bytes, sample(), 24);
    EXPECT_EQ(bytes.size(), native_fdm_24_bytes);
    std::string expected = file("flightgear-net-fdm-24.hex");
    while (!expected.empty() && expected.back() == '\n') expected.pop_back();
    EXPECT_EQ(hex(bytes), expected);
}

TEST(FlightGear, Version25HasTanksAndOtherwiseTheSameBytes) {
    std::string older, newer;
    write_native_fdm(older, sample(), 24);
    write_native_fdm(newer, sample(), 25);
    ASSERT_EQ(newer.size(), native_fdm_25_bytes);
    EXPECT_EQ(hex(newer.substr(0, 4)), "00000019");
    constexpr std::size_t after_fuel = 304;
    EXPECT_EQ(newer.substr(4, after_fuel - 4), older.substr(4, after_fuel - 4));
    EXPECT_EQ(newer.substr(after_fuel, 144), std::string(144, '\0'));
    EXPECT_EQ(newer.substr(after_fuel + 144), older.substr(after_fuel));
}

TEST(FlightGear, GenericAsTheFilesDescribe) {
    std::string text, bytes;
    write_generic_text(text, 1.5, sample().attitude);
    // The reference's line has 5.7295779513082320: the same double, whose seventeenth digit is a 1.
    EXPECT_EQ(5.7295779513082320, 5.7295779513082321);
    EXPECT_EQ(text, "1.5,5.7295779513082321,-11.459155902616464,17.188733853924695\n");
    write_generic_binary(bytes, 1.5, sample().attitude);
    EXPECT_EQ(hex(bytes.substr(0, 8)), "3ff8000000000000");
    EXPECT_EQ(bytes.size(), 32u);
    EXPECT_EQ(generic_protocol_xml(false), file("flightgear-generic.xml"));
    EXPECT_EQ(generic_protocol_xml(true), file("flightgear-generic-binary.xml"));
}

// Heading is right-handed about down, seen from above to the right: a body that turns to the left in Polhode's world,
// whose z is up, loses heading. Nose up is a turn about -y of Polhode.
TEST(AircraftAxes, SignsAtTheBorder) {
    const double half = 0.05;
    const auto left = aircraft_attitude({std::cos(half), 0, 0, std::sin(half)}, {0, 0, 0.2}, LinkAxes::ned_frd);
    EXPECT_NEAR(left.heading, -0.1, 1e-15);
    EXPECT_NEAR(left.heading_rate, -0.2, 1e-15);
    const auto up = aircraft_attitude({std::cos(half), 0, -std::sin(half), 0}, {0, -0.2, 0}, LinkAxes::ned_frd);
    EXPECT_NEAR(up.pitch, 0.1, 1e-15);
    EXPECT_NEAR(up.pitch_rate, 0.2, 1e-15);
    const auto right_wing_down =
        aircraft_attitude({std::cos(half), std::sin(half), 0, 0}, {0, 0, 0}, LinkAxes::ned_frd);
    EXPECT_NEAR(right_wing_down.roll, 0.1, 1e-15);
    const auto as_is = aircraft_attitude({std::cos(half), 0, 0, std::sin(half)}, {0, 0, 0.2}, LinkAxes::as_is);
    EXPECT_NEAR(as_is.heading, 0.1, 1e-15);
    EXPECT_NEAR(as_is.rate[2], 0.2, 1e-15);
}

// The quaternion and the angles of the MAVLink samples are one attitude.
TEST(AircraftAxes, AnglesOfTheSampleQuaternion) {
    const auto a = aircraft_attitude({0.981856172866081, 0.06407134770607116, -0.09115754934299071, 0.1534393020242226},
                                     {}, LinkAxes::as_is);
    EXPECT_NEAR(a.roll, 0.1, 1e-15);
    EXPECT_NEAR(a.pitch, -0.2, 1e-15);
    EXPECT_NEAR(a.heading, 0.3, 1e-15);
}

TEST(AircraftAxes, RatesStayFiniteAtTheVertical) {
    const double half = std::numbers::pi / 4;
    for (const double off : {0.0, 1e-9, -1e-9, 4e-7}) {
        const auto a =
            aircraft_attitude({std::cos(half + off), 0, std::sin(half + off), 0}, {1, 0.5, 1}, LinkAxes::as_is);
        EXPECT_EQ(a.roll_rate, 0) << off;
        EXPECT_EQ(a.heading_rate, 0) << off;
        EXPECT_TRUE(std::isfinite(a.pitch_rate)) << off;
    }
    const auto beside =
        aircraft_attitude({std::cos(half - 1e-3), 0, std::sin(half - 1e-3), 0}, {0, 0, 1}, LinkAxes::as_is);
    EXPECT_NEAR(beside.heading_rate, 500, 1);  // 1 / cos(pitch), 2e-3 rad from the vertical
}

}  // namespace

}  // namespace flightgear_test
