// The bytes of a file that somebody named, or of a text: read where they are wanted, a window at a time, so that a
// large file takes no more memory than a small one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace polhode {

class ByteSource {
 public:
    virtual ~ByteSource() = default;
    // The bytes [offset, offset + n), fewer where they end. They stay until the next call.
    virtual std::string_view at(std::uint64_t offset, std::size_t n) = 0;
    virtual std::uint64_t size() const = 0;
    const std::string& name() const { return name_; }  // for messages

 protected:
    explicit ByteSource(std::string name) : name_(std::move(name)) {}

 private:
    std::string name_;
};

// A plain file, or a pipe that was handed to the program; "-" is standard input. Throws InputError where it cannot be
// read.
std::unique_ptr<ByteSource> open_source(const std::string& path);
// A text that outlives this.
std::unique_ptr<ByteSource> source_of(std::string_view bytes, std::string name);

}  // namespace polhode
