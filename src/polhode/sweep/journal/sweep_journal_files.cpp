#include "polhode/sweep/journal/sweep_journal_files.hpp"

#include <algorithm>
#include <filesystem>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/written_files.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/journal/sweep_folder.hpp"
#include "polhode/sweep/journal/sweep_journal_head.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace fs = std::filesystem;

std::string journal_name(const SweepShard& shard) {
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

std::string path_in(const std::string& folder, const std::string& name) { return (fs::path(folder) / name).string(); }

void refuse_what_is_not_ours(const std::string& folder, const Sweep& sweep, const std::string& own, bool restart) {
    bool journal = false;
    SweepJournalHead ignored;
    for (const std::string& name : journals_in(folder)) {
        const Descriptor file = opened(path_in(folder, name), open_for::reading | open_for::no_waiting);
        const SweepJournalKind kind = file ? read_sweep_journal_head(file.get(), ignored) : SweepJournalKind::other;
        journal = journal || kind == SweepJournalKind::journal;
        if (name == own && kind == SweepJournalKind::other)
            throw InputError({path_in(folder, name), 0, ""},
                             "this file is no journal of a sweep; move it away, or choose another folder");
    }
    const bool trajectories = sweep.keep.has_trajectories();
    if (const std::string foreign = foreign_sweep_result(folder, trajectories); !foreign.empty())
        throw InputError({path_in(folder, foreign), 0, ""}, foreign == "trajectories"
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

}  // namespace polhode
