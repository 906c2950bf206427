// HTTP/1.1 for small pages on this machine, over Boost.Beast: it reads one request a connection, hands it to a function
// and sends what that answers, or makes a WebSocket of the connection. It limits how many connect, how much they send
// and how long they take; what may be asked, by whom, is for the function to judge (visitor_check.hpp).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "polhode/net/websocket_hub.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

struct HttpRequest {
    std::string method, target;
    std::vector<std::pair<std::string, std::string>> headers;  // names in small letters

    // The value of a header that stands exactly once; "" where it does not stand; nothing where it stands twice.
    std::optional<std::string> only(const std::string& name) const;
};

// A to Z as a to z, as names of headers and hosts are compared
std::string small_letters(std::string text);

// Reads a request's head, up to and with the empty line. Nothing where it is not one.
std::optional<HttpRequest> parse_http_request(std::string_view head);

struct HttpAnswer {
    int status = 200;
    std::string kind = "text/plain; charset=utf-8";
    std::shared_ptr<const std::string> text{};  // the content, shared by all that want it,
    Descriptor file{};                          // or an open file of `length` bytes
    long long length = 0;
    std::string security_policy = "default-src 'none'; frame-ancestors 'none'";
    // Where a WebSocket was asked for and is granted: where the connection goes, under which subprotocol ("": none).
    std::shared_ptr<WebSocketHub> socket{};
    std::string subprotocol{};
};

// A line of text that says why not.
HttpAnswer http_refusal(int status, const std::string& why);

struct HttpServerOptions {
    std::string address = "127.0.0.1";
    int port = 0;          // 0: any that is free
    double patience = 10;  // s for a client to send its request, and for each part of the answer to be taken
    int connections = 64;  // at a time
    const char* port_option = "--port";  // that a complaint about the port names
};

class HttpServer {
 public:
    using Answer = std::function<HttpAnswer(const HttpRequest&)>;

    // Binds at once. Throws InputError where the address cannot be used.
    HttpServer(const HttpServerOptions& options, Answer answer);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    int port() const;
    // For answers that grant a WebSocket.
    std::shared_ptr<WebSocketHub> new_hub(const WebSocketOptions& options, WebSocketHub::Events events);
    // Answers until `stop` says so; it is asked a few times a second. Calls the function from this thread only. In the
    // end those at a WebSocket are told that the server goes away.
    void run(const std::function<bool()>& stop);
    // Instead of `run`: does what there is to do just now, and returns.
    void run_ready();
    // From any thread: the function is called from the server's.
    void post(std::function<void()> what);
    // To be said before it runs: the function is called from its thread, so many seconds after each call.
    void every(double seconds, std::function<void()> what);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
