// Ensembles on the processor: bodies in the lanes of the widest registers it has. The same source is compiled once for
// each width (ensemble_lanes_N.cpp); which one runs is decided when the program runs, and cannot be seen in the bits.
#pragma once

#include <string>
#include <vector>

#include "polhode/ensemble/ensemble.hpp"

namespace polhode {

// Bodies are handled in groups of this many: columns and results must have room for a whole number of groups, and the
// places behind the last body must hold some body.
inline constexpr long long ensemble_group = 8;

struct LaneWidth {
    int lanes = 0;
    std::string name;  // "AVX-512", "AVX2", ...
};
// What this processor can do, widest first; never empty.
const std::vector<LaneWidth>& lane_widths();

// Follows bodies 0 to count - 1. `lanes`: one of lane_widths(), or 0 for the widest. How many were followed to their
// end: all, or the first of them where `attention` did not want it to go on.
long long follow_ensemble(const ensemble::Shape& shape, const ensemble::Columns& columns, long long count,
                          const ensemble::Rows& rows, const ensemble::Out& out, int lanes = 0,
                          const ensemble::Attention* attention = nullptr);

// The rate at which `lanes` SIMD lanes do a fused multiply-add with no one waiting for another, in operations of one
// lane each second: what nothing on one core can exceed. For benchmarks.
double fma_peak(int lanes = 0);

}  // namespace polhode
