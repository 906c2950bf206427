#include "polhode/input/toml_text.hpp"

#include <algorithm>
#include <cstdint>

#include "polhode/base/utf8.hpp"
#include "polhode/input/toml_bytes.hpp"

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

}  // namespace

TomlNode parse_toml(const std::string& text, const std::string& file) {
    check_toml_bytes(text, file);
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

}  // namespace polhode
