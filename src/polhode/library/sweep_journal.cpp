#include "sweep_journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "byte_stream.hpp"
#include "diagnostic.hpp"
#include "output_error.hpp"
#include "output_folder.hpp"
#include "sha256.hpp"
#include "sweep.hpp"
#include "text_table.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

constexpr char file_magic[] = "POLHODE SWEEP JOURNAL\n";  // 22 bytes, readable with `head`
constexpr std::uint32_t format_version = 1;
constexpr std::uint32_t record_magic = 0x52a7c3b9;  // four bytes that are no text
constexpr std::size_t head_bytes = 24, tail_bytes = 8;
constexpr std::uint64_t longest_record = 1ULL << 32;
constexpr std::chrono::seconds time_between_syncs{1};

// A checksum against accidents, quick: four chains of multiply and rotate over 32 bytes at a time and a final mixing,
// after xxHash64 (Collet; https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
constexpr std::uint64_t prime[5] = {0x9e3779b185ebca87ULL, 0xc2b2ae3d27d4eb4fULL, 0x165667b19e3779f9ULL,
                                    0x85ebca77c2b2ae63ULL, 0x27d4eb2f165667c5ULL};
constexpr std::uint64_t turned(std::uint64_t x, int n) { return (x << n) | (x >> (64 - n)); }
constexpr std::uint64_t mixed_in(std::uint64_t chain, std::uint64_t word) {
    return turned(chain + word * prime[1], 31) * prime[0];
}
std::uint64_t word_at(const char* at) {
    std::uint64_t x = 0;
    for (int k = 0; k < 8; ++k) x |= static_cast<std::uint64_t>(static_cast<unsigned char>(at[k])) << (8 * k);
    return x;
}

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) {
    const char* at = bytes.data();
    std::size_t left = bytes.size();
    std::uint64_t h = seed + prime[4];
    if (left >= 32) {
        std::uint64_t chain[4] = {seed + prime[0] + prime[1], seed + prime[1], seed, seed - prime[0]};
        for (; left >= 32; left -= 32, at += 32)
            for (int k = 0; k < 4; ++k) chain[k] = mixed_in(chain[k], word_at(at + 8 * k));
        h = turned(chain[0], 1) + turned(chain[1], 7) + turned(chain[2], 12) + turned(chain[3], 18);
        for (const std::uint64_t c : chain) h = (h ^ mixed_in(0, c)) * prime[0] + prime[3];
    }
    h += bytes.size();
    for (; left >= 8; left -= 8, at += 8) h = turned(h ^ mixed_in(0, word_at(at)), 27) * prime[0] + prime[3];
    for (; left > 0; --left, ++at) h = turned(h ^ (static_cast<unsigned char>(*at) * prime[4]), 11) * prime[0];
    h = (h ^ (h >> 33)) * prime[1];
    h = (h ^ (h >> 29)) * prime[2];
    return h ^ (h >> 32);
}

struct Head {
    std::uint64_t block = 0, length = 0;
};

std::string head_of(const Head& head) {
    ByteWriter numbers;
    numbers.u64(head.block);
    numbers.u64(head.length);
    ByteWriter to;
    to.u32(record_magic);
    to.u32(static_cast<std::uint32_t>(checksum(numbers.bytes, record_magic)));
    to.bytes += numbers.bytes;
    return to.bytes;
}

// False: these are not the 24 bytes at the front of a record.
bool read_head(const char* bytes, Head& head) {
    ByteReader from(std::string_view(bytes, head_bytes));
    if (from.u32() != record_magic) return false;
    const std::uint32_t check = from.u32();
    if (check != static_cast<std::uint32_t>(checksum(std::string_view(bytes + 8, 16), record_magic))) return false;
    head.block = from.u64();
    head.length = from.u64();
    return head.length < longest_record;
}

std::uint64_t record_checksum(const Head& head, std::string_view payload) {
    return checksum(payload, checksum(head_of(head), 0));
}

std::string file_head(const std::string& fingerprint) {
    ByteWriter to;
    to.bytes = file_magic;
    to.u32(format_version);
    to.u32(static_cast<std::uint32_t>(fingerprint.size()));
    to.bytes += fingerprint;
    to.u64(checksum(to.bytes, 0));
    return to.bytes;
}

class Descriptor {
 public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int operator*() const { return number_; }
    bool open() const { return number_ >= 0; }

 private:
    int number_ = -1;
};

int opened(const std::string& path, int flags) {
    int d;
    do {
        d = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    } while (d < 0 && errno == EINTR);
    return d;
}

// As much of [offset, offset + n) as there is.
std::size_t read_at(int descriptor, std::uint64_t offset, char* into, std::size_t n) {
    std::size_t done = 0;
    while (done < n) {
        const ssize_t got = ::pread(descriptor, into + done, n - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

// A window that moves forward through a file.
class Window {
 public:
    explicit Window(int descriptor) : descriptor_(descriptor) {}
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

// Where the payload of a block lies.
struct Found {
    std::uint64_t offset = 0;  // 0: nowhere
    std::uint32_t length = 0, file = 0;
};

// Memory only where there are blocks: a campaign may be far from complete.
class Index {
 public:
    explicit Index(std::uint64_t blocks)
        : blocks_(blocks), pages_(static_cast<std::size_t>((blocks + page - 1) / page)) {}
    std::uint64_t blocks() const { return blocks_; }
    std::uint64_t count() const { return count_; }
    const Found* find(std::uint64_t block) const {
        if (block >= blocks_) return nullptr;
        const auto& p = pages_[static_cast<std::size_t>(block / page)];
        if (!p) return nullptr;
        const Found& f = (*p)[static_cast<std::size_t>(block % page)];
        return f.offset == 0 ? nullptr : &f;
    }
    bool add(std::uint64_t block, const Found& found) {
        if (block >= blocks_ || find(block)) return false;
        auto& p = pages_[static_cast<std::size_t>(block / page)];
        if (!p) p = std::make_unique<std::array<Found, page>>();
        (*p)[static_cast<std::size_t>(block % page)] = found;
        ++count_;
        return true;
    }

 private:
    static constexpr std::uint64_t page = 4096;
    std::uint64_t blocks_, count_ = 0;
    std::vector<std::unique_ptr<std::array<Found, page>>> pages_;
};

struct Scan {
    bool ours = false;       // a journal of this campaign
    bool journal = false;    // a journal at all, of whichever
    std::uint64_t good = 0;  // bytes up to the end of the last record that is whole
    std::uint64_t records = 0, damaged = 0;
};

// Every record that is whole goes to `found(block, payload's offset, length)`.
template <class F>
Scan scan_journal(int descriptor, const std::string& fingerprint, F&& found) {
    Scan scan;
    struct stat status {};
    const std::uint64_t size = ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
    const std::string head = file_head(fingerprint);
    Window window(descriptor);
    const std::string_view there = window.at(0, head.size());
    const std::size_t magic_size = sizeof file_magic - 1;
    scan.journal = there.size() >= magic_size && there.substr(0, magic_size) == file_magic;
    scan.ours = there == head;
    if (!scan.journal) return scan;
    scan.good = there.size();
    std::uint64_t at = head.size();
    bool lost = false;  // between records, because the last one was damaged
    for (;;) {
        const std::string_view bytes = window.at(at, head_bytes);
        if (bytes.size() < head_bytes) break;
        Head h;
        if (read_head(bytes.data(), h) && h.length + head_bytes + tail_bytes <= size - std::min(size, at)) {
            const std::string_view rest = window.at(at + head_bytes, static_cast<std::size_t>(h.length) + tail_bytes);
            if (rest.size() == h.length + tail_bytes) {
                const std::string_view payload = rest.substr(0, static_cast<std::size_t>(h.length));
                if (word_at(rest.data() + h.length) == record_checksum(h, payload)) {
                    found(h.block, at + head_bytes, static_cast<std::uint32_t>(h.length));
                    ++scan.records;
                    at += head_bytes + h.length + tail_bytes;
                    scan.good = at;
                    scan.damaged += lost;
                    lost = false;
                    continue;
                }
            }
        }
        // look for the next record behind the damage
        lost = true;
        const std::string_view region = window.at(at + 1, 1 << 16);
        const char first = static_cast<char>(record_magic & 0xff);
        const std::size_t next = region.find(first);
        at += 1 + (next == std::string_view::npos ? region.size() : next);
    }
    return scan;
}

std::string file_name(const SweepShard& shard) {
    if (shard.count <= 1) return "journal.bin";
    return "journal-" + std::to_string(shard.index) + "-of-" + std::to_string(shard.count) + ".bin";
}

std::vector<std::string> journals_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
        const std::string name = i->path().filename().string();
        if (name.rfind("journal", 0) == 0 && i->path().extension() == ".bin") names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string joined(const std::string& folder, const std::string& name) { return (fs::path(folder) / name).string(); }

std::string part_done(std::uint64_t done, std::uint64_t all) {
    return readable_count(static_cast<long>(done)) + " of " + readable_count(static_cast<long>(all)) + " blocks";
}

}  // namespace

struct SweepJournal::Impl {
    Impl(std::string folder_name, const Sweep& sweep, const SweepShard& which)
        : folder(std::move(folder_name)), fingerprint(sweep.fingerprint), shard(which), index(sweep.blocks()) {}

    std::string folder, fingerprint, path;
    SweepShard shard;
    Index index;
    std::vector<Descriptor> files;
    std::vector<std::string> paths;
    std::size_t own = 0;  // among the files, where it is written to
    bool writing = false, unsaved = false;
    std::uint64_t end = 0;  // of its own file
    std::uint64_t damaged = 0;
    std::chrono::steady_clock::time_point saved = std::chrono::steady_clock::now();
    std::string room;  // for one record
    mutable std::mutex mutex;

    // Adds a file to those that are read.
    Scan take_in(const std::string& file, Descriptor descriptor) {
        const auto number = static_cast<std::uint32_t>(files.size());
        const Scan scan = scan_journal(*descriptor, fingerprint,
                                       [&](std::uint64_t block, std::uint64_t offset, std::uint32_t length) {
                                           index.add(block, {offset, length, number});
                                       });
        damaged += scan.damaged;
        files.push_back(std::move(descriptor));
        paths.push_back(file);
        return scan;
    }

    [[noreturn]] void refuse(int error) const {
        throw OutputError(path, std::string(std::strerror(error)) + "; " + part_done(index.count(), index.blocks()) +
                                    " are safe in the journal, and --resume goes on from there");
    }

    void write(std::string_view bytes) {
        const int descriptor = *files[own];
        std::size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t n =
                ::pwrite(descriptor, bytes.data() + done, bytes.size() - done, static_cast<off_t>(end + done));
            if (n > 0) {
                done += static_cast<std::size_t>(n);
                continue;
            }
            if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
            const int error = n == 0 ? ENOSPC : errno;
            // Where even this fails the incomplete record is taken off by the next one who opens the journal.
            if (::ftruncate(descriptor, static_cast<off_t>(end)) != 0) refuse(error);
            refuse(error);
        }
        end += bytes.size();
        unsaved = true;
    }

    void save() {
        if (!writing || !unsaved) return;
        // some file systems and devices have nothing to save to
        if (::fdatasync(*files[own]) != 0 && errno != EINVAL && errno != ENOSYS) refuse(errno);
        unsaved = false;
        saved = std::chrono::steady_clock::now();
    }
};

SweepJournal::SweepJournal(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SweepJournal::SweepJournal(SweepJournal&&) noexcept = default;
SweepJournal& SweepJournal::operator=(SweepJournal&&) noexcept = default;

SweepJournal::~SweepJournal() {
    if (!impl_) return;
    try {
        impl_->save();
    } catch (const OutputError&) {
        // Nobody is left to be told, and an incomplete record is found out by its checksum.
    }
}

SweepJournal SweepJournal::open(const std::string& folder, const Sweep& sweep, Begin begin, const SweepShard& shard) {
    if (shard.count < 1 || shard.index < 1 || shard.index > shard.count)
        throw InputError({"--shard", 0, ""}, "read '" + std::to_string(shard.index) + "/" +
                                                 std::to_string(shard.count) +
                                                 "'; needed: I/N with 1 <= I <= N, such as 3/8");
    const OutputFolder made(folder);
    auto impl = std::make_unique<Impl>(folder, sweep, shard);
    const std::string own_name = file_name(shard);
    impl->path = joined(folder, own_name);
    const bool alone = shard.count == 1;

    Descriptor own(opened(impl->path, O_RDWR | O_CREAT));
    if (!own.open()) throw OutputError(impl->path, std::strerror(errno));
    // where a file system knows no locks, nobody can be asked
    if (::flock(*own, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        throw InputError({impl->path, 0, ""},
                         "another process is writing this journal; wait until it has ended, or choose another folder");

    if (begin == Begin::restart) {
        if (::ftruncate(*own, 0) != 0) throw OutputError(impl->path, std::strerror(errno));
        if (alone)
            for (const std::string& name : journals_in(folder)) {
                if (name == own_name) continue;
                const std::string path = joined(folder, name);
                const Descriptor other(opened(path, O_RDWR));
                if (other.open() && ::flock(*other, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
                    throw InputError({path, 0, ""}, "another process is writing this journal; wait until it has ended");
                if (::unlink(path.c_str()) != 0) throw OutputError(path, std::strerror(errno));
            }
    }

    const Scan scan = impl->take_in(impl->path, std::move(own));
    const auto another = [&](const std::string& path) {
        return InputError({path, 0, ""},
                          "this is the journal of another campaign (its file, settings, runs or seed differ from " +
                              sweep.file + "); choose another folder, or --restart to remove it and begin anew");
    };
    if (scan.journal && !scan.ours && scan.records > 0) throw another(impl->path);
    struct stat status {};
    if (!scan.journal && ::fstat(*impl->files[0], &status) == 0 &&
        status.st_size >= static_cast<off_t>(file_head("").size()))
        throw InputError({impl->path, 0, ""},
                         "this file is no journal of a campaign; choose another folder, or --restart to replace it");
    for (const std::string& name : journals_in(folder)) {
        if (name == own_name) continue;
        const std::string path = joined(folder, name);
        Descriptor other(opened(path, O_RDONLY));
        if (!other.open()) throw InputError({path, 0, ""}, std::string("it cannot be read: ") + std::strerror(errno));
        const Scan of_other = impl->take_in(path, std::move(other));
        if (of_other.journal && !of_other.ours && of_other.records > 0) throw another(path);
    }
    const std::uint64_t done = alone ? impl->index.count() : scan.records;
    if (begin == Begin::fresh && done > 0)
        throw InputError({alone ? folder : impl->path, 0, ""},
                         "this campaign was begun here, and " + part_done(done, sweep.blocks()) +
                             " are done; --resume goes on with it, --restart begins anew");

    // from here on the file is ours: cut off what a kill left incomplete, or begin it
    impl->writing = true;
    const std::string head = file_head(sweep.fingerprint);
    impl->end = scan.ours ? scan.good : 0;
    if (::ftruncate(*impl->files[0], static_cast<off_t>(impl->end)) != 0)
        throw OutputError(impl->path, std::strerror(errno));
    if (!scan.ours) {
        impl->write(head);
        // a new name in a folder is safe only when the folder is
        if (const Descriptor directory(opened(folder, O_RDONLY | O_DIRECTORY)); directory.open())
            (void)::fsync(*directory);
    }
    return SweepJournal(std::move(impl));
}

SweepJournal SweepJournal::look(const std::string& folder, const Sweep& sweep) {
    auto impl = std::make_unique<Impl>(folder, sweep, SweepShard{});
    bool any = false;
    for (const std::string& name : journals_in(folder)) {
        const std::string path = joined(folder, name);
        Descriptor file(opened(path, O_RDONLY));
        if (!file.open()) throw InputError({path, 0, ""}, std::string("it cannot be read: ") + std::strerror(errno));
        const Scan scan = impl->take_in(path, std::move(file));
        if (scan.journal && !scan.ours && scan.records > 0)
            throw InputError({path, 0, ""},
                             "this is the journal of another campaign (its file, settings, runs or seed "
                             "differ from " +
                                 sweep.file + ")");
        any = any || scan.ours;
    }
    if (!any) throw InputError({folder, 0, ""}, "there is no journal of this campaign in this folder");
    return SweepJournal(std::move(impl));
}

bool SweepJournal::append(std::uint64_t block, std::string_view bytes) {
    Impl& j = *impl_;
    const std::lock_guard lock(j.mutex);
    if (!j.writing) throw std::logic_error("a journal that is only looked at cannot be written");
    if (block >= j.index.blocks()) throw std::out_of_range("the campaign has no such block");
    if (bytes.size() >= longest_record) throw std::length_error("a block of runs is too long for the journal");
    if (j.index.find(block)) return false;
    const Head head{block, bytes.size()};
    const std::uint64_t check = record_checksum(head, bytes);
    j.room = head_of(head);
    j.room += bytes;
    for (int k = 0; k < 8; ++k) j.room.push_back(static_cast<char>(check >> (8 * k)));
    const std::uint64_t at = j.end;
    j.write(j.room);
    j.index.add(block, {at + head_bytes, static_cast<std::uint32_t>(bytes.size()), static_cast<std::uint32_t>(j.own)});
    if (std::chrono::steady_clock::now() - j.saved >= time_between_syncs) j.save();
    return true;
}

void SweepJournal::flush() {
    const std::lock_guard lock(impl_->mutex);
    impl_->save();
}

std::uint64_t SweepJournal::blocks() const { return impl_->index.blocks(); }

std::uint64_t SweepJournal::count() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->index.count();
}

bool SweepJournal::has(std::uint64_t block) const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->index.find(block) != nullptr;
}

std::vector<std::uint64_t> SweepJournal::missing(std::uint64_t most) const {
    const std::lock_guard lock(impl_->mutex);
    std::vector<std::uint64_t> list;
    for (std::uint64_t b = 0; b < impl_->index.blocks() && list.size() < most; ++b)
        if (!impl_->index.find(b)) list.push_back(b);
    return list;
}

std::uint64_t SweepJournal::next_missing(std::uint64_t from) const {
    const std::lock_guard lock(impl_->mutex);
    std::uint64_t b = from;
    while (b < impl_->index.blocks() && (!impl_->shard.has(b) || impl_->index.find(b))) ++b;
    return std::min(b, impl_->index.blocks());
}

std::string SweepJournal::read(std::uint64_t block) const {
    std::string bytes;
    read(block, bytes);
    return bytes;
}

void SweepJournal::read(std::uint64_t block, std::string& bytes) const {
    Found found;
    {
        const std::lock_guard lock(impl_->mutex);
        const Found* f = impl_->index.find(block);
        if (!f) throw std::runtime_error("block " + std::to_string(block) + " is not in the journal");
        found = *f;
    }
    const std::size_t n = found.length + tail_bytes;
    bytes.resize(n);
    const bool whole = read_at(*impl_->files[found.file], found.offset, bytes.data(), n) == n;
    const std::string_view payload = std::string_view(bytes).substr(0, found.length);
    if (!whole || word_at(bytes.data() + found.length) != record_checksum({block, found.length}, payload))
        throw std::runtime_error(impl_->paths[found.file] + ": block " + std::to_string(block) +
                                 " can no longer be read; --resume computes it again");
    bytes.resize(found.length);
}

std::string SweepJournal::hash() const {
    Sha256 hash;
    std::string bytes;
    for (std::uint64_t b = 0; b < blocks(); ++b) {
        read(b, bytes);
        hash.add(bytes);
    }
    return hash.hex();
}

std::uint64_t SweepJournal::damaged() const { return impl_->damaged; }
const std::string& SweepJournal::folder() const { return impl_->folder; }
std::vector<std::string> SweepJournal::files() const { return impl_->paths; }

}  // namespace polhode
