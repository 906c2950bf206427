#include "polhode/links/strict_json.hpp"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "polhode/base/utf8.hpp"

namespace polhode {

namespace {

using nlohmann::json;

// Whether brackets outside of texts are nested too deep: known before a tree is built.
bool nested_too_deep(std::string_view text, int most) {
    int depth = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_text) {
            if (c == '\\') ++i;
            if (c == '"') in_text = false;
        } else if (c == '"') {
            in_text = true;
        } else if (c == '{' || c == '[') {
            if (++depth > most) return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

}  // namespace

std::optional<json> parse_strict_json(std::string_view text, const JsonLimits& limits, std::string& why) {
    if (text.size() > limits.bytes) {
        why = fmt::format("{} bytes; at most {} are read", text.size(), limits.bytes);
        return std::nullopt;
    }
    if (first_not_utf8(text) != std::string_view::npos) {
        why = "this is not UTF-8";
        return std::nullopt;
    }
    if (nested_too_deep(text, limits.depth)) {
        why = fmt::format("nested deeper than {}", limits.depth);
        return std::nullopt;
    }
    std::vector<std::set<std::string>> keys;
    std::string twice;
    const auto watch = [&](int, json::parse_event_t event, json& value) {
        if (event == json::parse_event_t::object_start) keys.emplace_back();
        if (event == json::parse_event_t::object_end) keys.pop_back();
        if (event == json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
            twice = value.get<std::string>();
        return true;
    };
    json tree = json::parse(text, watch, false);
    if (tree.is_discarded()) {
        why = "this is not JSON";
        return std::nullopt;
    }
    if (!twice.empty()) {
        why = fmt::format("{} stands twice", quoted_for_people(twice));
        return std::nullopt;
    }
    return tree;
}

std::string quoted_for_people(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string shown = "'";
    std::uint32_t code_point = 0;
    for (std::size_t i = 0, taken = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i, code_point);
        if (++taken > most) {
            shown += "..";
            break;
        }
        if (length == 0 || code_point < ' ' || (code_point >= 0x7f && code_point < 0xa0))
            shown += '?';
        else
            shown += text.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    return shown + "'";
}

}  // namespace polhode
