#include "polhode/exchange/arrays/zip_entries.hpp"

#include <algorithm>
#include <stdexcept>

#include "polhode/base/diagnostic.hpp"
#include "polhode/exchange/arrays/inflate.hpp"
#include "polhode/links/crc32.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode {

namespace {

constexpr std::uint64_t most_unpacked = std::uint64_t{1} << 31;
constexpr std::uint64_t unknown_32 = 0xFFFFFFFFu;

class ZipDirectory {
 public:
    explicit ZipDirectory(ByteSource& source) : source_(source) {}

    std::vector<ZipEntry> entries() {
        find_end();
        std::vector<ZipEntry> all;
        std::uint64_t at = offset_;
        // a count that was read is believed only where there are bytes for it
        if (count_ > source_.size() / 46) refuse("its directory is damaged");
        for (std::uint64_t i = 0; i < count_; ++i) all.push_back(entry_at(at));
        return all;
    }

 private:
    [[noreturn]] void refuse(const std::string& why) const { throw InputError({source_.name(), 0, ""}, why); }

    std::string bytes(std::uint64_t at, std::size_t n) {
        const std::string_view found = source_.at(at, n);
        if (found.size() < n) refuse("the file ends too early: it is cut short");
        return std::string(found);
    }

    // The mark may stand in the comment behind it as well: the end's own reaches exactly to the end of the file.
    static std::size_t end_mark(const std::string& tail) {
        constexpr std::string_view mark("PK\x05\x06", 4);
        std::size_t at = tail.rfind(mark);
        while (at != std::string::npos) {
            if (at + 22 <= tail.size() && at + 22 + little_end(tail, at + 20, 2) == tail.size()) return at;
            at = at == 0 ? std::string::npos : tail.rfind(mark, at - 1);
        }
        return at;
    }

    void find_end() {
        const std::uint64_t size = source_.size();
        if (source_.at(0, 2) != "PK") refuse("this is no ZIP file");
        const std::uint64_t from = size > 65557 ? size - 65557 : 0;
        const std::string tail(source_.at(from, static_cast<std::size_t>(size - from)));
        const std::size_t end = end_mark(tail);
        if (end == std::string::npos) refuse("it has no directory at its end: the file is cut short");
        count_ = little_end(tail, end + 10, 2);
        offset_ = little_end(tail, end + 16, 4);
        if (count_ != 0xFFFF && offset_ != unknown_32) return;
        if (end < 20 || tail.compare(end - 20, 4, std::string_view("PK\x06\x07", 4)) != 0)
            refuse("its 64-bit directory is missing");
        const std::uint64_t at = little_end(tail, end - 12, 8);
        const std::string end64 = bytes(at, 56);
        if (end64.compare(0, 4, std::string_view("PK\x06\x06", 4)) != 0) refuse("its 64-bit directory is damaged");
        count_ = little_end(end64, 32, 8);
        offset_ = little_end(end64, 48, 8);
    }

    ZipEntry entry_at(std::uint64_t& at) {
        const std::string head = bytes(at, 46);
        if (head.compare(0, 4, std::string_view("PK\x01\x02", 4)) != 0) refuse("its directory is damaged");
        ZipEntry entry;
        if (little_end(head, 8, 2) & 1) refuse("an entry is encrypted");
        entry.method = static_cast<int>(little_end(head, 10, 2));
        entry.crc = static_cast<std::uint32_t>(little_end(head, 16, 4));
        entry.packed = little_end(head, 20, 4);
        entry.size = little_end(head, 24, 4);
        std::uint64_t local = little_end(head, 42, 4);
        const auto name = static_cast<std::size_t>(little_end(head, 28, 2)),
                   extra = static_cast<std::size_t>(little_end(head, 30, 2)),
                   comment = static_cast<std::size_t>(little_end(head, 32, 2));
        entry.name = bytes(at + 46, name);
        take_wide_sizes(bytes(at + 46 + name, extra), entry, local);
        at += 46 + name + extra + comment;
        const std::string here = bytes(local, 30);
        if (here.compare(0, 4, std::string_view("PK\x03\x04", 4)) != 0)
            refuse("the entry '" + entry.name.substr(0, 40) + "' is not where the directory says");
        entry.data = local + 30 + little_end(here, 26, 2) + little_end(here, 28, 2);
        if (entry.data > source_.size() || entry.packed > source_.size() - entry.data)
            refuse("the file ends too early: it is cut short");
        if (entry.method == 0 && entry.packed != entry.size) refuse("an entry that is not packed has two sizes");
        return entry;
    }

    static void take_wide_sizes(const std::string& extra, ZipEntry& entry, std::uint64_t& local) {
        for (std::size_t at = 0; at + 4 <= extra.size();) {
            const std::uint64_t id = little_end(extra, at, 2);
            const auto length = static_cast<std::size_t>(little_end(extra, at + 2, 2));
            std::size_t from = at + 4;
            const std::size_t end = std::min(extra.size(), from + length);
            if (id == 1)
                for (std::uint64_t* field : {&entry.size, &entry.packed, &local})
                    if (*field == unknown_32 && from + 8 <= end) {
                        *field = little_end(extra, from, 8);
                        from += 8;
                    }
            at = end;
        }
    }

    ByteSource& source_;
    std::uint64_t count_ = 0, offset_ = 0;
};

}  // namespace

std::vector<ZipEntry> zip_entries(ByteSource& source) { return ZipDirectory(source).entries(); }

void check_stored(ByteSource& source, const ZipEntry& entry) {
    Crc32 crc;
    for (std::uint64_t done = 0; done < entry.size;) {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(1 << 18, entry.size - done));
        const std::string_view bytes = source.at(entry.data + done, n);
        if (bytes.size() < n)
            throw InputError({source.name(), 0, entry.name}, "the file ends too early: it is cut short");
        crc.take(bytes);
        done += n;
    }
    if (crc.value() != entry.crc)
        throw InputError({source.name(), 0, entry.name}, "its bytes do not fit their checksum (CRC-32): it is damaged");
}

std::string unpacked(ByteSource& source, const ZipEntry& entry) {
    const Place place{source.name(), 0, entry.name};
    if (entry.method != 8)
        throw InputError(place, "it is packed by method " + std::to_string(entry.method) + "; only DEFLATE is undone");
    if (entry.size > most_unpacked || entry.packed > most_unpacked)
        throw InputError(place, "it is larger than 2 GiB when unpacked; save it with numpy.savez, which does not pack");
    std::string bytes;
    try {
        bytes = inflate(source.at(entry.data, static_cast<std::size_t>(entry.packed)),
                        static_cast<std::size_t>(entry.size));
    } catch (const std::runtime_error& e) {
        throw InputError(place, e.what());
    }
    Crc32 crc;
    crc.take(bytes);
    if (bytes.size() != entry.size || crc.value() != entry.crc)
        throw InputError(place, "its bytes do not fit their checksum (CRC-32): it is damaged");
    return bytes;
}

}  // namespace polhode
