// Bytes of a journal or of another rank as a block of runs, or as what is finished of one: anything that is not one is
// refused, and what is read can be written again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "polhode/sweep/journal/sweep_block.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const polhode::SweepBlock block =
            polhode::SweepBlock::decoded(std::string(reinterpret_cast<const char*>(data), size));
        const std::string again = block.encoded();
        if (polhode::SweepBlock::decoded(again).encoded() != again) std::abort();
    } catch (const std::runtime_error&) {
    }
    try {
        const std::string bytes(reinterpret_cast<const char*>(data), size);
        const std::string again = polhode::SweepPart::decoded(bytes).encoded();
        if (!polhode::SweepPart::is_part(bytes) || polhode::SweepPart::decoded(again).encoded() != again) std::abort();
    } catch (const std::runtime_error&) {
    }
    return 0;
}
