// The words in a picture that gnuplot drew.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace polhode::test {

// "<text>LABEL</text>", as gnuplot writes it for ticks and labels.
inline std::vector<std::string> texts_in_svg(const std::string& svg) {
    std::vector<std::string> texts;
    for (std::size_t at = svg.find("<text>"); at != std::string::npos; at = svg.find("<text>", at + 1)) {
        std::string text = svg.substr(at + 6, svg.find("</text>", at) - at - 6), plain;
        bool inside = false;
        for (const char c : text) {
            if (c == '<') inside = true;
            if (!inside) plain += c;
            if (c == '>') inside = false;
        }
        texts.push_back(plain.substr(std::min(plain.find_first_not_of(" \n\t"), plain.size())));
    }
    return texts;
}

inline bool says(const std::string& svg, const std::string& label) {
    const std::vector<std::string> texts = texts_in_svg(svg);
    return std::find(texts.begin(), texts.end(), label) != texts.end();
}

inline std::string listed(const std::string& svg) {
    std::string list;
    for (const std::string& text : texts_in_svg(svg)) list += "|" + text;
    return list;
}

}  // namespace polhode::test
