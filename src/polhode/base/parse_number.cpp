#include "polhode/base/parse_number.hpp"

#include <fast_float/fast_float.h>

namespace polhode {

std::optional<double> parse_number(std::string_view text) {
    // The sign is ours: fast_float, like std::from_chars, knows no plus.
    const bool negative = !text.empty() && text[0] == '-';
    if (negative || (!text.empty() && text[0] == '+')) text.remove_prefix(1);
    // Neither a second sign nor "inf" nor "nan".
    if (text.empty() || !((text[0] >= '0' && text[0] <= '9') || text[0] == '.')) return std::nullopt;
    double value = 0;
    const char* const end = text.data() + text.size();
    // Out of range is no error: newer versions say so, but all of them give infinity or zero.
    if (fast_float::from_chars(text.data(), end, value).ptr != end) return std::nullopt;
    return negative ? -value : value;
}

}  // namespace polhode
