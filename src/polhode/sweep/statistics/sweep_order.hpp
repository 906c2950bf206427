// Percentiles and a histogram from the values themselves, in little memory however many there are: the sketch says in
// which of its bins a rank lies, so that only the values in a few bins are collected, or, where even these are too
// many, counted in finer bins in one more pass.
#pragma once

#include <cstdint>
#include <vector>

#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {

class SweepOrder {
 public:
    // `room`: values that may be collected in a pass. `never`: runs besides, in which it never happens (they come
    // last).
    SweepOrder(const SweepOutcomeSummary& summary, const std::vector<double>& percents, int bins,
               std::size_t room = 1 << 20, std::uint64_t never = 0);

    // In every pass all values that are finite, in any order.
    void add(double x) {
        if (first_pass_) count(x);
        const auto at = static_cast<std::size_t>(sketch_bin(x) - first_bin_);
        if (at < group_of_bin_.size() && group_of_bin_[at] >= 0) place(static_cast<std::size_t>(group_of_bin_[at]), x);
    }
    void end_pass();
    bool done() const { return !first_pass_ && groups_.empty(); }

    // When done.
    std::vector<SweepPercentile> percentiles() const;
    const SweepHistogram& histogram() const { return histogram_; }

 private:
    // Values between two numbers, among which are some of the ranks that are looked for.
    struct Group {
        std::uint64_t low, high;  // in the order of the numbers (ordered_bits)
        std::uint64_t before, count;
        int shift;                          // finer bins: low + (i << shift)
        std::vector<double> values;         // collected
        std::vector<std::uint64_t> counts;  // or counted
    };
    void count(double x);
    void place(std::size_t group, double x);
    void begin_pass();
    void found(std::uint64_t rank, double value);

    std::vector<double> percents_;
    std::uint64_t n_, never_;
    double lowest_, highest_, scale_ = 0;
    std::size_t room_;
    std::vector<std::uint64_t> ranks_;  // that are looked for, in order
    std::vector<double> values_;        // of the ranks
    SweepHistogram histogram_;
    bool first_pass_ = true;
    std::vector<Group> groups_;  // in order
    std::int32_t first_bin_ = 0;
    std::vector<std::int32_t> group_of_bin_;  // the first group in a bin of the sketch; -1: none
};

}  // namespace polhode
