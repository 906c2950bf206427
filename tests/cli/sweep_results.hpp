// What a sweep leaves in its folder.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "program.hpp"

namespace polhode::test {

// Every file of a sweep that must not depend on how it was computed: all but the journals, which hold blocks in the
// order in which they were finished, and the provenance.
inline std::map<std::string, std::string> results_in(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = std::filesystem::relative(entry.path(), folder).string();
        if (!entry.is_regular_file() || name == "provenance.json" || name.rfind("journal", 0) == 0) continue;
        files[name] = read_text(entry.path().string());
    }
    return files;
}

}  // namespace polhode::test
