// mcap.dev/spec: records, opcodes and the order of their fields
#include "polhode/links/mcap.hpp"

#include <algorithm>

#include "polhode/links/wire_bytes.hpp"

namespace polhode {

namespace {

constexpr std::string_view mcap_magic{"\x89MCAP0\r\n", 8};
constexpr std::uint64_t longest_chunk = 1 << 20;          // bytes
constexpr std::uint64_t longest_chunk_time = 1000000000;  // ns
enum Opcode : std::uint8_t {
    header = 0x01,
    footer = 0x02,
    schema = 0x03,
    channel = 0x04,
    message = 0x05,
    chunk = 0x06,
    message_index = 0x07,
    chunk_index = 0x08,
    statistics = 0x0B,
    metadata = 0x0C,
    data_end = 0x0F,
};

// A record's content, in the order in which it was said.
class McapRecord : public WireWriter<End::little> {
 public:
    McapRecord() : WireWriter(content) {}
    McapRecord& text(std::string_view t) {
        u32(static_cast<std::uint32_t>(t.size()));
        content.append(t);
        return *this;
    }
    // A map or a list: its size in bytes, then what `fill` writes.
    template <class Fill>
    void sized(Fill fill) {
        const std::size_t at = content.size();
        u32(0);
        fill();
        const std::size_t size = content.size() - at - 4;
        for (int k = 0; k < 4; ++k) content[at + static_cast<std::size_t>(k)] = static_cast<char>(size >> 8 * k);
    }
    std::string content;
};

}  // namespace

void McapWriter::Times::take(std::uint64_t time) {
    first = messages == 0 ? time : std::min(first, time);
    last = messages == 0 ? time : std::max(last, time);
    ++messages;
}

McapWriter::McapWriter(std::string_view library) {
    emit(mcap_magic);
    McapRecord head;
    head.text("").text(library);
    std::string bytes;
    record(bytes, Opcode::header, head.content);
    emit(bytes);
}

void McapWriter::emit(std::string_view bytes) {
    crc_.take(bytes);
    written_ += bytes.size();
    out_.append(bytes);
}

void McapWriter::record(std::string& to, std::uint8_t opcode, std::string_view content) {
    WireWriter<End::little> w(to);
    w.u8(opcode);
    w.u64(content.size());
    to.append(content);
}

std::uint16_t McapWriter::add_channel(std::string_view topic, std::string_view schema_name, std::string_view schema) {
    channels_.push_back({std::string(topic), std::string(schema_name), std::string(schema), 0, false, {}});
    return static_cast<std::uint16_t>(channels_.size() - 1);
}

std::string McapWriter::schema_record(std::size_t i) const {
    McapRecord content;
    content.u16(static_cast<std::uint16_t>(i + 1));  // 0 means that there is none
    content.text(channels_[i].schema_name).text("jsonschema").text(channels_[i].schema);
    return std::move(content.content);
}

std::string McapWriter::channel_record(std::size_t i) const {
    McapRecord content;
    content.u16(static_cast<std::uint16_t>(i));
    content.u16(static_cast<std::uint16_t>(i + 1));
    content.text(channels_[i].topic).text("json").u32(0);
    return std::move(content.content);
}

void McapWriter::add_metadata(std::string_view name, const std::vector<std::pair<std::string, std::string>>& values) {
    McapRecord content;
    content.text(name);
    content.sized([&] {
        for (const auto& [key, value] : values) content.text(key).text(value);
    });
    std::string bytes;
    record(bytes, Opcode::metadata, content.content);
    end_chunk();
    emit(bytes);
    ++metadata_;
}

void McapWriter::add_message(std::uint16_t to, std::uint64_t time_ns, std::string_view data) {
    const auto apart = [&](std::uint64_t other) { return time_ns > other ? time_ns - other : other - time_ns; };
    if (times_.messages > 0 && (apart(times_.first) >= longest_chunk_time || chunk_.size() >= longest_chunk))
        end_chunk();
    Channel& its = channels_[to];
    if (!its.in_file) {
        record(chunk_, Opcode::schema, schema_record(to));
        record(chunk_, Opcode::channel, channel_record(to));
        its.in_file = true;
    }
    its.index.emplace_back(time_ns, chunk_.size());
    WireWriter<End::little> w(chunk_);
    w.u8(Opcode::message);
    w.u64(2 + 4 + 8 + 8 + data.size());
    w.u16(to);
    w.u32(its.next_sequence++);
    w.u64(time_ns);
    w.u64(time_ns);
    chunk_.append(data);
    times_.take(time_ns);
    all_.take(time_ns);
}

void McapWriter::end_chunk() {
    if (times_.messages == 0) return;
    ChunkIndex about{times_, written_, 0, 0, chunk_.size(), {}};
    Crc32 crc;
    crc.take(chunk_);
    McapRecord content;
    content.u64(times_.first);
    content.u64(times_.last);
    content.u64(chunk_.size());
    content.u32(crc.value());
    content.text("");  // not compressed
    content.u64(chunk_.size());
    content.content.append(chunk_);
    std::string bytes;
    record(bytes, Opcode::chunk, content.content);
    about.length = bytes.size();
    // One index for each channel, right after the chunk.
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        auto& entries = channels_[i].index;
        if (entries.empty()) continue;
        about.index_offsets[static_cast<std::uint16_t>(i)] = written_ + bytes.size();
        McapRecord index;
        index.u16(static_cast<std::uint16_t>(i));
        index.sized([&] {
            for (const auto& [time, offset] : entries) {
                index.u64(time);
                index.u64(offset);
            }
        });
        record(bytes, Opcode::message_index, index.content);
        entries.clear();
    }
    about.index_length = bytes.size() - about.length;
    emit(bytes);
    chunks_.push_back(std::move(about));
    chunk_.clear();
    times_ = {};
}

void McapWriter::finish() {
    if (finished_) return;
    finished_ = true;
    end_chunk();
    McapRecord end;
    end.u32(crc_.value());
    std::string bytes;
    record(bytes, Opcode::data_end, end.content);
    emit(bytes);

    const std::uint64_t summary_start = written_;
    std::string rest = summary();
    WireWriter<End::little> w(rest);
    w.u8(Opcode::footer);
    w.u64(8 + 8 + 4);
    w.u64(summary_start);
    w.u64(0);  // no offsets of groups
    Crc32 crc;
    crc.take(rest);
    w.u32(crc.value());
    rest.append(mcap_magic);
    emit(rest);
}

std::string McapWriter::summary() const {
    std::string bytes;
    const auto add = [&](std::uint8_t opcode, std::string_view content) { record(bytes, opcode, content); };
    std::uint32_t used = 0;
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        if (!channels_[i].in_file) continue;
        ++used;
        add(Opcode::schema, schema_record(i));
        add(Opcode::channel, channel_record(i));
    }
    McapRecord counts;
    counts.u64(all_.messages);
    counts.u16(static_cast<std::uint16_t>(used));
    counts.u32(used);
    counts.u32(0);  // attachments
    counts.u32(metadata_);
    counts.u32(static_cast<std::uint32_t>(chunks_.size()));
    counts.u64(all_.first);
    counts.u64(all_.last);
    counts.sized([&] {
        for (std::size_t i = 0; i < channels_.size(); ++i) {
            if (!channels_[i].in_file) continue;
            counts.u16(static_cast<std::uint16_t>(i));
            counts.u64(channels_[i].next_sequence);
        }
    });
    add(Opcode::statistics, counts.content);
    for (const ChunkIndex& about : chunks_) {
        McapRecord index;
        index.u64(about.times.first);
        index.u64(about.times.last);
        index.u64(about.offset);
        index.u64(about.length);
        index.sized([&] {
            for (const auto& [id, offset] : about.index_offsets) {
                index.u16(id);
                index.u64(offset);
            }
        });
        index.u64(about.index_length);
        index.text("");
        index.u64(about.size);
        index.u64(about.size);
        add(Opcode::chunk_index, index.content);
    }
    return bytes;
}

}  // namespace polhode
