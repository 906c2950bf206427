// Lines of any bytes: time never goes back, and no value is taken that is not finite.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "polhode/links/text_columns.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    std::string_view text(reinterpret_cast<const char*>(data), size);
    if (text.empty()) return 0;
    ColumnsReader reader(1 + static_cast<unsigned char>(text[0]) % ColumnsReader::most_values);
    text.remove_prefix(1);
    bool begun = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const double before = reader.time();
        const auto values = reader.values();
        if (reader.read(text.substr(0, end))) {
            if (reader.values() != values || reader.time() != before) __builtin_trap();
        } else {
            if (!std::isfinite(reader.time()) || (begun && reader.time() < before)) __builtin_trap();
            begun = true;
            for (const double x : reader.values())
                if (!std::isfinite(x)) __builtin_trap();
        }
        text.remove_prefix(end);
    }
    return 0;
}
