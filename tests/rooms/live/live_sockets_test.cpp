#include "polhode/live/live_sockets.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

#include "support/socket_client.hpp"

namespace live_sockets_test {

namespace {

using namespace polhode;
using nlohmann::json;
using polhode::test::WebSocketClient;
using polhode::test::WebSocketFrame;

// A server with nothing but the sockets of a body, and its links.
class Body {
 public:
    explicit Body(std::vector<std::string> origins = {})
        : server({}, [this](const HttpRequest& request) { return answer(request); }),
          sockets(server, {{"beside"}, std::move(origins), {}}),
          own(sockets.own_link()),
          foxglove(sockets.foxglove_link()) {
        visitors.answer_to("127.0.0.1", server.port(), {});
        own->hello(R"({"op":"hello"})");
        thread = std::thread([this] { server.run([this] { return over.load(); }); });
    }
    ~Body() {
        over = true;
        thread.join();
    }
    HttpAnswer answer(const HttpRequest& request) const {
        auto theirs = sockets.answer(request, visitors);
        return theirs ? std::move(*theirs) : http_refusal(404, "nothing");
    }
    std::string host() const { return "127.0.0.1:" + std::to_string(server.port()); }
    LiveIncoming incoming() {
        for (;;) {
            if (auto next = sockets.next()) return *next;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    VisitorCheck visitors;
    HttpServer server;
    LiveSockets sockets;
    std::unique_ptr<LiveLink> own, foxglove;
    std::atomic<bool> over{false};
    std::thread thread;
};

int status_of(const std::string& head) { return head.size() < 12 ? 0 : std::stoi(head.substr(9, 3)); }

LiveFrame a_frame() {
    LiveFrame frame;
    frame.t = 1.5;
    frame.step = 1500;
    frame.companions = 1;
    return frame;
}

TEST(LiveSockets, OwnFramesComeAndCommandsGo) {
    Body body;
    EXPECT_FALSE(body.own->frame(a_frame())) << "nobody is there";
    WebSocketClient client(body.server.port());
    ASSERT_EQ(status_of(client.ask(body.host())), 101);
    EXPECT_EQ(client.hear().bytes, R"({"op":"hello"})");
    EXPECT_TRUE(body.own->frame(a_frame()));
    const json frame = json::parse(client.hear().bytes);
    EXPECT_EQ(frame["n"], 1500);
    EXPECT_EQ(frame["compare"][0]["name"], "beside");
    client.say(R"({"op":"push","torque":[1,2,3],"seconds":0.5})");
    LiveIncoming push = body.incoming();
    EXPECT_FALSE(push.fault);
    EXPECT_EQ(push.command.vector[1], 2);
    client.say("rubbish");
    EXPECT_STREQ(body.incoming().fault.kind, "not JSON");
    client.say("{}", 2);
    EXPECT_STREQ(body.incoming().fault.kind, "binary");
    body.own->end(R"({"op":"end"})");
    EXPECT_EQ(client.hear().bytes, R"({"op":"end"})");
}

// Answers to requests are not replaced by newer ones.
TEST(LiveSockets, EveryRequestHasItsFrame) {
    Body body;
    WebSocketClient client(body.server.port());
    ASSERT_EQ(status_of(client.ask(body.host())), 101);
    client.hear();
    for (int i = 0; i < 50; ++i) {
        LiveFrame frame = a_frame();
        frame.id = i;
        body.own->frame(frame);
    }
    for (int i = 0; i < 50; ++i) EXPECT_EQ(json::parse(client.hear().bytes)["id"], i);
}

// Who asked over a WebSocket has the answer; for the others it is a frame like any other, at their rate.
TEST(LiveSockets, AnAnswerGoesToWhoAsked) {
    Body body;
    WebSocketClient asks(body.server.port()), watches(body.server.port());
    for (WebSocketClient* client : {&asks, &watches}) {
        ASSERT_EQ(status_of(client->ask(body.host())), 101);
        client->hear();
    }
    asks.say(R"({"op":"step","n":1,"id":0})");
    const LiveIncoming step = body.incoming();
    ASSERT_FALSE(step.fault);
    ASSERT_GT(step.command.from, 0u);
    constexpr int requests = 50;
    body.own->rate = 0.001;
    LiveFrame frame = a_frame();
    frame.asked_by = step.command.from;
    for (int i = 0; i < requests; ++i) {
        frame.id = i;
        frame.step = static_cast<std::uint64_t>(i);
        body.own->frame(frame);
    }
    for (int i = 0; i < requests; ++i) EXPECT_EQ(json::parse(asks.hear().bytes)["id"], i);
    // the first at once, the last when its time has come, none between
    json seen = json::parse(watches.hear().bytes);
    EXPECT_FALSE(seen.contains("id"));
    EXPECT_EQ(seen["n"], 0);
    body.own->turn(std::numeric_limits<std::int64_t>::max() / 2);
    seen = json::parse(watches.hear().bytes);
    EXPECT_FALSE(seen.contains("id"));
    EXPECT_EQ(seen["n"], requests - 1);
}

TEST(LiveSockets, AFloodOfCommandsIsBounded) {
    Body body;
    WebSocketClient client(body.server.port());
    ASSERT_EQ(status_of(client.ask(body.host())), 101);
    client.hear();
    for (int i = 0; i < 3000; ++i) client.say(R"({"op":"pause"})");
    client.say("ping", 9);
    while (client.hear().opcode != 10) {
    }
    int waiting = 0;
    std::optional<LiveIncoming> last;
    for (; const auto next = body.sockets.next(); ++waiting) last = next;
    EXPECT_EQ(waiting, 1024 + 1);
    ASSERT_TRUE(last);
    EXPECT_STREQ(last->fault.kind, "no room");
}

std::uint64_t number(const std::string& bytes, std::size_t at, std::size_t n) {
    std::uint64_t x = 0;
    for (std::size_t k = n; k-- > 0;) x = x << 8 | static_cast<unsigned char>(bytes[at + k]);
    return x;
}

TEST(LiveSockets, FoxgloveByBothNames) {
    Body body;
    for (const std::string name : {"foxglove.sdk.v1", "foxglove.websocket.v1"}) {
        WebSocketClient client(body.server.port());
        const std::string head = client.ask(body.host(), "Sec-WebSocket-Protocol: " + name + "\r\n", "/");
        ASSERT_EQ(status_of(head), 101);
        EXPECT_NE(head.find("Sec-WebSocket-Protocol: " + name), std::string::npos);
        EXPECT_EQ(json::parse(client.hear().bytes)["op"], "serverInfo");
        EXPECT_EQ(json::parse(client.hear().bytes)["channels"].size(), 2u);
        client.say(R"({"op":"subscribe","subscriptions":[{"id":7,"channelId":1},{"id":9,"channelId":2}]})");
        client.say(R"({"op":"advertise","channels":[{"id":3,"topic":"/push","encoding":"json","schemaName":""}]})");
        client.say(std::string("\1\3\0\0\0", 5) + R"({"op":"reset"})", 2);
        // When the command is here, so are the subscriptions.
        EXPECT_EQ(body.incoming().command.kind, LiveCommand::Kind::reset);
        EXPECT_TRUE(body.foxglove->frame(a_frame()));
        const WebSocketFrame time = client.hear(), transform = client.hear(), beside = client.hear(),
                             state = client.hear();
        ASSERT_EQ(time.bytes.size(), 9u);
        EXPECT_EQ(number(time.bytes, 1, 8), 1500000000u);
        EXPECT_EQ(number(transform.bytes, 1, 4), 7u);
        EXPECT_EQ(number(transform.bytes, 5, 8), 1500000000u);
        EXPECT_EQ(json::parse(transform.bytes.substr(13))["child_frame_id"], "body");
        EXPECT_EQ(json::parse(beside.bytes.substr(13))["child_frame_id"], "beside");
        EXPECT_EQ(number(state.bytes, 1, 4), 9u);
        EXPECT_EQ(json::parse(state.bytes.substr(13))["n"], 1500);
        client.say(R"({"op":"nothing"})");
        EXPECT_STREQ(body.incoming().fault.kind, "unknown operation");
        EXPECT_EQ(json::parse(client.hear().bytes)["op"], "status");
    }
}

TEST(LiveSockets, NamedPagesSeeFoxgloveAndNothingElse) {
    Body body({"https://viewer.example"});
    const auto status = [&](const std::string& headers, const std::string& path) {
        WebSocketClient client(body.server.port());
        return status_of(client.ask(body.host(), headers, path));
    };
    const std::string page = "Origin: https://viewer.example\r\nSec-Fetch-Site: cross-site\r\n";
    const std::string viewer = "Sec-WebSocket-Protocol: foxglove.sdk.v1\r\n";
    EXPECT_EQ(status(page + viewer, "/"), 101);
    EXPECT_EQ(status(page, "/live"), 403);
    EXPECT_EQ(status("Origin: https://other.example\r\n" + viewer, "/"), 403);
    EXPECT_EQ(status(viewer, "/"), 101);
    EXPECT_EQ(status("", "/elsewhere"), 404);
    EXPECT_EQ(status("Sec-WebSocket-Protocol: unknown\r\n", "/live"), 400);
}

}  // namespace

}  // namespace live_sockets_test
