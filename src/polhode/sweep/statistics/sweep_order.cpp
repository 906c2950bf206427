#include "polhode/sweep/statistics/sweep_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "polhode/base/ordered_bits.hpp"

namespace polhode {

namespace {

constexpr int finer_bits = 12;

}  // namespace

SweepOrder::SweepOrder(const SweepOutcomeSummary& summary, const std::vector<double>& percents, int bins,
                       std::size_t room, std::uint64_t never)
    : percents_(percents),
      n_(summary.moments.count),
      never_(never),
      lowest_(summary.lowest.value),
      highest_(summary.highest.value),
      room_(room) {
    if (n_ == 0) {
        first_pass_ = false;
        return;
    }
    // where all values are the same there is one bin
    if (!(lowest_ < highest_)) bins = 1;
    histogram_.counts.assign(static_cast<std::size_t>(bins), 0);
    for (int i = 0; i <= bins; ++i) {
        const double part = static_cast<double>(i) / bins;
        histogram_.edges.push_back(i == bins ? highest_ : lowest_ * (1 - part) + highest_ * part);
    }
    // halves, so that the difference of any two numbers is finite
    scale_ = lowest_ < highest_ ? bins / (0.5 * highest_ - 0.5 * lowest_) : 0;
    if (!std::isfinite(scale_)) scale_ = 0;

    for (const double percent : percents_) {
        const PercentileRanks r = percentile_ranks(n_ + never_, percent);
        for (const std::int64_t rank : {r.below, r.below + 1, r.low, r.high})
            if (rank > 0 && rank < static_cast<std::int64_t>(n_) - 1)
                ranks_.push_back(static_cast<std::uint64_t>(rank));
    }
    std::sort(ranks_.begin(), ranks_.end());
    ranks_.erase(std::unique(ranks_.begin(), ranks_.end()), ranks_.end());
    values_.assign(ranks_.size(), std::numeric_limits<double>::quiet_NaN());

    std::uint64_t before = 0;
    std::size_t next = 0;
    const auto place_of = [](std::int64_t key) { return ordered_bits(number_of_sketch_key(key)); };
    summary.sketch.for_each([&](std::int64_t bin, std::uint64_t count_in_bin) {
        while (next < ranks_.size() && ranks_[next] < before) ++next;
        if (next < ranks_.size() && ranks_[next] < before + count_in_bin)
            groups_.push_back({place_of(summary.sketch.first_key(bin)),
                               place_of(summary.sketch.last_key(bin)),
                               before,
                               count_in_bin,
                               0,
                               {},
                               {}});
        before += count_in_bin;
    });
    begin_pass();
}

// Small groups are collected, the rest is counted.
void SweepOrder::begin_pass() {
    std::size_t left = room_;
    for (Group& g : groups_) {
        if (g.count <= left / 4 || g.count <= 64) {
            left -= std::min(left, static_cast<std::size_t>(g.count));
            g.values.reserve(static_cast<std::size_t>(g.count));
            continue;
        }
        g.shift = 0;
        while (((g.high - g.low) >> g.shift) >= (1ULL << finer_bits)) ++g.shift;
        g.counts.assign(static_cast<std::size_t>((g.high - g.low) >> g.shift) + 1, 0);
    }
    group_of_bin_.clear();
    if (groups_.empty()) return;
    first_bin_ = sketch_bin(number_of_ordered_bits(groups_.front().low));
    const std::int32_t last = sketch_bin(number_of_ordered_bits(groups_.back().high));
    group_of_bin_.assign(static_cast<std::size_t>(last - first_bin_) + 1, -1);
    for (std::size_t i = groups_.size(); i-- > 0;)
        for (std::int32_t b = sketch_bin(number_of_ordered_bits(groups_[i].low));
             b <= sketch_bin(number_of_ordered_bits(groups_[i].high)); ++b)
            group_of_bin_[static_cast<std::size_t>(b - first_bin_)] = static_cast<std::int32_t>(i);
}

void SweepOrder::count(double x) {
    const auto bins = histogram_.counts.size();
    const auto at = static_cast<std::size_t>((0.5 * x - 0.5 * lowest_) * scale_);
    ++histogram_.counts[std::min(at, bins - 1)];
}

void SweepOrder::place(std::size_t group, double x) {
    const std::uint64_t u = ordered_bits(x);
    while (group < groups_.size() && u > groups_[group].high) ++group;
    if (group == groups_.size() || u < groups_[group].low) return;
    Group& g = groups_[group];
    if (g.counts.empty())
        g.values.push_back(x);
    else
        ++g.counts[static_cast<std::size_t>((u - g.low) >> g.shift)];
}

void SweepOrder::found(std::uint64_t rank, double value) {
    const auto at = std::lower_bound(ranks_.begin(), ranks_.end(), rank);
    values_[static_cast<std::size_t>(at - ranks_.begin())] = value;
}

void SweepOrder::end_pass() {
    first_pass_ = false;
    std::vector<Group> old;
    old.swap(groups_);
    for (Group& g : old) {
        auto rank = std::lower_bound(ranks_.begin(), ranks_.end(), g.before);
        const std::uint64_t end = g.before + g.count;
        if (g.counts.empty()) {
            std::sort(g.values.begin(), g.values.end());
            for (; rank != ranks_.end() && *rank < end; ++rank)
                found(*rank, g.values.at(static_cast<std::size_t>(*rank - g.before)) + 0.0);
            continue;
        }
        std::uint64_t before = g.before;
        for (std::size_t i = 0; i < g.counts.size() && rank != ranks_.end() && *rank < end; ++i) {
            const std::uint64_t here = before + g.counts[i];
            if (*rank < here) {
                const std::uint64_t low = g.low + (static_cast<std::uint64_t>(i) << g.shift);
                if (g.shift == 0)
                    for (; rank != ranks_.end() && *rank < here; ++rank) found(*rank, number_of_ordered_bits(low));
                else
                    groups_.push_back({low,
                                       std::min<std::uint64_t>(low + ((1ULL << g.shift) - 1), g.high),
                                       before,
                                       g.counts[i],
                                       0,
                                       {},
                                       {}});
                while (rank != ranks_.end() && *rank < here) ++rank;
            }
            before = here;
        }
    }
    begin_pass();
}

std::vector<SweepPercentile> SweepOrder::percentiles() const {
    const auto last = static_cast<std::int64_t>(n_) - 1;
    const auto at = [&](std::int64_t rank) {
        if (rank > last) return never_s;
        if (rank == 0) return lowest_;
        if (rank == last) return highest_;
        const auto i = std::lower_bound(ranks_.begin(), ranks_.end(), static_cast<std::uint64_t>(rank));
        return values_[static_cast<std::size_t>(i - ranks_.begin())];
    };
    std::vector<SweepPercentile> list;
    for (const double percent : percents_) list.push_back({percent, percentile_estimate(n_ + never_, percent, at)});
    return list;
}

}  // namespace polhode
