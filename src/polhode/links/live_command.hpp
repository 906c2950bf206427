// What comes in from outside while a body runs: a stimulus or a wish. Fixed in size, so that a queue of them never
// allocates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace polhode {

struct LiveCommand {
    enum class Kind : std::uint8_t { push, stick, rate, pause, resume, speed, reset, step, set, report };
    static constexpr std::size_t most_axes = 8;
    static constexpr std::size_t most_text = 64, most_value = 256;

    Kind kind = Kind::pause;
    std::int64_t id = -1;                  // push, step: the sender's number; -1: none was given
    std::uint64_t from = 0;                // step: who asked, where it is known by a number; 0: it is not
    std::array<double, 3> vector{};        // push: torque, N m; rate: rad/s in body axes
    bool world = false;                    // push: the torque is given in world axes
    double seconds = 0;                    // push: how long
    std::array<double, most_axes> axes{};  // stick: -1 to 1
    std::size_t axis_count = 0;
    std::uint32_t buttons = 0;  // stick: bit i is button i
    std::int32_t input = -1;    // stick: number of the [[input]] it belongs to; -1: it came from a page
    double value = 0;           // speed: times real time
    std::uint64_t count = 1;    // step: how many; set: its number (LiveSet)
    // set: a key of the scenario and its new value in TOML, both ended by zero
    std::array<char, most_text> key{};
    std::array<char, most_value> text{};
};

}  // namespace polhode
