#include "polhode/sweep/statistics/sweep_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "polhode/base/byte_stream.hpp"

namespace polhode {

void SweepSketch::add_page(std::int64_t page) {
    if (place_.empty()) {
        first_page_ = page;
        place_.push_back(-1);
    }
    if (page < first_page_) {
        place_.insert(place_.begin(), static_cast<std::size_t>(first_page_ - page), -1);
        first_page_ = page;
    }
    const auto at = static_cast<std::size_t>(page - first_page_);
    if (at >= place_.size()) place_.resize(at + 1, -1);
    place_[at] = static_cast<std::int32_t>(counts_.size() / page_bins);
    counts_.resize(counts_.size() + page_bins, 0);
}

void SweepSketch::widen(std::int64_t lowest, std::int64_t highest) {
    lowest_ = count_ == 0 ? lowest : std::min(lowest_, lowest);
    highest_ = count_ == 0 ? highest : std::max(highest_, highest);
    int shift = shift_;
    const auto bins_between = [&] {  // one less than there are; without sign, as it may leave the range of int64
        return static_cast<std::uint64_t>(highest_ >> shift) - static_cast<std::uint64_t>(lowest_ >> shift);
    };
    while (shift < coarsest_shift && bins_between() >= fine_bins) ++shift;
    if (shift == shift_) return;
    const SweepSketch finer = std::move(*this);
    *this = SweepSketch();
    lowest_ = finer.lowest_;
    highest_ = finer.highest_;
    shift_ = shift;
    add_counts(finer);
}

// Of bins that are as fine or finer: a page of them goes to one page here.
void SweepSketch::add_counts(const SweepSketch& finer) {
    const int coarser = shift_ - finer.shift_;
    for (std::size_t p = 0; p < finer.place_.size(); ++p) {
        if (finer.place_[p] < 0) continue;
        const std::int64_t first = ((finer.first_page_ + static_cast<std::int64_t>(p)) * page_bins) >> coarser;
        const std::int64_t page = first >> 7;
        const auto at = static_cast<std::size_t>(page - first_page_);
        if (at >= place_.size() || place_[at] < 0) add_page(page);
        std::uint64_t* into =
            counts_.data() +
            static_cast<std::size_t>(place_[static_cast<std::size_t>(page - first_page_)]) * page_bins +
            static_cast<std::size_t>(first & (page_bins - 1));
        const std::uint64_t* from = finer.counts_.data() + static_cast<std::size_t>(finer.place_[p]) * page_bins;
        for (std::int64_t i = 0; i < page_bins; ++i) into[i >> coarser] += from[i];
    }
    count_ += finer.count_;
}

void SweepSketch::merge(const SweepSketch& other) {
    if (other.count_ == 0) return;
    widen(other.lowest_, other.highest_);
    add_counts(other);
}

SweepSketch::Span SweepSketch::span(std::int64_t bin) const {
    if (shift_ == coarsest_shift && (bin == 0 || bin == -1)) {
        const double zero = std::clamp(0.0, lowest(), highest());
        return {zero, zero};
    }
    // with a last bit that is all of it a bin is one number
    const std::int64_t end = shift_ == 0 ? bin : first_key(bin + 1);
    return {number_of_sketch_key(std::max(first_key(bin), lowest_)), number_of_sketch_key(std::min(end, highest_))};
}

double SweepSketch::at_rank(std::uint64_t rank) const {
    if (rank >= count_) return std::numeric_limits<double>::quiet_NaN();
    if (rank == 0) return lowest();
    if (rank == count_ - 1) return highest();
    std::uint64_t before = 0;
    double found = 0;
    bool done = false;
    for_each([&](std::int64_t bin, std::uint64_t count) {
        if (done) return;
        done = rank < before + count;
        if (done) {
            const Span between = span(bin);
            const double part = (static_cast<double>(rank - before) + 0.5) / static_cast<double>(count);
            found = std::clamp(between.low * (1 - part) + between.high * part, between.low, between.high);
        }
        before += count;
    });
    return found;
}

// How many bins; the lowest and the highest value, which say how fine they are and which is the first; then of each bin
// the distance to the one before less one (of the first 0), whose lowest bit says whether a count of 2 or more follows
// (less 2). Most bins of a block hold one value and take one byte.
void SweepSketch::encode(ByteWriter& to) const {
    std::uint64_t bins = 0;
    for_each([&](std::int64_t, std::uint64_t) { ++bins; });
    to.count(bins);
    if (bins == 0) return;
    to.number(lowest());
    to.number(highest());
    std::int64_t last = (lowest_ >> shift_) - 1;
    for_each([&](std::int64_t bin, std::uint64_t count) {
        to.count(static_cast<std::uint64_t>(bin - last - 1) << 1 | static_cast<std::uint64_t>(count > 1));
        if (count > 1) to.count(count - 2);
        last = bin;
    });
}

SweepSketch SweepSketch::decoded(ByteReader& from) {
    const auto wrong = [] { return std::runtime_error("the bins of a distribution are not in order"); };
    SweepSketch sketch;
    const std::size_t bins = from.count_of(1);
    if (bins == 0) return sketch;
    const double lowest = from.number(), highest = from.number();
    if (!std::isfinite(lowest) || !std::isfinite(highest) || !(lowest <= highest)) throw wrong();
    sketch.widen(sketch_key(lowest), sketch_key(highest));
    const std::int64_t first = sketch.lowest_ >> sketch.shift_, end = sketch.highest_ >> sketch.shift_;
    std::int64_t bin = first - 1;
    for (std::size_t i = 0; i < bins; ++i) {
        const std::uint64_t word = from.count(), step = word >> 1;
        if (step >= static_cast<std::uint64_t>(end - bin)) throw wrong();
        bin += static_cast<std::int64_t>(step) + 1;
        if (i == 0 && bin != first) throw wrong();
        std::uint64_t count = 1;
        if ((word & 1) != 0) {
            const std::uint64_t more = from.count();
            if (more > std::numeric_limits<std::uint64_t>::max() - 2 - sketch.count_) throw wrong();
            count = more + 2;
        }
        sketch.add_bin(bin, count);
    }
    if (bin != end || (sketch.count_ == 1 && sketch.lowest_ != sketch.highest_)) throw wrong();
    return sketch;
}

}  // namespace polhode
