// Reads MCAP (mcap.dev/spec) from its front to its end, record by record, through its chunks: files that were cut short
// are read up to there.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "polhode/exchange/byte_source.hpp"

namespace polhode {

struct McapChannel {
    std::string topic, encoding, schema_name;
};

class McapRecords {
 public:
    explicit McapRecords(ByteSource& source) : source_(source) {}

    // `take(channel, log time in ns, data)` for each message in the order of the file. Throws InputError.
    void each_message(const std::function<void(std::uint16_t, std::uint64_t, std::string_view)>& take);
    const std::map<std::uint16_t, McapChannel>& channels() const { return channels_; }
    bool cut_short() const { return !ended_; }  // there was no footer

 private:
    void record(std::uint8_t opcode, std::string_view content,
                const std::function<void(std::uint16_t, std::uint64_t, std::string_view)>& take, bool inside);
    void chunk(std::string_view content,
               const std::function<void(std::uint16_t, std::uint64_t, std::string_view)>& take);

    ByteSource& source_;
    std::map<std::uint16_t, std::string> schemas_;
    std::map<std::uint16_t, McapChannel> channels_;
    bool ended_ = false;
};

}  // namespace polhode
