#include "polhode/input/time_column.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace time_column_test {

TEST(TimeColumn, UnitsByName) {
    const std::pair<const char*, const char*> names[] = {{"t", ""},
                                                         {"time", ""},
                                                         {"t_s", "s"},
                                                         {"time_s", "s"},
                                                         {"t_ms", "ms"},
                                                         {"Time [us]", "us"},
                                                         {"t (ns)", "ns"},
                                                         {"time/ms", "ms"},
                                                         {"TimeUS", "us"},
                                                         {"timestamp_ns", "ns"},
                                                         {"t_msec", "ms"},
                                                         {"time_seconds", "s"},
                                                         {"t [\xC2\xB5s]", "us"},
                                                         {"elapsed ms", "ms"},
                                                         {"Timestamp (ns)", "ns"}};
    for (const auto& [name, unit] : names) {
        EXPECT_TRUE(time_column(name).time) << name;
        EXPECT_EQ(time_column(name).unit, unit) << name;
        EXPECT_FALSE(time_column(name).ambiguous) << name;
    }
    for (const char* name : {"timestamp", "ts", "epoch", "clock", "unix time", "ticks"})
        EXPECT_TRUE(time_column(name).ambiguous) << name;
    for (const char* name : {"wx", "x", "ms", "", "temperature", "tilt", "torque_s"})
        EXPECT_FALSE(time_column(name).time) << name;
    EXPECT_EQ(time_column("time_min").unknown, "min");
    EXPECT_EQ(time_column("t [h]").unknown, "h");
}

TEST(TimeColumn, DifferencesToTheFirstRowKeepEveryDigit) {
    TimesFromFirstRow nanoseconds;
    EXPECT_EQ(nanoseconds("1700000000123456789", 1700000000123456789.0), 0);
    EXPECT_EQ(nanoseconds("1700000000123456790", 1700000000123456790.0), 1);  // a double has steps of 256 there
    EXPECT_EQ(nanoseconds("1700000001123456789", 1700000001123456789.0), 1e9);
    TimesFromFirstRow seconds;
    EXPECT_EQ(seconds("1700000000.000000", 1.7e9), 0);
    EXPECT_EQ(seconds("1700000000.010000", 1700000000.01), 0.01);
    EXPECT_EQ(seconds("1700000012.345678", 1700000012.345678), 12.345678);
    TimesFromFirstRow other;
    EXPECT_EQ(other("1.5e1", 15), 0);
    EXPECT_EQ(other("1.7e1", 17), 2);
}

}  // namespace time_column_test
}  // namespace polhode
