// Records of any bytes in any pieces: axes stay between -1 and 1, and pieces change nothing.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "polhode/links/joystick.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    JoystickState whole, parts;
    whole.take(bytes);
    const std::size_t piece = size > 0 ? 1 + data[size - 1] % 20 : 1;
    for (std::size_t at = 0; at < bytes.size(); at += piece) parts.take(bytes.substr(at, piece));
    for (std::size_t i = 0; i < JoystickState::most_axes; ++i) {
        if (!(std::abs(whole.axis(i)) <= 1) || whole.axis(i) != parts.axis(i)) __builtin_trap();
        if (!(std::abs(shaped_axis(whole.axis(i), 0.1, 0.5)) <= 1)) __builtin_trap();
    }
    if (whole.buttons() != parts.buttons()) __builtin_trap();
    return 0;
}
