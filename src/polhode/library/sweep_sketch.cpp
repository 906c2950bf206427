#include "sweep_sketch.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "byte_stream.hpp"

namespace polhode {

namespace {

// The number whose upper bits are those of a bin; beyond the last bin the largest that is finite.
double number_at(std::int32_t size) {
    if (size > sketch_last_bin) return std::numeric_limits<double>::max();
    const std::uint64_t bits = static_cast<std::uint64_t>(size) << 45;
    double x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

}  // namespace

double sketch_bin_low(std::int32_t bin) { return bin > 0 ? number_at(bin) : -number_at(1 - bin); }

double sketch_bin_high(std::int32_t bin) { return bin < 0 ? -number_at(-bin) : number_at(bin + 1); }

void SweepSketch::add_page(std::int32_t page) {
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

void SweepSketch::merge(const SweepSketch& other) {
    for (std::size_t p = 0; p < other.place_.size(); ++p) {
        if (other.place_[p] < 0) continue;
        const std::int32_t page = other.first_page_ + static_cast<std::int32_t>(p);
        const auto at = static_cast<std::size_t>(page - first_page_);
        if (at >= place_.size() || place_[at] < 0) add_page(page);
        std::uint64_t* into =
            counts_.data() + static_cast<std::size_t>(place_[static_cast<std::size_t>(page - first_page_)]) * page_bins;
        const std::uint64_t* from = other.counts_.data() + static_cast<std::size_t>(other.place_[p]) * page_bins;
        for (std::int32_t i = 0; i < page_bins; ++i) into[i] += from[i];
    }
    count_ += other.count_;
}

double SweepSketch::at_rank(std::uint64_t rank) const {
    if (rank >= count_) return std::numeric_limits<double>::quiet_NaN();
    std::uint64_t before = 0;
    double found = 0;
    bool done = false;
    for_each([&](std::int32_t bin, std::uint64_t count) {
        if (done) return;
        done = rank < before + count;
        if (done && bin != 0) {
            const double low = sketch_bin_low(bin), high = sketch_bin_high(bin);
            const double part = (static_cast<double>(rank - before) + 0.5) / static_cast<double>(count);
            found = low * (1 - part) + high * part;
        }
        before += count;
    });
    return found;
}

// Bins from the lowest: the first by itself (zigzag), then the distance to the next less one; its lowest bit says
// whether a count of 2 or more follows (less 2). Most bins of a block hold one value and take one byte.
void SweepSketch::encode(ByteWriter& to) const {
    std::uint64_t bins = 0;
    for_each([&](std::int32_t, std::uint64_t) { ++bins; });
    to.count(bins);
    bool first = true;
    std::int32_t last = 0;
    for_each([&](std::int32_t bin, std::uint64_t count) {
        const std::uint64_t step =
            first ? (static_cast<std::uint64_t>(bin < 0 ? -bin : bin) << 1 | static_cast<std::uint64_t>(bin < 0))
                  : static_cast<std::uint64_t>(bin - last - 1);
        to.count(step << 1 | static_cast<std::uint64_t>(count > 1));
        if (count > 1) to.count(count - 2);
        first = false;
        last = bin;
    });
}

SweepSketch SweepSketch::decoded(ByteReader& from) {
    const auto wrong = [] { return std::runtime_error("the bins of a distribution are not in order"); };
    SweepSketch sketch;
    const std::size_t bins = from.count_of(1);
    std::int64_t bin = 0;
    for (std::size_t i = 0; i < bins; ++i) {
        const std::uint64_t word = from.count(), step = word >> 1;
        if (step > 4 * static_cast<std::uint64_t>(sketch_last_bin)) throw wrong();
        if (i == 0)
            bin = (step & 1) != 0 ? -static_cast<std::int64_t>(step >> 1) : static_cast<std::int64_t>(step >> 1);
        else
            bin += static_cast<std::int64_t>(step) + 1;
        if (bin > sketch_last_bin || bin < -sketch_last_bin) throw wrong();
        std::uint64_t count = 1;
        if ((word & 1) != 0) {
            const std::uint64_t more = from.count();
            if (more > std::numeric_limits<std::uint64_t>::max() - 2 - sketch.count_) throw wrong();
            count = more + 2;
        }
        sketch.add_bin(static_cast<std::int32_t>(bin), count);
    }
    return sketch;
}

}  // namespace polhode
