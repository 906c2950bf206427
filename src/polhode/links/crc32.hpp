// CRC-32 as zip, PNG and MCAP have it: reflected 0x04C11DB7, all ones before and after (ISO 3309).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace polhode {

class Crc32 {
 public:
    void take(std::string_view bytes) {
        for (const char c : bytes) state_ = table()[(state_ ^ static_cast<unsigned char>(c)) & 0xFF] ^ state_ >> 8;
    }
    std::uint32_t value() const { return ~state_; }

 private:
    static const std::array<std::uint32_t, 256>& table() {
        static constexpr auto made = [] {
            std::array<std::uint32_t, 256> entries{};
            for (std::uint32_t n = 0; n < 256; ++n) {
                std::uint32_t c = n;
                for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
                entries[n] = c;
            }
            return entries;
        }();
        return made;
    }
    std::uint32_t state_ = 0xFFFFFFFFu;
};

}  // namespace polhode
