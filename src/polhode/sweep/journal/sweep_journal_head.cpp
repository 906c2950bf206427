#include "polhode/sweep/journal/sweep_journal_head.hpp"

#include <optional>
#include <stdexcept>

#include "polhode/base/byte_stream.hpp"
#include "polhode/files/file_window.hpp"
#include "polhode/sweep/journal/sweep_checksum.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

constexpr std::string_view file_magic = "POLHODE SWEEP JOURNAL\n";  // 22 bytes, readable with `head`
constexpr std::uint64_t longest_head = 1ULL << 28;
// Nothing that was ever finished stands in a file of so few bytes.
constexpr std::size_t longest_front = 1024, shortest_file = 64;

// Magic word, format and version of the program stay where they are in every format; then the size of the head with a
// check of all that, by which a head that is cut off is told from a damaged one.
std::string front_of_head(const std::string& version, std::uint64_t size) {
    ByteWriter to;
    to.bytes = file_magic;
    to.u32(sweep_journal_format);
    to.text(version);
    to.u64(size);
    to.u32(static_cast<std::uint32_t>(sweep_checksum(to.bytes, 0)));
    return to.bytes;
}

bool all_zero(int descriptor, std::uint64_t size) {
    FileWindow window(descriptor);
    for (std::uint64_t at = 0; at < size;) {
        const std::string_view bytes = window.at(at, 1 << 16);
        if (bytes.empty() || bytes.find_first_not_of('\0') != std::string_view::npos) return false;
        at += bytes.size();
    }
    return true;
}

// One of the two heads, with its own size; nothing where these are not the bytes of one. `cut_off`: its front is one,
// and the file ends before it does.
std::optional<SweepJournalHead> head_at(int descriptor, std::uint64_t offset, bool& cut_off) {
    FileWindow window(descriptor);
    const std::string_view bytes = window.at(offset, longest_front);
    if (bytes.substr(0, file_magic.size()) != file_magic) return std::nullopt;
    try {
        SweepJournalHead head;
        ByteReader front(bytes.substr(file_magic.size()));
        head.format = front.u32();
        head.program.version = front.text();
        head.size = front.u64();
        const std::size_t before = bytes.size() - front.left(), begin = before + 4;
        const bool sound = front.u32() == static_cast<std::uint32_t>(sweep_checksum(bytes.substr(0, before), 0));
        if (!sound || head.format != sweep_journal_format || head.size >= longest_head || head.size < begin + 8)
            return std::nullopt;
        const auto size = static_cast<std::size_t>(head.size);
        const std::string_view all = window.at(offset, size);
        cut_off = all.size() < size;
        if (cut_off || word_at(all.data() + size - 8) != sweep_checksum(all.substr(0, size - 8), 0))
            return std::nullopt;
        ByteReader rest(all.substr(begin, size - 8 - begin));
        head.runs = rest.u64();
        head.program.revision = rest.text();
        head.program.arithmetic = rest.text();
        for (std::uint64_t n = rest.count(); n > 0; --n) {
            const std::string key(rest.text());
            head.identity[key] = rest.text();
        }
        return head;
    } catch (const std::runtime_error&) {
        cut_off = bytes.size() < shortest_file;
        return std::nullopt;
    }
}

// The second one, wherever the first ends: it says its own size, which is that of the first.
std::optional<SweepJournalHead> second_head(int descriptor, std::uint64_t size) {
    FileWindow window(descriptor);
    bool cut_off = false;
    const std::uint64_t until = std::min(size, longest_head);
    for (std::uint64_t at = 1; at < until;) {
        const std::string_view bytes = window.at(at, 1 << 16);
        const std::size_t found = bytes.find(file_magic);
        if (found == std::string_view::npos) {
            if (bytes.size() < file_magic.size()) break;
            at += bytes.size() - file_magic.size() + 1;
            continue;
        }
        at += found;
        if (auto head = head_at(descriptor, at, cut_off); head && head->size == at) return head;
        ++at;
    }
    return std::nullopt;
}

// Neither head can be read: what is said of formats that were written before, and of damage.
SweepJournalKind other_format(int descriptor, std::uint64_t size, SweepJournalHead& head) {
    FileWindow window(descriptor);
    const std::string_view bytes = window.at(0, longest_front), front = bytes.substr(0, file_magic.size());
    if (front != file_magic.substr(0, front.size()))
        return all_zero(descriptor, size) ? SweepJournalKind::empty : SweepJournalKind::other;
    if (front.size() < file_magic.size()) return SweepJournalKind::empty;
    try {
        ByteReader from(bytes.substr(file_magic.size()));
        head.format = from.u32();
        // the first format held no version of the program
        if (head.format == 1) {
            head.size = file_magic.size() + 4 + 4 + from.u32() + 8;
            return size > head.size ? SweepJournalKind::journal : SweepJournalKind::empty;
        }
        head.program.version = from.text();
        head.sound = head.format != sweep_journal_format;
    } catch (const std::runtime_error&) {
        head.sound = false;
        // the shortest front there is
        if (size < front_of_head("", 0).size()) return SweepJournalKind::empty;
    }
    return SweepJournalKind::journal;
}

}  // namespace

std::string sweep_journal_heads(std::uint64_t runs, const SweepProgram& program, const SweepIdentity& identity) {
    ByteWriter rest;
    rest.u64(runs);
    rest.text(program.revision);
    rest.text(program.arithmetic);
    rest.count(identity.size());
    for (const auto& [key, value] : identity) {
        rest.text(key);
        rest.text(value);
    }
    ByteWriter to;
    const std::string& version = program.version;
    to.bytes = front_of_head(version, front_of_head(version, 0).size() + rest.bytes.size() + 8) + rest.bytes;
    to.u64(sweep_checksum(to.bytes, 0));
    return to.bytes + to.bytes;
}

SweepJournalKind read_sweep_journal_head(int descriptor, SweepJournalHead& head) {
    const auto facts = system::facts_of(descriptor);
    const std::uint64_t size = facts ? facts->bytes : 0;
    bool cut_off = false, other_cut_off = false;
    const auto first = head_at(descriptor, 0, cut_off);
    if (first) {
        head = *first;
        head.size = 2 * first->size;
        // nothing can stand behind a second head that is not there to its end
        if (size < head.size) return SweepJournalKind::empty;
        head.damaged = !head_at(descriptor, first->size, other_cut_off);
        return SweepJournalKind::journal;
    }
    if (const auto second = second_head(descriptor, size)) {
        head = *second;
        head.size = 2 * second->size;
        head.damaged = true;
        return SweepJournalKind::journal;
    }
    return cut_off ? SweepJournalKind::empty : other_format(descriptor, size, head);
}

}  // namespace polhode
