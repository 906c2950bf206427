#include "polhode/files/zstd_frame.hpp"

#include <array>
#include <stdexcept>

#include "polhode/files/compressed_bytes.hpp"
#include "polhode/files/zstd_codes.hpp"

namespace polhode {

namespace {

constexpr std::uint64_t zstd_magic = 0xFD2FB528, skippable_magic = 0x184D2A50;
constexpr std::size_t largest_block = 128 << 10;  // section 3.1.1.2.3

// What a code of lengths stands for: a number, and how many bits are added to it (section 3.1.1.3.2.1.1).
struct Length {
    std::uint32_t base;
    int bits;
};
constexpr std::array<Length, 36> literal_lengths{
    {{0, 0},   {1, 0},   {2, 0},     {3, 0},     {4, 0},     {5, 0},     {6, 0},      {7, 0},      {8, 0},
     {9, 0},   {10, 0},  {11, 0},    {12, 0},    {13, 0},    {14, 0},    {15, 0},     {16, 1},     {18, 1},
     {20, 1},  {22, 1},  {24, 2},    {28, 2},    {32, 3},    {40, 3},    {48, 4},     {64, 6},     {128, 7},
     {256, 8}, {512, 9}, {1024, 10}, {2048, 11}, {4096, 12}, {8192, 13}, {16384, 14}, {32768, 15}, {65536, 16}}};
constexpr std::array<Length, 53> match_lengths{
    {{3, 0},   {4, 0},     {5, 0},     {6, 0},     {7, 0},     {8, 0},      {9, 0},      {10, 0},    {11, 0},
     {12, 0},  {13, 0},    {14, 0},    {15, 0},    {16, 0},    {17, 0},     {18, 0},     {19, 0},    {20, 0},
     {21, 0},  {22, 0},    {23, 0},    {24, 0},    {25, 0},    {26, 0},     {27, 0},     {28, 0},    {29, 0},
     {30, 0},  {31, 0},    {32, 0},    {33, 0},    {34, 0},    {35, 1},     {37, 1},     {39, 1},    {41, 1},
     {43, 2},  {47, 2},    {51, 3},    {59, 3},    {67, 4},    {83, 4},     {99, 5},     {131, 7},   {259, 8},
     {515, 9}, {1027, 10}, {2051, 11}, {4099, 12}, {8195, 13}, {16387, 14}, {32771, 15}, {65539, 16}}};

// The codes that need not be given (section 3.1.1.3.2.2).
const std::vector<int> usual_literal_lengths{4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,  1,  2,  2,
                                             2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1};
const std::vector<int> usual_match_lengths{1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
const std::vector<int> usual_distances{1, 1, 1, 1, 1, 1, 2, 2, 2, 1,  1,  1,  1,  1, 1,
                                       1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1};

class ZstdFrame {
 public:
    ZstdFrame(CompressedBytes& in, UnpackedBytes& out) : in_(in), out_(out) {}

    void unpack() {
        const bool sum = header();
        for (bool last = false; !last;) {
            const std::uint64_t head = in_.number(3);
            last = (head & 1) != 0;
            const auto size = static_cast<std::size_t>(head >> 3);
            if (size > largest_block) throw std::runtime_error("a block of the compressed bytes is too large");
            switch (head >> 1 & 3) {
                case 0:
                    out_.put(in_.take(size));
                    break;
                case 1:
                    out_.fill(in_.take(1)[0], size);
                    break;
                case 2:
                    block(in_.take(size));
                    break;
                default:
                    throw std::runtime_error("the compressed bytes have a block of no known kind");
            }
        }
        if (sum) (void)in_.number(4);
    }

 private:
    // True where a checksum stands at the end (section 3.1.1.1).
    bool header() {
        const std::uint64_t flags = in_.number(1);
        const bool single = (flags & 0x20) != 0;
        if ((flags & 8) != 0) throw std::runtime_error("the frame has a flag that nobody has defined");
        if (!single) (void)in_.number(1);  // the window: all that came out is kept here
        constexpr std::size_t dictionary_bytes[4] = {0, 1, 2, 4}, size_bytes[4] = {0, 2, 4, 8};
        if (in_.number(dictionary_bytes[flags & 3]) != 0)
            throw std::runtime_error("the frame needs a dictionary, which is not in it");
        const std::size_t size = flags >> 6 == 0 && single ? 1 : size_bytes[flags >> 6];
        (void)in_.number(size);
        return (flags & 4) != 0;
    }

    void block(std::string_view bytes) {
        CompressedBytes in(bytes);
        literals(in);
        sequences(in);
    }

    // Section 3.1.1.3.1
    void literals(CompressedBytes& in) {
        literals_.clear();
        const auto front = in.rest().empty() ? 0u : static_cast<unsigned char>(in.rest()[0]);
        const unsigned kind = front & 3, form = front >> 2 & 3;
        if (kind < 2) {
            const std::size_t bytes = form == 1 ? 2 : form == 3 ? 3 : 1;
            const auto n = static_cast<std::size_t>(in.number(bytes) >> (bytes == 1 ? 3 : 4));
            if (n > largest_block) throw std::runtime_error("a block of the compressed bytes is too large");
            if (kind == 0)
                literals_ = in.take(n);
            else
                literals_.assign(n, in.take(1)[0]);
            return;
        }
        const std::size_t bytes = form < 2 ? 3 : form == 2 ? 4 : 5;
        const int width = form < 2 ? 10 : form == 2 ? 14 : 18;
        const std::uint64_t head = in.number(bytes) >> 4, mask = (std::uint64_t{1} << width) - 1;
        const auto n = static_cast<std::size_t>(head & mask), packed = static_cast<std::size_t>(head >> width & mask);
        if (n > largest_block) throw std::runtime_error("a block of the compressed bytes is too large");
        CompressedBytes own(in.take(packed));
        if (kind == 2) literal_code_.read(own);
        if (!literal_code_.known()) throw std::runtime_error("the compressed bytes use a code that was not given");
        if (form == 0) {
            literal_code_.decode(own.rest(), n, literals_);
            return;
        }
        std::size_t sizes[3];
        for (std::size_t& size : sizes) size = static_cast<std::size_t>(own.number(2));
        const std::size_t quarter = (n + 3) / 4;
        if (3 * quarter > n) throw std::runtime_error("four streams of the compressed bytes hold too little");
        for (const std::size_t size : sizes) literal_code_.decode(own.take(size), quarter, literals_);
        literal_code_.decode(own.rest(), n - 3 * quarter, literals_);
    }

    static void read_code(StateCode& code, unsigned mode, CompressedBytes& in, const std::vector<int>& usual,
                          int usual_accuracy, int most_accuracy, int most_symbol) {
        if (mode == 0) {
            code.set(usual, usual_accuracy);
        } else if (mode == 1) {
            const int symbol = static_cast<int>(in.number(1));
            if (symbol > most_symbol) throw std::runtime_error("the compressed bytes hold a length that is none");
            code.set_single(symbol);
        } else if (mode == 2) {
            code.read(in, most_accuracy, most_symbol);
        } else if (!code.known()) {
            throw std::runtime_error("the compressed bytes use a code that was not given");
        }
    }

    // Section 3.1.1.3.2
    void sequences(CompressedBytes& in) {
        auto count = static_cast<std::size_t>(in.number(1));
        if (count == 255)
            count = static_cast<std::size_t>(in.number(2)) + 0x7F00;
        else if (count >= 128)
            count = ((count - 128) << 8) + static_cast<std::size_t>(in.number(1));
        if (count == 0) {
            if (in.left() != 0)
                throw std::runtime_error("a block of the compressed bytes is longer than what it holds");
            out_.put(literals_);
            return;
        }
        const auto modes = static_cast<unsigned>(in.number(1));
        if ((modes & 3) != 0) throw std::runtime_error("the compressed bytes have a flag that nobody has defined");
        constexpr int most_distance = 31;
        read_code(literal_lengths_, modes >> 6, in, usual_literal_lengths, 6, 9, 35);
        read_code(distances_, modes >> 4 & 3, in, usual_distances, 5, 8, most_distance);
        read_code(match_lengths_, modes >> 2 & 3, in, usual_match_lengths, 6, 9, 52);
        BackwardBits bits(in.rest());
        std::size_t literal = literal_lengths_.first(bits), distance = distances_.first(bits),
                    match = match_lengths_.first(bits), used = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const int far = distances_.symbol(distance);
            const std::uint64_t offset = (std::uint64_t{1} << far) + bits.take(far);
            const Length& m = match_lengths[static_cast<std::size_t>(match_lengths_.symbol(match))];
            const auto again = static_cast<std::size_t>(m.base + bits.take(m.bits));
            const Length& l = literal_lengths[static_cast<std::size_t>(literal_lengths_.symbol(literal))];
            const auto n = static_cast<std::size_t>(l.base + bits.take(l.bits));
            if (i + 1 < count) {
                literal = literal_lengths_.next(literal, bits);
                match = match_lengths_.next(match, bits);
                distance = distances_.next(distance, bits);
            }
            if (bits.overdrawn() || n > literals_.size() - used)
                throw std::runtime_error("a block of the compressed bytes ends too early");
            out_.put(std::string_view(literals_).substr(used, n));
            used += n;
            out_.again(distance_of(offset, n == 0), again);
        }
        if (!bits.used_up()) throw std::runtime_error("a block of the compressed bytes is longer than what it holds");
        out_.put(std::string_view(literals_).substr(used));
    }

    // 1 to 3 are the last three distances again, moved on by one after no literals (section 3.1.1.5).
    std::size_t distance_of(std::uint64_t offset, bool no_literals) {
        const std::uint64_t which = offset > 3 ? 4 : offset - 1 + (no_literals ? 1 : 0);
        const std::size_t distance = which == 4   ? static_cast<std::size_t>(offset - 3)
                                     : which == 3 ? recent_[0] - 1
                                                  : recent_[static_cast<std::size_t>(which)];
        if (which > 1) recent_[2] = recent_[1];
        if (which > 0) recent_[1] = recent_[0];
        recent_[0] = distance;
        return distance;
    }

    CompressedBytes& in_;
    UnpackedBytes& out_;
    std::string literals_;
    LiteralCode literal_code_;
    StateCode literal_lengths_, distances_, match_lengths_;
    std::array<std::size_t, 3> recent_{1, 4, 8};
};

}  // namespace

std::string zstd_unpacked(std::string_view frames, std::size_t most) {
    CompressedBytes in(frames);
    UnpackedBytes out(most);
    do {
        const std::uint64_t magic = in.number(4);
        if ((magic & ~std::uint64_t{15}) == skippable_magic)
            (void)in.take(static_cast<std::size_t>(in.number(4)));
        else if (magic == zstd_magic)
            ZstdFrame(in, out).unpack();
        else
            throw std::runtime_error("the compressed bytes do not begin as a Zstandard frame does");
    } while (in.left() > 0);
    return out.taken();
}

}  // namespace polhode
