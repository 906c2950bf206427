// A client that says anything after the handshake: no message is longer than allowed, texts are UTF-8, and the server
// is there for the next one.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "polhode/base/utf8.hpp"
#include "polhode/net/http_server.hpp"

namespace {

using namespace polhode;

struct Server {
    std::shared_ptr<WebSocketHub> hub;
    HttpServer server;
    Server() : server({}, [this](const HttpRequest&) { return granted(); }) {
        WebSocketOptions options;
        options.largest_message = 1024;
        hub = server.new_hub(options, {.opened = {}, .message = message, .closed = {}});
    }
    HttpAnswer granted() const {
        HttpAnswer answer;
        answer.socket = hub;
        return answer;
    }
    static void message(WebSocketHub::Client, std::string_view bytes, bool binary) {
        if (bytes.size() > 1024) __builtin_trap();
        if (!binary && first_not_utf8(bytes) != std::string_view::npos) __builtin_trap();
    }
    // Until `done`, or it will not be.
    template <class Done>
    bool run_until(Done done) {
        for (int i = 0; i < 20000; ++i) {
            server.run_ready();
            if (done()) return true;
        }
        return false;
    }
};

constexpr std::string_view handshake =
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Server server;
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<std::uint16_t>(server.server.port()));
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0) __builtin_trap();
    const auto connected = server.hub->counts().connected;
    (void)::send(fd, handshake.data(), handshake.size(), MSG_NOSIGNAL);
    if (!server.run_until([&] { return server.hub->counts().connected > connected; })) __builtin_trap();
    (void)::send(fd, data, size, MSG_NOSIGNAL);
    server.server.run_ready();
    const linger at_once{1, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    ::close(fd);
    if (!server.run_until([&] { return server.hub->counts().clients == 0; })) __builtin_trap();
    return 0;
}
