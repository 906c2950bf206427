#include "polhode/input/time_column.hpp"

#include <algorithm>

namespace polhode {

namespace {

// Words between anything that is no letter: "Time [us]" -> "time", "us". A micro sign counts as a u.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < name.size(); ++i) {
        char c = name[i];
        const std::string_view two = name.substr(i, 2);
        if (two == "\xC2\xB5" || two == "\xCE\xBC") {
            c = 'u';
            ++i;
        }
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c >= 'a' && c <= 'z')
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

std::string unit_called(const std::string& word) {
    static const std::vector<std::vector<std::string>> names{
        {"s", "sec", "secs", "second", "seconds"},
        {"ms", "msec", "msecs", "millis", "millisecond", "milliseconds"},
        {"us", "usec", "usecs", "micros", "microsecond", "microseconds"},
        {"ns", "nsec", "nsecs", "nanos", "nanosecond", "nanoseconds"}};
    for (const auto& same : names)
        if (std::find(same.begin(), same.end(), word) != same.end()) return same.front();
    return "";
}

bool one_of(const std::string& word, const std::vector<std::string>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

const std::vector<std::string>& time_units() {
    static const std::vector<std::string> units{"s", "ms", "us", "ns"};
    return units;
}

double units_to_a_second(const std::string& unit) {
    return unit == "ms" ? 1e3 : unit == "us" ? 1e6 : unit == "ns" ? 1e9 : 1;
}

TimeColumn time_column(std::string_view name) {
    TimeColumn column;
    std::vector<std::string> words = words_of(name);
    if (words.empty()) return column;
    // TimeUS, timems
    for (const std::string& front : {std::string("timestamp"), std::string("time")})
        if (words.size() == 1 && words[0].rfind(front, 0) == 0 && !unit_called(words[0].substr(front.size())).empty()) {
            words = {front, words[0].substr(front.size())};
            if (words[1] == "s") words = {"times"};  // many of them
            break;
        }
    const std::vector<std::string> plain{"t", "time", "times", "elapsed"},
        unclear{"timestamp", "timestamps", "stamp", "ts", "utc", "epoch", "unix", "clock", "tick", "ticks", "date"};
    bool unclear_word = false;
    for (const std::string& word : words) {
        column.time = column.time || one_of(word, plain) || one_of(word, unclear);
        unclear_word = unclear_word || one_of(word, unclear);
    }
    if (!column.time) return column;
    if (words.size() > 1) column.unit = unit_called(words.back());
    if (one_of(words.back(), {"min", "mins", "minute", "minutes", "h", "hour", "hours", "day", "days"}))
        column.unknown = words.back();
    column.ambiguous = column.unit.empty() && unclear_word;
    return column;
}

std::optional<TimesFromFirstRow::Wide> TimesFromFirstRow::whole(std::string_view text) {
    // in 1e-12 of a unit: room for 26 digits before the point
    constexpr int fraction = 12, digits = 38;
    bool negative = false;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        negative = text.front() == '-';
        text.remove_prefix(1);
    }
    Wide value = 0;
    int behind = -1, seen = 0;
    for (const char c : text) {
        if (c == '.' && behind < 0) {
            behind = 0;
            continue;
        }
        if (c < '0' || c > '9' || ++seen >= digits - fraction || behind >= fraction) return std::nullopt;
        value = 10 * value + (c - '0');
        if (behind >= 0) ++behind;
    }
    if (seen == 0) return std::nullopt;
    for (int k = std::max(behind, 0); k < fraction; ++k) value *= 10;
    return negative ? -value : value;
}

double TimesFromFirstRow::operator()(std::string_view text, double value) {
    const std::optional<Wide> exact = whole(text);
    if (!begun_) {
        begun_ = true;
        first_ = exact;
        first_value_ = value;
    }
    if (!exact || !first_) return value - first_value_;
    // without the zeros at its end it is a double, and so is the power of ten: one rounding
    Wide difference = *exact - *first_;
    double scale = 1e12;
    for (; difference % 10 == 0 && scale > 1; difference /= 10) scale /= 10;
    return static_cast<double>(difference) / scale;
}

}  // namespace polhode
