#include "polhode/links/joystick.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace polhode {

namespace {

constexpr std::uint8_t button_event = 1, axis_event = 2, initial_state = 0x80;
constexpr double full_deflection = 32767;

}  // namespace

std::size_t JoystickState::take(std::string_view bytes) {
    std::size_t changes = 0;
    for (const char byte : bytes) {
        part_[held_++] = byte;
        if (held_ < joystick_record_bytes) continue;
        held_ = 0;
        if (record(part_.data())) ++changes;
    }
    return changes;
}

bool JoystickState::record(const char* bytes) {
    std::int16_t value;
    std::memcpy(&value, bytes + 4, sizeof value);
    const auto type = static_cast<std::uint8_t>(static_cast<std::uint8_t>(bytes[6]) & ~initial_state);
    const auto number = static_cast<std::uint8_t>(bytes[7]);
    if (type == axis_event && number < most_axes) {
        const double before = axes_[number];
        axes_[number] = std::max(-1.0, value / full_deflection);
        return axes_[number] != before;
    }
    if (type == button_event && number < most_buttons) {
        const std::uint32_t bit = 1u << number, before = buttons_;
        buttons_ = value != 0 ? buttons_ | bit : buttons_ & ~bit;
        return buttons_ != before;
    }
    return false;
}

void JoystickState::let_go() { *this = JoystickState(); }

double shaped_axis(double value, double dead_zone, double expo) {
    const double size = std::min(std::abs(value), 1.0);
    if (!(size > dead_zone)) return 0;
    const double stretched = (size - dead_zone) / (1 - dead_zone);
    return std::copysign((1 - expo) * stretched + expo * stretched * stretched * stretched, value);
}

}  // namespace polhode
