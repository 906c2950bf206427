#include "polhode/exchange/byte_source.hpp"

#include <cerrno>
#include <cstring>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/file_window.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

class BytesOfFile : public ByteSource {
 public:
    BytesOfFile(const std::string& path, Descriptor file, std::uint64_t size)
        : ByteSource(path), file_(std::move(file)), window_(file_.get()), size_(size) {}
    std::string_view at(std::uint64_t offset, std::size_t n) override { return window_.at(offset, n); }
    std::uint64_t size() const override { return size_; }

 private:
    Descriptor file_;
    FileWindow window_;
    std::uint64_t size_;
};

class BytesOfText : public ByteSource {
 public:
    BytesOfText(std::string_view bytes, std::string name) : ByteSource(std::move(name)), bytes_(bytes) {}
    std::string_view at(std::uint64_t offset, std::size_t n) override {
        return offset >= bytes_.size() ? std::string_view() : bytes_.substr(static_cast<std::size_t>(offset), n);
    }
    std::uint64_t size() const override { return bytes_.size(); }

 private:
    std::string_view bytes_;
};

class BytesOfPipe : public ByteSource {
 public:
    BytesOfPipe(const std::string& path, std::string bytes) : ByteSource(path), bytes_(std::move(bytes)) {}
    std::string_view at(std::uint64_t offset, std::size_t n) override {
        return offset >= bytes_.size() ? std::string_view()
                                       : std::string_view(bytes_).substr(static_cast<std::size_t>(offset), n);
    }
    std::uint64_t size() const override { return bytes_.size(); }

 private:
    std::string bytes_;
};

}  // namespace

std::unique_ptr<ByteSource> open_source(const std::string& named) {
    const std::string path = named == "-" ? "/dev/stdin" : named;
    const auto refuse = [&](const std::string& why) {
        throw InputError({path, 0, ""}, "this file cannot be opened: " + why);
    };
    if (const std::string fault = unreadable_kind(path); !fault.empty()) refuse(fault);
    if (const auto facts = system::facts_of(path); facts && facts->kind != system::FileKind::plain) {
        InputBytes pipe = read_input_file(path);
        if (!pipe.fault.empty()) refuse(pipe.fault);
        if (pipe.cut_off) refuse("it brings more than 2 GiB; write it to a file first");
        return std::make_unique<BytesOfPipe>(path, std::move(pipe.bytes));
    }
    Descriptor file = opened(path, open_for::reading | open_for::no_terminal);
    if (!file) refuse(std::strerror(errno));
    const auto facts = system::facts_of(file.get());
    if (!facts) refuse(std::strerror(errno));
    return std::make_unique<BytesOfFile>(path, std::move(file), facts->bytes);
}

std::unique_ptr<ByteSource> source_of(std::string_view bytes, std::string name) {
    return std::make_unique<BytesOfText>(bytes, std::move(name));
}

}  // namespace polhode
