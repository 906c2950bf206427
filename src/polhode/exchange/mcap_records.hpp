// Reads MCAP (mcap.dev/spec) from its front to its end, record by record, through its chunks: files that were cut short
// are read up to there.
#pragma once

#include "polhode/exchange/byte_source.hpp"
#include "polhode/links/mcap_messages.hpp"

namespace polhode {

class McapRecords {
 public:
    explicit McapRecords(ByteSource& source) : source_(source), messages_(source.name()) {}

    // `take(channel, log time in ns, data)` for each message in the order of the file. Throws InputError.
    void each_message(const McapMessages::Take& take);
    const std::map<std::uint16_t, McapChannel>& channels() const { return messages_.channels(); }
    bool cut_short() const { return !messages_.ended(); }  // there was no footer

 private:
    ByteSource& source_;
    McapMessages messages_;
};

}  // namespace polhode
