#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>

#include "polhode/net/http_server.hpp"
#include "polhode/net/visitor_check.hpp"
#include "support/socket_client.hpp"

namespace websocket_test {

namespace {

using namespace polhode;
using test::WebSocketClient;
using test::WebSocketFrame;

WebSocketMessage text_message(std::string text) {
    return {std::make_shared<const std::string>(std::move(text)), false};
}

// A server whose socket at /live echoes, with a page beside it.
class Echo {
 public:
    explicit Echo(WebSocketOptions options = {}, std::vector<std::string> named = {})
        : server({}, [this, named](const HttpRequest& request) { return answer(request, named); }) {
        visitors.answer_to("127.0.0.1", server.port(), {});
        hub = server.new_hub(options, {.opened =
                                           [this](WebSocketHub::Client client, const std::string& subprotocol) {
                                               last = client;
                                               const std::lock_guard lock(mutex);
                                               subprotocols.push_back(subprotocol);
                                           },
                                       .message =
                                           [this](WebSocketHub::Client client, std::string_view bytes, bool binary) {
                                               hub->say(client, {std::make_shared<const std::string>(bytes), binary});
                                           },
                                       .closed = [this](WebSocketHub::Client) { ++closed; }});
        thread = std::thread([this] { server.run([this] { return over.load(); }); });
    }
    ~Echo() { stop(); }
    void stop() {
        over = true;
        if (thread.joinable()) thread.join();
    }
    HttpAnswer answer(const HttpRequest& request, const std::vector<std::string>& named) const {
        if (request.target != "/live") return http_refusal(404, "nothing");
        if (auto refusal = visitors.refusal_of_socket(request, named)) return std::move(*refusal);
        HttpAnswer granted;
        granted.socket = hub;
        const auto offered = request.only("sec-websocket-protocol").value_or("");
        granted.subprotocol = chosen_subprotocol(offered, {"new.v2", "old.v1"});
        if (!offered.empty() && granted.subprotocol.empty()) return http_refusal(400, "no subprotocol is known");
        return granted;
    }
    std::string host() const { return "127.0.0.1:" + std::to_string(server.port()); }
    // Waits until the server has seen something; the test fails by its own time limit.
    template <class What>
    void until(What what) const {
        while (!what()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    VisitorCheck visitors;
    HttpServer server;
    std::shared_ptr<WebSocketHub> hub;
    std::atomic<bool> over{false};
    std::atomic<WebSocketHub::Client> last{0};
    std::atomic<int> closed{0};
    std::mutex mutex;
    std::vector<std::string> subprotocols;
    std::thread thread;
};

int status_of(const std::string& head) { return head.size() < 12 ? 0 : std::stoi(head.substr(9, 3)); }

// RFC 6455 section 1.3: the key of the example and its answer
TEST(WebSocket, HandshakeAndEcho) {
    Echo echo;
    WebSocketClient client(echo.server.port());
    const std::string head = client.ask(echo.host());
    EXPECT_EQ(status_of(head), 101);
    EXPECT_NE(head.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), std::string::npos) << head;
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{5}, std::size_t{125}, std::size_t{126}, std::size_t{65535}}) {
        client.say(std::string(size, 'x'));
        const WebSocketFrame frame = client.hear();
        EXPECT_EQ(frame.opcode, 1);
        EXPECT_EQ(frame.bytes.size(), size);
    }
    client.say(std::string("\0\xff", 2), 2);
    const WebSocketFrame binary = client.hear();
    EXPECT_EQ(binary.opcode, 2);
    EXPECT_EQ(binary.bytes, std::string("\0\xff", 2));
}

std::string from_hex(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return bytes;
}

// The reference's byte strings with the answers of the library `ws`.
TEST(WebSocket, AnswersToTheReferenceFrames) {
    std::ifstream csv(POLHODE_TEST_DATA "/links/websocket-frames.csv");
    std::string line;
    std::getline(csv, line);
    int checked = 0;
    Echo echo;
    while (std::getline(csv, line)) {
        std::istringstream columns(line);
        std::string what, bytes, expected;
        std::getline(columns, what, ',');
        std::getline(columns, bytes, ',');
        std::getline(columns, expected);
        WebSocketClient client(echo.server.port());
        ASSERT_EQ(status_of(client.ask(echo.host())), 101);
        client.send(from_hex(bytes));
        // The row ends with the length; a frame's head is judged when all of it is there, with the mask.
        if (expected == "refused 1009") client.send(std::string(4, '\0'));
        const WebSocketFrame frame = client.hear();
        if (expected == "text Hello") {
            EXPECT_EQ(frame.opcode, 1) << what;
            EXPECT_EQ(frame.bytes, "Hello") << what;
        } else if (expected.rfind("ping Hello", 0) == 0) {
            EXPECT_EQ(frame.opcode, 10) << what;
            EXPECT_EQ(frame.bytes, "Hello") << what;
        } else {
            const int code = std::stoi(expected.substr(expected.find(' ') + 1));
            EXPECT_EQ(frame.close_code(), code) << what;
            EXPECT_EQ(client.hear().opcode, -1) << what << ": the connection ends";
        }
        ++checked;
    }
    EXPECT_EQ(checked, 13);
}

TEST(WebSocket, OnlyItsOwnPageAndProgramsMayConnect) {
    Echo echo({}, {"https://viewer.example"});
    const auto status = [&](const std::string& host, const std::string& headers) {
        WebSocketClient client(echo.server.port());
        return status_of(client.ask(host, headers));
    };
    const std::string host = echo.host();
    EXPECT_EQ(status(host, ""), 101) << "a program";
    EXPECT_EQ(status(host, "Origin: http://" + host + "\r\n"), 101);
    EXPECT_EQ(status(host, "Origin: http://evil.example\r\n"), 403);
    EXPECT_EQ(status(host, "Origin: null\r\n"), 403);
    EXPECT_EQ(status(host, "Origin: https://" + host + "\r\n"), 403);
    EXPECT_EQ(status(host, "Origin: http://" + host + "\r\nOrigin: http://" + host + "\r\n"), 403);
    EXPECT_EQ(status(host, "Sec-Fetch-Site: cross-site\r\n"), 403);
    EXPECT_EQ(status("evil.example", ""), 403);
    EXPECT_EQ(status(host, "Origin: https://viewer.example\r\nSec-Fetch-Site: cross-site\r\n"), 101) << "named";
    EXPECT_EQ(status(host, "Origin: https://viewer.example.evil.example\r\n"), 403);
    EXPECT_EQ(status(host, "Origin: https://viewer.example:8080\r\n"), 403);
}

TEST(WebSocket, SubprotocolsAndWhatIsNoUpgrade) {
    EXPECT_EQ(chosen_subprotocol("a, b ,c", {"c", "b"}), "c");
    EXPECT_EQ(chosen_subprotocol("", {"c"}), "");
    EXPECT_EQ(chosen_subprotocol("cc,\tc", {"c"}), "c");
    Echo echo;
    const auto head_of = [&](const std::string& headers) {
        WebSocketClient client(echo.server.port());
        return client.ask(echo.host(), headers);
    };
    EXPECT_NE(head_of("Sec-WebSocket-Protocol: old.v1, new.v2\r\n").find("Sec-WebSocket-Protocol: new.v2\r\n"),
              std::string::npos);
    EXPECT_NE(head_of("Sec-WebSocket-Protocol: old.v1\r\n").find("Sec-WebSocket-Protocol: old.v1\r\n"),
              std::string::npos);
    EXPECT_EQ(status_of(head_of("Sec-WebSocket-Protocol: unknown\r\n")), 400);
    EXPECT_EQ(head_of("").find("Sec-WebSocket-Protocol"), std::string::npos);

    const auto raw = [&](const std::string& headers) {
        test::SocketClient client(echo.server.port());
        client.send("GET /live HTTP/1.1\r\nHost: " + echo.host() + "\r\n" + headers + "\r\n");
        return client.read_to("\r\n\r\n");
    };
    EXPECT_EQ(status_of(raw("")), 426);
    const std::string upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
    EXPECT_EQ(status_of(raw(upgrade + "Sec-WebSocket-Version: 13\r\n")), 400) << "no key";
    const std::string older =
        raw(upgrade + "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    EXPECT_EQ(status_of(older), 426);
    EXPECT_NE(older.find("Sec-WebSocket-Version: 13"), std::string::npos);
    EXPECT_EQ(status_of(raw(upgrade + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n")), 400);
}

// One that never reads gets at most what is allowed to wait; others get everything, and it is counted.
TEST(WebSocket, ASlowClientGetsTheNewestFrame) {
    WebSocketOptions options;
    options.most_unsent = 8 * 1024;
    Echo echo(options);
    WebSocketClient slow(echo.server.port(), 4096);
    ASSERT_EQ(status_of(slow.ask(echo.host())), 101);
    const WebSocketHub::Client who = (echo.until([&] { return echo.last != 0; }), echo.last.load());
    constexpr int frames = 3000;
    for (int i = 0; i < frames; ++i) {
        echo.hub->offer(who, {text_message(std::to_string(i) + std::string(1000, ' '))});
        if (i % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    echo.hub->say(who, text_message("the end"));
    echo.until([&] { return echo.hub->counts().skipped > 0; });
    int last = -1, heard = 0;
    for (WebSocketFrame frame; (frame = slow.hear()).opcode == 1 && frame.bytes != "the end"; ++heard) {
        const int number = std::stoi(frame.bytes);
        EXPECT_GT(number, last);
        last = number;
    }
    EXPECT_LT(heard, frames) << "three megabytes do not wait anywhere";
    // the last one is counted when its writing has ended, which may be after it was heard
    const auto counted = [&] { return echo.hub->counts().sent + echo.hub->counts().skipped; };
    echo.until([&] { return counted() == static_cast<std::uint64_t>(frames) + 1; });
    EXPECT_EQ(counted(), static_cast<std::uint64_t>(frames) + 1);
}

TEST(WebSocket, WhatIsSaidIsBoundedToo) {
    WebSocketOptions options;
    options.most_unsent = 1000;
    Echo echo(options);
    WebSocketClient client(echo.server.port());
    ASSERT_EQ(status_of(client.ask(echo.host())), 101);
    echo.until([&] { return echo.last != 0; });
    echo.hub->say_to_all(text_message(std::string(1001, 'x')));
    echo.hub->offer_to_all({text_message(std::string(600, 'x')), text_message(std::string(600, 'y'))});
    echo.hub->say_to_all(text_message("small"));
    EXPECT_EQ(client.hear().bytes, "small");
    EXPECT_EQ(echo.hub->counts().skipped, 3u);
}

TEST(WebSocket, AnnouncedLengthIsRefusedBeforeItsBytes) {
    Echo echo;
    WebSocketClient client(echo.server.port());
    ASSERT_EQ(status_of(client.ask(echo.host())), 101);
    client.send(std::string("\x82\xff\0\0\0\0\0\1\0\1", 10) + std::string(4, '\0'));  // 65537 bytes
    EXPECT_EQ(client.hear().close_code(), 1009);
}

TEST(WebSocket, SilentClientsArePingedAndLetGo) {
    WebSocketOptions options;
    options.silence = 0.4;
    Echo echo(options);
    WebSocketClient client(echo.server.port());
    ASSERT_EQ(status_of(client.ask(echo.host())), 101);
    // One that answers stays: three pings are more than the silence allows.
    for (int i = 0; i < 3; ++i) {
        const WebSocketFrame ping = client.hear();
        ASSERT_EQ(ping.opcode, 9);
        client.say(ping.bytes, 10);
    }
    EXPECT_EQ(client.hear().opcode, 9);
    EXPECT_EQ(client.read_to_the_end(), "") << "no answer: the connection is cut";
    echo.until([&] { return echo.closed == 1; });
    EXPECT_EQ(echo.hub->counts().clients, 0u);
    EXPECT_EQ(echo.hub->counts().broken, 1u);
}

TEST(WebSocket, NoMoreThanThereIsRoomForAndAThousandInTurn) {
    WebSocketOptions options;
    options.most_clients = 2;
    Echo echo(options);
    {
        WebSocketClient one(echo.server.port()), two(echo.server.port()), three(echo.server.port());
        EXPECT_EQ(status_of(one.ask(echo.host())), 101);
        EXPECT_EQ(status_of(two.ask(echo.host())), 101);
        EXPECT_EQ(status_of(three.ask(echo.host())), 503);
        EXPECT_EQ(echo.hub->counts().refused, 1u);
    }
    // Each goes before the next comes: by the count of those gone, as a client knows that it is in before the hub does.
    for (int i = 0; i < 1000; ++i) {
        echo.until([&] { return echo.closed == i + 2; });
        WebSocketClient client(echo.server.port());
        ASSERT_EQ(status_of(client.ask(echo.host())), 101) << i;
    }
    echo.until([&] { return echo.closed == 1002; });
    EXPECT_EQ(echo.hub->counts().connected, 1002u);
    EXPECT_EQ(echo.hub->counts().clients, 0u);
}

TEST(WebSocket, TheServerSaysThatItGoes) {
    Echo echo;
    WebSocketClient client(echo.server.port());
    ASSERT_EQ(status_of(client.ask(echo.host())), 101);
    echo.until([&] { return echo.last != 0; });
    std::thread stopping([&] { echo.stop(); });
    EXPECT_EQ(client.hear().close_code(), 1001);
    stopping.join();
}

TEST(WebSocket, AHubOutlivesItsServer) {
    std::shared_ptr<WebSocketHub> hub;
    {
        Echo echo;
        WebSocketClient client(echo.server.port());
        ASSERT_EQ(status_of(client.ask(echo.host())), 101);
        hub = echo.hub;
    }
    hub->say_to_all(text_message("to nobody"));
    hub->offer(1, {text_message("to nobody")});
    hub->close(1, 1000, "");
}

TEST(HttpServer, CallsWhatIsDueFromTime) {
    HttpServer server({}, [](const HttpRequest&) { return http_refusal(404, ""); });
    int calls = 0;
    server.every(0.001, [&] { ++calls; });
    server.run([&] { return calls >= 3; });
    EXPECT_GE(calls, 3);
}

}  // namespace

}  // namespace websocket_test
