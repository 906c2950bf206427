#include "polhode/files/zstd_codes.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace polhode {

namespace {

int highest_bit(std::uint64_t x) { return 63 - std::countl_zero(x); }

// n bits (at most 32) that begin at bit `at` of the bytes, lowest first; beyond the end they are zero.
std::uint64_t bits_from(std::string_view bytes, std::uint64_t at, int n) {
    std::uint64_t value = 0;
    const auto begin = static_cast<std::size_t>(at / 8);
    for (std::size_t i = 0; i < 5 && begin + i < bytes.size(); ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes[begin + i])} << 8 * i;
    return (value >> at % 8) & ((std::uint64_t{1} << n) - 1);
}

// Shares of the symbols, of which -1 is one that is less than one (section 4.1.1).
std::vector<int> read_shares(CompressedBytes& in, int most_accuracy, int most_symbol, int& accuracy) {
    const std::string_view bytes = in.rest();
    std::uint64_t at = 4;
    accuracy = static_cast<int>(bits_from(bytes, 0, 4)) + 5;
    if (accuracy > most_accuracy) throw std::runtime_error("a code of the compressed bytes is finer than allowed");
    std::vector<int> shares;
    const auto put = [&](int share) {
        if (shares.size() > static_cast<std::size_t>(most_symbol))
            throw std::runtime_error("a code of the compressed bytes has too many symbols");
        shares.push_back(share);
    };
    for (int remaining = 1 << accuracy; remaining > 0;) {
        // numbers from 0 to remaining + 1, the smaller ones a bit shorter
        const int length = highest_bit(static_cast<std::uint64_t>(remaining) + 1) + 1;
        const int lower = (1 << (length - 1)) - 1, short_ones = (1 << length) - 1 - (remaining + 1);
        int value = static_cast<int>(bits_from(bytes, at, length));
        const bool is_short = (value & lower) < short_ones;
        if (is_short)
            value &= lower;
        else if (value > lower)
            value -= short_ones;
        at += static_cast<std::uint64_t>(is_short ? length - 1 : length);
        const int share = value - 1;
        remaining -= share < 0 ? 1 : share;
        if (remaining < 0) throw std::runtime_error("a code of the compressed bytes has more than all");
        put(share);
        // after a zero: how many more of them
        for (std::uint64_t more = share == 0 ? 3 : 0; more == 3;) {
            more = bits_from(bytes, at, 2);
            at += 2;
            for (std::uint64_t i = 0; i < more; ++i) put(0);
        }
        if (at > 8 * bytes.size()) throw std::runtime_error("the compressed bytes end too early");
    }
    (void)in.take(static_cast<std::size_t>((at + 7) / 8));
    return shares;
}

}  // namespace

BackwardBits::BackwardBits(std::string_view bytes) : bytes_(bytes) {
    if (bytes.empty() || bytes.back() == 0)
        throw std::runtime_error("a stream of the compressed bytes has no end mark");
    left_ = static_cast<std::int64_t>(8 * (bytes.size() - 1)) + highest_bit(static_cast<unsigned char>(bytes.back()));
}

std::uint64_t BackwardBits::peek(int n) const {
    if (n == 0 || left_ <= 0) return 0;
    if (left_ >= n) return bits_from(bytes_, static_cast<std::uint64_t>(left_ - n), n);
    return bits_from(bytes_, 0, static_cast<int>(left_)) << (n - left_);
}

void StateCode::read(CompressedBytes& in, int most_accuracy, int most_symbol) {
    int accuracy = 0;
    const std::vector<int> shares = read_shares(in, most_accuracy, most_symbol, accuracy);
    set(shares, accuracy);
}

// Symbols are strewn over the states by a fixed stride; those of less than one share stand at the end (section 4.1.1).
void StateCode::set(const std::vector<int>& shares, int accuracy) {
    accuracy_ = accuracy;
    const std::size_t size = std::size_t{1} << accuracy, mask = size - 1, stride = (size >> 1) + (size >> 3) + 3;
    states_.assign(size, {});
    std::vector<std::size_t> count(shares.size());
    std::size_t high = size, at = 0;
    for (std::size_t s = 0; s < shares.size(); ++s)
        if (shares[s] == -1) {
            states_[--high].symbol = static_cast<int>(s);
            count[s] = 1;
        }
    for (std::size_t s = 0; s < shares.size(); ++s) {
        if (shares[s] <= 0) continue;
        count[s] = static_cast<std::size_t>(shares[s]);
        for (int i = 0; i < shares[s]; ++i) {
            states_[at].symbol = static_cast<int>(s);
            do at = (at + stride) & mask;
            while (at >= high);
        }
    }
    for (State& state : states_) {
        const std::size_t n = count[static_cast<std::size_t>(state.symbol)]++;
        state.bits = accuracy - highest_bit(n);
        state.base = (n << state.bits) - size;
    }
}

void StateCode::set_single(int symbol) {
    accuracy_ = 0;
    states_.assign(1, {symbol, 0, 0});
}

// Weights of all symbols but the last, which is what is missing to a power of two (section 4.2.1).
void LiteralCode::read(CompressedBytes& in) {
    const auto head = static_cast<std::size_t>(in.number(1));
    std::vector<int> weights;
    if (head >= 128) {
        const std::size_t n = head - 127;
        const std::string_view bytes = in.take((n + 1) / 2);
        for (std::size_t i = 0; i < n; ++i) {
            const auto byte = static_cast<unsigned char>(bytes[i / 2]);
            weights.push_back(i % 2 == 0 ? byte >> 4 : byte & 15);
        }
    } else {
        CompressedBytes own(in.take(head));
        StateCode code;
        code.read(own, 6, 15);
        BackwardBits bits(own.rest());
        // two states take turns; where one finds no bits any more, the other has the last symbol
        std::size_t state[2] = {code.first(bits), code.first(bits)};
        for (std::size_t turn = 0;; turn ^= 1) {
            weights.push_back(code.symbol(state[turn]));
            state[turn] = code.next(state[turn], bits);
            if (bits.overdrawn()) {
                weights.push_back(code.symbol(state[turn ^ 1]));
                break;
            }
            if (weights.size() > 255) throw std::runtime_error("a code of the compressed bytes has too many symbols");
        }
    }
    set(std::move(weights));
}

void LiteralCode::set(std::vector<int> weights) {
    constexpr int longest_allowed = 11;
    std::uint64_t sum = 0;
    for (const int w : weights) {
        if (w > longest_allowed) throw std::runtime_error("a code of the compressed bytes is longer than allowed");
        sum += w > 0 ? std::uint64_t{1} << (w - 1) : 0;
    }
    if (sum == 0) throw std::runtime_error("a code of the compressed bytes has no symbol");
    longest_ = highest_bit(sum) + 1;
    const std::uint64_t missing = (std::uint64_t{1} << longest_) - sum;
    if (longest_ > longest_allowed || (missing & (missing - 1)) != 0)
        throw std::runtime_error("the compressed bytes have an impossible code");
    weights.push_back(highest_bit(missing) + 1);
    if (weights.size() > 256) throw std::runtime_error("a code of the compressed bytes has too many symbols");
    table_.clear();
    for (int w = 1; w <= longest_; ++w)
        for (std::size_t s = 0; s < weights.size(); ++s)
            if (weights[s] == w)
                table_.insert(table_.end(), std::size_t{1} << (w - 1),
                              {static_cast<std::uint8_t>(s), static_cast<std::uint8_t>(longest_ + 1 - w)});
}

void LiteralCode::decode(std::string_view stream, std::size_t n, std::string& out) const {
    BackwardBits bits(stream);
    for (std::size_t i = 0; i < n; ++i) {
        const Entry& entry = table_[static_cast<std::size_t>(bits.peek(longest_))];
        (void)bits.take(entry.bits);
        if (bits.overdrawn()) throw std::runtime_error("a stream of the compressed bytes ends too early");
        out += static_cast<char>(entry.symbol);
    }
    if (!bits.used_up()) throw std::runtime_error("a stream of the compressed bytes is longer than what it holds");
}

}  // namespace polhode
