#include "polhode/calendar/time_system.hpp"

#include <cmath>

#include "polhode/calendar/leap_seconds.hpp"

namespace polhode {

namespace {

constexpr Attoseconds one_second = 1'000'000'000'000'000'000;
constexpr Attoseconds tt_minus_tai = 32'184 * (one_second / 1000);  // IAU 1991 recommendation IV
constexpr Attoseconds tai_minus_gps = 19 * one_second;              // IS-GPS-200

// TDB - TT, s (Explanatory Supplement eq. 2.222-1), at seconds of TT since J2000
double tdb_minus_tt(double since_j2000) {
    const double g = (357.528 + 35999.050 * since_j2000 / (86400.0 * 36525.0)) * 3.14159265358979323846 / 180;
    return 0.001658 * std::sin(g + 0.0167 * std::sin(g));
}

double since_j2000(Attoseconds since_2000) { return seconds_of(since_2000) - 43200.0; }

std::optional<Attoseconds> tai_of_utc(const Instant& instant, std::string& why) {
    const auto offset = tai_minus_utc(instant.day);
    if (!offset) {
        why = "UTC before 1972-01-01 had seconds of its own length";
        return std::nullopt;
    }
    if (instant.second == 86400 && leap_seconds_known(instant.day) && !ends_with_leap_second(instant.day)) {
        why = "there was no leap second at the end of that day";
        return std::nullopt;
    }
    return plain_attoseconds(instant) + *offset * one_second;
}

std::optional<Instant> utc_of_tai(Attoseconds tai, std::string& why) {
    Instant guess = plain_instant(tai);
    for (int day_shift : {0, -1}) {
        const auto offset = tai_minus_utc(guess.day + day_shift);
        if (!offset) continue;
        Instant utc = plain_instant(tai - *offset * one_second);
        if (utc.day == guess.day + day_shift) return utc;
        // the leap second itself: counted by its own day's offset it is the first second of the next day
        if (utc.day == guess.day + day_shift + 1 && utc.second == 0 && ends_with_leap_second(utc.day - 1)) {
            --utc.day;
            utc.second = 86400;
            return utc;
        }
    }
    why = "UTC before 1972-01-01 had seconds of its own length";
    return std::nullopt;
}

std::optional<Attoseconds> tai_of(const Instant& instant, const std::string& system, std::string& why) {
    const Attoseconds plain = plain_attoseconds(instant);
    if (system == "UTC") return tai_of_utc(instant, why);
    if (instant.second == 86400) {
        why = "second 60 is one of UTC, not of " + system;
        return std::nullopt;
    }
    if (system == "TAI") return plain;
    if (system == "TT") return plain - tt_minus_tai;
    if (system == "GPS") return plain + tai_minus_gps;
    if (system == "TDB") return plain - attoseconds_of(tdb_minus_tt(since_j2000(plain))) - tt_minus_tai;
    why = "there is no fixed relation between " + system + " and other time systems";
    return std::nullopt;
}

std::optional<Instant> instant_of_tai(Attoseconds tai, const std::string& system, std::string& why) {
    if (system == "UTC") return utc_of_tai(tai, why);
    if (system == "TAI") return plain_instant(tai);
    if (system == "TT") return plain_instant(tai + tt_minus_tai);
    if (system == "GPS") return plain_instant(tai - tai_minus_gps);
    const Attoseconds tt = tai + tt_minus_tai;
    if (system == "TDB") return plain_instant(tt + attoseconds_of(tdb_minus_tt(since_j2000(tt))));
    why = "there is no fixed relation between " + system + " and other time systems";
    return std::nullopt;
}

}  // namespace

const std::vector<std::string>& time_systems() {
    static const std::vector<std::string> all{"UTC", "TAI", "TT",   "TDB", "GPS", "UT1",
                                              "TCB", "TCG", "GMST", "MET", "MRT", "SCLK"};
    return all;
}

std::optional<std::string> time_system_named(std::string_view name) {
    std::string capitals;
    for (const char c : name) capitals += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    for (const std::string& known : time_systems())
        if (known == capitals) return known;
    return std::nullopt;
}

std::optional<Attoseconds> span_between(const Instant& from, const Instant& to, const std::string& system,
                                        std::string& why) {
    if (system != "UTC") {
        if (from.second == 86400 || to.second == 86400) {
            why = "second 60 is one of UTC, not of " + system;
            return std::nullopt;
        }
        return plain_attoseconds(to) - plain_attoseconds(from);
    }
    const auto a = tai_of_utc(from, why);
    const auto b = a ? tai_of_utc(to, why) : std::nullopt;
    if (!b) return std::nullopt;
    return *b - *a;
}

std::optional<Instant> instant_after(const Instant& from, Attoseconds span, const std::string& system,
                                     std::string& why) {
    if (system != "UTC") return plain_instant(plain_attoseconds(from) + span);
    const auto tai = tai_of_utc(from, why);
    const auto utc = tai ? utc_of_tai(*tai + span, why) : std::nullopt;
    if (utc && !leap_seconds_known(utc->day)) {
        why = std::string("leap seconds are known until ") + leap_seconds_expiry() + " only; use TAI";
        return std::nullopt;
    }
    return utc;
}

std::optional<Instant> in_system(const Instant& instant, const std::string& from, const std::string& to,
                                 std::string& why) {
    if (from == to) return instant;
    const auto tai = tai_of(instant, from, why);
    return tai ? instant_of_tai(*tai, to, why) : std::nullopt;
}

std::string leap_second_warning(const Instant& instant, const std::string& system) {
    if (system != "UTC" || leap_seconds_known(instant.day)) return "";
    return std::string("leap seconds are known until ") + leap_seconds_expiry() +
           "; the times in UTC after it may be off " + "by the seconds that were announced since";
}

}  // namespace polhode
