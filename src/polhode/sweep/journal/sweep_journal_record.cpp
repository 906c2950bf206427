#include "polhode/sweep/journal/sweep_journal_record.hpp"

#include <algorithm>

#include "polhode/base/byte_stream.hpp"
#include "polhode/files/file_window.hpp"
#include "polhode/sweep/journal/sweep_checksum.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

constexpr std::uint32_t record_magic = 0x52a7c3b9;  // four bytes that are no text

}  // namespace

std::string record_head(const SweepRecordHead& head) {
    ByteWriter numbers;
    numbers.u64(head.block);
    numbers.u64(head.length);
    ByteWriter to;
    to.u32(record_magic);
    to.u32(static_cast<std::uint32_t>(sweep_checksum(numbers.bytes, record_magic)));
    to.bytes += numbers.bytes;
    return to.bytes;
}

bool read_record_head(const char* bytes, SweepRecordHead& head) {
    ByteReader from(std::string_view(bytes, record_head_bytes));
    if (from.u32() != record_magic) return false;
    const std::uint32_t check = from.u32();
    if (check != static_cast<std::uint32_t>(sweep_checksum(std::string_view(bytes + 8, 16), record_magic)))
        return false;
    head.block = from.u64();
    head.length = from.u64();
    return head.length < longest_record;
}

std::uint64_t record_checksum(const SweepRecordHead& head, std::string_view payload) {
    return sweep_checksum(payload, sweep_checksum(record_head(head), 0));
}

SweepJournalScan scan_journal(int descriptor, std::uint64_t at, const OnRecord& found) {
    SweepJournalScan scan;
    const auto facts = system::facts_of(descriptor);
    const std::uint64_t size = facts ? facts->bytes : 0;
    FileWindow window(descriptor);
    scan.good = at;
    bool lost = false;  // between records, because the last one was damaged
    for (;;) {
        const std::string_view bytes = window.at(at, record_head_bytes);
        if (bytes.size() < record_head_bytes) break;
        SweepRecordHead h;
        if (read_record_head(bytes.data(), h) &&
            h.length + record_head_bytes + record_tail_bytes <= size - std::min(size, at)) {
            const std::string_view rest =
                window.at(at + record_head_bytes, static_cast<std::size_t>(h.length) + record_tail_bytes);
            if (rest.size() == h.length + record_tail_bytes) {
                const std::string_view payload = rest.substr(0, static_cast<std::size_t>(h.length));
                if (word_at(rest.data() + h.length) == record_checksum(h, payload)) {
                    if (found(h.block, at + record_head_bytes, payload)) ++scan.records;
                    at += record_head_bytes + h.length + record_tail_bytes;
                    scan.good = at;
                    scan.damaged += lost;
                    lost = false;
                    continue;
                }
            }
        }
        // look for the next record behind the damage
        lost = true;
        const std::string_view region = window.at(at + 1, 1 << 16);
        const char first = static_cast<char>(record_magic & 0xff);
        const std::size_t next = region.find(first);
        at += 1 + (next == std::string_view::npos ? region.size() : next);
    }
    return scan;
}

}  // namespace polhode
