// What is finished of a block of runs that was given up, because somebody wanted to stop: its first runs. It is
// journalled and sent between ranks as a block is, and whoever computes the block later goes on behind them; the bytes
// of the block do not show it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "polhode/sweep/journal/sweep_block.hpp"

namespace polhode {

struct SweepPart {
    SweepBlock block;  // index and first run of the whole; count, outcomes, failures and sums of what is finished
    // Outcomes of the last runs that are finished and not summed up yet, where the sweep keeps no runs.
    std::vector<double> pending{};

    std::string encoded() const;
    static SweepPart decoded(std::string_view bytes);  // throws std::runtime_error on anything else
    static bool is_part(std::string_view bytes);       // and no whole block
    // The number of runs in it, without reading the rest; throws std::runtime_error.
    static std::uint64_t runs_in(std::string_view bytes);
};

}  // namespace polhode
