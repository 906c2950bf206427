#include "polhode/exchange/mcap_records.hpp"

#include "polhode/base/diagnostic.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode {

void McapRecords::each_message(const McapMessages::Take& take) {
    const Place place{source_.name(), 0, ""};
    if (source_.at(0, 8) != mcap_first) throw InputError(place, "this is no MCAP file: it does not begin as one");
    for (std::uint64_t at = 8; at < source_.size() && !messages_.ended();) {
        const std::string head(source_.at(at, 9));
        if (head.size() < 9) return;  // cut short
        const auto opcode = static_cast<std::uint8_t>(head[0]);
        const std::uint64_t length = little_end(head, 1, 8);
        if (opcode == 0)
            throw InputError(place, "a record of kind 0 at byte " + std::to_string(at) + ": it is damaged");
        if (length > source_.size() - at - 9) return;  // cut short in the middle of a record
        if (length > largest_mcap_record) throw InputError(place, "a record of more than 1 GiB");
        if (McapMessages::wants(opcode))
            messages_.record(opcode, source_.at(at + 9, static_cast<std::size_t>(length)), take);
        at += 9 + length;
    }
}

}  // namespace polhode
