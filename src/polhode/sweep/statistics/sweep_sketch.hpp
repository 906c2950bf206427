// How the values of a quantity are distributed, in whole counts: a histogram that needs no range in advance and that
// can be put together from parts in any order with the same result. Percentiles read from it are right to 0.8 % of
// their value at worst.
//
// The bins are those of Masson, Rim and Lee, "DDSketch", Proc. VLDB Endowment 12 (2019) 2195, in their variant without
// a logarithm: the octave of a number and the first seven bits of its mantissa, which are the upper 18 bits of |x|. A
// bin is 1/128 to 1/256 of its value wide (0.55 % in the mean), for either sign. A shift finds it, so that every
// machine finds the same. Values that lie closer together have finer bins: as many more bits of the mantissa as leave
// at most 512 bins between the lowest and the highest (after Epicoco et al., "UDDSketch", IEEE Access 8 (2020) 147604,
// who merge neighbouring bins when there are too many). How fine they are follows from the lowest and the highest
// alone, and coarser bins are made of whole finer ones, so that the order of values and parts cannot be seen.
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

// The coarsest bin of a finite number, by its size: minus the bin of -x. Bins stand in the order of their values.
POLHODE_INLINE std::int32_t sketch_bin(double x) {
    std::int64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    const std::int32_t size = static_cast<std::int32_t>((bits & 0x7fffffffffffffffLL) >> 45);
    return bits < 0 ? -size : size;
}

// A number as a whole number in the same order: its bits, and minus those of -x; -0 and 0 are the same.
inline std::int64_t sketch_key(double x) {
    std::int64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? -(bits & 0x7fffffffffffffffLL) : bits;
}
inline double number_of_sketch_key(std::int64_t key) {
    const std::int64_t bits = key < 0 ? -key : key;
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return key < 0 ? -x : x;
}

class SweepSketch {
 public:
    static constexpr int coarsest_shift = 45;        // bits of a key that the coarsest bins leave out
    static constexpr std::uint64_t fine_bins = 512;  // at most, where they are finer

    void add(double x) {  // finite
        const std::int64_t key = sketch_key(x);
        if (count_ == 0 || key < lowest_ || key > highest_) widen(key, key);
        add_bin(key >> shift_, 1);
    }
    void merge(const SweepSketch& other);

    std::uint64_t count() const { return count_; }
    bool empty() const { return count_ == 0; }
    // Of all values; 0 where there are none.
    double lowest() const { return number_of_sketch_key(lowest_); }
    double highest() const { return number_of_sketch_key(highest_); }

    // A bin is a key less its last `shift` bits. It holds the keys, and the numbers, from its first to its last.
    int shift() const { return shift_; }
    std::int64_t bin_of(double x) const { return sketch_key(x) >> shift_; }
    std::int64_t first_key(std::int64_t bin) const { return bin << shift_; }
    std::int64_t last_key(std::int64_t bin) const { return first_key(bin) + ((std::int64_t{1} << shift_) - 1); }
    // Between which numbers its values can lie: where it and the next begin, as far as there are values. The coarsest
    // about zero is zero.
    struct Span {
        double low, high;
    };
    Span span(std::int64_t bin) const;

    // f(bin, count) for every bin that is not empty, from the lowest value to the highest.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t p = 0; p < place_.size(); ++p) {
            if (place_[p] < 0) continue;
            const std::uint64_t* counts = counts_.data() + static_cast<std::size_t>(place_[p]) * page_bins;
            for (std::int64_t i = 0; i < page_bins; ++i)
                if (counts[i] != 0) f((first_page_ + static_cast<std::int64_t>(p)) * page_bins + i, counts[i]);
        }
    }

    // The value of rank 0 ... count() - 1 from below, as if those of a bin were evenly spread in it.
    double at_rank(std::uint64_t rank) const;

    // In memory.
    std::size_t bytes() const {
        return sizeof *this + place_.capacity() * sizeof place_[0] + counts_.capacity() * sizeof counts_[0];
    }

    void encode(ByteWriter& to) const;
    static SweepSketch decoded(ByteReader& from);  // throws std::runtime_error

 private:
    // Of the coarsest bins a page is an octave.
    static constexpr std::int64_t page_bins = 128;
    void add_bin(std::int64_t bin, std::uint64_t count) {
        const std::int64_t page = bin >> 7;
        const auto at = static_cast<std::size_t>(page - first_page_);
        if (at >= place_.size() || place_[at] < 0) add_page(page);
        counts_[static_cast<std::size_t>(place_[static_cast<std::size_t>(page - first_page_)]) * page_bins +
                static_cast<std::size_t>(bin & (page_bins - 1))] += count;
        count_ += count;
    }
    void add_page(std::int64_t page);
    void add_counts(const SweepSketch& finer);
    // Makes the range hold these keys too, and the bins as coarse as it needs.
    void widen(std::int64_t lowest, std::int64_t highest);

    std::uint64_t count_ = 0;
    std::int64_t lowest_ = 0, highest_ = 0;  // keys
    int shift_ = 0;
    std::int64_t first_page_ = 0;
    std::vector<std::int32_t> place_;    // of each page from the first on, -1: it is empty
    std::vector<std::uint64_t> counts_;  // page by page, as they came
};

}  // namespace polhode
