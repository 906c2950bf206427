// What is summed up of many runs without keeping them: of each outcome moments, extremes, the worst runs and how it is
// distributed, how it goes with each input, and the distribution of chosen quantities over time. Summaries of blocks
// are put together in the order of the blocks, which makes the result independent of who computed which block when.
//
// Sums in a fixed order. Runs are taken in batches of 1024, counted from the first that is handed over. Within a batch
// number i goes to lane i modulo 32; each lane adds its own in order, and the lanes are added by halves (lane k and
// k + 16, then k + 8, ...). A first pass gives the mean, a second the central sums about it. A value that is not there
// adds +0. Batches, and then blocks, are merged by the formulas of Chan, Golub and LeVeque (The American Statistician
// 37 (1983) 242) and, for the third and fourth order, Pebay (SAND2008-6212, section 2). Every processor that adds in
// this order gets the same bits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/sweep/statistics/sweep_sketch.hpp"

namespace polhode {

struct Sweep;

inline constexpr std::uint64_t summary_batch = 1024;
inline constexpr int summary_lanes = 32;
inline constexpr std::size_t missing_named = 20;

// Sums of powers of the deviation from the mean.
struct SweepMoments {
    std::uint64_t count = 0;
    double mean = 0, m2 = 0, m3 = 0, m4 = 0;
    void merge(const SweepMoments& other);
};

// An input beside an outcome, over the runs that have the outcome: mean and squared deviations of the input, and the
// sum of the products of both deviations.
struct SweepCoMoments {
    double mean = 0, m2 = 0, product = 0;
};

struct SweepExtreme {
    double value = 0;
    std::uint64_t run = 0;
};

struct SweepOutcomeSummary {
    SweepMoments moments;
    std::uint64_t missing = 0;     // runs without this number: they failed, or it does not exist for them
    SweepExtreme lowest, highest;  // the first run that reached it
    // The worst first; of equals the earlier run first. Not a number is that of a run that did not fail and does not
    // have it, where that is the worst.
    std::vector<SweepExtreme> worst;
    std::vector<std::uint64_t> first_missing;  // the first of the runs that did not fail and do not have it
    SweepSketch sketch;
    std::vector<SweepCoMoments> with_inputs;
};

struct SweepShape {
    struct Outcome {
        std::uint64_t worst = 0;  // how many of the worst are remembered
        bool worst_is_low = false;
        bool missing_is_worst = false;  // a run that does not have it is worse than any that has
    };
    std::size_t inputs = 0;
    std::vector<Outcome> outcomes{};
    std::size_t over_time = 0;  // quantities
};
SweepShape sweep_shape(const Sweep& sweep);
// Without outcomes: what a sweep that keeps its runs journals with each block.
SweepShape sweep_shape_over_time(const Sweep& sweep);

class SweepSummary {
 public:
    SweepSummary() = default;
    explicit SweepSummary(const SweepShape& shape);

    // The runs first, first + 1, ...: row by row the inputs and the outcomes; an outcome that is not finite is missing.
    // `failed`: which of them did (not 0); none where it is left out.
    void add(std::uint64_t first, std::uint64_t count, const double* inputs, const double* outcomes,
             const std::uint8_t* failed = nullptr);
    void add(std::uint64_t run, const double* inputs, const double* outcomes) { add(run, 1, inputs, outcomes); }
    // Runs with these numbers, which rise, without their inputs (the shape has none); a batch of them at most.
    void add(const std::vector<std::uint64_t>& runs, const double* outcomes, const std::uint8_t* failed);
    // Of one run at one sample (0, 1, ...); what is not finite is passed over.
    void add_over_time(std::uint64_t sample, std::size_t quantity, double value) {
        add_over_time(sample, quantity, &value, 1);
    }
    void add_over_time(std::uint64_t sample, std::size_t quantity, const double* values, std::size_t count);

    // Appends what comes after in the order of the runs. A side without outcomes, or without quantities over time,
    // takes those of the other; otherwise the shapes must agree (std::runtime_error).
    void merge(const SweepSummary& later);

    std::uint64_t runs() const { return runs_; }  // added, with or without outcomes
    std::size_t inputs() const { return shape_.inputs; }
    const SweepShape& shape() const { return shape_; }
    const std::vector<SweepOutcomeSummary>& outcomes() const { return outcomes_; }

    std::size_t quantities() const { return over_time_.size(); }
    std::size_t samples() const;  // the most any quantity has
    // Of a quantity, one for each sample.
    const std::vector<SweepSketch>& over_time(std::size_t quantity) const { return over_time_[quantity]; }
    SweepSketch& over_time(std::size_t quantity, std::size_t sample);

    void encode(ByteWriter& to) const;
    static SweepSummary decoded(ByteReader& from);  // throws std::runtime_error

 private:
    // `numbers`: of the runs, where they are not first, first + 1, ...
    void add_batch(std::uint64_t first, std::size_t count, const double* inputs, const double* outcomes,
                   const std::uint8_t* failed, const std::uint64_t* numbers = nullptr);

    SweepShape shape_;
    std::uint64_t runs_ = 0;
    std::vector<SweepOutcomeSummary> outcomes_;
    std::vector<std::vector<SweepSketch>> over_time_;  // quantity by quantity, sample by sample
};

}  // namespace polhode
