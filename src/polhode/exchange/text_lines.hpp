// The lines of a text one by one, whatever ends them: LF, CR, CRLF or LFCR.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/exchange/byte_source.hpp"

namespace polhode {

class TextLines {
 public:
    // `longest`: bytes in a line; longer ones are refused.
    explicit TextLines(ByteSource& source, std::size_t longest = 1 << 20);

    // Without its end, which the last line may lack; false after it. Refuses NUL bytes.
    bool next(std::string_view& line);
    int number() const { return number_; }  // of the line given last, counted from 1
    Place place(const std::string& key = "") const { return {source_.name(), number_, key}; }

 private:
    ByteSource& source_;
    std::size_t longest_;
    std::uint64_t at_ = 0;
    int number_ = 0;
};

// Words between blanks.
void split_words(std::string_view line, std::vector<std::string_view>& words);

// The text of a number that must be finite; an InputError that says what was read otherwise.
double finite_number(std::string_view text, const Place& place);

}  // namespace polhode
