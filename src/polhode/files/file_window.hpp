// A file that is read from its front to its end without being held in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "polhode/system/file.hpp"

namespace polhode {

// A window that moves forward through a file.
class FileWindow {
 public:
    explicit FileWindow(int descriptor) : descriptor_(descriptor) {}
    // The bytes [offset, offset + n), fewer where the file ends.
    std::string_view at(std::uint64_t offset, std::size_t n) {
        if (offset < start_ || offset + n > start_ + held_) {
            const std::size_t room = std::max<std::size_t>(n, 1 << 20);
            if (buffer_.size() < room) buffer_.resize(room);
            start_ = offset;
            held_ = read_at(descriptor_, offset, buffer_.data(), buffer_.size());
        }
        const std::size_t from = static_cast<std::size_t>(offset - start_);
        return std::string_view(buffer_).substr(from, std::min(n, held_ - std::min(held_, from)));
    }

 private:
    int descriptor_;
    std::string buffer_;
    std::uint64_t start_ = 0;
    std::size_t held_ = 0;
};

}  // namespace polhode
