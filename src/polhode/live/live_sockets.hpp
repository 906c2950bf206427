// A running body on a server's WebSockets: own frames at /live, Foxglove wherever one of its subprotocols is offered.
// The server has a thread of its own; what its clients ask for waits here, bounded, until the links' thread takes it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "polhode/links/foxglove.hpp"
#include "polhode/live/live_links.hpp"
#include "polhode/net/http_server.hpp"
#include "polhode/net/visitor_check.hpp"

namespace polhode {

struct LiveSocketsOptions {
    std::vector<std::string> names;    // of the companions
    std::vector<std::string> origins;  // pages of other servers that may see the body through Foxglove
    WebSocketOptions sockets;
};

class LiveSockets {
 public:
    static constexpr const char* path = "/live";

    // Before the server runs. It must outlive these sockets' links, but not the sockets.
    LiveSockets(HttpServer& server, LiveSocketsOptions options);

    // For the server's function: an answer to a request for a WebSocket of ours, or nothing.
    std::optional<HttpAnswer> answer(const HttpRequest& request, const VisitorCheck& visitors) const;

    // For LiveLinks::add; each at its own rate.
    std::unique_ptr<LiveLink> own_link();
    std::unique_ptr<LiveLink> foxglove_link();

    // For LiveLinks::listen: the next that came in.
    std::optional<LiveIncoming> next();
    // Called from the server's thread when something has come in.
    void set_on_incoming(std::function<void()> ring);

 private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
};

}  // namespace polhode
