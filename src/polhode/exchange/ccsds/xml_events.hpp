// XML as attitude messages need it, read piece by piece: elements, attributes, text. No document types, no entities but
// the five that are always there: nothing is fetched and nothing swells.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/exchange/byte_source.hpp"

namespace polhode {

struct XmlEvent {
    enum class Kind { open, close };
    Kind kind = Kind::open;
    std::string name;
    std::map<std::string, std::string> attributes;  // of an opening tag
    std::string text;                               // of a closing tag: what stands in an element without children
    bool leaf = false;                              // of a closing tag: it has no children
    int line = 0;
};

class XmlEvents {
 public:
    explicit XmlEvents(ByteSource& source);
    // False after the root has been closed. Throws InputError with the line.
    bool next(XmlEvent& event);

 private:
    int peek();
    int get();
    [[noreturn]] void refuse(const std::string& why) const;
    void expect(std::string_view text);
    void skip_until(std::string_view end, const char* what);
    void skip_blanks();
    std::string name();
    std::string reference();
    bool open_tag(XmlEvent& event);
    void close_tag(XmlEvent& event);
    void attribute(XmlEvent& event);
    void mark_declaration(bool inside);

    struct Element {
        std::string name, text;
        bool leaf = true;
    };
    ByteSource& source_;
    std::uint64_t at_ = 0;
    std::string_view held_{};  // bytes from held_from_ on; nobody else reads the source meanwhile
    std::uint64_t held_from_ = 0;
    int line_ = 1;
    std::vector<Element> open_;
    bool self_closed_ = false, done_ = false;
};

}  // namespace polhode
