#include "polhode/exchange/ccsds/xml_events.hpp"

#include "polhode/input/toml_text.hpp"

namespace polhode {

namespace {

constexpr std::size_t deepest = 32, longest_text = 4096, longest_name = 100, most_attributes = 32;

bool name_character(int c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
           c == '-' || c == '.';
}

bool blank_character(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string without_blanks_around(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// "ndm:aem" as "aem": where messages have a namespace, it is always the same one (505.0-B-3, qualified schemas).
std::string local_name(const std::string& name) { return name.substr(name.find(':') + 1); }

// A character by its number, as UTF-8.
std::string character(unsigned long code) {
    if (code < 0x80) return std::string(1, static_cast<char>(code));
    std::string text;
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    constexpr unsigned char fronts[4] = {0, 0xC0, 0xE0, 0xF0};
    text += static_cast<char>(fronts[more] | code >> 6 * more);
    for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (code >> 6 * i & 0x3F));
    return text;
}

}  // namespace

XmlEvents::XmlEvents(ByteSource& source) : source_(source) {
    if (source.at(0, 3) == "\xEF\xBB\xBF") at_ = 3;
}

void XmlEvents::refuse(const std::string& why) const { throw InputError({source_.name(), line_, ""}, why); }

int XmlEvents::peek() {
    if (at_ - held_from_ >= held_.size()) {
        held_ = source_.at(at_, 1 << 16);
        held_from_ = at_;
        if (held_.empty()) return -1;
    }
    return static_cast<unsigned char>(held_[static_cast<std::size_t>(at_ - held_from_)]);
}

int XmlEvents::get() {
    const int c = peek();
    if (c < 0) refuse("the XML ends too early: the file is cut short");
    if (c == 0) refuse("there is a NUL byte: this is no text");
    ++at_;
    if (c == '\n') ++line_;
    return c;
}

void XmlEvents::expect(std::string_view text) {
    for (const char c : text)
        if (get() != static_cast<unsigned char>(c)) refuse("this is no XML: '" + std::string(text) + "' is expected");
}

void XmlEvents::skip_until(std::string_view end, const char* what) {
    std::string last;
    while (last != end) {
        if (peek() < 0) refuse(std::string("a ") + what + " is not closed");
        last += static_cast<char>(get());
        if (last.size() > end.size()) last.erase(0, 1);
    }
}

void XmlEvents::skip_blanks() {
    while (blank_character(peek())) get();
}

std::string XmlEvents::name() {
    std::string text;
    while (name_character(peek())) {
        text += static_cast<char>(get());
        if (text.size() > longest_name) refuse("a name of more than 100 characters");
    }
    if (text.empty()) refuse("this is no XML: a name is expected");
    return text;
}

// What stands after '&'.
std::string XmlEvents::reference() {
    std::string text;
    while (peek() != ';') {
        text += static_cast<char>(get());
        if (text.size() > 8) refuse("'&" + escaped_for_message(text) + "' is no character that is known");
    }
    get();
    if (text == "lt") return "<";
    if (text == "gt") return ">";
    if (text == "amp") return "&";
    if (text == "quot") return "\"";
    if (text == "apos") return "'";
    if (text.size() > 1 && text[0] == '#') {
        const bool hexadecimal = text[1] == 'x';
        const std::string digits = text.substr(hexadecimal ? 2 : 1);
        const char* const known = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
        const bool good = !digits.empty() && digits.find_first_not_of(known) == std::string::npos;
        const unsigned long code = good ? std::stoul(digits, nullptr, hexadecimal ? 16 : 10) : 0;
        if (code > 0 && code < 0x110000) return character(code);
    }
    refuse("'&" + escaped_for_message(text) + ";' is no character that is known: entities are not taken");
}

void XmlEvents::attribute(XmlEvent& event) {
    const std::string key = name();
    skip_blanks();
    expect("=");
    skip_blanks();
    const int quote = get();
    if (quote != '"' && quote != '\'') refuse("the value of '" + key + "' does not stand in quotation marks");
    std::string value;
    while (peek() != quote) {
        const int c = get();
        if (c == '<') refuse("'<' stands in the value of '" + key + "'");
        if (c == '&')
            value += reference();
        else
            value += static_cast<char>(c);
        if (value.size() > longest_text) refuse("the value of '" + key + "' is too long");
    }
    get();
    if (!event.attributes.emplace(key, value).second) refuse("'" + key + "' stands twice in one tag");
    if (event.attributes.size() > most_attributes) refuse("a tag has more than 32 attributes");
}

// After '<!': a comment or CDATA; document types are refused.
void XmlEvents::mark_declaration(bool inside) {
    if (peek() == '-') {
        expect("--");
        skip_until("-->", "comment");
        return;
    }
    if (peek() == '[') {
        expect("[CDATA[");
        if (!inside) refuse("text stands outside of the root element");
        Element& element = open_.back();
        std::string last;
        while (true) {
            last += static_cast<char>(get());
            if (last.size() > longest_text) refuse("a text of more than 4096 characters");
            if (last.size() >= 3 && last.compare(last.size() - 3, 3, "]]>") == 0) break;
        }
        element.text += last.substr(0, last.size() - 3);
        return;
    }
    refuse("a document type (<!DOCTYPE ...>) is not taken: it could make this file fetch or swell");
}

bool XmlEvents::open_tag(XmlEvent& event) {
    event.kind = XmlEvent::Kind::open;
    const std::string given = name();
    event.name = local_name(given);
    event.attributes.clear();
    event.line = line_;
    while (true) {
        skip_blanks();
        if (peek() == '/') {
            expect("/>");
            self_closed_ = true;
            break;
        }
        if (peek() == '>') {
            get();
            break;
        }
        attribute(event);
    }
    if (!open_.empty()) open_.back().leaf = false;
    open_.push_back({given, "", true});
    if (open_.size() > deepest) refuse("elements stand in one another more than 32 deep");
    return true;
}

void XmlEvents::close_tag(XmlEvent& event) {
    event.kind = XmlEvent::Kind::close;
    event.name = local_name(open_.back().name);
    event.attributes.clear();
    event.text = without_blanks_around(open_.back().text);
    event.leaf = open_.back().leaf;
    event.line = line_;
    if (!event.leaf && !event.text.empty()) refuse("text stands between the elements of <" + event.name + ">");
    open_.pop_back();
    done_ = open_.empty();
}

bool XmlEvents::next(XmlEvent& event) {
    if (self_closed_) {
        self_closed_ = false;
        close_tag(event);
        return true;
    }
    while (!done_) {
        if (open_.empty()) skip_blanks();
        if (peek() != '<') {
            if (open_.empty()) refuse("this is no XML: '<' is expected");
            const int c = get();
            std::string& text = open_.back().text;
            if (c == '&')
                text += reference();
            else
                text += static_cast<char>(c);
            if (text.size() > longest_text && open_.back().leaf) refuse("a text of more than 4096 characters");
            if (text.size() > longest_text) text = without_blanks_around(text);  // blanks between many children
            if (text.size() > longest_text) refuse("a text of more than 4096 characters");
            continue;
        }
        get();
        const int c = peek();
        if (c == '?') {
            skip_until("?>", "processing instruction");
        } else if (c == '!') {
            get();
            mark_declaration(!open_.empty());
        } else if (c == '/') {
            get();
            const std::string closed = name();
            skip_blanks();
            expect(">");
            if (open_.empty() || open_.back().name != closed)
                refuse("</" + escaped_for_message(closed) + "> closes <" + (open_.empty() ? "" : open_.back().name) +
                       ">");
            close_tag(event);
            return true;
        } else {
            return open_tag(event);
        }
    }
    skip_blanks();
    while (peek() == '<') {
        get();
        if (peek() == '?') {
            skip_until("?>", "processing instruction");
        } else {
            if (peek() != '!') refuse("something stands after the root element");
            get();
            mark_declaration(false);
        }
        skip_blanks();
    }
    if (peek() >= 0) refuse("something stands after the root element");
    return false;
}

}  // namespace polhode
