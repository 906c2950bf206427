#include "polhode/exchange/text_lines.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/parse_number.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

TextLines::TextLines(ByteSource& source, std::size_t longest) : source_(source), longest_(longest) {
    if (source.at(0, 3) == "\xEF\xBB\xBF") at_ = 3;
}

bool TextLines::next(std::string_view& line) {
    if (at_ >= source_.size()) return false;
    ++number_;
    // a little at first: the window of a file moves on only when it must
    std::string_view ahead;
    std::size_t end = std::string_view::npos;
    for (std::size_t ask = std::min<std::size_t>(4096, longest_ + 2);; ask = std::min(8 * ask, longest_ + 2)) {
        ahead = source_.at(at_, ask);
        end = ahead.find_first_of("\r\n");
        const bool whole_end = end != std::string_view::npos && end + 1 < ahead.size();
        if (whole_end || ahead.size() < ask || ask == longest_ + 2) break;
    }
    if (ahead.empty()) return false;
    if (end == std::string_view::npos && ahead.size() > longest_)
        throw InputError(place(), "a line of more than " + std::to_string(longest_) + " characters");
    line = ahead.substr(0, end);
    if (line.find('\0') != std::string_view::npos) throw InputError(place(), "there is a NUL byte: this is no text");
    if (end == std::string_view::npos) {
        at_ += ahead.size();
        return true;
    }
    // two different end characters are one end
    const bool both =
        end + 1 < ahead.size() && (ahead[end + 1] == '\r' || ahead[end + 1] == '\n') && ahead[end + 1] != ahead[end];
    at_ += end + (both ? 2 : 1);
    return true;
}

void split_words(std::string_view line, std::vector<std::string_view>& words) {
    words.clear();
    for (std::size_t begin = line.find_first_not_of(' '); begin != std::string_view::npos;) {
        const std::size_t end = line.find(' ', begin);
        words.push_back(line.substr(begin, end == std::string_view::npos ? end : end - begin));
        begin = end == std::string_view::npos ? end : line.find_first_not_of(' ', end);
    }
}

double finite_number(std::string_view text, const Place& place) {
    const auto number = parse_number(text);
    if (!number) throw InputError(place, "expected a number, read '" + escaped_for_message(std::string(text)) + "'");
    if (!std::isfinite(*number))
        throw InputError(place,
                         "the number '" + escaped_for_message(std::string(text)) + "' is too large for a double");
    return *number;
}

}  // namespace polhode
