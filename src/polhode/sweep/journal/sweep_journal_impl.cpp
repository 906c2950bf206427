#include "polhode/sweep/journal/sweep_journal_impl.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "polhode/base/byte_stream.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/files/file_window.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/sweep/journal/sweep_checksum.hpp"
#include "polhode/sweep/journal/sweep_journal_files.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"

namespace polhode {

std::string blocks_done(std::uint64_t done, std::uint64_t all) {
    return readable_count(static_cast<long>(done)) + " of " + readable_count(static_cast<long>(all)) + " blocks";
}

SweepJournalScan SweepJournal::Impl::read_on(std::size_t number) {
    File& file = files[number];
    SweepJournalScan scan = scan_journal(
        file.descriptor.get(), file.good, [&](std::uint64_t block, std::uint64_t offset, std::string_view payload) {
            if (block == more_runs) {
                file.runs = runs_in(payload);
                return false;
            }
            if (block == other_revision) {
                file.revisions.emplace_back(payload);
                return false;
            }
            const SweepRecordPlace found{offset, static_cast<std::uint32_t>(payload.size()),
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

void SweepJournal::Impl::take_in_part(std::uint64_t block, const SweepRecordPlace& found, std::string_view payload) {
    if (block >= index.blocks() || index.find(block)) return;
    try {
        const std::uint64_t finished = SweepPart::runs_in(payload);
        if (finished > parts[block].runs && finished <= runs_of(block, runs)) parts[block] = {found, finished};
        if (parts[block].runs == 0) parts.erase(block);
    } catch (const std::runtime_error&) {
        // no part that this program knows: the block is computed from its first run on
    }
}

std::uint64_t SweepJournal::Impl::runs_in(std::string_view payload) {
    try {
        return ByteReader(payload).u64();
    } catch (const std::runtime_error&) {
        return more_runs;
    }
}

std::uint64_t SweepJournal::Impl::runs_of(std::uint64_t block, std::uint64_t all) const {
    return std::min(block_size, all - std::min(all, block * block_size));
}

std::string SweepJournal::Impl::elsewhere() { return "choose another folder, or --restart removes it and begins anew"; }

std::optional<SweepJournalScan> SweepJournal::Impl::take_in(const std::string& file, Descriptor descriptor) {
    SweepJournalHead there;
    SweepJournalKind kind = read_sweep_journal_head(descriptor.get(), there);
    // another part of the sweep may be writing these heads just now
    for (int looks = 0; kind == SweepJournalKind::journal && !there.sound && looks < 40; ++looks) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        there = {};
        kind = read_sweep_journal_head(descriptor.get(), there);
    }
    files.push_back({file, std::move(descriptor), there.size, there.runs});
    if (kind != SweepJournalKind::journal) return std::nullopt;
    const auto refuse_with = [&](const std::string& why) { throw InputError({file, 0, ""}, why); };
    const auto facts = system::facts_of(files.back().descriptor.get());
    const bool begun = !facts || facts->bytes > there.size;
    if (!there.sound) refuse_with("both heads of this journal are damaged; " + elsewhere());
    if (there.format != sweep_journal_format || there.program.version != program.version) {
        if (!begun) return std::nullopt;
        const std::string& its = there.program.version;
        const bool named = !its.empty() && its != program.version;
        refuse_with("this journal was written by " +
                    (named ? "Polhode " + escaped_for_message(its) : "another version of Polhode") +
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
                    (only_blocks
                         ? "with --set sweep.block=" + there.identity["sweep.block"] + " runs can be added to it, or "
                         : "") +
                    elsewhere());
    }
    if (!begun && (there.runs != runs || there.program != program)) return std::nullopt;
    const SweepJournalScan scan = read_on(files.size() - 1);
    damaged += scan.damaged;
    if (begun) judge_program(files.back(), there.program);
    return scan;
}

void SweepJournal::Impl::judge_program(const File& file, const SweepProgram& other) {
    const std::vector<std::string>& wrote = file.revisions;
    const bool same_arithmetic = other.arithmetic == program.arithmetic,
               same_revision = std::find(wrote.begin(), wrote.end(), program.revision) != wrote.end();
    const std::string who = "this journal was begun by revision " + escaped_for_message(other.revision) +
                            " of Polhode " + other.version + ", and this is " +
                            (same_revision ? "another build of it" : "revision " + program.revision);
    const auto say = [&](const std::string& why) {
        if (!only_read) throw InputError({file.path, 0, ""}, why);
        notes.push_back(why);
    };
    if (!same_arithmetic) {
        const std::string what = who + ", whose arithmetic gives other bits in its self-test (" +
                                 program.arithmetic.substr(0, 8) + " in place of " +
                                 escaped_for_message(other.arithmetic.substr(0, 8)) + ")";
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
        notes.push_back("the program was built from files that differ from revision " + program.revision +
                        ", so that another build of the same name may have begun this journal; the self-test of the "
                        "arithmetic gives the same bits");
    }
}

bool SweepJournal::Impl::read(std::uint64_t block, const SweepRecordPlace& found, std::string& bytes) const {
    const std::size_t n = found.length + record_tail_bytes;
    bytes.resize(n);
    const bool whole = read_at(files[found.file].descriptor.get(), found.offset, bytes.data(), n) == n;
    const std::string_view payload = std::string_view(bytes).substr(0, found.length);
    if (!whole || word_at(bytes.data() + found.length) != record_checksum({block, found.length}, payload)) return false;
    bytes.resize(found.length);
    return true;
}

void SweepJournal::Impl::take_in_others(const std::string& own_name) {
    for (const std::string& name : journals_in(folder)) {
        const std::string file = path_in(folder, name);
        if (name == own_name || std::any_of(files.begin(), files.end(), [&](const File& f) { return f.path == file; }))
            continue;
        Descriptor other = opened(file, open_for::reading | open_for::no_waiting);
        if (!other) throw InputError({file, 0, ""}, std::string("it cannot be read: ") + std::strerror(errno));
        // begun just now: looked at when there is something in it
        if (!take_in(file, std::move(other))) files.pop_back();
    }
}

void SweepJournal::Impl::refuse(int error) const {
    throw OutputError(path, std::string(std::strerror(error)) + "; " + blocks_done(safe, index.blocks()) +
                                " are safe in the journal, and --resume goes on from there");
}

void SweepJournal::Impl::write(std::string_view bytes) {
    const int descriptor = files.front().descriptor.get();
    std::size_t done = 0;
    while (done < bytes.size()) {
        const std::ptrdiff_t n =
            system::write_some_at(descriptor, end + done, bytes.data() + done, bytes.size() - done);
        if (n > 0) {
            done += static_cast<std::size_t>(n);
            continue;
        }
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        const int error = n == 0 ? ENOSPC : errno;
        // Where even this fails the incomplete record is taken off by the next one who opens the journal.
        (void)system::set_length(descriptor, end);
        if (saved_to_disk()) safe = index.count();
        refuse(error);
    }
    end += bytes.size();
    unsaved = true;
}

void SweepJournal::Impl::write_record(std::uint64_t block, std::string_view bytes) {
    const SweepRecordHead record{block, bytes.size()};
    const std::uint64_t check = record_checksum(record, bytes);
    room = record_head(record);
    room += bytes;
    for (int k = 0; k < 8; ++k) room.push_back(static_cast<char>(check >> (8 * k)));
    write(room);
}

void SweepJournal::Impl::repair_head() {
    File& own = files.front();
    if (own.head.empty()) return;
    const std::uint64_t behind = std::exchange(end, 0);
    write(own.head);
    end = behind;
    own.head.clear();
}

bool SweepJournal::Impl::saved_to_disk() const {
    return system::save_contents(files.front().descriptor.get()) || errno == EINVAL || errno == ENOSYS;
}

void SweepJournal::Impl::save() {
    if (!writing || !unsaved) return;
    // asked once: after a failure the system may have forgotten what it could not save
    unsaved = false;
    if (!saved_to_disk()) refuse(errno);
    safe = index.count();
    saved = std::chrono::steady_clock::now();
}

void SweepJournal::Impl::begin_writing(std::uint64_t all_runs, const std::optional<SweepJournalScan>& scan) {
    writing = true;
    end = scan ? scan->good : 0;
    if (!system::set_length(files.front().descriptor.get(), end)) throw OutputError(path, std::strerror(errno));
    if (scan) repair_head();
    if (!scan) {
        write(head);
        files.front().revisions = {program.revision};
        // a new name in a folder is safe only when the folder is
        if (const Descriptor directory = opened(folder, open_for::reading | open_for::folder); directory)
            (void)system::save(directory.get());
    } else if (files.front().runs < all_runs) {
        ByteWriter now;
        now.u64(all_runs);
        write_record(more_runs, now.bytes);
        files.front().runs = all_runs;
    }
    std::vector<std::string>& wrote = files.front().revisions;
    if (std::find(wrote.begin(), wrote.end(), program.revision) == wrote.end()) {
        write_record(other_revision, program.revision);
        wrote.push_back(program.revision);
    }
    unsaved = true;
    save();
}

}  // namespace polhode
