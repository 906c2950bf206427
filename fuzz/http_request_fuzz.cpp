// Any bytes are either no request or one whose parts are clean, and a path that is let through stays below its folder.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "polhode/net/http_server.hpp"
#include "polhode/studio/studio_server.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto request = parse_http_request(text)) {
        if (request->target.empty() || request->target[0] != '/') __builtin_trap();
        for (const auto& [name, value] : request->headers)
            if (name.empty() || value.find_first_of("\r\n") != std::string::npos) __builtin_trap();
        (void)request->only("host");
    }
    if (const auto path = path_below(text)) {
        const std::string whole = (std::filesystem::path("/served") / *path).lexically_normal().string();
        if (whole.rfind("/served/", 0) != 0 || path->find('\0') != std::string::npos) __builtin_trap();
    }
    return 0;
}
