#include "polhode/files/output_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "polhode/files/output_error.hpp"

namespace polhode {

OutputFolder::OutputFolder(std::string directory) : directory_(std::move(directory)) {
    namespace fs = std::filesystem;
    if (directory_.empty()) throw OutputError("--out", "the name of the folder is empty");
    std::error_code error;
    if (fs::exists(directory_, error) && !fs::is_directory(directory_, error))
        throw OutputError(directory_, "it is a file, and a folder of that name is needed");
    fs::create_directories(directory_, error);
    if (error) throw OutputError(directory_, error.message());
}

std::string OutputFolder::file(const std::string& name) {
    if (std::find(files_.begin(), files_.end(), name) == files_.end()) files_.push_back(name);
    return (std::filesystem::path(directory_) / name).string();
}

std::string file_safe(const std::string& name) {
    std::string safe;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                           c == '-' || c == '_';
        if (plain)
            safe += c;
        else if (safe.empty() || safe.back() != '-')
            safe += '-';
    }
    while (safe.size() > 1 && safe.back() == '-') safe.pop_back();
    return safe.empty() ? "method" : safe;
}

std::string file_of_method(const std::string& path, const std::vector<std::string>& names, std::size_t which) {
    if (names.size() < 2 || path == "-") return path;
    // the number a name needs is how often it has been there before
    const std::string mine = file_safe(names.at(which));
    std::size_t before = 0;
    for (std::size_t i = 0; i < which; ++i) before += file_safe(names[i]) == mine;
    std::filesystem::path p(path);
    const std::string tail = before == 0 ? mine : mine + "-" + std::to_string(before + 1);
    const std::string name = p.stem().string() + "-" + tail + p.extension().string();
    return (p.parent_path() / name).string();
}

}  // namespace polhode
