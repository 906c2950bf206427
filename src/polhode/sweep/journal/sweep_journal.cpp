#include "polhode/sweep/journal/sweep_journal.hpp"

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
#include <map>
#include <mutex>
#include <optional>

#include "polhode/base/byte_stream.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/base/text_table.hpp"
#include "polhode/files/file_descriptor.hpp"
#include "polhode/files/file_window.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_folder.hpp"
#include "polhode/files/written_files.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_identity.hpp"
#include "polhode/sweep/journal/sweep_checksum.hpp"
#include "polhode/sweep/journal/sweep_folder.hpp"
#include "polhode/sweep/journal/sweep_journal_head.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t record_magic = 0x52a7c3b9;  // four bytes that are no text
constexpr std::size_t head_bytes = 24, tail_bytes = 8;
constexpr std::uint64_t longest_record = 1ULL << 32;
// No blocks: records that say how many runs there are from there on, and which revision goes on from there; and the
// first runs of a block that was given up.
constexpr std::uint64_t more_runs = ~0ULL, other_revision = more_runs - 1, part_of_block = 1ULL << 63;
constexpr std::chrono::seconds time_between_syncs{1};

struct Head {
    std::uint64_t block = 0, length = 0;
};

std::string head_of(const Head& head) {
    ByteWriter numbers;
    numbers.u64(head.block);
    numbers.u64(head.length);
    ByteWriter to;
    to.u32(record_magic);
    to.u32(static_cast<std::uint32_t>(sweep_checksum(numbers.bytes, record_magic)));
    to.bytes += numbers.bytes;
    return to.bytes;
}

// False: these are not the 24 bytes at the front of a record.
bool read_head(const char* bytes, Head& head) {
    ByteReader from(std::string_view(bytes, head_bytes));
    if (from.u32() != record_magic) return false;
    const std::uint32_t check = from.u32();
    if (check != static_cast<std::uint32_t>(sweep_checksum(std::string_view(bytes + 8, 16), record_magic)))
        return false;
    head.block = from.u64();
    head.length = from.u64();
    return head.length < longest_record;
}

std::uint64_t record_checksum(const Head& head, std::string_view payload) {
    return sweep_checksum(payload, sweep_checksum(head_of(head), 0));
}

// Where the payload of a block lies.
struct Found {
    std::uint64_t offset = 0;  // 0: nowhere
    std::uint32_t length = 0, file = 0;
};

// Memory only where there are blocks: a sweep may be far from complete.
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

struct Scan {
    std::uint64_t good = 0;     // bytes up to the end of the last record that is whole
    std::uint64_t records = 0;  // that count
    std::uint64_t damaged = 0;
};

// Records from `at` on. found(block, offset of the payload, payload) for each; false: it is no block of the sweep.
template <class F>
Scan scan_journal(int descriptor, std::uint64_t at, F&& found) {
    Scan scan;
    struct stat status {};
    const std::uint64_t size = ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
    FileWindow window(descriptor);
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
    Impl(std::string folder_name, const Sweep& sweep, const SweepShard& which, SweepProgram me)
        : folder(std::move(folder_name)),
          program(std::move(me)),
          identity(sweep_identity(sweep)),
          head(sweep_journal_heads(sweep.runs, program, identity)),
          runs(sweep.runs),
          block_size(sweep.block),
          shard(which),
          index(sweep.blocks()) {}

    struct File {
        std::string path;
        Descriptor descriptor;
        std::uint64_t good = 0;                // what has been read of it
        std::uint64_t runs = 0;                // of the sweep when what comes next in it was written
        std::vector<std::string> revisions{};  // that wrote it
        std::string head{};                    // both heads as they should be, where one of them is damaged
    };

    std::string folder;
    SweepProgram program;
    bool any_revision = false, only_read = false;
    std::vector<std::string> notes;
    SweepIdentity identity;
    std::string head, path;
    std::uint64_t runs, block_size;
    SweepShard shard;
    Index index;
    std::vector<File> files;  // its own is the first
    struct Part {
        Found found;
        std::uint64_t runs = 0;
    };
    std::map<std::uint64_t, Part> parts;  // of blocks that are not there
    bool writing = false, unsaved = false, runs_added = false;
    std::uint64_t end = 0;   // of its own file
    std::uint64_t safe = 0;  // blocks that were there when it was last saved
    std::uint64_t damaged = 0;
    std::chrono::steady_clock::time_point saved = std::chrono::steady_clock::now();
    std::string room;  // for one record
    mutable std::mutex mutex;

    Scan read_on(std::size_t number) {
        File& file = files[number];
        Scan scan = scan_journal(file.descriptor.get(), file.good,
                                 [&](std::uint64_t block, std::uint64_t offset, std::string_view payload) {
                                     if (block == more_runs) {
                                         file.runs = runs_in(payload);
                                         return false;
                                     }
                                     if (block == other_revision) {
                                         file.revisions.emplace_back(payload);
                                         return false;
                                     }
                                     const Found found{offset, static_cast<std::uint32_t>(payload.size()),
                                                       static_cast<std::uint32_t>(number)};
                                     if ((block & part_of_block) != 0) {
                                         take_in_part(block & ~part_of_block, found, payload);
                                         return false;
                                     }
                                     // the last block of a sweep that had fewer runs then
                                     if (runs_of(block, file.runs) != runs_of(block, runs)) return false;
                                     if (!index.add(block, found)) return false;
                                     parts.erase(block);
                                     return true;
                                 });
        file.good = scan.good;
        if (file.runs > runs)
            throw InputError({file.path, 0, ""}, "this is the journal of a sweep with more runs (" +
                                                     readable_count(static_cast<long>(file.runs)) + " in place of " +
                                                     readable_count(static_cast<long>(runs)) +
                                                     "): --resume can add runs and take none away; " + elsewhere());
        return scan;
    }

    // The longest counts.
    void take_in_part(std::uint64_t block, const Found& found, std::string_view payload) {
        if (block >= index.blocks() || index.find(block)) return;
        try {
            const std::uint64_t finished = SweepPart::runs_in(payload);
            if (finished > parts[block].runs && finished <= runs_of(block, runs)) parts[block] = {found, finished};
            if (parts[block].runs == 0) parts.erase(block);
        } catch (const std::runtime_error&) {
            // no part that this program knows: the block is computed from its first run on
        }
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
    // sweep; nothing where there is no record in it.
    std::optional<Scan> take_in(const std::string& file, Descriptor descriptor) {
        SweepJournalHead there;
        const SweepJournalKind kind = read_sweep_journal_head(descriptor.get(), there);
        files.push_back({file, std::move(descriptor), there.size, there.runs});
        if (kind != SweepJournalKind::journal) return std::nullopt;
        const auto refuse_with = [&](const std::string& why) { throw InputError({file, 0, ""}, why); };
        struct stat status {};
        const bool begun = ::fstat(files.back().descriptor.get(), &status) != 0 ||
                           static_cast<std::uint64_t>(status.st_size) > there.size;
        if (!there.sound) refuse_with("both heads of this journal are damaged; " + elsewhere());
        if (there.format != sweep_journal_format || there.program.version != program.version) {
            if (!begun) return std::nullopt;
            const std::string& its = there.program.version;
            const bool named = !its.empty() && its != program.version;
            refuse_with("this journal was written by " +
                        (named ? "Polhode " + printable(its) : "another version of Polhode") +
                        ", and this is Polhode " + program.version +
                        ", which may round differently; go on with that version, or --restart removes it and begins "
                        "anew");
        }
        files.back().revisions = {there.program.revision};
        if (there.damaged) {
            files.back().head = sweep_journal_heads(there.runs, there.program, there.identity);
            notes.push_back("one of the two heads of " + file + " was damaged, and the other one counts");
        }
        if (const std::string difference = difference_of(identity, there.identity); !difference.empty()) {
            if (!begun) return std::nullopt;
            // the size of blocks that is chosen depends on the number of runs
            SweepIdentity same = there.identity;
            same["sweep.block"] = identity["sweep.block"];
            const bool only_blocks = there.runs != runs && difference_of(identity, same).empty();
            if (only_read && there.identity["keep.runs"] == "false" && identity["keep.runs"] != "false")
                refuse_with(
                    "this journal holds sums of runs and no runs (keep.runs = false), so that nothing that is made of "
                    "the runs can be had from it; " +
                    elsewhere());
            refuse_with("this is the journal of another sweep (" + difference + "); " +
                        (only_blocks ? "with --set sweep.block=" + there.identity["sweep.block"] +
                                           " runs can be added to it, or "
                                     : "") +
                        elsewhere());
        }
        if (!begun && (there.runs != runs || there.program != program)) return std::nullopt;
        const Scan scan = read_on(files.size() - 1);
        damaged += scan.damaged;
        if (begun) judge_program(files.back(), there.program);
        return scan;
    }

    // Whether this program may go on with what another build of the same version has begun.
    void judge_program(const File& file, const SweepProgram& other) {
        const std::vector<std::string>& wrote = file.revisions;
        const bool same_arithmetic = other.arithmetic == program.arithmetic,
                   same_revision = std::find(wrote.begin(), wrote.end(), program.revision) != wrote.end();
        const std::string who = "this journal was begun by revision " + printable(other.revision) + " of Polhode " +
                                other.version + ", and this is " +
                                (same_revision ? "another build of it" : "revision " + program.revision);
        const auto say = [&](const std::string& why) {
            if (!only_read) throw InputError({file.path, 0, ""}, why);
            notes.push_back(why);
        };
        if (!same_arithmetic) {
            const std::string what = who + ", whose arithmetic gives other bits in its self-test (" +
                                     program.arithmetic.substr(0, 8) + " in place of " +
                                     printable(other.arithmetic.substr(0, 8)) + ")";
            say(only_read ? what + "; the runs are those of the other one"
                          : what +
                                ", so that runs of both must not stand together; go on with that one, or --restart "
                                "removes it and begins anew");
        } else if (!same_revision && (only_read || !any_revision)) {
            const std::string what = who + ", whose arithmetic gives the same bits in its self-test";
            say(only_read ? what
                          : what +
                                "; where nothing has changed between them that this sweep computes with, "
                                "--any-revision goes on; else go on with that one, or --restart removes it and "
                                "begins anew");
        } else if (same_revision && program.revision.find("-dirty") != std::string::npos) {
            notes.push_back(
                "the program was built from files that differ from revision " + program.revision +
                ", so that another build of the same name may have begun this journal; the self-test of the "
                "arithmetic gives the same bits");
        }
    }

    // False: it is no longer what was found there.
    bool read(std::uint64_t block, const Found& found, std::string& bytes) const {
        const std::size_t n = found.length + tail_bytes;
        bytes.resize(n);
        const bool whole = read_at(files[found.file].descriptor.get(), found.offset, bytes.data(), n) == n;
        const std::string_view payload = std::string_view(bytes).substr(0, found.length);
        if (!whole || word_at(bytes.data() + found.length) != record_checksum({block, found.length}, payload))
            return false;
        bytes.resize(found.length);
        return true;
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

    // The other head may be damaged next.
    void repair_head() {
        File& own = files.front();
        if (own.head.empty()) return;
        const std::uint64_t behind = std::exchange(end, 0);
        write(own.head);
        end = behind;
        own.head.clear();
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
    SweepJournalHead ignored;
    for (const std::string& name : journals_in(folder)) {
        const Descriptor file = opened(joined(folder, name), O_RDONLY | O_NONBLOCK);
        const SweepJournalKind kind = file ? read_sweep_journal_head(file.get(), ignored) : SweepJournalKind::other;
        journal = journal || kind == SweepJournalKind::journal;
        if (name == own && kind == SweepJournalKind::other)
            throw InputError({joined(folder, name), 0, ""},
                             "this file is no journal of a sweep; move it away, or choose another folder");
    }
    const bool has_trajectories = sweep.keep.has_trajectories();
    if (const std::string foreign = foreign_sweep_result(folder, has_trajectories); !foreign.empty())
        throw InputError({joined(folder, foreign), 0, ""}, foreign == "trajectories"
                                                               ? "the folder of the trajectories would get this name, "
                                                                 "and a file has it; move it away, or choose another "
                                                                 "folder"
                                                               : not_polhodes_file);
    const std::vector<std::string> results = sweep_results_in(folder);
    if (!journal && !restart && !results.empty())
        throw InputError({folder, 0, ""},
                         "the results of a sweep are here (" + results.front() +
                             ") without their journal; --restart replaces them, or choose another folder");
}

}  // namespace

SweepJournal SweepJournal::open(const std::string& folder, const Sweep& sweep, Begin begin, const SweepShard& shard,
                                bool any_revision, const SweepProgram& program) {
    if (shard.count < 1 || shard.index < 1 || shard.index > shard.count)
        throw InputError({"--shard", 0, ""}, "read '" + std::to_string(shard.index) + "/" +
                                                 std::to_string(shard.count) +
                                                 "'; needed: I/N with 1 <= I <= N, such as 3/8");
    const OutputFolder made(folder);
    auto impl = std::make_unique<Impl>(folder, sweep, shard, program);
    impl->any_revision = any_revision;
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
            SweepJournalHead ignored;
            if (!other || read_sweep_journal_head(other.get(), ignored) != SweepJournalKind::journal) continue;
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
        throw InputError({fewer->path, 0, ""}, "this sweep was begun here with " +
                                                   readable_count(static_cast<long>(fewer->runs)) +
                                                   " runs; --resume adds the others, --restart begins anew");
    const std::uint64_t done = alone ? impl->index.count() : scan ? scan->records : 0;
    if (begin == Begin::fresh && (done > 0 || !impl->parts.empty()))
        throw InputError({alone ? folder : impl->path, 0, ""},
                         "this sweep was begun here, and " + part_done(done, sweep.blocks()) +
                             " are done; --resume goes on with it, --restart begins anew");

    // from here on the file is ours: cut off what a kill left incomplete, or begin it
    impl->writing = true;
    impl->end = scan ? scan->good : 0;
    if (::ftruncate(impl->files.front().descriptor.get(), static_cast<off_t>(impl->end)) != 0)
        throw OutputError(impl->path, std::strerror(errno));
    if (scan) impl->repair_head();
    if (!scan) {
        impl->write(impl->head);
        impl->files.front().revisions = {program.revision};
        // a new name in a folder is safe only when the folder is
        if (const Descriptor directory = opened(folder, O_RDONLY | O_DIRECTORY); directory)
            (void)::fsync(directory.get());
    } else if (impl->files.front().runs < sweep.runs) {
        ByteWriter now;
        now.u64(sweep.runs);
        impl->write_record(more_runs, now.bytes);
        impl->files.front().runs = sweep.runs;
    }
    std::vector<std::string>& wrote = impl->files.front().revisions;
    if (std::find(wrote.begin(), wrote.end(), program.revision) == wrote.end()) {
        impl->write_record(other_revision, program.revision);
        wrote.push_back(program.revision);
    }
    impl->unsaved = true;
    impl->save();
    return SweepJournal(std::move(impl));
}

void SweepJournal::check(const std::string& folder, const Sweep& sweep, Begin begin, const SweepShard& shard) {
    refuse_what_is_not_ours(folder, sweep, file_name(shard), begin == Begin::restart);
}

SweepJournal SweepJournal::look(const std::string& folder, const Sweep& sweep, const SweepProgram& program) {
    auto impl = std::make_unique<Impl>(folder, sweep, SweepShard{}, program);
    impl->only_read = true;
    impl->take_in_others("");
    if (impl->files.empty()) throw InputError({folder, 0, ""}, "there is no journal of this sweep in this folder");
    return SweepJournal(std::move(impl));
}

bool SweepJournal::append(std::uint64_t block, std::string_view bytes) {
    Impl& j = *impl_;
    const std::lock_guard lock(j.mutex);
    if (!j.writing) throw std::logic_error("a journal that is only looked at cannot be written");
    if (block >= j.index.blocks()) throw std::out_of_range("the sweep has no such block");
    if (bytes.size() >= longest_record)
        throw InputError({"sweep.block", 0, ""}, "a block of " + std::to_string(bytes.size()) +
                                                     " bytes is too long for the journal; make it smaller");
    if (j.index.find(block)) return false;
    const std::uint64_t at = j.end;
    j.write_record(block, bytes);
    j.index.add(block, {at + head_bytes, static_cast<std::uint32_t>(bytes.size()), 0});
    j.parts.erase(block);
    if (std::chrono::steady_clock::now() - j.saved >= time_between_syncs) j.save();
    return true;
}

void SweepJournal::append_part(std::uint64_t block, std::string_view bytes) {
    Impl& j = *impl_;
    const std::lock_guard lock(j.mutex);
    if (!j.writing) throw std::logic_error("a journal that is only looked at cannot be written");
    if (block >= j.index.blocks()) throw std::out_of_range("the sweep has no such block");
    if (bytes.size() >= longest_record || j.index.find(block)) return;
    const std::uint64_t at = j.end;
    j.write_record(block | part_of_block, bytes);
    j.take_in_part(block, {at + head_bytes, static_cast<std::uint32_t>(bytes.size()), 0}, bytes);
}

std::map<std::uint64_t, std::uint64_t> SweepJournal::parts() const {
    const std::lock_guard lock(impl_->mutex);
    std::map<std::uint64_t, std::uint64_t> runs;
    for (const auto& [block, part] : impl_->parts) runs[block] = part.runs;
    return runs;
}

std::string SweepJournal::read_part(std::uint64_t block) const {
    Found found;
    {
        const std::lock_guard lock(impl_->mutex);
        const auto part = impl_->parts.find(block);
        if (part == impl_->parts.end()) return "";
        found = part->second.found;
    }
    std::string bytes;
    return impl_->read(block | part_of_block, found, bytes) ? bytes : "";
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
    if (!impl_->read(block, found, bytes))
        throw InputError({impl_->files[found.file].path, 0, ""},
                         "block " + std::to_string(block) + " can no longer be read; --resume computes it again");
}

const std::vector<std::string>& SweepJournal::notes() const { return impl_->notes; }

bool SweepJournal::runs_added() const { return impl_->runs_added; }

std::uint64_t SweepJournal::damaged() const { return impl_->damaged; }

}  // namespace polhode
