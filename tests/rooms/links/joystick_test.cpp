#include "polhode/links/joystick.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace joystick_test {

namespace {

using namespace polhode;

std::string record(std::int16_t value, int type, int number) {
    std::string bytes(8, '\0');
    const std::uint32_t milliseconds = 12345;
    std::memcpy(bytes.data(), &milliseconds, 4);
    std::memcpy(bytes.data() + 4, &value, 2);
    bytes[6] = static_cast<char>(type);
    bytes[7] = static_cast<char>(number);
    return bytes;
}

TEST(Joystick, RecordsInAnyPieces) {
    const std::string all = record(32767, 0x82, 0) + record(-32767, 2, 1) + record(1, 0x81, 3) + record(16384, 2, 5) +
                            record(0, 1, 3) + record(1, 1, 31) + record(9, 2, 200) + record(9, 1, 99) + record(9, 3, 0);
    for (const std::size_t piece : {1u, 3u, 8u, 72u}) {
        JoystickState stick;
        std::size_t changes = 0;
        for (std::size_t at = 0; at < all.size(); at += piece) changes += stick.take(all.substr(at, piece));
        EXPECT_EQ(changes, 6u);
        EXPECT_EQ(stick.axis(0), 1);
        EXPECT_EQ(stick.axis(1), -1);
        EXPECT_EQ(stick.axis(5), 16384 / 32767.0);
        EXPECT_EQ(stick.buttons(), 1u << 31);
        EXPECT_EQ(stick.axis(1000), 0);
        stick.take("abc");
        stick.let_go();
        EXPECT_EQ(stick.axis(0), 0);
        EXPECT_EQ(stick.buttons(), 0u);
        EXPECT_EQ(stick.take(record(-32768, 2, 0)), 1u) << "a half record was forgotten";
        EXPECT_EQ(stick.axis(0), -1);
    }
}

TEST(Joystick, DeadZoneAndExpo) {
    EXPECT_EQ(shaped_axis(0.05, 0.05, 0), 0);
    EXPECT_EQ(shaped_axis(-0.04, 0.05, 0), 0);
    EXPECT_EQ(shaped_axis(1, 0.05, 0.3), 1);
    EXPECT_EQ(shaped_axis(-1, 0.05, 1), -1);
    EXPECT_DOUBLE_EQ(shaped_axis(0.525, 0.05, 0), 0.5);
    EXPECT_DOUBLE_EQ(shaped_axis(-0.525, 0.05, 1), -0.125);
    EXPECT_DOUBLE_EQ(shaped_axis(0.5, 0, 0.5), 0.5 * 0.5 + 0.5 * 0.125);
    EXPECT_EQ(shaped_axis(3, 0, 0), 1);
    for (double x = -1; x < 1; x += 0.01) EXPECT_LE(shaped_axis(x, 0.1, 0.7), shaped_axis(x + 0.01, 0.1, 0.7));
}

}  // namespace

}  // namespace joystick_test
