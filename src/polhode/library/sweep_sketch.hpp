// How the values of a quantity are distributed, in whole counts: a histogram that needs no range in advance and that
// can be put together from parts in any order with the same result. Percentiles read from it are right to 0.8 % of
// their value at worst.
//
// The bins are those of Masson, Rim and Lee, "DDSketch", Proc. VLDB Endowment 12 (2019) 2195, in their variant without
// a logarithm: the octave of a number and the first seven bits of its mantissa, which are the upper 18 bits of |x|. A
// bin is 1/128 to 1/256 of its value wide (0.55 % in the mean), for either sign; bin 0 is zero. A shift finds it, so
// that every machine finds the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "polhode/arithmetic/scalar.hpp"

namespace polhode {

class ByteReader;
class ByteWriter;

inline constexpr std::int32_t sketch_last_bin =
    (0x7ff << 7) - 1;  // the largest finite number; the smallest: minus this

// The bin of a finite number. Bins stand in the order of their values.
POLHODE_INLINE std::int32_t sketch_bin(double x) {
    std::int64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    const std::int32_t size = static_cast<std::int32_t>((bits & 0x7fffffffffffffffLL) >> 45);
    return bits < 0 ? -size : size;
}
// Where a bin begins and ends, in the order of numbers; a positive bin holds its beginning and a negative one its end.
double sketch_bin_low(std::int32_t bin);
double sketch_bin_high(std::int32_t bin);

class SweepSketch {
 public:
    void add(double x) { add_bin(sketch_bin(x), 1); }  // finite
    void add_bin(std::int32_t bin, std::uint64_t count) {
        const std::int32_t page = bin >> 7;
        const auto at = static_cast<std::size_t>(page - first_page_);
        if (at >= place_.size() || place_[at] < 0) add_page(page);
        counts_[static_cast<std::size_t>(place_[static_cast<std::size_t>(page - first_page_)]) * page_bins +
                static_cast<std::size_t>(bin & (page_bins - 1))] += count;
        count_ += count;
    }
    void merge(const SweepSketch& other);

    std::uint64_t count() const { return count_; }
    bool empty() const { return count_ == 0; }

    // f(bin, count) for every bin that is not empty, from the lowest value to the highest.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t p = 0; p < place_.size(); ++p) {
            if (place_[p] < 0) continue;
            const std::uint64_t* counts = counts_.data() + static_cast<std::size_t>(place_[p]) * page_bins;
            for (std::int32_t i = 0; i < page_bins; ++i)
                if (counts[i] != 0)
                    f(static_cast<std::int32_t>((first_page_ + static_cast<std::int32_t>(p)) * page_bins + i),
                      counts[i]);
        }
    }

    // The value of rank 0 ... count() - 1 from below, as if those of a bin were evenly spread in it.
    double at_rank(std::uint64_t rank) const;

    void encode(ByteWriter& to) const;
    static SweepSketch decoded(ByteReader& from);  // throws std::runtime_error

 private:
    // A page of positive bins is an octave; negative ones, which end with theirs, straddle two by one bin.
    static constexpr std::int32_t page_bins = 128;
    void add_page(std::int32_t page);

    std::uint64_t count_ = 0;
    std::int32_t first_page_ = 0;
    std::vector<std::int32_t> place_;    // of each page from the first on, -1: it is empty
    std::vector<std::uint64_t> counts_;  // page by page, as they came
};

}  // namespace polhode
