#include "polhode/links/mcap_messages.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/lz4_frame.hpp"
#include "polhode/files/zstd_frame.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/links/crc32.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode {

namespace {

constexpr std::size_t most_names = 65536;
constexpr std::size_t record_head = 9;  // bytes: its kind and its length

// The fields of a record, in order.
class McapFields {
 public:
    McapFields(std::string_view content, const std::string& file) : rest_(content), file_(file) {}
    std::uint64_t number(std::size_t n) { return little_end(take(n), 0, n); }
    std::string_view text() { return take(static_cast<std::size_t>(number(4))); }
    std::string_view rest() const { return rest_; }

 private:
    std::string_view take(std::size_t n) {
        if (n > rest_.size())
            throw InputError({file_, 0, ""}, "a record is shorter than what it should hold: it is damaged");
        const std::string_view taken = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return taken;
    }
    std::string_view rest_;
    const std::string& file_;
};

// The records of a chunk, by the name of what packed them.
std::string unpacked_chunk(const std::string& packed, std::string_view bytes, std::uint64_t size, const Place& place) {
    if (packed.empty()) return std::string(bytes);
    if (packed != "lz4" && packed != "zstd")
        throw InputError(place, "its chunks are packed with '" + escaped_for_message(packed) +
                                    "'; 'lz4', 'zstd' and '' are undone here");
    std::string records;
    try {
        const auto most = static_cast<std::size_t>(size);
        records = packed == "lz4" ? lz4_unpacked(bytes, most) : zstd_unpacked(bytes, most);
    } catch (const std::runtime_error& error) {
        throw InputError(place, error.what());
    }
    if (records.size() != size) throw InputError(place, "a chunk has two sizes: it is damaged");
    return records;
}

}  // namespace

void McapMessages::record(std::uint8_t opcode, std::string_view content, const Take& take, bool inside) {
    const Place place{file_, 0, ""};
    McapFields fields(content, file_);
    if (opcode == 2) {
        ended_ = true;
    } else if (opcode == 3) {
        const auto id = static_cast<std::uint16_t>(fields.number(2));
        schemas_[id] = std::string(fields.text());
        if (schemas_.size() > most_names) throw InputError(place, "more than 65536 schemas");
    } else if (opcode == 4) {
        const auto id = static_cast<std::uint16_t>(fields.number(2)),
                   schema = static_cast<std::uint16_t>(fields.number(2));
        McapChannel channel;
        channel.topic = std::string(fields.text());
        channel.encoding = std::string(fields.text());
        if (const auto found = schemas_.find(schema); found != schemas_.end()) channel.schema_name = found->second;
        channels_[id] = channel;
    } else if (opcode == 5) {
        const auto id = static_cast<std::uint16_t>(fields.number(2));
        (void)fields.number(4);
        const std::uint64_t time = fields.number(8);
        (void)fields.number(8);
        if (!channels_.count(id))
            throw InputError(
                place, "a message of channel " + std::to_string(id) + ", which has not been described: it is damaged");
        take(id, time, fields.rest());
    } else if (opcode == 6) {
        if (inside) throw InputError(place, "a chunk stands in a chunk: it is damaged");
        chunk(content, take);
    }
}

void McapMessages::chunk(std::string_view content, const Take& take) {
    const Place place{file_, 0, ""};
    McapFields fields(content, file_);
    (void)fields.number(8);
    (void)fields.number(8);
    const std::uint64_t size = fields.number(8);
    const auto sum = static_cast<std::uint32_t>(fields.number(4));
    const std::string packed(fields.text());
    const std::uint64_t length = fields.number(8);
    if (length > fields.rest().size() || size > largest_mcap_record || (packed.empty() && length != size))
        throw InputError(place, "a chunk has two sizes: it is damaged");
    // a copy: what takes the messages may look elsewhere in the file
    const std::string records =
        unpacked_chunk(packed, fields.rest().substr(0, static_cast<std::size_t>(length)), size, place);
    if (sum != 0) {
        Crc32 crc;
        crc.take(records);
        if (crc.value() != sum) throw InputError(place, "a chunk does not fit its checksum (CRC-32): it is damaged");
    }
    for (std::size_t at = 0; at < records.size();) {
        if (records.size() - at < 9) throw InputError(place, "a chunk ends in the middle of a record: it is damaged");
        const std::uint64_t one = little_end(records, at + 1, 8);
        if (one > records.size() - at - 9)
            throw InputError(place, "a chunk ends in the middle of a record: it is damaged");
        record(static_cast<std::uint8_t>(records[at]),
               std::string_view(records).substr(at + 9, static_cast<std::size_t>(one)), take, true);
        at += 9 + static_cast<std::size_t>(one);
    }
}

void McapStream::take(std::string_view bytes, const McapMessages::Take& take) {
    const Place place{file_, 0, ""};
    while (!messages_.ended()) {
        const auto passed = static_cast<std::size_t>(std::min<std::uint64_t>(skip_, bytes.size()));
        skip_ -= passed;
        bytes.remove_prefix(passed);
        if (bytes.empty()) return;
        // no more is held than the record that is open: as much as its head, then as much as it says
        std::size_t needed = begun_ ? record_head : mcap_first.size();
        if (begun_ && held_.size() >= record_head) needed += static_cast<std::size_t>(little_end(held_, 1, 8));
        const std::size_t more = std::min(needed - held_.size(), bytes.size());
        held_.append(bytes.substr(0, more));
        bytes.remove_prefix(more);
        if (!begun_) {
            if (held_ != mcap_first.substr(0, held_.size()))
                throw InputError(
                    place, "this is no MCAP file, nor a table of text, JSON or MAVLink 2: it begins as none of them");
            if (held_.size() < mcap_first.size()) return;
            begun_ = true;
            held_.clear();
            continue;
        }
        if (held_.size() < record_head) return;
        const auto opcode = static_cast<std::uint8_t>(held_[0]);
        const std::uint64_t length = little_end(held_, 1, 8);
        if (opcode == 0) throw InputError(place, "a record of kind 0: it is damaged");
        if (!McapMessages::wants(opcode)) {
            skip_ = length;
            held_.clear();
            continue;
        }
        if (length > largest_mcap_record) throw InputError(place, "a record of more than 1 GiB");
        if (held_.size() < record_head + length) continue;
        const std::string whole = std::exchange(held_, {});
        messages_.record(opcode, std::string_view(whole).substr(record_head), take);
    }
}

}  // namespace polhode
