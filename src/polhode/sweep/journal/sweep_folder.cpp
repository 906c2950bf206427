#include "polhode/sweep/journal/sweep_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "polhode/files/input_file.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/written_files.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

constexpr const char* provenance = "provenance.json";
constexpr const char* trajectories_name = "trajectories";

// run-17.csv, or what it is called while it is written
bool is_trajectory(std::string name, bool unfinished) {
    const std::string front = unfinished ? ".run-" : "run-", back = unfinished ? ".csv.part" : ".csv";
    if (name.size() <= front.size() + back.size() || name.rfind(front, 0) != 0 ||
        name.compare(name.size() - back.size(), back.size(), back) != 0)
        return false;
    name = name.substr(front.size(), name.size() - front.size() - back.size());
    return name.find_first_not_of("0123456789") == std::string::npos;
}

std::vector<std::string> trajectories_in(const std::string& folder, bool unfinished) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator i(fs::path(folder) / trajectories_name, error), end; !error && i != end;
         i.increment(error))
        if (const std::string name = i->path().filename().string(); is_trajectory(name, unfinished))
            names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

void remove_file(const fs::path& path) {
    if (!system::remove_file(path.string()) && errno != ENOENT)
        throw OutputError(path.string(), std::string("it cannot be removed: ") + std::strerror(errno));
}

}  // namespace

const std::vector<std::string>& sweep_result_names() {
    static const std::vector<std::string> names{
        "summary.txt",    "summary.json",  "runs.h5", "runs.csv",   "failures.csv", "over-time.csv", "histograms.csv",
        "histograms.svg", "over-time.svg", "map.svg", "curves.svg", "scatter.svg",  "groups.csv"};
    return names;
}

std::vector<std::string> sweep_results_in(const std::string& folder) {
    std::vector<std::string> there;
    std::error_code error;
    for (const std::string& name : sweep_result_names())
        if (fs::exists(fs::symlink_status(fs::path(folder) / name, error))) there.push_back(name);
    if (fs::exists(fs::symlink_status(fs::path(folder) / provenance, error))) there.push_back(provenance);
    for (const std::string& name : trajectories_in(folder, false))
        there.push_back(std::string(trajectories_name) + "/" + name);
    return there;
}

std::string foreign_sweep_result(const std::string& folder, bool wants_trajectories, const SweepFolderLock* held) {
    const auto look = [&]() -> std::string {
        // the names first: whoever adds one to the folder has recorded it before
        const std::vector<std::string> names = sweep_results_in(folder);
        const WrittenFiles record(folder);
        if (!record.readable()) return WrittenFiles::file_name();
        for (const std::string& name : names)
            if (!record.knows(name)) return name;
        return "";
    };
    std::error_code error;
    const fs::file_status place = fs::status(fs::path(folder) / trajectories_name, error);
    if (wants_trajectories && fs::exists(place) && !fs::is_directory(place)) return trajectories_name;
    const std::string first = look();
    if (first.empty() || held) return first;
    // another process may just be replacing or removing them
    const SweepFolderLock lock(folder, {});
    return look();
}

bool sweep_results_are_of(const std::string& folder, const std::string& fingerprint) {
    std::error_code error;
    if (!fs::exists(fs::path(folder) / provenance, error)) return false;
    const InputBytes file = read_input_file((fs::path(folder) / "summary.json").string());
    const auto summary = nlohmann::json::parse(file.bytes, nullptr, false);
    return summary.is_object() && summary.value("fingerprint", nlohmann::json()) == fingerprint;
}

void remove_sweep_provenance(const std::string& folder) {
    WrittenFiles record(folder);
    record.take_over_provenance();
    if (record.knows(provenance)) remove_file(fs::path(folder) / provenance);
}

void remove_sweep_results(const std::string& folder) {
    // first of all: where it stands, the others are complete
    remove_sweep_provenance(folder);
    const WrittenFiles record(folder);
    const auto remove = [&](const std::string& name) {
        if (record.knows(name)) remove_file(fs::path(folder) / name);
    };
    for (const std::string& name : sweep_result_names()) {
        remove(name);
        remove_file(fs::path(folder) / (name + ".part"));
    }
    remove_file(fs::path(folder) / (std::string(provenance) + ".part"));
    remove_other_trajectories(folder, record, {});
    if (record.readable()) remove_file(fs::path(folder) / WrittenFiles::file_name());
}

void remove_other_trajectories(const std::string& folder, const WrittenFiles& record,
                               const std::set<std::string>& wanted) {
    const fs::path place = fs::path(folder) / trajectories_name;
    for (const bool unfinished : {false, true})
        for (const std::string& name : trajectories_in(folder, unfinished))
            if (wanted.count(name) == 0 && (unfinished || record.knows(std::string(trajectories_name) + "/" + name)))
                remove_file(place / name);
    system::remove_empty_folder(place.string());  // which fails where something is in it
}

SweepFolderLock::SweepFolderLock(const std::string& folder, const std::function<bool()>& stop) {
    lock_ = opened(folder, open_for::reading | open_for::folder);
    while (!held_) {
        const int error = lock_ && !system::lock_alone(lock_.get()) ? errno : 0;
        if (error == EBADF) {
            // network file systems lock only what can be written to
            lock_ = opened((fs::path(folder) / "journal.lock").string(), open_for::both | open_for::create);
            continue;
        }
        // where a file system knows no locks, nobody can be asked
        held_ = error != EWOULDBLOCK && error != EINTR;
        if (held_ || (stop && stop())) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

}  // namespace polhode
