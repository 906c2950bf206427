// Bytes in any pieces: commands within their bounds, and after the end of a datagram the next good packet is heard.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/links/mavlink.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto heard = [&](std::size_t piece, std::vector<LiveCommand>& commands) {
        MavlinkReader reader(1);
        const auto use = [&](const LiveCommand& command) {
            for (const double x : command.axes)
                if (!(std::abs(x) <= 1)) __builtin_trap();
            commands.push_back(command);
        };
        for (std::size_t at = 0; at < bytes.size(); at += piece) reader.take(bytes.substr(at, piece), use);
        if (reader.counts().commands != commands.size()) __builtin_trap();
        reader.end_of_datagram(use);
        if (reader.counts().commands != commands.size()) __builtin_trap();
        LiveCommand stick;
        stick.axis_count = 4;
        std::string packet;
        MavlinkSender sender;
        write_mavlink_manual_control(packet, sender, stick, 1);
        const std::size_t before = commands.size();
        reader.take(packet, use);
        if (commands.size() != before + 1) __builtin_trap();
    };
    std::vector<LiveCommand> whole, parts;
    heard(size + 1, whole);
    heard(size > 0 ? 1 + data[0] % 40 : 1, parts);
    if (whole.size() != parts.size()) __builtin_trap();
    return 0;
}
