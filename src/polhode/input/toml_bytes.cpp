#include "polhode/input/toml_bytes.hpp"

#include <cstdio>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/utf8.hpp"

namespace polhode {

namespace {

constexpr std::size_t largest_text = 4u << 20;  // bytes; measured data belongs in CSV files

// What people paste from word processors and web pages without noticing.
std::string advice_on(std::uint32_t code_point) {
    switch (code_point) {
        case 0x2018:
        case 0x2019:
        case 0x201C:
        case 0x201D:
        case 0x201E:
            return "; a typographic quotation mark: use the plain \"";
        case 0x2010:
        case 0x2011:
        case 0x2012:
        case 0x2013:
        case 0x2014:
        case 0x2212:
            return "; a typographic dash: use the plain -";
        case 0x00A0:
        case 0x2007:
        case 0x202F:
            return "; a space that does not break: use a plain space";
        case 0x00B0:
            return "; degrees stand in the key, as in tilt_deg = 60";
        default:
            return "";
    }
}

// A second reader of TOML, which follows only what it must: strings, comments, brackets and keys.
class ByteCheck {
 public:
    ByteCheck(const std::string& text, const std::string& file) : text_(text), file_(file) {}

    void run() {
        if (text_.size() > largest_text)
            refuse("the text is longer than " + std::to_string(largest_text >> 20) +
                   " MB; put measured data into a CSV file and name it in the scenario");
        if (text_.compare(0, 3, "\xEF\xBB\xBF") == 0) i_ = 3;
        while (i_ < text_.size()) step();
    }

 private:
    enum class State { plain, comment, basic, literal, long_basic, long_literal };

    [[noreturn]] void refuse(const std::string& message) const { throw InputError({file_, line_, ""}, message); }

    bool at(const char* what) const { return text_.compare(i_, std::char_traits<char>::length(what), what) == 0; }

    void step() {
        std::uint32_t c = 0;
        const std::size_t length = utf8_length(text_, i_, c);
        if (length == 0)
            refuse("byte 0x" + hexadecimal(static_cast<unsigned char>(text_[i_]), 2) +
                   " is not valid UTF-8; save the file as UTF-8 text");
        const bool line_end = c == '\n' || c == '\r';
        if ((c < 0x20 && c != '\t' && !line_end) || c == 0x7F)
            refuse("control character 0x" + hexadecimal(c, 2) + "; a scenario is plain text");
        const bool in_text = state_ != State::plain && (state_ == State::comment || text_allowed_) &&
                             !(state_ == State::long_basic && skipping_space_);
        if (c >= 0x80 && !in_text)
            refuse("the character '" + text_.substr(i_, length) + "' (U+" + hexadecimal(c, 4) +
                   ") can stand only in strings and comments" + advice_on(c));
        i_ += advance(c, length);
        if (c == '\n') ++line_;
    }

    // How far to go, having seen c.
    std::size_t advance(std::uint32_t c, std::size_t length) {
        switch (state_) {
            case State::plain:
                return plain(c);
            case State::comment:
                if (c == '\n') {
                    state_ = State::plain;
                    return plain(c);
                }
                return length;
            case State::basic:
                if (c == '\\' && i_ + 1 < text_.size() && (text_[i_ + 1] == '"' || text_[i_ + 1] == '\\')) return 2;
                if (c == '"') state_ = State::plain;
                if (c == '\n') return unfinished();
                return length;
            case State::literal:
                if (c == '\'') state_ = State::plain;
                if (c == '\n') return unfinished();
                return length;
            case State::long_basic:
                if (c == '\\') {
                    // A backslash at the end of a line swallows the white space that follows.
                    skipping_space_ = true;
                    if (i_ + 1 < text_.size() && (text_[i_ + 1] == '"' || text_[i_ + 1] == '\\')) {
                        skipping_space_ = false;
                        return 2;
                    }
                    return 1;
                }
                if (c != ' ' && c != '\t' && c != '\n' && c != '\r') skipping_space_ = false;
                if (at("\"\"\"")) return end_of_long('"');
                return length;
            case State::long_literal:
                if (at("'''")) return end_of_long('\'');
                return length;
        }
        return length;
    }

    // Outside strings: follows the brackets, and knows where a value or key may begin. Anywhere else (in the middle of
    // a word, after a second '=') a quotation mark is no beginning of a string for the parser, which reads on to the
    // end of the word.
    std::size_t plain(std::uint32_t c) {
        const bool begins = beginning_;
        if (c != ' ' && c != '\t' && c != '\r') beginning_ = false;
        switch (c) {
            case '#':
                state_ = State::comment;
                return 1;
            case '"':
            case '\'': {
                const bool is_long = at(c == '"' ? "\"\"\"" : "\'\'\'");
                text_allowed_ = begins;
                skipping_space_ = false;
                if (c == '"')
                    state_ = is_long ? State::long_basic : State::basic;
                else
                    state_ = is_long ? State::long_literal : State::literal;
                return is_long ? 3 : 1;
            }
            case '[':
            case '{': {
                const bool header = c == '[' && !in_value_ && (open_.empty() || open_ == "h");
                open_ += header ? 'h' : static_cast<char>(c);
                if (open_.size() > static_cast<std::size_t>(deepest_brackets))
                    refuse("brackets nested more than " + std::to_string(deepest_brackets) + " deep");
                in_value_ = false;
                beginning_ = begins;
                dots_ = 0;
                return 1;
            }
            case ']':
            case '}':
                if (!open_.empty()) open_.pop_back();
                in_value_ = !open_.empty();
                dots_ = 0;
                return 1;
            case '.':
                if (++dots_ >= longest_dotted_key)
                    refuse("a dotted key of more than " + std::to_string(longest_dotted_key) + " parts");
                return 1;
            case '=':
                beginning_ = !in_value_ && (open_.empty() || open_.back() == '{');
                in_value_ = true;
                dots_ = 0;
                return 1;
            case ',':
            case '\n':
                if (c == '\n')
                    while (!open_.empty() && open_.back() == 'h') open_.pop_back();
                in_value_ = false;
                beginning_ = true;
                dots_ = 0;
                return 1;
            default:
                return 1;
        }
    }

    // A string that does not end on its line: the parser will say so.
    std::size_t unfinished() {
        state_ = State::plain;
        return plain('\n');
    }

    // Up to two quotation marks may belong to the string itself: """"quoted"""""
    std::size_t end_of_long(char quote) {
        state_ = State::plain;
        std::size_t n = 3;
        while (n < 5 && i_ + n < text_.size() && text_[i_ + n] == quote) ++n;
        return n;
    }

    const std::string& text_;
    const std::string& file_;
    std::size_t i_ = 0;
    int line_ = 1;
    std::string open_{};     // the brackets around this place; 'h': of a table header, which ends with its line
    bool in_value_ = false;  // behind '=' at the level of the innermost bracket
    bool beginning_ = true;  // only blanks since the place where a key or value may begin
    int dots_ = 0;
    bool skipping_space_ = false;
    bool text_allowed_ = true;
    State state_ = State::plain;
};

}  // namespace

void check_toml_bytes(const std::string& text, const std::string& file) { ByteCheck(text, file).run(); }

std::string hexadecimal(std::uint32_t value, int digits) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "%0*X", digits, static_cast<unsigned>(value));
    return buffer;
}

bool is_bare_key_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace polhode
