// Spearman's rank correlation of inputs with outcomes: how far an outcome rises with an input, whatever the curve. Made
// of all runs, or of a fixed random part of them where there are very many (its own scatter is then below 0.003).
#pragma once

#include <cstdint>
#include <vector>

#include "polhode/sweep/statistics/sweep_chance.hpp"

namespace polhode {

// The place of each number among all, from 1; equals share the mean of theirs (Kendall and Gibbons, Rank Correlation
// Methods, 5th ed., section 3.2). Infinity is one; none may be not a number.
std::vector<double> average_ranks(const std::vector<double>& values);

struct SweepRankCorrelation {
    double r = 0;  // not a number where it does not exist (nothing varies)
    SweepChance chance{};
};
// Of two columns of ranks.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

class SweepRankSample {
 public:
    // Of more runs about this many are taken.
    static constexpr std::uint64_t about = 1 << 17;

    SweepRankSample(std::uint64_t runs, std::size_t inputs, std::size_t outcomes);

    // Whether a run belongs to the sample: a function of its number alone.
    bool takes(std::uint64_t run) const;
    // An outcome that is not a number is missing; never_s (sweep_statistics.hpp) has a rank like any other, the last.
    void add(const double* inputs, const double* outcomes);
    std::uint64_t size() const { return size_; }

    // Outcome by outcome, of every input.
    std::vector<std::vector<SweepRankCorrelation>> correlations() const;

 private:
    std::uint64_t threshold_;
    std::uint64_t size_ = 0;
    std::vector<std::vector<double>> inputs_, outcomes_;
};

}  // namespace polhode
