// Any bytes are either a command whose numbers are finite and within their bounds, or a fault with a kind and words.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "polhode/base/utf8.hpp"
#include "polhode/links/own_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    LiveCommand command;
    const LinkFault fault = read_command_json({reinterpret_cast<const char*>(data), size}, command);
    if (fault) {
        if (fault.message.empty() || fault.message.size() > 1000) __builtin_trap();
        if (first_not_utf8(fault.message) != std::string_view::npos) __builtin_trap();
        return 0;
    }
    for (const double x : command.vector)
        if (!std::isfinite(x)) __builtin_trap();
    for (const double x : command.axes)
        if (!(std::abs(x) <= 1)) __builtin_trap();
    if (!std::isfinite(command.value) || !(command.seconds >= 0) || command.seconds > 3600) __builtin_trap();
    if (command.axis_count > LiveCommand::most_axes || command.count < 1 || command.id < -1) __builtin_trap();
    if (command.key.back() != '\0') __builtin_trap();
    return 0;
}
