// Those who are connected to one WebSocket of a server (http_server.hpp). Whoever reads slowly gets the newest frame,
// not all of them: what waits for a client is bounded, and what was left out is counted.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

struct WebSocketOptions {
    int most_clients = 16;  // at a time; more are refused with 503
    std::size_t largest_message =
        64 * 1024;                        // bytes; a longer one ends the connection (1009) before its bytes are read
    std::size_t most_unsent = 64 * 1024;  // bytes that wait for one client
    double silence = 40;  // s after which a client that sends nothing, not even a pong, is let go; pings go out at half
};

struct WebSocketMessage {
    std::shared_ptr<const std::string> bytes;
    bool binary = false;
};

struct WebSocketCounts {
    std::uint64_t clients = 0;             // now
    std::uint64_t connected = 0;           // ever
    std::uint64_t refused = 0;             // no room for them
    std::uint64_t received = 0, sent = 0;  // messages
    std::uint64_t skipped = 0;             // messages that a slow client did not get
    std::uint64_t broken = 0;              // connections that did not end as the protocol says
};

class WebSocketHub {
 public:
    using Client = std::uint64_t;  // counts from 1; never used again

    // Called from the server's thread.
    struct Events {
        std::function<void(Client, const std::string& subprotocol)> opened;
        std::function<void(Client, std::string_view bytes, bool binary)> message;
        std::function<void(Client)> closed;
    };

    virtual ~WebSocketHub() = default;

    // These may be called from any thread, and none waits for the network. A client that has gone is passed over.
    // In order, after what was said before:
    virtual void say(Client to, WebSocketMessage message) = 0;
    virtual void say_to_all(WebSocketMessage message) = 0;
    // A frame: goes out when everything before it has, unless a newer one has come meanwhile.
    virtual void offer(Client to, std::vector<WebSocketMessage> frame) = 0;
    virtual void offer_to_all(std::vector<WebSocketMessage> frame) = 0;
    virtual void offer_to_others(Client than, std::vector<WebSocketMessage> frame) = 0;
    virtual void close(Client who, std::uint16_t code, std::string reason) = 0;
    virtual WebSocketCounts counts() const = 0;
};

// Whether a header Sec-WebSocket-Key is one.
bool is_websocket_key(std::string_view key);

// The first of `known`, in their order, that the client offers in Sec-WebSocket-Protocol; "" where there is none.
std::string chosen_subprotocol(std::string_view offered, const std::vector<std::string_view>& known);

}  // namespace polhode
