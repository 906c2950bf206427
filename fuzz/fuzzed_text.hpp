// Bytes of a fuzzer as the text of a file: which texts are passed over, and the --set arguments of the first line
// ("#set method.step=1|run.duration=2").
#pragma once

#include <string>
#include <vector>

// A slash stands in units ("deg/s"), formulas and titles; before other letters it might begin "/dev/...".
inline bool may_name_a_file(const std::string& text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
        if (text[i] == '/' && ((text[i + 1] >= 'a' && text[i + 1] <= 'z' && text[i + 1] != 's') || text[i + 1] == '.'))
            return true;
    return text.find("\\u") != std::string::npos || text.find("\\U") != std::string::npos;
}

inline std::vector<std::string> settings_of(const std::string& text) {
    const std::string mark = "#set ";
    if (text.compare(0, mark.size(), mark) != 0) return {};
    std::vector<std::string> settings(1);
    for (std::size_t i = mark.size(); i < text.size() && text[i] != '\n'; ++i) {
        if (text[i] == '|')
            settings.emplace_back();
        else
            settings.back() += text[i];
    }
    return settings;
}
