// Kernels, their clocks, and MCAP: see exchange_reader.hpp.
#include "exchange_reader.hpp"
#include "polhode/exchange/spice/clock_kernel.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr const char* formats[] = {"ck", "mcap"};
    if (size > 0 && (data[0] & 15) == 2) {
        try {
            const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
            const auto clock = polhode::SpacecraftClock::parse(text, "fuzz", 999);
            if (!(clock.span(0, 1) > 0)) __builtin_trap();
        } catch (const polhode::InputError&) {
        }
        return 0;
    }
    read_as_one_of(formats, data, size);
    return 0;
}
