// JSON from strangers: bounded in size and depth, UTF-8, no key twice. The tree is nlohmann's; only files that read
// messages include this.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace polhode {

struct JsonLimits {
    std::size_t bytes = 4096;
    int depth = 4;
};

// Nothing where it is not one, and `why` says so.
std::optional<nlohmann::json> parse_strict_json(std::string_view text, const JsonLimits& limits, std::string& why);

// What was read, in quotes, for a message: at most forty characters, none of them a control character.
std::string quoted_for_people(std::string_view text);

}  // namespace polhode
