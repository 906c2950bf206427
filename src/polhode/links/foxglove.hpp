// Foxglove's WebSocket protocol: what a server of it says, and what a viewer asks for. Both names of the protocol, the
// SDK's and the older one, have the same messages. All times are simulation time, so that pause and speed are seen.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/links/live_command.hpp"
#include "polhode/links/live_frame.hpp"
#include "polhode/links/own_json.hpp"

namespace polhode {

// The newest first
inline constexpr std::array<std::string_view, 2> foxglove_subprotocols{"foxglove.sdk.v1", "foxglove.websocket.v1"};

enum class FoxgloveChannel : std::uint32_t { transform = 1, state = 2 };  // topics /tf and /state
struct FoxgloveTopic {
    FoxgloveChannel id;
    std::string_view topic, schema_name, schema;
};
const std::array<FoxgloveTopic, 2>& foxglove_topics();

std::uint64_t nanoseconds_of(double t);  // s; 0 for what is not positive

// What is sent to everybody who connects.
void write_foxglove_server_info(std::string& text, std::string_view name, std::string_view session);
void write_foxglove_advertise(std::string& text);
void write_foxglove_status(std::string& text, int level, std::string_view words);  // 0 information, 1 warning, 2 error

// foxglove.FrameTransform from world to `child`; the rotation takes the child's components to the parent's: q_NB.
void write_frame_transform(std::string& text, double t, const std::array<double, 4>& q_NB, std::string_view child);

// Binary: a message for one subscription, by the viewer's own number; the time
void write_foxglove_data(std::string& bytes, std::uint32_t subscription, std::uint64_t time_ns,
                         std::string_view payload);
void write_foxglove_time(std::string& bytes, std::uint64_t time_ns);

// What one viewer has asked for.
class FoxgloveViewer {
 public:
    static constexpr std::size_t most_subscriptions = 64, most_channels = 64;
    static constexpr std::size_t longest_text = 16 * 1024;

    // {"op":"subscribe",..}, unsubscribe, advertise, unadvertise. Other operations of the protocol, which this server
    // has not offered, are faults.
    LinkFault take_text(std::string_view text);
    // A message on a channel that the viewer advertised: one of our commands as JSON.
    LinkFault take_binary(std::string_view bytes, LiveCommand& command);

    // The viewer's numbers of its subscriptions to a channel
    const std::vector<std::uint32_t>& subscriptions(FoxgloveChannel channel) const {
        return subscribed_[static_cast<std::size_t>(channel) - 1];
    }

 private:
    std::array<std::vector<std::uint32_t>, 2> subscribed_;
    std::map<std::uint32_t, std::string> channels_;  // the viewer's own: number, topic
};

}  // namespace polhode
