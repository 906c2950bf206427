#include "polhode/sweep/statistics/sweep_group_sums.hpp"

#include <algorithm>
#include <stdexcept>

#include "polhode/base/byte_stream.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

namespace {

// Those of a batch that belong to one group.
struct Gathered {
    std::vector<std::uint64_t> runs;
    std::vector<double> outcomes;
    std::vector<std::uint8_t> failed;
};

}  // namespace

std::vector<SweepGroupSum> sweep_group_sums(const Sweep& sweep) {
    SweepShape shape;
    for (const SweepOutcome& o : sweep.outcomes) shape.outcomes.push_back({0, o.worst_is_low, false});
    std::size_t groups = 0;
    for (const SweepGrouping& grouping : sweep.groups) groups += grouping.size();
    return std::vector<SweepGroupSum>(groups, {0, SweepSummary(shape)});
}

void add_to_groups(const Sweep& sweep, std::vector<SweepGroupSum>& sums, std::uint64_t first, std::uint64_t count,
                   const double* inputs, const double* outcomes, const std::uint8_t* failed) {
    if (sums.empty()) return;
    const auto width_in = static_cast<std::size_t>(sweep.inputs.columns());
    const std::size_t width_out = sweep.outcomes.size();
    for (std::uint64_t begin = 0; begin < count; begin += summary_batch) {
        const std::uint64_t end = std::min(count, begin + summary_batch);
        std::vector<Gathered> gathered(sums.size());
        for (std::uint64_t r = begin; r < end; ++r) {
            std::size_t before = 0;
            for (const SweepGrouping& grouping : sweep.groups) {
                Gathered& g = gathered[before + grouping.group_of(inputs + r * width_in)];
                g.runs.push_back(first + r);
                g.outcomes.insert(g.outcomes.end(), outcomes + r * width_out, outcomes + (r + 1) * width_out);
                g.failed.push_back(failed[r]);
                before += grouping.size();
            }
        }
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const Gathered& g = gathered[i];
            if (g.runs.empty()) continue;
            sums[i].failed += static_cast<std::uint64_t>(std::count(g.failed.begin(), g.failed.end(), 1));
            sums[i].summary.add(g.runs, g.outcomes.data(), g.failed.data());
        }
    }
}

void merge_groups(std::vector<SweepGroupSum>& sums, const std::vector<SweepGroupSum>& later) {
    if (sums.size() != later.size())
        throw std::runtime_error("two summaries of different groups cannot be put together");
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i].failed += later[i].failed;
        sums[i].summary.merge(later[i].summary);
    }
}

void encode_groups(const std::vector<SweepGroupSum>& sums, ByteWriter& to) {
    to.count(sums.size());
    for (const SweepGroupSum& sum : sums) {
        to.count(sum.failed);
        sum.summary.encode(to);
    }
}

std::vector<SweepGroupSum> decoded_groups(ByteReader& from) {
    std::vector<SweepGroupSum> sums;
    for (std::size_t left = from.count_of(5); left > 0; --left) {
        const std::uint64_t failed = from.count();
        sums.push_back({failed, SweepSummary::decoded(from)});
    }
    return sums;
}

}  // namespace polhode
