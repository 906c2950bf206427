// Who may ask a server on this machine. A browser visits many pages; any of them can send requests to 127.0.0.1 and,
// because browsers do not apply their rule of origins to WebSockets, talk to it. So the name under which the server is
// called and the page that calls are both checked. Programs that send no Origin are no browsers and pass.
#pragma once

#include <string>
#include <vector>

#include "polhode/net/http_server.hpp"

namespace polhode {

class VisitorCheck {
 public:
    // The server's own names: this machine's, its address, and those that were named.
    void answer_to(const std::string& address, int port, const std::vector<std::string>& further_names);

    // The name is ours, and it stands once.
    bool own_host(const HttpRequest& request) const;
    // No origin, our own, or one of those that were named, letter by letter.
    bool welcome_origin(const HttpRequest& request, const std::vector<std::string>& named = {}) const;
    // The browser says that another site asks.
    static bool from_another_site(const HttpRequest& request);

    // For a WebSocket: all of these; the answer that says why not, or nothing.
    std::optional<HttpAnswer> refusal_of_socket(const HttpRequest& request,
                                                const std::vector<std::string>& named) const;

 private:
    bool ours(const std::string& host) const;
    std::vector<std::string> hosts_;
};

}  // namespace polhode
