#include "polhode/sweep/variation/sweep_names.hpp"

#include <algorithm>

namespace polhode {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool is_identifier(const std::string& name) {
    return !name.empty() && name.size() <= 64 && is_letter(name[0]) &&
           std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

std::vector<std::string> names_from_key(const std::string& key) {
    std::vector<std::string> parts;
    std::string name;
    for (const char c : key) {
        if (c == '.') {
            parts.push_back(name);
            name.clear();
        } else if (c == '[') {
            name += '_';
        } else if (is_letter(c) || is_digit(c)) {
            name += c;
        } else if (c == '-') {
            name += '_';
        }
    }
    parts.push_back(name);
    std::vector<std::string> names;
    std::string longer;
    for (std::size_t i = parts.size(); i-- > 0;) {
        longer = longer.empty() ? parts[i] : parts[i] + "_" + longer;
        if (is_identifier(longer)) names.push_back(longer);
    }
    return names;
}

std::string name_from_title(const std::string& title) {
    std::string name;
    for (const char c : title) {
        if (is_letter(c) || is_digit(c))
            name += c;
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    name.resize(std::min<std::size_t>(name.size(), 48));
    return is_identifier(name) ? name : "";
}

bool key_within(const std::string& inner, const std::string& outer) {
    return inner.compare(0, outer.size(), outer) == 0 &&
           (inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[');
}

std::string rest_of_key(const std::string& inner, const std::string& outer) {
    return inner.size() == outer.size() ? "" : inner.substr(outer.size() + 1);
}

}  // namespace polhode
