// What readers of compressed bytes share: bytes taken from the front, and bytes that come out and may be repeated.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace polhode {

class CompressedBytes {
 public:
    explicit CompressedBytes(std::string_view bytes) : rest_(bytes) {}
    std::string_view take(std::size_t n) {
        if (n > rest_.size()) throw std::runtime_error("the compressed bytes end too early");
        const std::string_view taken = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return taken;
    }
    // Little-endian.
    std::uint64_t number(std::size_t n) {
        std::uint64_t value = 0;
        const std::string_view bytes = take(n);
        for (std::size_t i = 0; i < n; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
        return value;
    }
    std::size_t left() const { return rest_.size(); }
    std::string_view rest() const { return rest_; }

 private:
    std::string_view rest_;
};

class UnpackedBytes {
 public:
    explicit UnpackedBytes(std::size_t most) : most_(most) {}
    void put(std::string_view bytes) {
        require_room(bytes.size());
        bytes_ += bytes;
    }
    void fill(char c, std::size_t n) {
        require_room(n);
        bytes_.append(n, c);
    }
    // n bytes as they stand `distance` before the end; they may run into what they make.
    void again(std::size_t distance, std::size_t n) {
        if (distance == 0 || distance > bytes_.size())
            throw std::runtime_error("the compressed bytes point before their beginning");
        require_room(n);
        for (std::size_t i = 0; i < n; ++i) bytes_ += bytes_[bytes_.size() - distance];
    }
    std::string taken() { return std::move(bytes_); }

 private:
    void require_room(std::size_t n) const {
        if (n > most_ - bytes_.size()) throw std::runtime_error("the compressed bytes swell beyond what is taken");
    }
    std::size_t most_;
    std::string bytes_;
};

}  // namespace polhode
