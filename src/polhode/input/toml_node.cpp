#include "polhode/input/toml_node.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/input/toml_bytes.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

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

namespace {

std::string quoted_toml(const std::string& text) {
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
                return !name.empty() && std::all_of(name.begin(), name.end(), is_bare_key_character)
                           ? name
                           : quoted_toml(name);
            };
            return "{ " + separated([&](const TomlNode& n) { return bare(n.name) + " = " + toml_literal(n); }) + " }";
        }
        case TomlNode::Kind::array:
            return "[" + separated([](const TomlNode& n) { return toml_literal(n); }) + "]";
        case TomlNode::Kind::text:
            return quoted_toml(node.text);
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
