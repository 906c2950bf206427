// A record of a journal, byte by byte: a head of 24 bytes (magic, a checksum of the two numbers behind it, the block,
// the length of the payload), the payload, and a checksum of both in 8 bytes. A record that a kill cut short, or that
// the disk has damaged, is found out, and the next one behind it is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace polhode {

inline constexpr std::size_t record_head_bytes = 24, record_tail_bytes = 8;
inline constexpr std::uint64_t longest_record = 1ULL << 32;
// No blocks: records that say how many runs there are from there on, and which revision goes on from there; and the
// first runs of a block that was given up.
inline constexpr std::uint64_t more_runs = ~0ULL, other_revision = more_runs - 1, part_of_block = 1ULL << 63;

struct SweepRecordHead {
    std::uint64_t block = 0, length = 0;
};

// Its bytes.
std::string record_head(const SweepRecordHead& head);
// False: these are not the 24 bytes at the front of a record.
bool read_record_head(const char* bytes, SweepRecordHead& head);
std::uint64_t record_checksum(const SweepRecordHead& head, std::string_view payload);

// Where the payload of a block lies.
struct SweepRecordPlace {
    std::uint64_t offset = 0;            // 0: nowhere
    std::uint32_t length = 0, file = 0;  // a place among the files of the journal
};

struct SweepJournalScan {
    std::uint64_t good = 0;     // bytes up to the end of the last record that is whole
    std::uint64_t records = 0;  // that count
    std::uint64_t damaged = 0;
};

// Called with the block, the offset of its payload, and the payload; returns whether it counts.
using OnRecord = std::function<bool(std::uint64_t block, std::uint64_t offset, std::string_view payload)>;

// The records of a file from `at` on.
SweepJournalScan scan_journal(int descriptor, std::uint64_t at, const OnRecord& found);

}  // namespace polhode
