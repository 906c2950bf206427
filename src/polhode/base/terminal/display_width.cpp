#include "polhode/base/terminal/display_width.hpp"

#include <utf8proc.h>

#include "polhode/base/utf8.hpp"

namespace polhode {

namespace {

struct Character {
    std::size_t bytes;
    int columns;
};

Character character_at(std::string_view text, std::size_t i) {
    std::uint32_t code_point = 0;
    const std::size_t bytes = utf8_length(text, i, code_point);
    if (bytes == 0) return {1, 1};
    return {bytes, utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point))};
}

}  // namespace

int display_width(std::string_view text) {
    int width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = character_at(text, i);
        width += c.columns;
        i += c.bytes;
    }
    return width;
}

std::string shortened(std::string_view text, int width) {
    if (display_width(text) <= width) return std::string(text);
    std::size_t kept = 0;
    int used = 0;
    while (kept < text.size()) {
        const Character c = character_at(text, kept);
        if (used + c.columns > width - 1) break;
        used += c.columns;
        kept += c.bytes;
    }
    return std::string(text.substr(0, kept)) + "…";
}

}  // namespace polhode
