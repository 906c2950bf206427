// A block of a sweep while its runs are being computed: where their results go. Outcomes of runs that are not kept are
// summed up in batches of a fixed size, so that the order of additions does not depend on how runs were computed.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"

namespace polhode {

class BlockInProgress {
 public:
    // `runs_done` follows done().
    BlockInProgress(const Sweep& sweep, std::uint64_t index, std::uint64_t first, std::uint64_t count,
                    std::atomic<double>& runs_done);

    // Takes over what was finished of the block before (SweepPart::encoded). Something that is no such part is left
    // out: then from the first run on.
    void go_on_behind(const std::string& part);

    std::uint64_t first() const { return block_.first; }
    std::uint64_t count() const { return block_.count; }
    std::uint64_t done() const { return done_; }  // runs, in their order
    bool complete() const { return done_ == block_.count; }

    // Where the outcomes of the next run go; then finish() with its inputs.
    double* outcomes_of(std::uint64_t run);
    void add_failure(std::uint64_t run, const std::string& reason) { block_.failures.push_back({run, reason}); }
    // For quantities over time.
    SweepSummary& summary() { return block_.summary; }
    void finish(const double* inputs);
    // A part of runs that are on their way, for those who watch them.
    void show(double part) { runs_done_.store(static_cast<double>(done_) + part, std::memory_order_relaxed); }

    // The bytes of the block, when it is complete.
    std::string encoded();
    // What is finished of a block that is given up; "" where nothing is.
    std::string part() const;

 private:
    void sum_up();

    const Sweep& sweep_;
    SweepBlock block_;
    std::atomic<double>& runs_done_;
    std::uint64_t done_ = 0;
    std::vector<double> pending_outcomes_, pending_inputs_;
    std::uint64_t pending_first_ = 0, pending_ = 0;
};

}  // namespace polhode
