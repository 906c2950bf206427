#include "polhode/links/foxglove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "polhode/base/diagnostic.hpp"
#include "polhode/links/strict_json.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode {

namespace {

using nlohmann::json;

constexpr std::uint8_t data_mark = 1, time_mark = 2, client_data_mark = 1;
constexpr std::uint64_t second = 1000000000;  // ns

constexpr std::string_view transform_schema =
    R"({"title":"foxglove.FrameTransform","type":"object","properties":{"timestamp":{"type":"object","title":"time",)"
    R"("properties":{"sec":{"type":"integer","minimum":0},"nsec":{"type":"integer","minimum":0,"maximum":999999999}}},)"
    R"("parent_frame_id":{"type":"string"},"child_frame_id":{"type":"string"},"translation":{"type":"object",)"
    R"("title":"foxglove.Vector3","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}},)"
    R"("rotation":{"type":"object","title":"foxglove.Quaternion","properties":{"x":{"type":"number"},)"
    R"("y":{"type":"number"},"z":{"type":"number"},"w":{"type":"number"}}}}})";

constexpr std::string_view state_schema =
    R"({"title":"polhode.Frame","type":"object","properties":{"op":{"type":"string"},"seq":{"type":"integer"},)"
    R"("n":{"type":"integer"},"t":{"type":"number"},"q_NB":{"type":"array","items":{"type":"number"}},)"
    R"("w_NB_B":{"type":"array","items":{"type":"number"}},"energy":{"type":"number"},)"
    R"("L_N":{"type":"array","items":{"type":"number"}},"torque_B":{"type":"array","items":{"type":"number"}},)"
    R"("wall_ns":{"type":"integer"},"late_us":{"type":"number"},"overruns":{"type":"integer"},)"
    R"("slips":{"type":"integer"},"seconds_lost":{"type":"number"},"input":{"type":"integer"},)"
    R"("id":{"type":"integer"},"compare":{"type":"array","items":{"type":"object","properties":{)"
    R"("name":{"type":"string"},"q_NB":{"type":"array","items":{"type":"number"}},)"
    R"("w_NB_B":{"type":"array","items":{"type":"number"}},"angle":{"type":"number"},)"
    R"("failed":{"type":"boolean"}}}}}})";

std::optional<std::uint32_t> number_32(const json& value) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 0xFFFFFFFFu) return std::nullopt;
    return value.get<std::uint32_t>();
}
std::optional<std::uint32_t> member_32(const json& object, const char* key) {
    if (!object.is_object() || !object.contains(key)) return std::nullopt;
    return number_32(object[key]);
}

LinkFault not_as_the_protocol(std::string_view op, std::string_view wanted) {
    return {"not the protocol", fmt::format("{}: {} is wanted", op, wanted)};
}

}  // namespace

const std::array<FoxgloveTopic, 2>& foxglove_topics() {
    static constexpr std::array<FoxgloveTopic, 2> topics{
        {{FoxgloveChannel::transform, "/tf", "foxglove.FrameTransform", transform_schema},
         {FoxgloveChannel::state, "/state", "polhode.Frame", state_schema}}};
    return topics;
}

std::uint64_t nanoseconds_of(double t) {
    constexpr double latest = 9e9;  // s; beyond it nanoseconds would not fit
    return t > 0 ? static_cast<std::uint64_t>(std::llround(1e9 * std::min(t, latest))) : 0;
}

void write_foxglove_server_info(std::string& text, std::string_view name, std::string_view session) {
    text += R"({"op":"serverInfo","name":)";
    write_json_text(text, name);
    text += R"(,"capabilities":["time","clientPublish"],"supportedEncodings":["json"],"metadata":{},"sessionId":)";
    write_json_text(text, session);
    text += '}';
}

void write_foxglove_advertise(std::string& text) {
    text += R"({"op":"advertise","channels":[)";
    for (const FoxgloveTopic& topic : foxglove_topics()) {
        if (topic.id != FoxgloveChannel::transform) text += ',';
        text += fmt::format(R"({{"id":{},"topic":"{}","encoding":"json","schemaName":"{}","schema":)",
                            static_cast<std::uint32_t>(topic.id), topic.topic, topic.schema_name);
        write_json_text(text, topic.schema);
        text += R"(,"schemaEncoding":"jsonschema"})";
    }
    text += "]}";
}

void write_foxglove_status(std::string& text, int level, std::string_view words) {
    text += fmt::format(R"({{"op":"status","level":{},"message":)", level);
    write_json_text(text, words);
    text += '}';
}

void write_frame_transform(std::string& text, double t, const std::array<double, 4>& q_NB, std::string_view child) {
    const std::uint64_t ns = nanoseconds_of(t);
    fmt::format_to(std::back_inserter(text), R"({{"timestamp":{{"sec":{},"nsec":{}}})", ns / second, ns % second);
    text += R"(,"parent_frame_id":"world","child_frame_id":)";
    write_json_text(text, child);
    text += R"(,"translation":{"x":0,"y":0,"z":0},"rotation":{"x":)";
    write_json_number(text, q_NB[1]);
    write_json_number(text += ",\"y\":", q_NB[2]);
    write_json_number(text += ",\"z\":", q_NB[3]);
    write_json_number(text += ",\"w\":", q_NB[0]);
    text += "}}";
}

void write_foxglove_data(std::string& bytes, std::uint32_t subscription, std::uint64_t time_ns,
                         std::string_view payload) {
    WireWriter<End::little> w(bytes);
    w.u8(data_mark);
    w.u32(subscription);
    w.u64(time_ns);
    bytes.append(payload);
}

void write_foxglove_time(std::string& bytes, std::uint64_t time_ns) {
    WireWriter<End::little> w(bytes);
    w.u8(time_mark);
    w.u64(time_ns);
}

LinkFault FoxgloveViewer::take_text(std::string_view text) {
    std::string why;
    const auto tree = parse_strict_json(text, {.bytes = longest_text, .depth = 6}, why);
    if (!tree) return {"not JSON", why};
    if (!tree->is_object() || !tree->contains("op") || !(*tree)["op"].is_string())
        return {"no operation", "\"op\" is missing or is not a text"};
    const auto& op = (*tree)["op"].get_ref<const std::string&>();
    const char* const list_key = op == "subscribe"     ? "subscriptions"
                                 : op == "unsubscribe" ? "subscriptionIds"
                                 : op == "advertise"   ? "channels"
                                 : op == "unadvertise" ? "channelIds"
                                                       : nullptr;
    if (list_key == nullptr)
        return {"unknown operation", fmt::format("op {} is not offered; 'subscribe', 'unsubscribe', 'advertise' and "
                                                 "'unadvertise' are",
                                                 quoted_for_people(op))};
    if (!tree->contains(list_key) || !(*tree)[list_key].is_array())
        return not_as_the_protocol(op, fmt::format("a list \"{}\"", list_key));
    for (const json& entry : (*tree)[list_key]) {
        if (op == "subscribe") {
            const auto id = member_32(entry, "id"), channel = member_32(entry, "channelId");
            if (!id || !channel || *channel < 1 || *channel > subscribed_.size())
                return not_as_the_protocol(op, "\"id\" and the \"channelId\" of an advertised channel");
            for (const auto& of_channel : subscribed_)
                if (std::find(of_channel.begin(), of_channel.end(), *id) != of_channel.end())
                    return {"twice", fmt::format("subscription {} is there already", *id)};
            if (subscribed_[0].size() + subscribed_[1].size() >= most_subscriptions)
                return {"too many", fmt::format("more than {} subscriptions", most_subscriptions)};
            subscribed_[*channel - 1].push_back(*id);
        } else if (op == "unsubscribe") {
            const auto id = number_32(entry);
            if (!id) return not_as_the_protocol(op, "a list of numbers");
            for (auto& of_channel : subscribed_) std::erase(of_channel, *id);
        } else if (op == "advertise") {
            const auto id = member_32(entry, "id");
            if (!id || !entry.contains("topic") || !entry["topic"].is_string() ||
                entry.value("encoding", json()) != "json")
                return not_as_the_protocol(op, "\"id\", \"topic\" and the encoding \"json\"");
            if (!channels_.contains(*id) && channels_.size() >= most_channels)
                return {"too many", fmt::format("more than {} channels", most_channels)};
            channels_[*id] = entry["topic"].get<std::string>();
        } else {
            const auto id = number_32(entry);
            if (!id) return not_as_the_protocol(op, "a list of numbers");
            channels_.erase(*id);
        }
    }
    return {};
}

LinkFault FoxgloveViewer::take_binary(std::string_view bytes, LiveCommand& command) {
    constexpr std::size_t head = 5;
    if (bytes.size() < head || static_cast<std::uint8_t>(bytes[0]) != client_data_mark)
        return not_as_the_protocol("a binary message", "1, a channel's number and a command");
    const auto id = static_cast<std::uint32_t>(little_end(bytes, 1, 4));
    if (!channels_.contains(id)) return {"unknown channel", fmt::format("channel {} was not advertised", id)};
    return read_command_json(bytes.substr(head), command);
}

}  // namespace polhode
