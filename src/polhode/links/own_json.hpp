// Polhode's own messages: JSON objects, one a WebSocket message, a datagram or a line. Numbers have 17 significant
// digits, so that who reads them has the same bits. What is no number (the energy of given rates) is left out.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/links/live_command.hpp"
#include "polhode/links/live_frame.hpp"

namespace polhode {

struct LiveHello {
    std::string title;
    double step = 0;   // s
    double speed = 1;  // times real time; 0: paused, or no clock
    std::vector<std::string> inputs;
    std::vector<std::string> compare;  // names of the methods that run beside the first
};

// Each appends one object, without an end of line: a text that is used again and again is not allocated again.
void write_hello_json(std::string& text, const LiveHello& hello);
// `names`: those of the companions, as in the hello
void write_frame_json(std::string& text, const LiveFrame& frame, std::span<const std::string> names);
void write_status_json(std::string& text, std::string_view level,
                       std::string_view words);  // level: info, warning, error
void write_end_json(std::string& text, std::string_view reason);

// A text as JSON has it, with quotes. What is not UTF-8 becomes question marks.
void write_json_text(std::string& text, std::string_view words);
void write_json_number(std::string& text, double x);
// [a,b,c]
void write_json_numbers(std::string& text, std::span<const double> numbers);

// Why something that came in is not used. `kind` is one of a few texts that do not change: the first of each is told,
// the others are counted.
struct LinkFault {
    const char* kind = nullptr;  // nullptr: nothing is wrong
    std::string message;

    explicit operator bool() const { return kind != nullptr; }
};

inline constexpr std::size_t longest_command = 4096;  // bytes

// {"op":"push",..}: reads one object; `command` is changed only where nothing is wrong.
LinkFault read_command_json(std::string_view text, LiveCommand& command);

}  // namespace polhode
