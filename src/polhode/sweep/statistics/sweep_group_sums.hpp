// What is summed up of each group of runs (sweep_grouping.hpp), in the fixed order of sweep_summary.hpp: batches of
// 1024 neighbouring runs, those of a group in the order of their numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "polhode/sweep/statistics/sweep_summary.hpp"

namespace polhode {

struct Sweep;

struct SweepGroupSum {
    std::uint64_t failed = 0;
    SweepSummary summary{};  // of the outcomes alone
};

// One for each group, grouping after grouping; empty ones.
std::vector<SweepGroupSum> sweep_group_sums(const Sweep& sweep);
// The runs first, first + 1, ... as in SweepSummary::add.
void add_to_groups(const Sweep& sweep, std::vector<SweepGroupSum>& sums, std::uint64_t first, std::uint64_t count,
                   const double* inputs, const double* outcomes, const std::uint8_t* failed);
// Appends what comes after in the order of the runs. Throws std::runtime_error where there are not as many groups.
void merge_groups(std::vector<SweepGroupSum>& sums, const std::vector<SweepGroupSum>& later);

void encode_groups(const std::vector<SweepGroupSum>& sums, ByteWriter& to);
std::vector<SweepGroupSum> decoded_groups(ByteReader& from);  // throws std::runtime_error

}  // namespace polhode
