#include "polhode/calendar/instant.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "polhode/calendar/leap_seconds.hpp"
#include "polhode/calendar/time_system.hpp"

namespace instant_test {

using namespace polhode;

Instant at(const std::string& text) {
    std::string why;
    const auto instant = parse_instant(text, why);
    EXPECT_TRUE(instant) << text << ": " << why;
    return instant.value_or(Instant{});
}

double seconds(const std::string& from, const std::string& to, const std::string& system) {
    std::string why;
    const auto span = span_between(at(from), at(to), system, why);
    EXPECT_TRUE(span) << why;
    return span ? seconds_of(*span) : -1;
}

TEST(Instant, ReadsDatesOfBothForms) {
    EXPECT_EQ(at("2000-01-01T00:00:00"), (Instant{0, 0, 0}));
    EXPECT_EQ(at("2000-001T12:00:00.5Z"), (Instant{0, 43200, 500000000000000000}));
    EXPECT_EQ(at("1999-12-31T23:59:59"), (Instant{-1, 86399, 0}));
    EXPECT_EQ(at("2004-060T00:00:00"), at("2004-02-29T00:00:00"));
    // days between 1972-01-01 and 2000-01-01: 28 years with 7 leap days
    EXPECT_EQ(at("1972-01-01T00:00:00").day, -(28 * 365 + 7));
}

TEST(Instant, RefusesWhatIsNoDate) {
    std::string why;
    for (const char* text :
         {"", "2000", "2000-13-01T00:00:00", "2001-02-29T00:00:00", "2001-366T00:00:00", "2000-000T00:00:00",
          "2000-01-01 00:00:00", "2000-01-01T24:00:00", "2000-01-01T00:60:00", "2000-01-01T00:00:60",
          "2000-01-01T00:00:61", "2000-01-01T00:00:00.", "2000-01-01T00:00:00x", "0000-01-01T00:00:00",
          "2000-1-01T00:00:00", "20000-01-01T00:00:00"})
        EXPECT_FALSE(parse_instant(text, why)) << text;
}

TEST(Instant, CountsLeapSecondsInUtcAndNowhereElse) {
    EXPECT_EQ(seconds("2016-12-31T23:59:59", "2017-01-01T00:00:00", "UTC"), 2);
    EXPECT_EQ(seconds("2016-12-31T23:59:60", "2017-01-01T00:00:00", "UTC"), 1);
    EXPECT_EQ(seconds("2016-12-31T23:59:59", "2017-01-01T00:00:00", "TAI"), 1);
    // 27 leap seconds between 1972 and 2017 (IERS)
    EXPECT_EQ(seconds("1972-01-01T00:00:00", "2017-01-01T00:00:00", "UTC") -
                  seconds("1972-01-01T00:00:00", "2017-01-01T00:00:00", "TAI"),
              27);
    std::string why;
    EXPECT_FALSE(span_between(at("2015-12-31T23:59:60"), at("2016-01-01T00:00:00"), "UTC", why));
    EXPECT_NE(why.find("no leap second"), std::string::npos);
    EXPECT_FALSE(span_between(at("2016-12-31T23:59:60"), at("2017-01-01T00:00:00"), "TAI", why));
    EXPECT_FALSE(span_between(at("1971-12-31T23:59:59"), at("1972-01-01T00:00:00"), "UTC", why));
    EXPECT_NE(why.find("1972"), std::string::npos);
}

TEST(Instant, KnowsOtherSystems) {
    std::string why;
    // J2000 is 12:00 TT = 11:59:27.816 TAI = 11:58:55.816 UTC
    EXPECT_EQ(*in_system(at("2000-01-01T12:00:00"), "TT", "TAI", why), at("2000-01-01T11:59:27.816"));
    EXPECT_EQ(*in_system(at("2000-01-01T12:00:00"), "TT", "UTC", why), at("2000-01-01T11:58:55.816"));
    // GPS began at 1980-01-06T00:00:00 UTC
    EXPECT_EQ(*in_system(at("1980-01-06T00:00:00"), "UTC", "GPS", why), at("1980-01-06T00:00:00"));
    // the leap second itself, there and back
    EXPECT_EQ(*in_system(at("2016-12-31T23:59:60.25"), "UTC", "TAI", why), at("2017-01-01T00:00:36.25"));
    EXPECT_EQ(*in_system(at("2017-01-01T00:00:36.25"), "TAI", "UTC", why), at("2016-12-31T23:59:60.25"));
    EXPECT_FALSE(in_system(at("2000-01-01T12:00:00"), "UT1", "TAI", why));
    EXPECT_NE(why.find("no fixed relation"), std::string::npos);
}

TEST(Instant, TellsWhereLeapSecondsEnd) {
    EXPECT_EQ(leap_second_warning(at("2020-01-01T00:00:00"), "UTC"), "");
    EXPECT_NE(leap_second_warning(at("2040-01-01T00:00:00"), "UTC").find(leap_seconds_expiry()), std::string::npos);
    EXPECT_EQ(leap_second_warning(at("2040-01-01T00:00:00"), "TAI"), "");
    std::string why;
    EXPECT_FALSE(instant_after(at("2040-01-01T00:00:00"), 0, "UTC", why));
    EXPECT_NE(why.find(leap_seconds_expiry()), std::string::npos);
    EXPECT_TRUE(instant_after(at("2040-01-01T00:00:00"), 0, "TAI", why));
}

RC_GTEST_PROP(Instant, AreTheSameAfterWritingAndReading, ()) {
    Instant instant;
    instant.day = *rc::gen::inRange<long>(-700000, 2900000);
    instant.second = *rc::gen::inRange(0, 86400);
    instant.fraction = *rc::gen::inRange<std::int64_t>(0, 1000000000000000000);
    std::string why;
    RC_ASSERT(parse_instant(instant_text(instant, 18), why) == instant);
    RC_ASSERT(plain_instant(plain_attoseconds(instant)) == instant);
    const long tenths = *rc::gen::inRange<long>(0, 1000000000000);
    RC_ASSERT(seconds_of(static_cast<Attoseconds>(tenths) * 1000000000) == static_cast<double>(tenths) / 1e9);
}

RC_GTEST_PROP(Instant, OfUtcAreTheSameAfterSomeSecondsThereAndBack, ()) {
    Instant instant;
    instant.day = *rc::gen::inRange<long>(-10000, 9000);
    instant.second = *rc::gen::inRange(0, 86400);
    std::string why;
    const auto tai = in_system(instant, "UTC", "TAI", why);
    RC_ASSERT(tai);
    RC_ASSERT(in_system(*tai, "TAI", "UTC", why) == instant);
}

}  // namespace instant_test
