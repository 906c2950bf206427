#include "polhode/files/result_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_folder.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

constexpr const char* unfinished = ".part";

std::vector<std::string> names_in(const std::string& directory) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator i(directory, error), end; !error && i != end; i.increment(error))
        names.push_back(i->path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

void remove_file(const std::string& path) {
    if (!system::remove_file(path) && errno != ENOENT)
        throw OutputError(path, std::string("it cannot be removed: ") + std::strerror(errno));
}

// One process at a time writes in a folder; where a file system knows no locks, nobody can be asked.
Descriptor locked(const std::string& directory) {
    Descriptor lock = opened(directory, open_for::reading | open_for::folder);
    if (lock && !system::lock_alone(lock.get()) && errno == EWOULDBLOCK)
        throw OutputError(directory,
                          "another process writes its results there; wait for its end, or choose another folder");
    return lock;
}

const std::string& made(const std::string& directory) {
    const OutputFolder folder(directory);
    return directory;
}

}  // namespace

std::string part_name(const std::string& path) {
    const fs::path p(path);
    return (p.parent_path() / (p.stem().string() + unfinished + p.extension().string())).string();
}

ResultFolder::ResultFolder(const std::string& directory, const ResultKind& kind)
    : directory_(made(directory)), kind_(kind), lock_(locked(directory)), record_(directory, kind.record) {
    refuse_files_of_others();
    remove_parts();
}

void ResultFolder::refuse_files_of_others() const {
    const auto refuse = [&](const std::string& name) {
        throw InputError({path(name), 0, ""},
                         std::string("a result would get this name, and the file that has it is not "
                                     "one that `polhode ") +
                             kind_.record.command +
                             "` wrote here, or was changed since; move it away, or choose another "
                             "folder");
    };
    if (!record_.readable()) refuse(kind_.record.file_name);
    for (const std::string& name : names_in(directory_))
        if (kind_.is_result(name) && !record_.knows(name)) refuse(name);
}

// What a kill left: names that nobody else gives.
void ResultFolder::remove_parts() const {
    for (const std::string& name : names_in(directory_)) {
        std::string plain = name;
        for (std::size_t i = 0; (i = plain.find(unfinished)) != std::string::npos;)
            plain.erase(i, std::strlen(unfinished));
        if (plain != name && kind_.is_result(plain)) remove_file(path(name));
    }
}

std::string ResultFolder::path(const std::string& name) const { return (fs::path(directory_) / name).string(); }

std::string ResultFolder::part(const std::string& name) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
    return part_name(path(name));
}

void ResultFolder::forget(const std::string& name) {
    names_.erase(std::remove(names_.begin(), names_.end(), name), names_.end());
    remove_file(part_name(path(name)));
}

void ResultFolder::replace(const std::string& last_name, const std::function<void(const std::string&)>& last) {
    const std::vector<std::string> older = record_.names();
    // first of all: where it stands, the others are complete
    record_.take_over_provenance();
    if (record_.knows(last_name)) remove_file(path(last_name));
    for (const std::string& name : names_) record_.put_in_place(part_name(path(name)), name);
    for (const std::string& name : older)
        if (std::find(names_.begin(), names_.end(), name) == names_.end() && record_.knows(name))
            remove_file(path(name));
    last(path(last_name));
    // what it knows, the last file says
    remove_file(path(kind_.record.file_name));
}

}  // namespace polhode
