// RFC 1951: blocks that are stored, or coded with fixed or own Huffman codes; codes are decoded bit by bit, by counts
// (canonical codes, section 3.2.2).
#include "polhode/exchange/arrays/inflate.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>

namespace polhode {

namespace {

class HuffmanCode {
 public:
    static constexpr int longest = 15;

    // Refuses sets of lengths that give one code two meanings. Incomplete codes are those of a single symbol.
    void set(const std::uint8_t* lengths, int n) {
        count_.fill(0);
        for (int i = 0; i < n; ++i) ++count_[lengths[i]];
        int left = 1;
        for (int length = 1; length <= longest; ++length) {
            left = 2 * left - count_[static_cast<std::size_t>(length)];
            if (left < 0) throw std::runtime_error("the compressed bytes have an impossible code");
        }
        std::array<int, longest + 2> offset{};
        for (std::size_t length = 1; length <= longest; ++length) offset[length + 1] = offset[length] + count_[length];
        for (int i = 0; i < n; ++i)
            if (lengths[i] != 0)
                symbol_[static_cast<std::size_t>(offset[lengths[i]]++)] = static_cast<std::uint16_t>(i);
    }
    template <class Bits>
    int symbol(Bits& bits) const {
        int code = 0, first = 0, index = 0;
        for (std::size_t length = 1; length <= longest; ++length) {
            code |= static_cast<int>(bits.take(1));
            const int count = count_[length];
            if (code - count < first) return symbol_[static_cast<std::size_t>(index + code - first)];
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        throw std::runtime_error("the compressed bytes hold a code that stands for nothing");
    }

 private:
    std::array<int, longest + 1> count_{};
    std::array<std::uint16_t, 288> symbol_{};
};

class Inflater {
 public:
    Inflater(std::string_view in, std::size_t most) : in_(in), most_(most) {}

    std::string all() {
        bool last = false;
        while (!last) {
            last = take(1) != 0;
            switch (take(2)) {
                case 0:
                    stored();
                    break;
                case 1:
                    fixed();
                    break;
                case 2:
                    own_codes();
                    break;
                default:
                    throw std::runtime_error("the compressed bytes have a block of no known kind");
            }
        }
        return std::move(out_);
    }
    std::size_t used() const { return at_; }

    unsigned take(int n) {
        while (held_ < n) {
            bits_ |= static_cast<std::uint32_t>(byte()) << held_;
            held_ += 8;
        }
        const unsigned value = bits_ & ((1u << n) - 1);
        bits_ >>= n;
        held_ -= n;
        return value;
    }

 private:
    std::uint8_t byte() {
        if (at_ >= in_.size()) throw std::runtime_error("the compressed bytes end too early");
        return static_cast<std::uint8_t>(in_[at_++]);
    }
    void put(char c) {
        if (out_.size() >= most_) throw std::runtime_error("the compressed bytes swell beyond what is taken");
        out_.push_back(c);
    }
    void stored() {
        bits_ = 0;
        held_ = 0;
        unsigned length = byte();
        length |= static_cast<unsigned>(byte()) << 8;
        unsigned check = byte();
        check |= static_cast<unsigned>(byte()) << 8;
        if (length != (~check & 0xFFFFu)) throw std::runtime_error("a stored block of the compressed bytes is damaged");
        for (unsigned i = 0; i < length; ++i) put(static_cast<char>(byte()));
    }
    void fixed() {
        std::uint8_t lengths[288];
        for (int i = 0; i < 288; ++i) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        literals_.set(lengths, 288);
        for (int i = 0; i < 30; ++i) lengths[i] = 5;
        distances_.set(lengths, 30);
        coded();
    }
    void own_codes() {
        const int literals = static_cast<int>(take(5)) + 257, distances = static_cast<int>(take(5)) + 1;
        const int given = static_cast<int>(take(4)) + 4;
        if (literals > 286 || distances > 30) throw std::runtime_error("the compressed bytes have too many codes");
        constexpr int order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
        std::uint8_t lengths[320] = {};
        for (int i = 0; i < given; ++i) lengths[order[i]] = static_cast<std::uint8_t>(take(3));
        literals_.set(lengths, 19);
        std::uint8_t all[320] = {};
        for (int i = 0; i < literals + distances;) {
            const int symbol = literals_.symbol(*this);
            if (symbol < 16) {
                all[i++] = static_cast<std::uint8_t>(symbol);
                continue;
            }
            if (symbol == 16 && i == 0)
                throw std::runtime_error("the compressed bytes repeat a length before the first");
            const std::uint8_t again = symbol == 16 ? all[i - 1] : 0;
            int times = static_cast<int>(symbol == 16 ? 3 + take(2) : symbol == 17 ? 3 + take(3) : 11 + take(7));
            if (i + times > literals + distances)
                throw std::runtime_error("the compressed bytes have too many lengths");
            while (times-- > 0) all[i++] = again;
        }
        if (all[256] == 0) throw std::runtime_error("the compressed bytes have a block without an end");
        literals_.set(all, literals);
        distances_.set(all + literals, distances);
        coded();
    }
    // Literals, and pairs of a length and a distance back (section 3.2.5).
    void coded() {
        constexpr std::uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                                   31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
        constexpr std::uint8_t length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                  2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
        constexpr std::uint16_t distance_base[30] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                                     33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                                     1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
        constexpr std::uint8_t distance_bits[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                                    6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
        while (true) {
            int symbol = literals_.symbol(*this);
            if (symbol < 256) {
                put(static_cast<char>(symbol));
                continue;
            }
            if (symbol == 256) return;
            symbol -= 257;
            if (symbol >= 29) throw std::runtime_error("the compressed bytes hold a length that is none");
            int length = length_base[symbol] + static_cast<int>(take(length_bits[symbol]));
            const int far = distances_.symbol(*this);
            if (far >= 30) throw std::runtime_error("the compressed bytes hold a distance that is none");
            const std::size_t distance = distance_base[far] + static_cast<std::size_t>(take(distance_bits[far]));
            if (distance > out_.size()) throw std::runtime_error("the compressed bytes point before their beginning");
            while (length-- > 0) put(out_[out_.size() - distance]);
        }
    }

    std::string_view in_;
    std::size_t most_, at_ = 0;
    std::uint32_t bits_ = 0;
    int held_ = 0;
    std::string out_;
    HuffmanCode literals_, distances_;
};

}  // namespace

std::string inflate(std::string_view deflated, std::size_t most) { return Inflater(deflated, most).all(); }

std::string inflate_zlib(std::string_view stream, std::size_t most) {
    if (stream.size() < 6) throw std::runtime_error("the compressed bytes end too early");
    const unsigned head = static_cast<unsigned char>(stream[0]), flags = static_cast<unsigned char>(stream[1]);
    if ((head & 15) != 8 || (head * 256 + flags) % 31 != 0 || (flags & 32) != 0)
        throw std::runtime_error("the compressed bytes do not begin as zlib's do");
    Inflater inflater(stream.substr(2), most);
    std::string out = inflater.all();
    const std::size_t at = 2 + inflater.used();
    if (at + 4 > stream.size()) throw std::runtime_error("the compressed bytes end too early");
    std::uint32_t a = 1, b = 0;  // Adler-32, RFC 1950 section 8.2
    for (const char c : out) {
        a = (a + static_cast<unsigned char>(c)) % 65521;
        b = (b + a) % 65521;
    }
    std::uint32_t stated = 0;
    for (std::size_t i = 0; i < 4; ++i) stated = stated << 8 | static_cast<unsigned char>(stream[at + i]);
    if (stated != (b << 16 | a)) throw std::runtime_error("the compressed bytes do not fit their checksum");
    return out;
}

}  // namespace polhode
