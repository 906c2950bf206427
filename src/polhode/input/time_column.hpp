// What the name of a column of times says: `t_ms` holds milliseconds, `Time [us]` microseconds, `t` and `time` seconds,
// and `timestamp` does not say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

struct TimeColumn {
    bool time = false;       // the name is that of a time: t, time, timestamp, clock ... with or without a unit
    bool ambiguous = false;  // different programs mean different units by it
    std::string unit{};      // "s", "ms", "us", "ns"; "" where the name does not say
    std::string unknown{};   // a unit that is not understood here: "min"
};
TimeColumn time_column(std::string_view name);

// Units to a second; 1, 1e3, 1e6 or 1e9.
double units_to_a_second(const std::string& unit);
const std::vector<std::string>& time_units();

// Times of a file as differences to its first row, without losing digits: a date in nanoseconds has nineteen, a double
// holds sixteen. In units of the file.
class TimesFromFirstRow {
 public:
    // The text of a number that parse_number reads as `value`.
    double operator()(std::string_view text, double value);

 private:
    __extension__ using Wide = __int128;
    static std::optional<Wide> whole(std::string_view text);
    std::optional<Wide> first_;
    double first_value_ = 0;
    bool begun_ = false;
};

}  // namespace polhode
