#include "polhode/sweep/journal/sweep_journal.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_folder.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/journal/sweep_journal_files.hpp"
#include "polhode/sweep/journal/sweep_journal_head.hpp"
#include "polhode/sweep/journal/sweep_journal_impl.hpp"
#include "polhode/sweep/journal/sweep_journal_record.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

constexpr std::chrono::seconds time_between_syncs{1};

// One process writes a journal.
void lock_journal(const Descriptor& file, const std::string& path) {
    // where a file system knows no locks, nobody can be asked
    if (!system::lock_alone(file.get()) && errno == EWOULDBLOCK)
        throw InputError({path, 0, ""},
                         "another process is writing this journal; wait until it has ended, or choose another folder");
}

// Of shards, where a sweep begins anew without any.
void remove_other_journals(const std::string& folder, const std::string& own_name) {
    for (const std::string& name : journals_in(folder)) {
        if (name == own_name) continue;
        const std::string path = path_in(folder, name);
        const Descriptor other = opened(path, open_for::both);
        SweepJournalHead ignored;
        if (!other || read_sweep_journal_head(other.get(), ignored) != SweepJournalKind::journal) continue;
        lock_journal(other, path);
        if (!system::remove_file(path)) throw OutputError(path, std::strerror(errno));
    }
}

}  // namespace

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

SweepJournal SweepJournal::open(const std::string& folder, const Sweep& sweep, Begin begin, const SweepShard& shard,
                                bool any_revision, const SweepProgram& program) {
    if (shard.count < 1 || shard.index < 1 || shard.index > shard.count)
        throw InputError({"--shard", 0, ""}, "read '" + std::to_string(shard.index) + "/" +
                                                 std::to_string(shard.count) +
                                                 "'; needed: I/N with 1 <= I <= N, such as 3/8");
    const OutputFolder made(folder);
    auto impl = std::make_unique<Impl>(folder, sweep, shard, program);
    impl->any_revision = any_revision;
    const std::string own_name = journal_name(shard);
    impl->path = path_in(folder, own_name);
    const bool alone = shard.count == 1;
    refuse_what_is_not_ours(folder, sweep, own_name, begin == Begin::restart);

    Descriptor own = opened(impl->path, O_RDWR | O_CREAT);
    if (!own) throw OutputError(impl->path, std::strerror(errno));
    lock_journal(own, impl->path);

    if (begin == Begin::restart) {
        if (::ftruncate(own.get(), 0) != 0) throw OutputError(impl->path, std::strerror(errno));
        if (alone) remove_other_journals(folder, own_name);
    }

    const std::optional<SweepJournalScan> scan = impl->take_in(impl->path, std::move(own));
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
                         "this sweep was begun here, and " + blocks_done(done, sweep.blocks()) +
                             " are done; --resume goes on with it, --restart begins anew");

    impl->begin_writing(sweep.runs, scan);
    return SweepJournal(std::move(impl));
}

void SweepJournal::check(const std::string& folder, const Sweep& sweep, Begin begin, const SweepShard& shard) {
    refuse_what_is_not_ours(folder, sweep, journal_name(shard), begin == Begin::restart);
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
    j.index.add(block, {at + record_head_bytes, static_cast<std::uint32_t>(bytes.size()), 0});
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
    j.take_in_part(block, {at + record_head_bytes, static_cast<std::uint32_t>(bytes.size()), 0}, bytes);
}

std::map<std::uint64_t, std::uint64_t> SweepJournal::parts() const {
    const std::lock_guard lock(impl_->mutex);
    std::map<std::uint64_t, std::uint64_t> runs;
    for (const auto& [block, part] : impl_->parts) runs[block] = part.runs;
    return runs;
}

std::string SweepJournal::read_part(std::uint64_t block) const {
    SweepRecordPlace found;
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
    impl_->take_in_others(journal_name(impl_->shard));
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
    SweepRecordPlace found;
    {
        const std::lock_guard lock(impl_->mutex);
        const SweepRecordPlace* f = impl_->index.find(block);
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
