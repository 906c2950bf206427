// A joystick as the kernel shows it (/dev/input/js0): records of eight bytes, and what a pilot feels of an axis.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace polhode {

// linux/joystick.h, struct js_event, in the machine's own order
inline constexpr std::size_t joystick_record_bytes = 8;

// The device's axes and buttons, as its records tell them. Records of axes and buttons beyond these are passed over.
class JoystickState {
 public:
    static constexpr std::size_t most_axes = 16, most_buttons = 32;

    // Takes bytes as they come, also parts of a record. Returns how many records changed something.
    std::size_t take(std::string_view bytes);
    // Unplugged: everything at rest, and a half record forgotten.
    void let_go();

    double axis(std::size_t i) const { return i < most_axes ? axes_[i] : 0; }  // -1 to 1
    std::uint32_t buttons() const { return buttons_; }                         // bit i is button i

 private:
    bool record(const char* bytes);

    std::array<double, most_axes> axes_{};
    std::uint32_t buttons_ = 0;
    std::array<char, joystick_record_bytes> part_{};
    std::size_t held_ = 0;
};

// Dead zone: nothing inside it, and the rest stretched so that it begins at zero and ends at one. Expo: the share of
// the cube in the curve, 0 straight, 1 the cube alone; the ends stay where they are.
double shaped_axis(double value, double dead_zone, double expo);

}  // namespace polhode
