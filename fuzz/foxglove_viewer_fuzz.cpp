// Messages of any bytes, one a line, binary where the first byte is 1: what a viewer has asked for stays bounded.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "polhode/links/foxglove.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    std::string_view text(reinterpret_cast<const char*>(data), size);
    FoxgloveViewer viewer;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view message = text.substr(0, end);
        LiveCommand command;
        const bool binary = !message.empty() && message[0] == '\1';
        const LinkFault fault = binary ? viewer.take_binary(message, command) : viewer.take_text(message);
        if (fault && fault.message.empty()) __builtin_trap();
        for (const double x : command.vector)
            if (!std::isfinite(x)) __builtin_trap();
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    const std::size_t asked =
        viewer.subscriptions(FoxgloveChannel::transform).size() + viewer.subscriptions(FoxgloveChannel::state).size();
    if (asked > FoxgloveViewer::most_subscriptions) __builtin_trap();
    return 0;
}
