// The head of a journal: which program began it, how many runs there were then, and what makes the sweep the same as
// another (sweep_identity.hpp). It stands twice at the front of the file, each with checksums of its own, so that
// damage to one of them costs nothing.
#pragma once

#include <cstdint>
#include <string>

#include "polhode/sweep/definition/sweep_identity.hpp"
#include "polhode/sweep/definition/sweep_program.hpp"

namespace polhode {

inline constexpr std::uint32_t sweep_journal_format = 4;

struct SweepJournalHead {
    std::uint32_t format = sweep_journal_format;
    SweepProgram program;
    std::uint64_t runs = 0;  // of the sweep when it was begun
    SweepIdentity identity;
    std::uint64_t size = 0;  // in bytes, of both together
    bool sound = true;       // false: neither can be read
    bool damaged = false;    // one of the two is not what it should be
};

enum class SweepJournalKind {
    empty,    // nothing, or what a kill or a power cut leaves of a file that was just begun
    journal,  // of whichever sweep
    other,    // not a journal
};

// The bytes of both.
std::string sweep_journal_heads(std::uint64_t runs, const SweepProgram& program, const SweepIdentity& identity);

SweepJournalKind read_sweep_journal_head(int descriptor, SweepJournalHead& head);

}  // namespace polhode
