// SHA-256 (FIPS 180-4), to say which bytes a result was made from and which it consists of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace polhode {

class Sha256 {
 public:
    void add(const void* bytes, std::size_t count);
    void add(std::string_view text) { add(text.data(), text.size()); }
    // 64 hexadecimal digits of everything added so far; more may be added afterwards.
    std::string hex() const;

 private:
    void block(const std::uint8_t* bytes);
    std::array<std::uint32_t, 8> hash_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> pending_{};
    std::uint64_t length_ = 0;
};

std::string sha256(std::string_view text);
// Of a file's contents; "" if it cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace polhode
