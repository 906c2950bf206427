#include "polhode/base/readable.hpp"

#include <cmath>
#include <cstdio>

#include "polhode/base/utf8.hpp"

namespace polhode {

std::string without_control_characters(std::string_view text) {
    std::string clean;
    for (std::size_t i = 0; i < text.size();) {
        std::uint32_t code_point = 0;
        const std::size_t length = utf8_length(text, i, code_point);
        if (length == 0)
            clean += "\xef\xbf\xbd";
        else if (code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0))
            clean += ' ';
        else
            clean += text.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    return clean;
}

std::string readable(double x, int digits) {
    if (std::isnan(x)) return "not a number";
    if (std::isinf(x)) return x > 0 ? "infinite" : "-infinite";
    char text[64];
    std::snprintf(text, sizeof text, "%.*g", digits, x);
    return std::string(text) == "-0" ? "0" : text;
}

std::string readable_seconds(double s) {
    if (!std::isfinite(s)) return readable(s);
    const double a = std::fabs(s);
    if (a == 0) return "0 s";
    if (a < 1e-6) return readable(s * 1e9, 4) + " ns";
    if (a < 1e-3) return readable(s * 1e6, 4) + " µs";
    if (a < 1) return readable(s * 1e3, 4) + " ms";
    return readable(s, 6) + " s";
}

std::string readable_count(long n) {
    const std::string digits = std::to_string(n < 0 ? -n : n);
    std::string text = n < 0 ? "-" : "";
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0 && digits.size() > 4) text += ' ';
        text += digits[i];
    }
    return text;
}

}  // namespace polhode
