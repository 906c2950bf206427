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
#include <optional>

#include "byte_stream.hpp"
#include "diagnostic.hpp"
#include "file_descriptor.hpp"
#include "output_error.hpp"
#include "output_folder.hpp"
#include "sweep.hpp"
#include "sweep_folder.hpp"
#include "sweep_identity.hpp"
#include "sweep_record.hpp"
#include "text_table.hpp"
#include "toml_text.hpp"
#include "version.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

constexpr char file_magic[] = "POLHODE SWEEP JOURNAL\n";  // 22 bytes, readable with `head`
constexpr std::uint32_t format_version = 3;
constexpr std::uint32_t record_magic = 0x52a7c3b9;  // four bytes that are no text
constexpr std::size_t head_bytes = 24, tail_bytes = 8;
constexpr std::uint64_t longest_record = 1ULL << 32, longest_file_head = 1ULL << 28;
constexpr std::uint64_t more_runs = ~0ULL;  // no block: a record that says how many runs there are from there on
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

// What a journal says of itself.
struct FileHead {
    std::uint32_t format = format_version;
    std::string version;
    std::uint64_t runs = 0;  // of the campaign when it was begun
    SweepIdentity identity;
    std::size_t size = 0;  // in bytes
    bool sound = true;
};

// Magic word, format and version of the program stay where they are in every format; then the size of the head with a
// check of all that, by which a head that is cut off is told from a damaged one.
std::string front_of_head(std::uint64_t size) {
    ByteWriter to;
    to.bytes = file_magic;
    to.u32(format_version);
    to.text(version());
    to.u64(size);
    to.u32(static_cast<std::uint32_t>(checksum(to.bytes, 0)));
    return to.bytes;
}

std::string file_head(std::uint64_t runs, const SweepIdentity& identity) {
    ByteWriter rest;
    rest.u64(runs);
    rest.count(identity.size());
    for (const auto& [key, value] : identity) {
        rest.text(key);
        rest.text(value);
    }
    ByteWriter to;
    to.bytes = front_of_head(front_of_head(0).size() + rest.bytes.size() + 8) + rest.bytes;
    to.u64(checksum(to.bytes, 0));
    return to.bytes;
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
    // Of the shard: where blocks are missing, or how many are there.
    std::vector<SweepBlockRange> missing(const SweepShard& shard) const {
        std::vector<SweepBlockRange> ranges;
        over_pages(shard, [&](std::uint64_t first, std::uint64_t n, const std::array<Found, page>* there) {
            for (std::uint64_t k = 0; k < n;) {
                const std::uint64_t block = first + k * shard.count;
                const std::uint64_t more = there ? 1 : n;
                k += more;
                if (there && (*there)[static_cast<std::size_t>(block % page)].offset != 0) continue;
                SweepBlockRange* last = ranges.empty() ? nullptr : &ranges.back();
                if (last && last->first + last->count * last->step == block)
                    last->count += more;
                else
                    ranges.push_back({block, more, shard.count});
            }
        });
        return ranges;
    }
    std::uint64_t count(const SweepShard& shard) const {
        std::uint64_t sum = 0;
        over_pages(shard, [&](std::uint64_t first, std::uint64_t n, const std::array<Found, page>* there) {
            for (std::uint64_t k = 0; there && k < n; ++k)
                sum += (*there)[static_cast<std::size_t>((first + k * shard.count) % page)].offset != 0;
        });
        return sum;
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

    // f(first of the shard in a page, how many, the page or null)
    template <class F>
    void over_pages(const SweepShard& shard, F&& f) const {
        std::uint64_t block = shard.index - 1;
        while (block < blocks_) {
            const std::uint64_t end = std::min(blocks_, (block / page + 1) * page);
            const std::uint64_t n = (end - block + shard.count - 1) / shard.count;
            f(block, n, pages_[static_cast<std::size_t>(block / page)].get());
            block += n * shard.count;
        }
    }

    std::uint64_t blocks_, count_ = 0;
    std::vector<std::unique_ptr<std::array<Found, page>>> pages_;
};

enum class Kind {
    empty,    // nothing, or what a kill or a power cut leaves of a file that was just begun
    journal,  // of whichever campaign
    other,    // not a journal
};

bool all_zero(int descriptor, std::uint64_t size) {
    Window window(descriptor);
    for (std::uint64_t at = 0; at < size;) {
        const std::string_view bytes = window.at(at, 1 << 16);
        if (bytes.empty() || bytes.find_first_not_of('\0') != std::string_view::npos) return false;
        at += bytes.size();
    }
    return true;
}

Kind read_file_head(int descriptor, FileHead& head) {
    struct stat status {};
    const std::uint64_t size = ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
    Window window(descriptor);
    const std::string_view bytes = window.at(0, 1024), magic(file_magic, sizeof file_magic - 1);
    const std::string_view front = bytes.substr(0, magic.size());
    if (front != magic.substr(0, front.size())) return all_zero(descriptor, size) ? Kind::empty : Kind::other;
    if (front.size() < magic.size()) return Kind::empty;
    try {
        ByteReader from(bytes.substr(magic.size()));
        head.format = from.u32();
        // the first format held no version of the program
        if (head.format == 1) {
            head.size = magic.size() + 4 + 4 + from.u32() + 8;
            return size > head.size ? Kind::journal : Kind::empty;
        }
        head.version = from.text();
        if (head.format != format_version) return Kind::journal;
        const std::uint64_t whole = from.u64();
        const std::string_view before = bytes.substr(0, bytes.size() - from.left());
        head.sound = from.u32() == static_cast<std::uint32_t>(checksum(before, 0)) && whole < longest_file_head &&
                     whole > before.size() + 12;
        if (!head.sound) return Kind::journal;
        head.size = static_cast<std::size_t>(whole);
        if (size < whole) return Kind::empty;  // cut off
        const std::size_t begin = before.size() + 4;
        const std::string_view all = window.at(0, head.size);
        head.sound =
            all.size() == head.size && word_at(all.data() + head.size - 8) == checksum(all.substr(0, head.size - 8), 0);
        if (!head.sound) return Kind::journal;
        ByteReader rest(all.substr(begin, head.size - 8 - begin));
        head.runs = rest.u64();
        for (std::uint64_t n = rest.count(); n > 0; --n) {
            const std::string key(rest.text());
            head.identity[key] = rest.text();
        }
    } catch (const std::runtime_error&) {
        head.sound = false;
        if (size < front_of_head(0).size()) return Kind::empty;  // cut off
    }
    return Kind::journal;
}

struct Scan {
    std::uint64_t good = 0;     // bytes up to the end of the last record that is whole
    std::uint64_t records = 0;  // that count
    std::uint64_t damaged = 0;
};

// Records from `at` on. found(block, offset of the payload, payload) for each; false: it is no block of the campaign.
template <class F>
Scan scan_journal(int descriptor, std::uint64_t at, F&& found) {
    Scan scan;
    struct stat status {};
    const std::uint64_t size = ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
    Window window(descriptor);
    scan.good = at;
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
                    if (found(h.block, at + head_bytes, payload)) ++scan.records;
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
        : folder(std::move(folder_name)),
          identity(sweep_identity(sweep)),
          head(file_head(sweep.runs, identity)),
          runs(sweep.runs),
          block_size(sweep.block),
          shard(which),
          index(sweep.blocks()) {}

    struct File {
        std::string path;
        Descriptor descriptor;
        std::uint64_t good = 0;  // what has been read of it
        std::uint64_t runs = 0;  // of the campaign when what comes next in it was written
    };

    std::string folder;
    SweepIdentity identity;
    std::string head, path;
    std::uint64_t runs, block_size;
    SweepShard shard;
    Index index;
    std::vector<File> files;  // its own is the first
    bool writing = false, unsaved = false, runs_added = false;
    std::uint64_t end = 0;   // of its own file
    std::uint64_t safe = 0;  // blocks that were there when it was last saved
    std::uint64_t damaged = 0;
    std::chrono::steady_clock::time_point saved = std::chrono::steady_clock::now();
    std::string room;  // for one record
    mutable std::mutex mutex;

    Scan read_on(std::size_t number) {
        File& file = files[number];
        Scan scan = scan_journal(
            file.descriptor.get(), file.good, [&](std::uint64_t block, std::uint64_t offset, std::string_view payload) {
                if (block == more_runs) {
                    file.runs = runs_in(payload);
                    return false;
                }
                // the last block of a campaign that had fewer runs then
                if (runs_of(block, file.runs) != runs_of(block, runs)) return false;
                return index.add(
                    block, {offset, static_cast<std::uint32_t>(payload.size()), static_cast<std::uint32_t>(number)});
            });
        file.good = scan.good;
        if (file.runs > runs)
            throw InputError({file.path, 0, ""}, "this is the journal of a campaign with more runs (" +
                                                     readable_count(static_cast<long>(file.runs)) + " in place of " +
                                                     readable_count(static_cast<long>(runs)) +
                                                     "): --resume can add runs and take none away; " + elsewhere());
        return scan;
    }

    static std::uint64_t runs_in(std::string_view payload) {
        try {
            return ByteReader(payload).u64();
        } catch (const std::runtime_error&) {
            return more_runs;
        }
    }
    // In a block, where there are `all` runs.
    std::uint64_t runs_of(std::uint64_t block, std::uint64_t all) const {
        return std::min(block_size, all - std::min(all, block * block_size));
    }
    static std::string elsewhere() { return "choose another folder, or --restart removes it and begins anew"; }

    // Adds a file to those that are read. Throws where what it holds was not computed by this program for this
    // campaign; nothing where there is no record in it.
    std::optional<Scan> take_in(const std::string& file, Descriptor descriptor) {
        FileHead there;
        const Kind kind = read_file_head(descriptor.get(), there);
        files.push_back({file, std::move(descriptor), there.size, there.runs});
        if (kind != Kind::journal) return std::nullopt;
        const auto refuse_with = [&](const std::string& why) { throw InputError({file, 0, ""}, why); };
        struct stat status {};
        const bool begun = ::fstat(files.back().descriptor.get(), &status) != 0 ||
                           static_cast<std::uint64_t>(status.st_size) > there.size;
        if (!there.sound) refuse_with("the head of this journal is damaged; " + elsewhere());
        if (there.format != format_version || there.version != version()) {
            if (!begun) return std::nullopt;
            const bool named = !there.version.empty() && there.version != version();
            refuse_with("this journal was written by " +
                        (named ? "Polhode " + printable(there.version) : "another version of Polhode") +
                        ", and this is Polhode " + version() +
                        ", which may round differently; go on with that version, or --restart removes it and begins "
                        "anew");
        }
        if (const std::string difference = difference_of(identity, there.identity); !difference.empty()) {
            if (!begun) return std::nullopt;
            // the size of blocks that is chosen depends on the number of runs
            SweepIdentity same = there.identity;
            same["sweep.block"] = identity["sweep.block"];
            const bool only_blocks = there.runs != runs && difference_of(identity, same).empty();
            refuse_with("this is the journal of another campaign (" + difference + "); " +
                        (only_blocks ? "with --set sweep.block=" + there.identity["sweep.block"] +
                                           " runs can be added to it, or "
                                     : "") +
                        elsewhere());
        }
        if (!begun && there.runs != runs) return std::nullopt;
        const Scan scan = read_on(files.size() - 1);
        damaged += scan.damaged;
        return scan;
    }

    void take_in_others(const std::string& own_name) {
        for (const std::string& name : journals_in(folder)) {
            const std::string file = joined(folder, name);
            if (name == own_name ||
                std::any_of(files.begin(), files.end(), [&](const File& f) { return f.path == file; }))
                continue;
            Descriptor other = opened(file, O_RDONLY | O_NONBLOCK);
            if (!other) throw InputError({file, 0, ""}, std::string("it cannot be read: ") + std::strerror(errno));
            // begun just now: looked at when there is something in it
            if (!take_in(file, std::move(other))) files.pop_back();
        }
    }

    [[noreturn]] void refuse(int error) const {
        throw OutputError(path, std::string(std::strerror(error)) + "; " + part_done(safe, index.blocks()) +
                                    " are safe in the journal, and --resume goes on from there");
    }

    void write(std::string_view bytes) {
        const int descriptor = files.front().descriptor.get();
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
            (void)!::ftruncate(descriptor, static_cast<off_t>(end));
            if (saved_to_disk()) safe = index.count();
            refuse(error);
        }
        end += bytes.size();
        unsaved = true;
    }

    void write_record(std::uint64_t block, std::string_view bytes) {
        const Head record{block, bytes.size()};
        const std::uint64_t check = record_checksum(record, bytes);
        room = head_of(record);
        room += bytes;
        for (int k = 0; k < 8; ++k) room.push_back(static_cast<char>(check >> (8 * k)));
        write(room);
    }

    // Some file systems and devices have nothing to save to.
    bool saved_to_disk() const {
        return ::fdatasync(files.front().descriptor.get()) == 0 || errno == EINVAL || errno == ENOSYS;
    }

    void save() {
        if (!writing || !unsaved) return;
        // asked once: after a failure the system may have forgotten what it could not save
        unsaved = false;
        if (!saved_to_disk()) refuse(errno);
        safe = index.count();
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

namespace {

// Whoever has results or a journal by the same names here would lose them.
void refuse_what_is_not_ours(const std::string& folder, const Sweep& sweep, const std::string& own, bool restart) {
    bool journal = false;
    FileHead ignored;
    for (const std::string& name : journals_in(folder)) {
        const Descriptor file = opened(joined(folder, name), O_RDONLY | O_NONBLOCK);
        const Kind kind = file ? read_file_head(file.get(), ignored) : Kind::other;
        journal = journal || kind == Kind::journal;
        if (name == own && kind == Kind::other)
            throw InputError({joined(folder, name), 0, ""},
                             "this file is no journal of a campaign; move it away, or choose another folder");
    }
    const bool trajectories = sweep.keep.has_trajectories();
    if (const std::string foreign = foreign_sweep_result(folder, trajectories); !foreign.empty())
        throw InputError({joined(folder, foreign), 0, ""}, foreign == "trajectories"
                                                               ? "the folder of the trajectories would get this name, "
                                                                 "and a file has it; move it away, or choose another "
                                                                 "folder"
                                                               : not_polhodes_file);
    const std::vector<std::string> results = sweep_results_in(folder);
    if (!journal && !restart && !results.empty())
        throw InputError({folder, 0, ""},
                         "the results of a campaign are here (" + results.front() +
                             ") without their journal; --restart replaces them, or choose another folder");
}

}  // namespace

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
    refuse_what_is_not_ours(folder, sweep, own_name, begin == Begin::restart);

    Descriptor own = opened(impl->path, O_RDWR | O_CREAT);
    if (!own) throw OutputError(impl->path, std::strerror(errno));
    const auto lock = [](const Descriptor& file, const std::string& path) {
        // where a file system knows no locks, nobody can be asked
        if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            throw InputError(
                {path, 0, ""},
                "another process is writing this journal; wait until it has ended, or choose another folder");
    };
    lock(own, impl->path);

    if (begin == Begin::restart) {
        if (::ftruncate(own.get(), 0) != 0) throw OutputError(impl->path, std::strerror(errno));
        for (const std::string& name : journals_in(folder)) {
            if (!alone || name == own_name) continue;
            const std::string path = joined(folder, name);
            const Descriptor other = opened(path, O_RDWR);
            FileHead ignored;
            if (!other || read_file_head(other.get(), ignored) != Kind::journal) continue;
            lock(other, path);
            if (::unlink(path.c_str()) != 0) throw OutputError(path, std::strerror(errno));
        }
    }

    const std::optional<Scan> scan = impl->take_in(impl->path, std::move(own));
    impl->take_in_others(own_name);
    const auto fewer = std::find_if(impl->files.begin(), impl->files.end(), [&](const Impl::File& f) {
        return f.runs < sweep.runs && (scan || &f != &impl->files.front());
    });
    impl->runs_added = fewer != impl->files.end();
    if (begin == Begin::fresh && impl->runs_added)
        throw InputError({fewer->path, 0, ""}, "this campaign was begun here with " +
                                                   readable_count(static_cast<long>(fewer->runs)) +
                                                   " runs; --resume adds the others, --restart begins anew");
    const std::uint64_t done = alone ? impl->index.count() : scan ? scan->records : 0;
    if (begin == Begin::fresh && done > 0)
        throw InputError({alone ? folder : impl->path, 0, ""},
                         "this campaign was begun here, and " + part_done(done, sweep.blocks()) +
                             " are done; --resume goes on with it, --restart begins anew");

    // from here on the file is ours: cut off what a kill left incomplete, or begin it
    impl->writing = true;
    impl->end = scan ? scan->good : 0;
    if (::ftruncate(impl->files.front().descriptor.get(), static_cast<off_t>(impl->end)) != 0)
        throw OutputError(impl->path, std::strerror(errno));
    if (!scan) {
        impl->write(impl->head);
        // a new name in a folder is safe only when the folder is
        if (const Descriptor directory = opened(folder, O_RDONLY | O_DIRECTORY); directory)
            (void)::fsync(directory.get());
    } else if (impl->files.front().runs < sweep.runs) {
        ByteWriter now;
        now.u64(sweep.runs);
        impl->write_record(more_runs, now.bytes);
        impl->files.front().runs = sweep.runs;
    }
    impl->unsaved = true;
    impl->save();
    return SweepJournal(std::move(impl));
}

void SweepJournal::check(const std::string& folder, const Sweep& sweep, Begin begin, const SweepShard& shard) {
    refuse_what_is_not_ours(folder, sweep, file_name(shard), begin == Begin::restart);
}

SweepJournal SweepJournal::look(const std::string& folder, const Sweep& sweep) {
    auto impl = std::make_unique<Impl>(folder, sweep, SweepShard{});
    impl->take_in_others("");
    if (impl->files.empty()) throw InputError({folder, 0, ""}, "there is no journal of this campaign in this folder");
    return SweepJournal(std::move(impl));
}

bool SweepJournal::append(std::uint64_t block, std::string_view bytes) {
    Impl& j = *impl_;
    const std::lock_guard lock(j.mutex);
    if (!j.writing) throw std::logic_error("a journal that is only looked at cannot be written");
    if (block >= j.index.blocks()) throw std::out_of_range("the campaign has no such block");
    if (bytes.size() >= longest_record)
        throw InputError({"sweep.block", 0, ""}, "a block of " + std::to_string(bytes.size()) +
                                                     " bytes is too long for the journal; make it smaller");
    if (j.index.find(block)) return false;
    const std::uint64_t at = j.end;
    j.write_record(block, bytes);
    j.index.add(block, {at + head_bytes, static_cast<std::uint32_t>(bytes.size()), 0});
    if (std::chrono::steady_clock::now() - j.saved >= time_between_syncs) j.save();
    return true;
}

void SweepJournal::flush() {
    const std::lock_guard lock(impl_->mutex);
    impl_->save();
}

void SweepJournal::flush_if_due() {
    const std::lock_guard lock(impl_->mutex);
    if (std::chrono::steady_clock::now() - impl_->saved >= time_between_syncs) impl_->save();
}

void SweepJournal::look_again() {
    const std::lock_guard lock(impl_->mutex);
    for (std::size_t i = impl_->writing ? 1 : 0; i < impl_->files.size(); ++i) impl_->read_on(i);
    impl_->take_in_others(file_name(impl_->shard));
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

std::vector<SweepBlockRange> SweepJournal::missing() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->index.missing(impl_->shard);
}

std::uint64_t SweepJournal::count_of_shard() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->index.count(impl_->shard);
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
        if (!f) throw InputError({impl_->folder, 0, ""}, "block " + std::to_string(block) + " is not in the journal");
        found = *f;
    }
    const std::size_t n = found.length + tail_bytes;
    bytes.resize(n);
    const Impl::File& file = impl_->files[found.file];
    const bool whole = read_at(file.descriptor.get(), found.offset, bytes.data(), n) == n;
    const std::string_view payload = std::string_view(bytes).substr(0, found.length);
    if (!whole || word_at(bytes.data() + found.length) != record_checksum({block, found.length}, payload))
        throw InputError({file.path, 0, ""},
                         "block " + std::to_string(block) + " can no longer be read; --resume computes it again");
    bytes.resize(found.length);
}

bool SweepJournal::runs_added() const { return impl_->runs_added; }

std::uint64_t SweepJournal::damaged() const { return impl_->damaged; }

}  // namespace polhode
