#include "sweep_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "output_error.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

constexpr const char* provenance = "provenance.json";
constexpr const char* trajectories = "trajectories";

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
    for (fs::directory_iterator i(fs::path(folder) / trajectories, error), end; !error && i != end; i.increment(error))
        if (const std::string name = i->path().filename().string(); is_trajectory(name, unfinished))
            names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

void remove_file(const fs::path& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        throw OutputError(path.string(), std::string("it cannot be removed: ") + std::strerror(errno));
}

}  // namespace

const std::vector<std::string>& sweep_result_names() {
    static const std::vector<std::string> names{"summary.txt",    "summary.json",   "runs.h5",
                                                "runs.csv",       "failures.csv",   "over-time.csv",
                                                "histograms.csv", "histograms.svg", "over-time.svg"};
    return names;
}

std::vector<std::string> sweep_results_in(const std::string& folder) {
    std::vector<std::string> there;
    std::error_code error;
    for (const std::string& name : sweep_result_names())
        if (fs::exists(fs::symlink_status(fs::path(folder) / name, error))) there.push_back(name);
    if (fs::exists(fs::symlink_status(fs::path(folder) / provenance, error))) there.push_back(provenance);
    for (const std::string& name : trajectories_in(folder, false))
        there.push_back(std::string(trajectories) + "/" + name);
    return there;
}

bool sweep_results_are_ours(const std::string& folder) {
    const auto read = [&](const char* name) {
        std::ifstream file(fs::path(folder) / name);
        return nlohmann::json::parse(file, nullptr, false);
    };
    if (const auto summary = read("summary.json"); summary.is_object())
        if (summary.contains("polhode_version") && summary.contains("fingerprint")) return true;
    if (const auto json = read(provenance); json.is_object()) {
        const auto words = json.value("command_line", nlohmann::json::array());
        return json.value("program", nlohmann::json()) == "polhode" && words.is_array() &&
               std::find(words.begin(), words.end(), "sweep") != words.end();
    }
    return false;
}

void remove_sweep_results(const std::string& folder) {
    // the provenance first: where it stands, the others are complete
    remove_file(fs::path(folder) / provenance);
    for (const std::string& name : sweep_result_names())
        for (const char* end : {"", ".part"}) remove_file(fs::path(folder) / (name + end));
    remove_other_trajectories(folder, {});
}

void remove_other_trajectories(const std::string& folder, const std::vector<std::string>& wanted) {
    const fs::path place = fs::path(folder) / trajectories;
    for (const bool unfinished : {false, true})
        for (const std::string& name : trajectories_in(folder, unfinished))
            if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) remove_file(place / name);
    ::rmdir(place.c_str());  // which fails where something is in it
}

void save_to_disk(const std::string& path, const std::string& name) {
    const Descriptor file = opened(path, O_RDONLY);
    if (!file) throw OutputError(name, std::strerror(errno));
    const int error = ::fsync(file.get()) == 0 ? 0 : errno;
    // some file systems and devices have nothing to save to
    if (error != 0 && error != EINVAL && error != ENOSYS && error != EROFS)
        throw OutputError(name, std::strerror(error));
}

SweepFolderLock::SweepFolderLock(const std::string& folder, const std::function<bool()>& stop) {
    lock_ = opened(folder, O_RDONLY | O_DIRECTORY);
    while (!held_) {
        const int error = lock_ && ::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0 ? errno : 0;
        if (error == EBADF) {
            // network file systems lock only what can be written to
            lock_ = opened((fs::path(folder) / "journal.lock").string(), O_RDWR | O_CREAT);
            continue;
        }
        // where a file system knows no locks, nobody can be asked
        held_ = error != EWOULDBLOCK && error != EINTR;
        if (held_ || (stop && stop())) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

}  // namespace polhode
