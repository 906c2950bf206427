#include "polhode/calendar/leap_seconds.hpp"

namespace polhode {

namespace {

struct LeapSecond {
    const char* date;
    int tai_minus_utc;
};

// IERS, leap-seconds.list, last update of Bulletin C before the expiry below
constexpr LeapSecond announced[] = {
    {"1972-01-01", 10}, {"1972-07-01", 11}, {"1973-01-01", 12}, {"1974-01-01", 13}, {"1975-01-01", 14},
    {"1976-01-01", 15}, {"1977-01-01", 16}, {"1978-01-01", 17}, {"1979-01-01", 18}, {"1980-01-01", 19},
    {"1981-07-01", 20}, {"1982-07-01", 21}, {"1983-07-01", 22}, {"1985-07-01", 23}, {"1988-01-01", 24},
    {"1990-01-01", 25}, {"1991-01-01", 26}, {"1992-07-01", 27}, {"1993-07-01", 28}, {"1994-07-01", 29},
    {"1996-01-01", 30}, {"1997-07-01", 31}, {"1999-01-01", 32}, {"2006-01-01", 33}, {"2009-01-01", 34},
    {"2012-07-01", 35}, {"2015-07-01", 36}, {"2017-01-01", 37},
};
constexpr const char* expiry = "2026-06-28";

long day_of(const char* date) {
    std::string why;
    return parse_instant(std::string(date) + "T00:00:00", why)->day;
}

constexpr std::size_t announced_count = sizeof announced / sizeof announced[0];

const long* announced_days() {
    static const auto days = [] {
        struct Days {
            long of[announced_count];
        } all{};
        for (std::size_t i = 0; i < announced_count; ++i) all.of[i] = day_of(announced[i].date);
        return all;
    }();
    return days.of;
}

}  // namespace

std::optional<int> tai_minus_utc(long day) {
    for (std::size_t i = announced_count; i-- > 0;)
        if (day >= announced_days()[i]) return announced[i].tai_minus_utc;
    return std::nullopt;
}

bool ends_with_leap_second(long day) {
    const auto now = tai_minus_utc(day), next = tai_minus_utc(day + 1);
    return now && next && *next > *now;
}

bool leap_seconds_known(long day) {
    static const long last = day_of(expiry);
    return day < last;
}

const char* leap_seconds_expiry() { return expiry; }

}  // namespace polhode
