// The two codes of Zstandard (RFC 8878 section 4): finite state entropy (a table of states, each a symbol and the way
// to the next) and Huffman codes, with the streams of bits, read from their end, that both are made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/files/compressed_bytes.hpp"

namespace polhode {

// Bits from the end of the bytes to their beginning; the highest set bit of the last byte ends the stream and is none
// of it (section 4.1). What is read beyond the beginning is zero, and `overdrawn` says so.
class BackwardBits {
 public:
    explicit BackwardBits(std::string_view bytes);
    std::uint64_t peek(int n) const;
    std::uint64_t take(int n) {
        const std::uint64_t value = peek(n);
        left_ -= n;
        return value;
    }
    bool overdrawn() const { return left_ < 0; }
    bool used_up() const { return left_ == 0; }

 private:
    std::string_view bytes_;
    std::int64_t left_ = 0;
};

class StateCode {
 public:
    // The distribution as it stands in the bytes (section 4.1.1), which are taken from `in`.
    void read(CompressedBytes& in, int most_accuracy, int most_symbol);
    // One of the fixed ones (section 3.1.1.3.2.2); -1 stands for less than one.
    void set(const std::vector<int>& shares, int accuracy);
    // One symbol, whatever the bits.
    void set_single(int symbol);
    bool known() const { return !states_.empty(); }

    std::size_t first(BackwardBits& bits) const { return static_cast<std::size_t>(bits.take(accuracy_)); }
    int symbol(std::size_t state) const { return states_[state].symbol; }
    std::size_t next(std::size_t state, BackwardBits& bits) const {
        const State& s = states_[state];
        return s.base + static_cast<std::size_t>(bits.take(s.bits));
    }

 private:
    struct State {
        int symbol = 0, bits = 0;
        std::size_t base = 0;
    };
    int accuracy_ = 0;
    std::vector<State> states_;
};

class LiteralCode {
 public:
    // The tree as it stands in the bytes (section 4.2.1), which are taken from `in`.
    void read(CompressedBytes& in);
    bool known() const { return !table_.empty(); }
    // n literals of one stream.
    void decode(std::string_view stream, std::size_t n, std::string& out) const;

 private:
    struct Entry {
        std::uint8_t symbol = 0, bits = 0;
    };
    void set(std::vector<int> weights);
    int longest_ = 0;
    std::vector<Entry> table_;  // by the next `longest_` bits
};

}  // namespace polhode
