// Writes MCAP, the file that Foxglove and robotics people record into: in chunks with indices, because Foxglove reads
// by the index and shows nothing of a file without one. What is cut short can still be read from its start, chunk by
// chunk.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "polhode/links/crc32.hpp"

namespace polhode {

class McapWriter {
 public:
    explicit McapWriter(std::string_view library);

    // JSON messages of one topic; `schema` is a JSON schema. Before its first message.
    std::uint16_t add_channel(std::string_view topic, std::string_view schema_name, std::string_view schema);
    void add_metadata(std::string_view name, const std::vector<std::pair<std::string, std::string>>& values);
    // Simulation time as the log time. A chunk ends by itself after one second of it, or a megabyte.
    void add_message(std::uint16_t channel, std::uint64_t time_ns, std::string_view data);
    // What has been added so far is complete in the bytes.
    void end_chunk();
    void finish();

    // Bytes that belong at the end of the file: the caller writes them and clears them.
    std::string& bytes() { return out_; }
    std::uint64_t messages() const { return all_.messages; }

 private:
    struct Channel {
        std::string topic, schema_name, schema;
        std::uint32_t next_sequence = 0;
        bool in_file = false;                                        // its records stand in a chunk already
        std::vector<std::pair<std::uint64_t, std::uint64_t>> index;  // of this chunk: log time, offset
    };
    struct Times {
        std::uint64_t first = 0, last = 0, messages = 0;
        void take(std::uint64_t time);
    };
    struct ChunkIndex {
        Times times;
        std::uint64_t offset, length, index_length, size;
        std::map<std::uint16_t, std::uint64_t> index_offsets;
    };
    static void record(std::string& to, std::uint8_t opcode, std::string_view content);
    void emit(std::string_view bytes);
    std::string schema_record(std::size_t channel) const;
    std::string channel_record(std::size_t channel) const;
    std::string summary() const;

    std::string out_;
    std::uint64_t written_ = 0;  // bytes of the file so far, taken or not
    Crc32 crc_;                  // of all of them
    std::vector<Channel> channels_;
    std::string chunk_;  // the records of the chunk that is open
    Times times_, all_;  // of the chunk, of the file
    std::vector<ChunkIndex> chunks_;
    std::uint32_t metadata_ = 0;
    bool finished_ = false;
};

}  // namespace polhode
