// Reads what others ask of a running body. Every key has one reader; which keys an operation knows, and which it must
// have, stands in one table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "polhode/base/diagnostic.hpp"
#include "polhode/links/own_json.hpp"
#include "polhode/links/strict_json.hpp"

namespace polhode {

namespace {

using nlohmann::json;
using Kind = LiveCommand::Kind;

constexpr double longest_push = 3600;     // s
constexpr double fastest = 1e6;           // times real time
constexpr double most_steps = 1e9;        // in one request
constexpr double largest_id = 1LL << 53;  // what every reader of JSON keeps exactly
constexpr std::size_t most_buttons = 32;  // bits of LiveCommand::buttons
constexpr const char* wrong_value = "wrong value";

// What a key's reader says where it does not like the value: what is allowed. "": all is well.
using ReadKey = std::string (*)(const json& value, LiveCommand& command);

bool finite_number(const json& value, double& x) {
    if (!value.is_number()) return false;
    x = value.get<double>();
    return std::isfinite(x);
}

bool whole_number(const json& value, double least, double most, std::int64_t& x) {
    double number = 0;
    if (!finite_number(value, number) || number != std::floor(number) || number < least || number > most) return false;
    x = static_cast<std::int64_t>(number);
    return true;
}

std::string read_vector(const json& value, LiveCommand& command) {
    if (!value.is_array() || value.size() != 3) return "three numbers";
    for (std::size_t i = 0; i < 3; ++i)
        if (!finite_number(value[i], command.vector[i])) return "three numbers";
    return "";
}

std::string read_frame(const json& value, LiveCommand& command) {
    if (value != "body" && value != "world") return "\"body\" or \"world\"";
    command.world = value == "world";
    return "";
}

std::string read_seconds(const json& value, LiveCommand& command) {
    if (finite_number(value, command.seconds) && command.seconds >= 0 && command.seconds <= longest_push) return "";
    return fmt::format("a number of seconds from 0 to {}", longest_push);
}

std::string read_id(const json& value, LiveCommand& command) {
    return whole_number(value, 0, largest_id, command.id) ? "" : "a whole number from 0 to 2^53";
}

std::string read_axes(const json& value, LiveCommand& command) {
    const std::string allowed = fmt::format("up to {} numbers from -1 to 1", LiveCommand::most_axes);
    if (!value.is_array() || value.size() > LiveCommand::most_axes) return allowed;
    for (std::size_t i = 0; i < value.size(); ++i)
        if (!finite_number(value[i], command.axes[i]) || std::abs(command.axes[i]) > 1) return allowed;
    command.axis_count = value.size();
    return "";
}

std::string read_buttons(const json& value, LiveCommand& command) {
    const std::string allowed = fmt::format("up to {} times 0 or 1", most_buttons);
    if (!value.is_array() || value.size() > most_buttons) return allowed;
    for (std::size_t i = 0; i < value.size(); ++i) {
        std::int64_t pressed = 0;
        if (!whole_number(value[i], 0, 1, pressed)) return allowed;
        if (pressed == 1) command.buttons |= 1u << i;
    }
    return "";
}

std::string read_speed(const json& value, LiveCommand& command) {
    if (finite_number(value, command.value) && command.value >= 0 && command.value <= fastest) return "";
    return fmt::format("a number from 0 (paused) to {}", fastest);
}

// What JSON writes for these is TOML too.
std::string read_value(const json& value, LiveCommand& command) {
    const std::string allowed =
        fmt::format("a number, a list or a text of at most {} bytes", LiveCommand::most_value - 1);
    const auto plain = [](const json& one) {
        double number = 0;
        return finite_number(one, number) || one.is_string() || one.is_boolean();
    };
    if (value.is_array() ? !std::all_of(value.begin(), value.end(), plain) : !plain(value)) return allowed;
    const std::string text = value.dump();
    if (text.size() >= LiveCommand::most_value || text.find('\0') != std::string::npos) return allowed;
    std::memcpy(command.text.data(), text.data(), text.size());
    return "";
}

std::string read_count(const json& value, LiveCommand& command) {
    std::int64_t count = 0;
    if (!whole_number(value, 1, most_steps, count)) return fmt::format("a whole number from 1 to {}", most_steps);
    command.count = static_cast<std::uint64_t>(count);
    return "";
}

std::string read_key(const json& value, LiveCommand& command) {
    const std::string allowed = fmt::format("a key of at most {} bytes", LiveCommand::most_text - 1);
    if (!value.is_string()) return allowed;
    const auto& key = value.get_ref<const std::string&>();
    if (key.empty() || key.size() >= LiveCommand::most_text || key.find('\0') != std::string::npos) return allowed;
    std::memcpy(command.key.data(), key.data(), key.size());
    return "";
}

struct CommandKey {
    const char* name;
    bool needed;
    ReadKey read;
};
struct Operation {
    const char* name;
    Kind kind;
    std::vector<CommandKey> keys;
};

const std::vector<Operation>& known_operations() {
    static const std::vector<Operation> all{
        {"push",
         Kind::push,
         {{"torque", true, read_vector},
          {"frame", false, read_frame},
          {"seconds", true, read_seconds},
          {"id", false, read_id}}},
        {"stick", Kind::stick, {{"axes", true, read_axes}, {"buttons", false, read_buttons}}},
        {"rate", Kind::rate, {{"w_NB_B", true, read_vector}}},
        {"pause", Kind::pause, {}},
        {"resume", Kind::resume, {}},
        {"speed", Kind::speed, {{"value", true, read_speed}}},
        {"reset", Kind::reset, {}},
        {"step", Kind::step, {{"n", false, read_count}, {"id", false, read_id}}},
        {"set", Kind::set, {{"key", true, read_key}, {"value", true, read_value}}},
        {"report", Kind::report, {}},
    };
    return all;
}

template <class List>
std::vector<std::string> names_of(const List& list) {
    std::vector<std::string> names;
    for (const auto& entry : list) names.emplace_back(entry.name);
    return names;
}

std::string not_known(std::string_view what, const std::string& read, const std::vector<std::string>& known) {
    const std::string nearest = nearest_name(read, known);
    std::string words = fmt::format("{} {} is not known", what, quoted_for_people(read));
    words += nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
    return words + (known.empty() ? "; there are none here" : "; known: " + listed(known));
}

}  // namespace

LinkFault read_command_json(std::string_view text, LiveCommand& command) {
    std::string why;
    const auto tree = parse_strict_json(text, {.bytes = longest_command, .depth = 2}, why);
    if (!tree) return {"not JSON", why};
    if (!tree->is_object()) return {"not JSON", "this is not an object such as {\"op\":\"pause\"}"};
    const auto op = tree->find("op");
    if (op == tree->end() || !op->is_string()) return {"no operation", "\"op\" is missing or is not a text"};
    const auto& name = op->get_ref<const std::string&>();
    const auto& all = known_operations();
    const auto operation = std::find_if(all.begin(), all.end(), [&](const Operation& o) { return o.name == name; });
    if (operation == all.end()) return {"unknown operation", not_known("op", name, names_of(all))};

    LiveCommand read;
    read.kind = operation->kind;
    const auto& keys = operation->keys;
    for (const auto& [key, value] : tree->items()) {
        if (key == "op") continue;
        const auto known = std::find_if(keys.begin(), keys.end(), [&](const CommandKey& k) { return k.name == key; });
        if (known == keys.end()) return {"unknown key", not_known(name + ": key", key, names_of(keys))};
        const std::string allowed = known->read(value, read);
        if (!allowed.empty()) {
            const std::string was = value.dump(-1, ' ', false, json::error_handler_t::replace);
            return {wrong_value, fmt::format("{}: {} is {}; allowed: {}", name, key, quoted_for_people(was), allowed)};
        }
    }
    for (const CommandKey& key : keys)
        if (key.needed && !tree->contains(key.name))
            return {"missing key", fmt::format("{}: {} is missing", name, key.name)};
    command = read;
    return {};
}

}  // namespace polhode
