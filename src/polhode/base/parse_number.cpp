#include "polhode/base/parse_number.hpp"

#include <charconv>
#include <limits>
#include <locale>
#include <sstream>
#include <string>

namespace polhode {

namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }

// Digits, point and exponent of a number without its sign; `ten` is the power of ten of the last digit kept.
struct Decimal {
    unsigned long long digits = 0;
    int kept = 0;       // digits in `digits` without leading zeros
    bool exact = true;  // nothing but zeros was cut off
    long long ten = 0;
    bool zero = true;
};

std::optional<Decimal> read_decimal(std::string_view s) {
    Decimal d;
    std::size_t i = 0;
    bool any = false, point = false;
    for (; i < s.size(); ++i) {
        if (s[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (!digit(s[i])) break;
        any = true;
        const unsigned value = static_cast<unsigned>(s[i] - '0');
        if (value != 0) d.zero = false;
        constexpr int most = 19;  // 10^19 - 1 fits in 64 bits
        if (d.kept < most) {
            d.digits = 10 * d.digits + value;
            if (d.digits != 0) ++d.kept;
            if (point) --d.ten;
        } else {
            if (value != 0) d.exact = false;
            if (!point) ++d.ten;
        }
    }
    if (!any) return std::nullopt;
    if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
        ++i;
        bool negative = false;
        if (i < s.size() && (s[i] == '+' || s[i] == '-')) negative = s[i++] == '-';
        if (i == s.size()) return std::nullopt;
        long long exponent = 0;
        for (; i < s.size() && digit(s[i]); ++i)
            if (exponent < 1000000000) exponent = 10 * exponent + (s[i] - '0');
        d.ten += negative ? -exponent : exponent;
    }
    if (i != s.size()) return std::nullopt;
    return d;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
    bool negative = false;
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
        negative = text[0] == '-';
        text.remove_prefix(1);
    }
    const std::optional<Decimal> d = read_decimal(text);
    if (!d) return std::nullopt;
    const auto signed_value = [&](double v) { return negative ? -v : v; };
    if (d->zero) return signed_value(0.0);

    // Both factors are exact doubles, so that one operation rounds once (Clinger 1990).
    static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d->exact && d->digits <= (1ULL << 53) && d->ten >= -22 && d->ten <= 22) {
        const double digits = static_cast<double>(d->digits);
        return signed_value(d->ten < 0 ? digits / powers[-d->ten] : digits * powers[d->ten]);
    }
    if (d->kept + d->ten > 310) return signed_value(std::numeric_limits<double>::infinity());
    if (d->kept + d->ten < -330) return signed_value(0.0);

    double value = 0;
#if defined(__cpp_lib_to_chars)
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        value = d->kept + d->ten > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    else if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
#else
    // Libraries without from_chars for floating point (libc++ of Emscripten): slow, but only for long numbers.
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    stream >> value;
    // Out of range: below the normal numbers the value is right all the same (C++11, [facet.num.get.virtuals]).
    if (stream.fail() && d->kept + d->ten > 0) value = std::numeric_limits<double>::infinity();
#endif
    return signed_value(value);
}

}  // namespace polhode
