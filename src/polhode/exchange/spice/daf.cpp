#include "polhode/exchange/spice/daf.hpp"

#include <bit>
#include <cmath>

#include "polhode/input/toml_text.hpp"

namespace polhode {

namespace {

constexpr std::size_t record_bytes = 1024;
constexpr std::size_t most_segments = 100'000;
// What a transfer as text would damage (DAF Required Reading, "FTP validation string").
const std::string_view transfer_check{"FTPSTR:\r:\n:\r\n:\r\0:\x81:\x10\xce:ENDFTP", 28};

std::uint64_t bits_at(const std::string& from, std::size_t at, std::size_t n, bool big_end) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < n; ++k)
        bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[at + (big_end ? n - 1 - k : k)])) << 8 * k;
    return bits;
}

}  // namespace

std::string DafFile::bytes(std::uint64_t at, std::size_t n) const {
    const std::string_view found = source_.at(at, n);
    if (found.size() < n) refuse("the file ends too early: it is cut short");
    return std::string(found);
}

std::int32_t DafFile::integer(const std::string& from, std::size_t at) const {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits_at(from, at, 4, big_end_)));
}

double DafFile::number(const std::string& from, std::size_t at) const {
    return std::bit_cast<double>(bits_at(from, at, 8, big_end_));
}

DafFile::DafFile(ByteSource& source, const std::string& kind, std::int32_t doubles, std::int32_t integers)
    : source_(source), doubles_(doubles), integers_(integers) {
    const std::string front(source.at(0, 8));
    if (front.compare(0, 6, "DAFETF") == 0 || front.compare(0, 5, "'DAF/") == 0)
        refuse("it is a kernel in transfer format (text); NAIF's `tobin` makes a binary one of it");
    if (front.compare(0, 4, "DAF/") != 0 && front.compare(0, 8, "NAIF/DAF") != 0)
        refuse("this is no SPICE kernel of numbers (DAF)");
    std::string told = front;
    while (!told.empty() && (told.back() == ' ' || told.back() == '\0')) told.pop_back();
    if (told != kind && told != "NAIF/DAF")
        refuse("it is '" + escaped_for_message(told) + "', and '" + kind + "' is wanted");
    const std::string head = bytes(0, record_bytes);
    const std::string order = head.substr(88, 8);
    if (order == "BIG-IEEE")
        big_end_ = true;
    else if (order != "LTL-IEEE")
        refuse("its order of bytes is '" + escaped_for_message(order) + "'; LTL-IEEE and BIG-IEEE are read");
    if (head.compare(699, 28, transfer_check) != 0 && head.find("FTPSTR", 600) != std::string::npos)
        refuse("it is damaged: it was sent as text, and line ends were changed (send it as binary)");
    if (integer(head, 8) != doubles || integer(head, 12) != integers)
        refuse("its summaries have " + std::to_string(integer(head, 8)) + " numbers and " +
               std::to_string(integer(head, 12)) + " integers, and " + std::to_string(doubles) + " and " +
               std::to_string(integers) + " are those of " + kind);
    read_segments(integer(head, 76));
}

void DafFile::read_segments(std::int32_t record) {
    const std::uint64_t records = source_.size() / record_bytes;
    const auto summary = static_cast<std::size_t>(doubles_ + (integers_ + 1) / 2);  // words
    std::uint64_t visited = 0;
    while (record > 0) {
        if (static_cast<std::uint64_t>(record) + 1 > records || ++visited > records)
            refuse("its list of segments leads out of the file, or round in a ring: it is damaged");
        const std::string page = bytes((static_cast<std::uint64_t>(record) - 1) * record_bytes, record_bytes);
        const std::string names = bytes(static_cast<std::uint64_t>(record) * record_bytes, record_bytes);
        const double next = number(page, 0), count = number(page, 16);
        if (!(count >= 0) || !(count <= static_cast<double>(125 / summary)) || count != std::floor(count) ||
            !(next >= 0) || !(next < 2147483647.0) || next != std::floor(next))
            refuse("a record of its list of segments is damaged");
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            DafSegment segment;
            std::size_t at = (3 + i * summary) * 8;
            for (std::int32_t k = 0; k < doubles_; ++k, at += 8) segment.numbers.push_back(number(page, at));
            for (std::int32_t k = 0; k < integers_; ++k, at += 4) segment.integers.push_back(integer(page, at));
            segment.name = names.substr(i * 8 * summary, 8 * summary);
            while (!segment.name.empty() && (segment.name.back() == ' ' || segment.name.back() == '\0'))
                segment.name.pop_back();
            const auto first = segment.integers[segment.integers.size() - 2], last = segment.integers.back();
            if (first < 1 || last < first || static_cast<std::uint64_t>(last) > source_.size() / 8)
                refuse("the segment '" + escaped_for_message(segment.name) +
                       "' stands outside of the file: it is cut short or damaged");
            segments_.push_back(std::move(segment));
            if (segments_.size() > most_segments) refuse("it has more than 100 000 segments");
        }
        record = static_cast<std::int32_t>(next);
    }
}

void DafFile::words(std::uint64_t first, std::size_t n, std::vector<double>& into) const {
    into.resize(n);
    constexpr std::size_t at_a_time = 8192;
    for (std::size_t done = 0; done < n; done += at_a_time) {
        const std::size_t count = std::min(at_a_time, n - done);
        const std::string some = bytes((first - 1 + done) * 8, 8 * count);
        for (std::size_t i = 0; i < count; ++i) into[done + i] = number(some, 8 * i);
    }
}

double DafFile::word(std::uint64_t address) const {
    const std::string one = bytes((address - 1) * 8, 8);
    return number(one, 0);
}

}  // namespace polhode
