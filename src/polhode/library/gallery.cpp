#include "gallery.hpp"

#include <sstream>

namespace polhode {

namespace {

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The value of the first `title = "..."` line. The tests hold every scenario of the gallery to having one.
std::string title_of(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("title", 0) != 0) continue;
        const auto open = line.find('"'), close = line.rfind('"');
        if (open != std::string::npos && close > open) return line.substr(open + 1, close - open - 1);
    }
    return "";
}

std::vector<GalleryScenario> collect() {
    std::vector<GalleryScenario> scenarios;
    for (const GalleryFile& file : detail::gallery_files()) {
        if (!ends_with(file.name, ".toml") || file.name.find('/') != std::string::npos) continue;
        GalleryScenario s{file.name.substr(0, file.name.size() - 5), title_of(file.text), file.text, {}};
        for (const GalleryFile& table : detail::gallery_files())
            if (!ends_with(table.name, ".toml") && file.text.find('"' + table.name + '"') != std::string::npos)
                s.needs.push_back(table);
        scenarios.push_back(std::move(s));
    }
    return scenarios;
}

}  // namespace

const std::vector<GalleryScenario>& gallery() {
    static const std::vector<GalleryScenario> scenarios = collect();
    return scenarios;
}

const std::string* scenario_file_text(const std::string& file) {
    for (const GalleryFile& f : detail::gallery_files())
        if (f.name == file) return &f.text;
    return nullptr;
}

const GalleryScenario* find_in_gallery(const std::string& name) {
    for (const GalleryScenario& s : gallery())
        if (s.name == name) return &s;
    return nullptr;
}

}  // namespace polhode
