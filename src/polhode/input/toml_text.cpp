#include "polhode/input/toml_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "polhode/base/shortest.hpp"
#include "polhode/base/utf8.hpp"
#include "polhode/input/setting_alternatives.hpp"

// Debian's toml++ 3.3.0 states some of its expectations about malformed text as assertions. Where one fails the code
// after it reports an ordinary parse error, so they are switched off; with NDEBUG they would become promises to the
// optimiser instead, so that is switched off too for this file. The parser is compiled in here, not taken from the
// shared library, so that these settings hold.
#undef NDEBUG
#undef TOML_HEADER_ONLY
#undef TOML_EXCEPTIONS
#define TOML_ASSERT(expression) static_cast<void>(0)
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 48
#include <toml++/toml.h>

namespace polhode {

namespace {

constexpr std::size_t largest_text = 4u << 20;  // bytes; measured data belongs in CSV files
constexpr int deepest_brackets = 32;            // a scenario needs 3
constexpr int longest_dotted_key = 16;          // parts; a scenario needs 4

std::string hexadecimal(std::uint32_t value, int digits) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "%0*X", digits, static_cast<unsigned>(value));
    return buffer;
}

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

// Everything that must hold before the parser may see the text: size, UTF-8, no control characters, non-ASCII
// characters in strings and comments only, limited nesting (tables are destroyed recursively).
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

std::string line_of(const std::string& text, int line) {
    std::size_t begin = 0;
    for (int n = 1; n < line; ++n) {
        begin = text.find('\n', begin);
        if (begin == std::string::npos) return "";
        ++begin;
    }
    std::string found = text.substr(begin, text.find('\n', begin) - begin);
    const std::size_t first = found.find_first_not_of(" \t\r");
    const std::size_t last = found.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : found.substr(first, last - first + 1);
}

// The parser's own words, shortened, with the line it stumbled over.
std::string syntax_complaint(const toml::parse_error& error, const std::string& text, int line) {
    std::string what(error.description());
    const std::string prefix = "Error while parsing ";
    if (what.compare(0, prefix.size(), prefix) == 0) what = "in the " + what.substr(prefix.size());
    std::string message = "not valid TOML: " + escaped_for_message(what, 160);
    const std::string source = line_of(text, line);
    if (!source.empty()) message += "; the line reads: " + escaped_for_message(source, 80);
    if (what.find("could not determine value type") != std::string::npos ||
        what.find("could not be interpreted") != std::string::npos ||
        what.find("expected 'true'") != std::string::npos || what.find("expected 'false'") != std::string::npos ||
        what.find("expected 'inf'") != std::string::npos || what.find("expected 'nan'") != std::string::npos)
        message += " (text stands in quotation marks, as in integrator = \"rk4\")";
    return message;
}

struct Ordered {
    toml::source_position position;
    TomlNode node;
};

TomlNode converted(const toml::node& from, const std::string& name, const Place& place, int depth) {
    if (depth > deepest_brackets + longest_dotted_key)
        throw InputError(place, "tables nested more than " + std::to_string(deepest_brackets) + " deep");
    TomlNode to;
    to.name = name;
    to.place = place;
    if (const toml::table* table = from.as_table()) {
        to.kind = TomlNode::Kind::table;
        std::vector<Ordered> members;
        for (const auto& [key, value] : *table) {
            const std::string member(key.str());
            toml::source_position at = key.source().begin;
            if (!at) at = value.source().begin;
            const Place inner{
                place.file, static_cast<int>(at.line),
                place.key.empty() ? escaped_for_message(member) : place.key + "." + escaped_for_message(member)};
            members.push_back({at, converted(value, member, inner, depth + 1)});
        }
        std::sort(members.begin(), members.end(),
                  [](const Ordered& a, const Ordered& b) { return a.position < b.position; });
        for (Ordered& m : members) to.items.push_back(std::move(m.node));
    } else if (const toml::array* array = from.as_array()) {
        to.kind = TomlNode::Kind::array;
        for (const toml::node& item : *array) {
            Place inner = place;
            if (item.source().begin) inner.line = static_cast<int>(item.source().begin.line);
            inner.key += "[" + std::to_string(to.items.size()) + "]";
            to.items.push_back(converted(item, "", inner, depth + 1));
        }
    } else if (const auto* text = from.as_string()) {
        to.kind = TomlNode::Kind::text;
        to.text = text->get();
    } else if (const auto* integer = from.as_integer()) {
        to.kind = TomlNode::Kind::integer;
        to.number = static_cast<double>(integer->get());
        constexpr std::int64_t exact = std::int64_t{1} << 53;
        if (integer->get() > exact || integer->get() < -exact) to.text = std::to_string(integer->get());
    } else if (const auto* number = from.as_floating_point()) {
        to.kind = TomlNode::Kind::number;
        to.number = number->get();
    } else if (const auto* boolean = from.as_boolean()) {
        to.kind = TomlNode::Kind::boolean;
        to.boolean = boolean->get();
    } else {
        to.kind = TomlNode::Kind::date;
    }
    return to;
}

struct Step {
    std::string name;
    bool bracketed = false;  // [3]: an index for certain; .3 is one where it meets a list
};

bool is_index(const std::string& text) {
    return !text.empty() && text.size() < 7 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_bare(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// "torque[0].mass" as its steps; the place is that of the whole setting.
std::vector<Step> steps_of(const std::string& path, const Place& place) {
    std::vector<Step> steps;
    std::size_t i = 0;
    while (i < path.size()) {
        if (path[i] == '[') {
            const std::size_t end = path.find(']', i);
            const std::string inside = end == std::string::npos ? "" : path.substr(i + 1, end - i - 1);
            if (!is_index(inside) || steps.empty())
                throw InputError(place, "the key '" + escaped_for_message(path) +
                                            "' cannot be read; a place in a list is a number, as in torque[0].mass");
            steps.push_back({inside, true});
            i = end + 1;
        } else {
            if (!steps.empty()) {
                if (path[i] != '.') break;
                ++i;
            }
            const std::size_t begin = i;
            while (i < path.size() && is_bare(path[i])) ++i;
            if (i == begin) break;
            steps.push_back({path.substr(begin, i - begin), false});
        }
        if (steps.size() > static_cast<std::size_t>(longest_dotted_key))
            throw InputError(place, "a key of more than " + std::to_string(longest_dotted_key) + " parts");
        if (i == path.size()) return steps;
    }
    throw InputError(place, "the key '" + escaped_for_message(path) +
                                "' cannot be read; write it with dots, as in method.step or torque[0].mass");
}

// Item 2 of a list that is not there, most likely because a name is misspelt: `missing`, the first on the way to the
// list that is not in the table `around` it.
[[noreturn]] void refuse_item_of_nothing(const TomlNode& around, const std::string& missing, const TomlNode& list,
                                         const std::string& index, const Place& place) {
    std::vector<std::string> there;
    for (const TomlNode& item : around.items)
        if (item.name != missing) there.push_back(item.name);
    const std::string near = nearest_name(missing, there);
    throw InputError(place, "there is no '" + list.place.key + "' of which " + index + " could be an item; " +
                                (near.empty() ? "a list must be given before its items can be set"
                                              : "did you mean '" + near + "'?"));
}

TomlNode& entered(TomlNode& node, const Step& step, const Place& place) {
    if (node.kind == TomlNode::Kind::array) {
        if (!is_index(step.name))
            throw InputError(place, "'" + node.place.key + "' is a list of " + std::to_string(node.items.size()) +
                                        "; name one of its items, as in " + node.place.key + "[0]." + step.name);
        const std::size_t index = static_cast<std::size_t>(std::atol(step.name.c_str()));
        if (index > node.items.size())
            throw InputError(place, "'" + node.place.key + "' has " + std::to_string(node.items.size()) +
                                        (node.items.size() == 1 ? " item" : " items") +
                                        ", counted from 0; there is no item " + step.name);
        if (index == node.items.size()) {
            TomlNode item;
            item.place = place;
            item.place.key = node.place.key + "[" + step.name + "]";
            node.items.push_back(item);
        }
        return node.items[index];
    }
    if (step.bracketed) throw InputError(place, "'" + node.place.key + "' is " + node.described() + ", not a list");
    // A name may stand for a table that has only its kind: constraint = "algebraic", then constraint.gain=5.
    if (node.kind == TomlNode::Kind::text) {
        TomlNode kind = node;
        kind.name = "kind";
        kind.place.key += ".kind";
        node.kind = TomlNode::Kind::table;
        node.items = {kind};
    }
    if (node.kind != TomlNode::Kind::table)
        throw InputError(place, "'" + node.place.key + "' is " + node.described() + ", not a table");
    if (TomlNode* found = node.find(step.name)) return *found;
    TomlNode member;
    member.name = step.name;
    member.place = place;
    member.place.key = (node.place.key.empty() ? "" : node.place.key + ".") + step.name;
    node.items.push_back(member);
    return node.items.back();
}

}  // namespace

void relocate(TomlNode& node, const Place& place) {
    node.place = place;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        Place inner = place;
        if (node.kind == TomlNode::Kind::array)
            inner.key += "[" + std::to_string(i) + "]";
        else
            inner.key += (inner.key.empty() ? "" : ".") + escaped_for_message(node.items[i].name);
        relocate(node.items[i], inner);
    }
}

const TomlNode* TomlNode::find(const std::string& key) const {
    if (kind != Kind::table) return nullptr;
    for (const TomlNode& item : items)
        if (item.name == key) return &item;
    return nullptr;
}
TomlNode* TomlNode::find(const std::string& key) {
    return const_cast<TomlNode*>(static_cast<const TomlNode&>(*this).find(key));
}

std::string TomlNode::described() const {
    switch (kind) {
        case Kind::table:
            return items.empty() ? "an empty table" : "a table";
        case Kind::array:
            return items.empty()       ? "an empty list"
                   : items.size() == 1 ? "a list of 1 item"
                                       : "a list of " + std::to_string(items.size()) + " items";
        case Kind::text:
            return "the string \"" + escaped_for_message(text) + "\"";
        case Kind::integer:
        case Kind::number:
            return "the number " + (kind == Kind::integer && !text.empty() ? text : shortest(number));
        case Kind::boolean:
            return boolean ? "true" : "false";
        case Kind::date:
            return "a date or time";
    }
    return "";
}

TomlNode parse_toml(const std::string& text, const std::string& file) {
    ByteCheck(text, file).run();
    try {
        const toml::table root = toml::parse(std::string_view(text));
        return converted(root, "", {file, 0, ""}, 0);
    } catch (const toml::parse_error& error) {
        const int line = static_cast<int>(error.source().begin.line);
        throw InputError({file, line, ""}, syntax_complaint(error, text, line));
    }
}

TomlNode parse_toml_value(const std::string& text, const Place& place) {
    TomlNode value;
    // A bracket or a quotation mark shows that TOML was meant, so its complaint is the useful one.
    const bool meant_as_toml = text.find_first_of("[{\"'") == 0;
    try {
        const std::string name = "value";
        TomlNode root = parse_toml(name + " = " + text, place.file);
        if (root.items.size() != 1 || root.items[0].name != name)
            throw InputError(place, "more than one value; a setting has one");
        value = std::move(root.items[0]);
    } catch (const InputError& error) {
        if (meant_as_toml || text.find('\n') != std::string::npos) {
            std::string why = error.what();
            why = why.substr(0, why.find("; the line reads: "));
            const std::string prefix = place.file + ":1: ";
            if (why.compare(0, prefix.size(), prefix) == 0) why = why.substr(prefix.size());
            if (why.compare(0, place.file.size() + 2, place.file + ": ") == 0) why = why.substr(place.file.size() + 2);
            throw InputError(place, why);
        }
        value = TomlNode{};
        value.kind = TomlNode::Kind::text;
        value.text = text;
    }
    relocate(value, place);
    return value;
}

TomlNode& node_at(TomlNode& root, const std::string& path, const Place& place) {
    const std::vector<Step> steps = steps_of(path, place);
    TomlNode *node = &root, *around = nullptr;
    std::string missing;  // the first name that had to be created, in the table `around`
    bool fresh = false;   // just created: may still become a list
    for (const Step& step : steps) {
        // A list of plain values is used as a whole, so a complaint about it is about what was set.
        const bool plain_list = node->kind == TomlNode::Kind::array && !node->items.empty() &&
                                node->items.front().kind != TomlNode::Kind::table;
        if (plain_list) node->place = {place.file, place.line, node->place.key};
        if (fresh && is_index(step.name)) {
            node->kind = TomlNode::Kind::array;
            if (std::atol(step.name.c_str()) > 0) refuse_item_of_nothing(*around, missing, *node, step.name, place);
        }
        const std::size_t before = node->items.size();
        TomlNode& next = entered(*node, step, place);
        fresh = node->items.size() != before;
        if (fresh && !around) {
            around = node;
            missing = step.name;
        }
        node = &next;
    }
    return *node;
}

namespace {

// What a step of a key leads to, where it is there already.
TomlNode* stepped(TomlNode& node, const Step& step) {
    if (node.kind != TomlNode::Kind::array) return node.find(step.name);
    const std::size_t index = is_index(step.name) ? std::stoul(step.name) : node.items.size();
    return index < node.items.size() ? &node.items[index] : nullptr;
}

// Everything on the way to a key is about to be said in its words: start.attitude.quaternion is an attitude too.
void make_room(TomlNode& root, const std::string& path, const Place& place) {
    TomlNode* node = &root;
    for (const Step& step : steps_of(path, place)) {
        if (!node) return;
        make_room_for(*node, node->place.key, step.name);
        node = stepped(*node, step);
    }
}

// The table in which what was set stands; nullptr where it is an item of a list.
TomlNode* table_around(TomlNode& root, const std::string& path, const Place& place) {
    std::vector<Step> steps = steps_of(path, place);
    steps.pop_back();
    TomlNode* node = &root;
    for (const Step& step : steps)
        if (node) node = stepped(*node, step);
    return node && node->kind == TomlNode::Kind::table ? node : nullptr;
}

}  // namespace

void apply_setting(TomlNode& root, const std::string& setting) {
    const Place place{"--set " + escaped_for_message(setting, 100), 0, ""};
    const auto trimmed = [](const std::string& s) {
        const std::size_t first = s.find_first_not_of(" \t"), last = s.find_last_not_of(" \t");
        return first == std::string::npos ? std::string() : s.substr(first, last - first + 1);
    };
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) throw InputError(place, "expected key=value, as in --set method.step=1e-4");
    const std::string path = trimmed(setting.substr(0, equals)), text = trimmed(setting.substr(equals + 1));
    if (path.empty()) throw InputError(place, "no key before '='; expected key=value, as in --set method.step=1e-4");
    if (text.empty()) throw InputError(place, "no value after '='; an empty string is written \"\"");

    make_room(root, path, place);
    TomlNode& node = node_at(root, path, place);
    Place whole = place;
    whole.key = node.place.key;
    const std::string name = node.name;
    node = parse_toml_value(text, whole);
    node.name = name;
    const TomlNode value = node;
    if (TomlNode* around = table_around(root, path, place)) make_room_for_value(*around, around->place.key, value);
}

std::string escaped_for_message(const std::string& text, std::size_t longest) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::uint32_t c = 0;
        const std::size_t length = utf8_length(text, i, c);
        if (out.size() >= longest) return out + "...";
        if (length == 0)
            out += "\\x" + hexadecimal(static_cast<unsigned char>(text[i]), 2);
        else if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += ' ';
        else if (c < 0x20 || (c >= 0x7F && c < 0xA0))
            out += "\\u" + hexadecimal(c, 4);
        else
            out += text.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    return out;
}

namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (byte < 0x20 || byte == 0x7F)
            out += "\\u" + hexadecimal(byte, 4);
        else
            out += c;
    }
    return out + "\"";
}

}  // namespace

std::string toml_literal(const TomlNode& node) {
    const auto separated = [&](auto&& shown) {
        std::string inside;
        for (const TomlNode& item : node.items) inside += (inside.empty() ? "" : ", ") + shown(item);
        return inside;
    };
    switch (node.kind) {
        case TomlNode::Kind::table: {
            const auto bare = [](const std::string& name) {
                return !name.empty() && std::all_of(name.begin(), name.end(), is_bare) ? name : quoted(name);
            };
            return "{ " + separated([&](const TomlNode& n) { return bare(n.name) + " = " + toml_literal(n); }) + " }";
        }
        case TomlNode::Kind::array:
            return "[" + separated([](const TomlNode& n) { return toml_literal(n); }) + "]";
        case TomlNode::Kind::text:
            return quoted(node.text);
        case TomlNode::Kind::integer:
        case TomlNode::Kind::number:
            if (node.kind == TomlNode::Kind::integer && !node.text.empty()) return node.text;
            // TOML's whole numbers have no negative zero.
            return node.number == 0 && std::signbit(node.number) ? "-0.0" : shortest(node.number);
        case TomlNode::Kind::boolean:
            return node.boolean ? "true" : "false";
        case TomlNode::Kind::date:
            return "";
    }
    return "";
}

}  // namespace polhode
