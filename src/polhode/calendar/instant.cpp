#include "polhode/calendar/instant.hpp"

#include <cmath>
#include <cstdio>

namespace polhode {

namespace {

constexpr std::int64_t attoseconds_in_a_second = 1'000'000'000'000'000'000;

bool leap_year(long y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

int days_of_month(long y, int m) {
    constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return m == 2 && leap_year(y) ? 29 : days[m - 1];
}

// Days of the years before y, counted from 2000-01-01; y from 1 to 9999.
long days_before_year(long y) {
    const long before = y - 1;
    return 365 * before + before / 4 - before / 100 + before / 400 - 730119;
}

// Digits at the front of `text`, taken away; nothing where there are not exactly `n`.
std::optional<int> taken_digits(std::string_view& text, std::size_t n) {
    if (text.size() < n) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (text[i] < '0' || text[i] > '9') return std::nullopt;
        value = 10 * value + (text[i] - '0');
    }
    text.remove_prefix(n);
    return value;
}

bool taken(std::string_view& text, char c) {
    if (text.empty() || text[0] != c) return false;
    text.remove_prefix(1);
    return true;
}

std::optional<long> taken_day(std::string_view& rest, std::string& why) {
    const auto year = taken_digits(rest, 4);
    if (!year || *year == 0 || !taken(rest, '-')) {
        why = "it does not begin with a year of four digits and '-'";
        return std::nullopt;
    }
    const std::size_t t = rest.find('T');
    if (t == 3) {
        const auto of_year = taken_digits(rest, 3);
        const int most = leap_year(*year) ? 366 : 365;
        if (of_year && *of_year >= 1 && *of_year <= most) return days_before_year(*year) + *of_year - 1;
        why = "the year " + std::to_string(*year) + " has days 001 to " + std::to_string(most);
        return std::nullopt;
    }
    const auto month = taken_digits(rest, 2);
    if (!month || *month < 1 || *month > 12 || !taken(rest, '-')) {
        why = "months are 01 to 12, or a day of the year has three digits";
        return std::nullopt;
    }
    const auto day = taken_digits(rest, 2);
    if (!day || *day < 1 || *day > days_of_month(*year, *month)) {
        why = "that month has days 01 to " + std::to_string(days_of_month(*year, *month));
        return std::nullopt;
    }
    long days = days_before_year(*year) + *day - 1;
    for (int m = 1; m < *month; ++m) days += days_of_month(*year, m);
    return days;
}

}  // namespace

std::optional<Instant> parse_instant(std::string_view text, std::string& why) {
    Instant instant;
    std::string_view rest = text;
    const auto day = taken_day(rest, why);
    if (!day) return std::nullopt;
    instant.day = *day;
    if (!taken(rest, 'T')) {
        why = "'T' stands between date and time";
        return std::nullopt;
    }
    const auto hour = taken_digits(rest, 2);
    const bool first = taken(rest, ':');
    const auto minute = first ? taken_digits(rest, 2) : std::nullopt;
    const bool second_colon = taken(rest, ':');
    const auto second = second_colon ? taken_digits(rest, 2) : std::nullopt;
    if (!hour || !minute || !second || *hour > 23 || *minute > 59) {
        why = "the time of day is hh:mm:ss, 00:00:00 to 23:59:59";
        return std::nullopt;
    }
    const bool leap = *second == 60 && *hour == 23 && *minute == 59;
    if (*second > 59 && !leap) {
        why = "seconds are 00 to 59, and 60 in a leap second at 23:59";
        return std::nullopt;
    }
    instant.second = 3600 * *hour + 60 * *minute + *second;
    if (taken(rest, '.')) {
        std::int64_t unit = attoseconds_in_a_second;
        std::size_t digits = 0;
        while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
            unit /= 10;  // digits after the eighteenth are below every clock
            instant.fraction += unit * (rest[0] - '0');
            rest.remove_prefix(1);
            ++digits;
        }
        if (digits == 0) {
            why = "there is no digit after the point";
            return std::nullopt;
        }
    }
    taken(rest, 'Z');
    if (!rest.empty()) {
        why = "something stands after the time";
        return std::nullopt;
    }
    return instant;
}

std::string instant_text(const Instant& instant, int decimals) {
    long year = 2000 + static_cast<long>(std::floor(static_cast<double>(instant.day) / 365.2425));
    while (days_before_year(year + 1) <= instant.day) ++year;
    while (days_before_year(year) > instant.day) --year;
    long day = instant.day - days_before_year(year);
    int month = 1;
    while (day >= days_of_month(year, month)) day -= days_of_month(year, month++);
    const bool leap = instant.second == 86400;
    const int second = leap ? 86399 : instant.second;
    char text[80];
    std::snprintf(text, sizeof text, "%04ld-%02d-%02dT%02d:%02d:%02d", year, month, static_cast<int>(day) + 1,
                  second / 3600, second / 60 % 60, leap ? 60 : second % 60);
    std::string all = text;
    if (decimals > 0) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%018lld", static_cast<long long>(instant.fraction));
        all += '.' + std::string(digits).substr(0, static_cast<std::size_t>(decimals < 18 ? decimals : 18));
    }
    return all;
}

Attoseconds plain_attoseconds(const Instant& instant) {
    return (static_cast<Attoseconds>(instant.day) * 86400 + instant.second) * attoseconds_in_a_second +
           instant.fraction;
}

Instant plain_instant(Attoseconds since_2000) {
    const Attoseconds day = static_cast<Attoseconds>(86400) * attoseconds_in_a_second;
    Attoseconds days = since_2000 / day, rest = since_2000 % day;
    if (rest < 0) {
        rest += day;
        --days;
    }
    Instant instant;
    instant.day = static_cast<long>(days);
    instant.second = static_cast<int>(rest / attoseconds_in_a_second);
    instant.fraction = static_cast<std::int64_t>(rest % attoseconds_in_a_second);
    return instant;
}

double seconds_of(Attoseconds span) {
    Attoseconds unit = attoseconds_in_a_second;
    while (unit > 1 && span % 10 == 0) {
        span /= 10;
        unit /= 10;
    }
    return static_cast<double>(span) / static_cast<double>(unit);
}

Attoseconds attoseconds_of(double seconds) {
    const double whole = std::floor(seconds);
    return static_cast<Attoseconds>(whole) * attoseconds_in_a_second +
           static_cast<Attoseconds>(std::llround((seconds - whole) * 1e9)) * 1'000'000'000;
}

}  // namespace polhode
