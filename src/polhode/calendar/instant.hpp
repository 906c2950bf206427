// A date and time of day, exact to the last digit of a text with up to eighteen decimals, in a time system that is said
// elsewhere (time_system.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polhode {

__extension__ typedef __int128
    Attoseconds;  // 1e-18 s; a double holds sixteen digits, a date with nanoseconds needs twenty

struct Instant {
    long day = 0;               // of the Gregorian calendar, counted from 2000-01-01
    int second = 0;             // of the day; 86400 is the leap second at its end
    std::int64_t fraction = 0;  // 1e-18 s, below a second
    bool operator==(const Instant&) const = default;
};

// `YYYY-MM-DDThh:mm:ss[.d...][Z]` or `YYYY-DDDThh:mm:ss[.d...][Z]` (CCSDS 301.0-B-4, section 3.5). Nothing where it is
// not one, and `why` says so. Second 60 is read at 23:59 only; whether there was one is asked of the leap seconds.
std::optional<Instant> parse_instant(std::string_view text, std::string& why);

// With so many decimals, the rest cut off: "2000-01-01T12:00:00.500000000".
std::string instant_text(const Instant& instant, int decimals);

// Since 2000-01-01T00:00:00, every day with 86400 seconds.
Attoseconds plain_attoseconds(const Instant& instant);
Instant plain_instant(Attoseconds since_2000);

// The nearest double to a number of attoseconds, in seconds; correctly rounded where the decimals are nine or fewer.
double seconds_of(Attoseconds span);
// The nearest number of attoseconds to a number of seconds, which is below 1e15 in size.
Attoseconds attoseconds_of(double seconds);

}  // namespace polhode
