// The messages of an MCAP file (mcap.dev/spec) out of its records, through its chunks; for those who hold the file, and
// for those to whom its bytes come one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace polhode {

struct McapChannel {
    std::string topic, encoding, schema_name;
};

inline constexpr std::string_view mcap_first{"\x89MCAP0\r\n", 8};
inline constexpr std::uint64_t largest_mcap_record = std::uint64_t{1} << 30;

class McapMessages {
 public:
    // Channel, log time in ns, data.
    using Take = std::function<void(std::uint16_t, std::uint64_t, std::string_view)>;

    // `file`: for messages.
    explicit McapMessages(std::string file) : file_(std::move(file)) {}

    // Whether the content of a record is looked at; attachments and indices are passed over.
    static bool wants(std::uint8_t opcode) { return opcode >= 2 && opcode <= 6; }
    // One record as it stands in the file. Throws InputError where it is damaged.
    void record(std::uint8_t opcode, std::string_view content, const Take& take) {
        record(opcode, content, take, false);
    }
    const std::map<std::uint16_t, McapChannel>& channels() const { return channels_; }
    bool ended() const { return ended_; }  // the footer came

 private:
    void record(std::uint8_t opcode, std::string_view content, const Take& take, bool inside);
    void chunk(std::string_view content, const Take& take);

    std::string file_;
    std::map<std::uint16_t, std::string> schemas_;
    std::map<std::uint16_t, McapChannel> channels_;
    bool ended_ = false;
};

// The same of a file whose bytes come in whatever pieces.
class McapStream {
 public:
    explicit McapStream(std::string file) : file_(file), messages_(std::move(file)) {}

    void take(std::string_view bytes, const McapMessages::Take& take);
    const std::map<std::uint16_t, McapChannel>& channels() const { return messages_.channels(); }
    bool ended() const { return messages_.ended(); }

 private:
    std::string file_;
    McapMessages messages_;
    std::string held_;        // begins with a record that is not complete
    std::uint64_t skip_ = 0;  // bytes still to come of a record that nobody wants
    bool begun_ = false;      // the first eight bytes have come
};

}  // namespace polhode
