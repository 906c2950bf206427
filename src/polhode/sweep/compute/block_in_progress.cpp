#include "polhode/sweep/compute/block_in_progress.hpp"

#include <algorithm>
#include <stdexcept>

#include "polhode/sweep/journal/sweep_part.hpp"

namespace polhode {

BlockInProgress::BlockInProgress(const Sweep& sweep, std::uint64_t index, std::uint64_t first, std::uint64_t count,
                                 std::atomic<double>& runs_done)
    : sweep_(sweep), runs_done_(runs_done) {
    block_.index = index;
    block_.first = first;
    block_.count = count;
    const bool keeps = sweep.keep.runs;
    block_.summary = SweepSummary(keeps ? sweep_shape_over_time(sweep) : sweep_shape(sweep));
    if (!keeps) block_.groups = sweep_group_sums(sweep);
    if (keeps) block_.outcomes.resize(sweep.outcomes.size() * static_cast<std::size_t>(count));
    show(0);
}

void BlockInProgress::go_on_behind(const std::string& bytes) {
    if (bytes.empty()) return;
    SweepPart part;
    try {
        part = SweepPart::decoded(bytes);
    } catch (const std::runtime_error&) {
        return;
    }
    const std::size_t numbers = sweep_.outcomes.size(), n = static_cast<std::size_t>(sweep_.inputs.columns());
    const std::uint64_t pending = numbers > 0 && !sweep_.keep.runs ? part.pending.size() / numbers : 0;
    const SweepBlock& had = part.block;
    if (had.index != block_.index || had.first != block_.first || had.count > block_.count ||
        had.outcomes.size() != (sweep_.keep.runs ? numbers * had.count : 0) ||
        part.pending.size() != numbers * pending || pending >= summary_batch || pending > had.count ||
        had.groups.size() != block_.groups.size())
        return;
    done_ = had.count;
    std::copy(had.outcomes.begin(), had.outcomes.end(), block_.outcomes.begin());
    block_.failures = had.failures;
    block_.summary.merge(had.summary);
    block_.groups = had.groups;
    pending_ = pending;
    pending_first_ = had.first + had.count - pending;
    show(0);
    if (sweep_.keep.runs) return;
    pending_outcomes_ = std::move(part.pending);
    pending_outcomes_.resize(numbers * summary_batch);
    pending_inputs_.resize(n * summary_batch);
    for (std::uint64_t r = 0; r < pending; ++r)
        sweep_.inputs.draw(pending_first_ + r, pending_inputs_.data() + n * static_cast<std::size_t>(r));
}

double* BlockInProgress::outcomes_of(std::uint64_t run) {
    const std::size_t n = sweep_.outcomes.size();
    if (sweep_.keep.runs) return block_.outcomes.data() + n * static_cast<std::size_t>(run - block_.first);
    if (pending_ == 0) pending_first_ = run;
    pending_outcomes_.resize(n * summary_batch);
    return pending_outcomes_.data() + n * static_cast<std::size_t>(pending_);
}

void BlockInProgress::finish(const double* inputs) {
    ++done_;
    show(0);
    if (sweep_.keep.runs) return;
    const std::size_t n = static_cast<std::size_t>(sweep_.inputs.columns());
    pending_inputs_.resize(n * summary_batch);
    std::copy(inputs, inputs + n, pending_inputs_.begin() + static_cast<std::ptrdiff_t>(n * pending_));
    if (++pending_ == summary_batch) sum_up();
}

void BlockInProgress::sum_up() {
    if (pending_ == 0) return;
    std::vector<std::uint8_t> failed(static_cast<std::size_t>(pending_), 0);
    for (const SweepFailure& f : block_.failures)
        if (f.run >= pending_first_) failed[static_cast<std::size_t>(f.run - pending_first_)] = 1;
    block_.summary.add(pending_first_, pending_, pending_inputs_.data(), pending_outcomes_.data(), failed.data());
    add_to_groups(sweep_, block_.groups, pending_first_, pending_, pending_inputs_.data(), pending_outcomes_.data(),
                  failed.data());
    pending_ = 0;
}

std::string BlockInProgress::encoded() {
    sum_up();
    return block_.encoded();
}

std::string BlockInProgress::part() const {
    if (done_ == 0) return "";
    SweepPart part;
    part.block = block_;
    part.block.count = done_;
    const std::size_t numbers = sweep_.outcomes.size();
    if (sweep_.keep.runs) part.block.outcomes.resize(numbers * static_cast<std::size_t>(done_));
    part.pending.assign(pending_outcomes_.begin(),
                        pending_outcomes_.begin() + static_cast<std::ptrdiff_t>(numbers * pending_));
    return part.encoded();
}

}  // namespace polhode
