// SPICE's container of doubles, DAF (NAIF, DAF Required Reading): records of 1024 bytes, words of 8, addresses from 1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/exchange/byte_source.hpp"

namespace polhode {

struct DafSegment {
    std::vector<double> numbers;         // ND of them
    std::vector<std::int32_t> integers;  // NI of them, the last two the first and last word
    std::string name;
};

class DafFile {
 public:
    // Refuses what is no DAF of this kind ("DAF/CK"), of a foreign byte order that is not told, or damaged.
    DafFile(ByteSource& source, const std::string& kind, std::int32_t doubles, std::int32_t integers);

    const std::vector<DafSegment>& segments() const { return segments_; }
    // Words [first, first + n), counted from 1. Throws InputError where they are not all there.
    void words(std::uint64_t first, std::size_t n, std::vector<double>& into) const;
    double word(std::uint64_t address) const;
    const std::string& name() const { return source_.name(); }

 private:
    [[noreturn]] void refuse(const std::string& why) const { throw InputError({source_.name(), 0, ""}, why); }
    std::string bytes(std::uint64_t at, std::size_t n) const;
    std::int32_t integer(const std::string& from, std::size_t at) const;
    double number(const std::string& from, std::size_t at) const;
    void read_segments(std::int32_t record);

    ByteSource& source_;
    bool big_end_ = false;
    std::int32_t doubles_, integers_;
    std::vector<DafSegment> segments_;
};

}  // namespace polhode
