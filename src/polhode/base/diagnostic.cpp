#include "polhode/base/diagnostic.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace polhode {

namespace {

std::string located(const Place& place, const std::string& message) {
    std::string text = place.file;
    if (place.line > 0) text += ":" + std::to_string(place.line);
    if (!text.empty()) text += ": ";
    if (!place.key.empty()) text += place.key + ": ";
    return text + message;
}

// Case and the two joining characters are the commonest slips: compare without them.
std::string folded(const std::string& name) {
    std::string out;
    for (char c : name) {
        if (c == '_' || c == ' ') c = '-';
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        out += c;
    }
    return out;
}

// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours each cost 1.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t swap_or_keep = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + swap_or_keep});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
    }
    return last[b.size()];
}

// What other programs call it.
constexpr std::pair<const char*, const char*> other_names[] = {
    {"gaussian", "normal"}, {"gauss", "normal"}, {"sigma", "deviation"}, {"std", "deviation"}, {"formula", "of"},
    {"expression", "of"},   {"step", "count"},   {"steps", "count"},     {"points", "count"},  {"min", "low"},
    {"max", "high"},        {"start", "from"},   {"stop", "to"},         {"end", "to"},
};

std::string seconds(double t) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.10g", t);
    return buffer;
}

}  // namespace

InputError::InputError(const Place& where, const std::string& message)
    : std::runtime_error(located(where, message)), place(where) {}

ComputationFailed::ComputationFailed(double at, const std::string& why)
    : std::runtime_error("the computation failed at t = " + seconds(at) + " s: " + why), time(at), cause(why) {}

std::string nearest_name(const std::string& read, const std::vector<std::string>& known) {
    // Nobody mistypes a name of this length, and the table of distances would be large.
    constexpr std::size_t longest = 64;
    if (read.empty() || read.size() > longest) return "";
    const std::string wanted = folded(read);
    std::string best;
    // About a third of the letters may be wrong: "grvty" finds "gravity", "dog" does not find "float".
    std::size_t best_distance = std::max<std::size_t>(1, (wanted.size() + 1) / 3) + 1;
    for (const std::string& name : known) {
        const std::string other = folded(name);
        const std::size_t d = edit_distance(wanted, other);
        // something of it must be there: 'b' is no 'e'
        if (d < best_distance && d < std::max(wanted.size(), other.size())) {
            best = name;
            best_distance = d;
        }
    }
    if (!best.empty()) return best;
    for (const auto& [other, ours] : other_names)
        if (wanted == other && std::find(known.begin(), known.end(), ours) != known.end()) return ours;
    // Abbreviations: "quat" for "quaternion", "hi" for "high"; or more than the name: "normally".
    for (const std::string& name : known) {
        const std::string other = folded(name);
        const std::size_t shared = std::min(wanted.size(), other.size());
        const std::size_t telling = wanted.size() < other.size() ? 2 : 3;
        if (shared >= telling && wanted.compare(0, shared, other, 0, shared) == 0) return name;
    }
    return "";
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
        text += "'" + names[i] + "'";
    }
    return text;
}

}  // namespace polhode
