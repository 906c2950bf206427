// The numbers a sweep ends in: for each outcome mean, standard deviation and percentiles with their 95 % confidence
// intervals, a histogram, correlations with every input and the worst runs; percentiles over time.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "polhode/sweep/statistics/sweep_chance.hpp"
#include "polhode/sweep/statistics/sweep_summary.hpp"

namespace polhode {

struct Sweep;

// A number and the interval that holds the true one with 95 % confidence; a side that is unknown is not a number.
struct SweepEstimate {
    double value = 0, low = 0, high = 0;
};

// Of the mean, by Student's distribution.
SweepEstimate mean_estimate(const SweepMoments& moments);
// Of a probability: `ones` of `count` runs were 1, the others 0. Clopper and Pearson, Biometrika 26 (1934) 404: the
// ends are those probabilities that leave 2.5 % for as many ones or more, and for as many or fewer. It holds the true
// one in at least 95 % of all sweeps whatever that is, where the shorter one of Wilson (J. of the American
// Statistical Association 22 (1927) 209) holds a rare one in as few as 84 % (Brown, Cai and DasGupta, Statistical
// Science 16 (2001) 101).
SweepEstimate share_estimate(std::uint64_t ones, std::uint64_t count);
// How many values are 1, where all the others are 0.
std::optional<std::uint64_t> ones_among_zeros(const SweepSketch& sketch);
// Of the standard deviation, for large samples of any distribution: the standard error is
// s/2 sqrt((m4/s^4 - (n - 3)/(n - 1))/n), from var(s^2) = (mu4 - (n - 3)/(n - 1) sigma^4)/n (Mood, Graybill and Boes,
// Introduction to the Theory of Statistics, 3rd ed., section VI.2.3) and s ~ sqrt(s^2).
SweepEstimate deviation_estimate(const SweepMoments& moments);
double skewness(const SweepMoments& moments);
double kurtosis(const SweepMoments& moments);  // 3 for a normal distribution

// Which of n values in order, counted from 0, make up a percentile and its interval, whatever the distribution: the
// percentile lies between `below` and the one after it (numpy's "linear"), the interval between `low` and `high`
// (Hahn and Meeker, Statistical Intervals (1991), section 5.2: both tails of the binomial at most 2.5 %). -1 or n: too
// few values to say.
struct PercentileRanks {
    std::int64_t below = 0;
    double part = 0;  // of the way from `below` to the next
    std::int64_t low = -1, high = -1;
};
PercentileRanks percentile_ranks(std::uint64_t n, double percent);

// When something happens that does not happen: later than any time.
inline constexpr double never_s = std::numeric_limits<double>::infinity();

// From the values in order, at_rank(0) to at_rank(n - 1), of which only some are asked for; those that are never come
// last. Between a time and never lies never.
SweepEstimate percentile_estimate(std::uint64_t n, double percent, const std::function<double(std::int64_t)>& at_rank);

struct SweepPercentile {
    double percent = 0;
    SweepEstimate estimate;
};
// `never`: how many runs there are besides, in which it never happens.
std::vector<SweepPercentile> sketch_percentiles(const SweepSketch& sketch, double lowest, double highest,
                                                const std::vector<double>& percents, std::uint64_t never = 0);

struct SweepHistogram {
    std::vector<double> edges;          // one more than counts
    std::vector<std::uint64_t> counts;  // the last bin holds its end
};
// About `bins` bins from the lowest to the highest value; their edges are edges of the sketch.
SweepHistogram sketch_histogram(const SweepSketch& sketch, double lowest, double highest, int bins);

// Whether it varies so little that the bins of the sketch are too wide for it: the standard deviation, less the lowest
// and the highest hundredth of the values, is below three of them, and percentiles and histogram say little. It happens
// where a few values lie far off from all the others; those that lie together by themselves have finer bins.
bool too_narrow_for_sketch(const SweepSketch& sketch);

struct SweepCorrelation {
    std::size_t input = 0;         // column
    double linear = 0;             // Pearson's; not a number where its sums overflow or nothing varies
    std::optional<double> ranked;  // Spearman's, where runs are kept
    SweepChance chance{};          // of the one by rank; no pairs: not known
};

struct SweepOutcomeStatistics {
    std::uint64_t count = 0, missing = 0;
    // Of a first-time: runs that did not fail and in which it does not happen. Percentiles count them as later than any
    // time; everything else is of the runs that have the outcome.
    std::uint64_t never = 0;
    SweepEstimate mean, deviation;
    // Every value is 0 or 1: how many are 1. The mean is a share then, and has the interval of one. Where all agree it
    // is one only of an outcome whose formula compares: 0 in every run can be any quantity that does not vary.
    std::optional<std::uint64_t> ones;
    double standard_error = 0, skewness = 0, kurtosis = 0;
    SweepExtreme lowest, highest;
    std::vector<SweepPercentile> percentiles;
    SweepHistogram histogram;
    bool coarse = false;  // percentiles and histogram come from a sketch whose bins are too wide for it
    std::vector<SweepCorrelation> correlations;  // of every input in order
    std::vector<SweepExtreme> worst;           // with those that do not have it, not a number, where that is the worst
    std::vector<std::uint64_t> first_missing;  // that did not fail and do not have it
};

struct SweepStatistics {
    std::uint64_t runs = 0, failed = 0;
    bool exact = false;             // percentiles and histograms come from the values themselves, not from the sketch
    std::uint64_t ranked_runs = 0;  // how many runs the rank correlations are made of
    std::vector<SweepOutcomeStatistics> outcomes;  // as in the sweep
    struct Group {
        std::uint64_t runs = 0, failed = 0;
        std::vector<SweepOutcomeStatistics> outcomes;  // without correlations and worst runs
    };
    std::vector<std::vector<Group>> groups;  // of each grouping of the sweep
    struct OverTime {
        std::vector<std::uint64_t> counts;             // values at each sample
        std::vector<std::vector<double>> percentiles;  // sample by sample, as asked for in `keep`
        std::uint64_t coarse = 0;                      // samples at which the bins of the sketch are too wide for it
        double middle = 0;                             // the median at the first of them
    };
    std::vector<double> times;  // s, of the samples
    std::vector<OverTime> over_time;
    struct Failure {
        std::uint64_t run;
        std::string reason;
    };
    std::vector<Failure> first_failures;  // at most 20
    std::string hash;                     // of the results
};

// All that a summary alone can tell (nothing exact, no rank correlations, failures or hash), and how many runs failed.
SweepStatistics sweep_statistics(const Sweep& sweep, const SweepSummary& summary, std::uint64_t failed = 0);

}  // namespace polhode
