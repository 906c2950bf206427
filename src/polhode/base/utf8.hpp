// UTF-8 as it may stand in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace polhode {

// The length of the UTF-8 sequence at text[i], 0 if it is not valid (RFC 3629: no overlong forms, no surrogates).
inline std::size_t utf8_length(std::string_view text, std::size_t i, std::uint32_t& code_point) {
    const auto byte = [&](std::size_t k) -> std::uint32_t {
        return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
    };
    const std::uint32_t lead = byte(i);
    std::size_t length = 0;
    if (lead < 0x80) {
        code_point = lead;
        return 1;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
        code_point = lead & 0x1F;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        code_point = lead & 0x0F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        code_point = lead & 0x07;
    } else {
        return 0;
    }
    for (std::size_t k = 1; k < length; ++k) {
        if ((byte(i + k) & 0xC0) != 0x80) return 0;
        code_point = code_point << 6 | (byte(i + k) & 0x3F);
    }
    const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
    const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    return overlong || surrogate || code_point > 0x10FFFF ? 0 : length;
}

// The first byte that is no part of valid UTF-8; npos where all of it is valid.
inline std::size_t first_not_utf8(std::string_view text) {
    std::uint32_t code_point = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i, code_point);
        if (length == 0) return i;
        i += length;
    }
    return std::string_view::npos;
}

}  // namespace polhode
