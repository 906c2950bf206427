// Whether a page is well-formed and sound in itself: elements nested and closed, attributes quoted, identifiers given
// once, links within the page with a goal, nothing fetched from elsewhere.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <vector>

namespace polhode::test {

// What is wrong, in words; empty where nothing is.
inline std::vector<std::string> faults_of(const std::string& html, const std::set<std::string>& files = {}) {
    std::vector<std::string> faults, open;
    std::set<std::string> ids;
    std::vector<std::string> goals;
    const auto text_before = [&](std::size_t i) { return html.substr(i > 40 ? i - 40 : 0, 80); };
    std::size_t i = 0;
    if (html.rfind("<!DOCTYPE html>", 0) == 0)
        i = 15;
    else
        faults.push_back("no doctype");
    while (i < html.size()) {
        if (html[i] == '&') {
            const std::size_t end = html.find(';', i);
            if (end == std::string::npos || end - i > 8) faults.push_back("loose & near: " + text_before(i));
            ++i;
            continue;
        }
        if (html[i] == '>') faults.push_back("loose > near: " + text_before(i));
        if (html[i] != '<') {
            ++i;
            continue;
        }
        if (html.compare(i, 4, "<!--") == 0) {
            i = html.find("-->", i) + 3;
            continue;
        }
        std::size_t j = i + 1;
        const bool closing = j < html.size() && html[j] == '/';
        if (closing) ++j;
        const std::size_t begin = j;
        while (j < html.size() && (std::isalnum(static_cast<unsigned char>(html[j])) || html[j] == '-')) ++j;
        const std::string name = html.substr(begin, j - begin);
        if (name.empty()) {
            faults.push_back("loose < near: " + text_before(i));
            ++i;
            continue;
        }
        std::set<std::string> attributes;
        bool empty = false;
        while (j < html.size() && html[j] != '>') {
            if (std::isspace(static_cast<unsigned char>(html[j]))) {
                ++j;
                continue;
            }
            if (html[j] == '/') {
                empty = true;
                ++j;
                continue;
            }
            const std::size_t key_begin = j;
            while (j < html.size() && html[j] != '=' && html[j] != '>' &&
                   !std::isspace(static_cast<unsigned char>(html[j])))
                ++j;
            const std::string key = html.substr(key_begin, j - key_begin);
            if (j + 1 >= html.size() || html[j] != '=' || html[j + 1] != '"') {
                faults.push_back("attribute without a quoted value: " + key + " near: " + text_before(i));
                break;
            }
            const std::size_t value_begin = j + 2, value_end = html.find('"', value_begin);
            if (value_end == std::string::npos) {
                faults.push_back("unending attribute: " + key);
                return faults;
            }
            const std::string value = html.substr(value_begin, value_end - value_begin);
            if (value.find('<') != std::string::npos) faults.push_back("< in attribute: " + key);
            if (!attributes.insert(key).second)
                faults.push_back("attribute twice: " + key + " near: " + text_before(i));
            if (key == "id" && !ids.insert(value).second) faults.push_back("identifier twice: " + value);
            if (key == "href" || key == "src") {
                if (value.rfind("#", 0) == 0)
                    goals.push_back(value.substr(1));
                else if (value.find(':') != std::string::npos)
                    faults.push_back("something from elsewhere: " + value);
                else if (!files.empty() && !files.count(value.substr(0, value.find('#'))))
                    faults.push_back("a link to a file that is not there: " + value);
            }
            if (key == "aria-labelledby") {
                std::size_t from = 0;
                while (from < value.size()) {
                    const std::size_t to = value.find(' ', from);
                    goals.push_back(value.substr(from, to - from));
                    from = to == std::string::npos ? value.size() : to + 1;
                }
            }
            j = value_end + 1;
        }
        if (closing) {
            if (open.empty() || open.back() != name)
                faults.push_back("</" + name + "> closes <" + (open.empty() ? "nothing" : open.back()) +
                                 "> near: " + text_before(i));
            if (!open.empty()) open.pop_back();
        } else if (!empty) {
            open.push_back(name);
            if (name == "script") faults.push_back("a script");
            if (name == "style") j = html.find("</style", j) - 1;
        }
        i = j + 1;
        if (faults.size() > 10) return faults;
    }
    for (const std::string& name : open) faults.push_back("<" + name + "> is not closed");
    for (const std::string& goal : goals)
        if (!ids.count(goal)) faults.push_back("no goal for #" + goal);
    return faults;
}

inline std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

}  // namespace polhode::test
