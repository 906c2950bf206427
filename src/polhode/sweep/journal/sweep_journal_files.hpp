// The files of a journal in the folder of its sweep: journal.bin, or one for each shard.
#pragma once

#include <string>
#include <vector>

#include "polhode/sweep/journal/sweep_journal.hpp"

namespace polhode {

std::string journal_name(const SweepShard& shard);
// Names of all journals in a folder, in order.
std::vector<std::string> journals_in(const std::string& folder);
std::string path_in(const std::string& folder, const std::string& name);

// Whoever has results or a journal by the same names here would lose them: throws InputError. `own` is the name of the
// journal that is to be written.
void refuse_what_is_not_ours(const std::string& folder, const Sweep& sweep, const std::string& own, bool restart);

}  // namespace polhode
