#include "polhode/live/live_sockets.hpp"

#include <fmt/format.h>

#include <deque>
#include <utility>

#include "polhode/links/own_json.hpp"
#include "polhode/system/clock.hpp"
#include "polhode/system/host/process.hpp"

namespace polhode {

namespace {

constexpr std::size_t most_waiting = 1024;  // commands that the links' thread has not taken yet

WebSocketMessage socket_text(std::string text) { return {std::make_shared<const std::string>(std::move(text)), false}; }
WebSocketMessage socket_bytes(std::string bytes) {
    return {std::make_shared<const std::string>(std::move(bytes)), true};
}

std::string hub_in_words(const WebSocketHub& hub) {
    const WebSocketCounts counts = hub.counts();
    return fmt::format("{} connected, {} ever, {} turned away, {} left out for slow ones", counts.clients,
                       counts.connected, counts.refused, counts.skipped);
}

}  // namespace

// What the server's thread and the links' thread have in common.
struct LiveSockets::Shared {
    HttpServer* server = nullptr;
    LiveSocketsOptions options;
    std::shared_ptr<WebSocketHub> own, foxglove;
    std::map<WebSocketHub::Client, FoxgloveViewer> viewers;  // on the server's thread only

    std::mutex mutex;
    std::string greeting;  // the hello, once it is known
    std::deque<LiveIncoming> waiting;
    bool dropped = false;  // there was no room for some
    std::function<void()> ring;

    void put(LiveIncoming incoming) {
        std::function<void()> told;
        {
            const std::lock_guard lock(mutex);
            dropped = dropped || waiting.size() >= most_waiting;
            if (waiting.size() >= most_waiting) return;
            waiting.push_back(std::move(incoming));
            told = ring;
        }
        if (told) told();
    }
    void put(LinkFault fault, const char* from) {
        fault.message = fmt::format("{}: {}", from, fault.message);
        put(LiveIncoming{{}, std::move(fault)});
    }

    void own_opened(WebSocketHub::Client client) {
        const std::lock_guard lock(mutex);
        if (!greeting.empty()) own->say(client, socket_text(greeting));
    }
    void own_message(WebSocketHub::Client client, std::string_view bytes, bool binary) {
        LiveCommand command;
        LinkFault fault{"binary", "a binary message; own messages are texts"};
        if (!binary) fault = read_command_json(bytes, command);
        if (fault) return put(std::move(fault), "WebSocket");
        command.from = client;
        put(LiveIncoming{command, {}});
    }

    void viewer_opened(WebSocketHub::Client client) {
        viewers[client];
        std::string text;
        write_foxglove_server_info(text, "polhode live", fmt::format("{}", system::process_number()));
        foxglove->say(client, socket_text(std::move(text)));
        text.clear();
        write_foxglove_advertise(text);
        foxglove->say(client, socket_text(std::move(text)));
    }
    void viewer_message(WebSocketHub::Client client, std::string_view bytes, bool binary) {
        LiveCommand command;
        FoxgloveViewer& viewer = viewers[client];
        LinkFault fault = binary ? viewer.take_binary(bytes, command) : viewer.take_text(bytes);
        if (fault) {
            std::string text;
            write_foxglove_status(text, 1, fault.message);
            foxglove->say(client, socket_text(std::move(text)));
            return put(std::move(fault), "Foxglove");
        }
        if (binary) put(LiveIncoming{command, {}});
    }
    // On the server's thread: each viewer gets what it has subscribed to, under its own numbers.
    void show(const LiveFrame& frame) {
        const std::uint64_t time = nanoseconds_of(frame.t);
        std::vector<std::string> transforms(1 + frame.companions);
        write_frame_transform(transforms[0], frame.t, frame.q_NB, "body");
        for (std::size_t i = 0; i < frame.companions; ++i)
            write_frame_transform(transforms[i + 1], frame.t, frame.companion[i].q_NB,
                                  i < options.names.size() ? options.names[i] : fmt::format("body {}", i + 2));
        std::string state, now;
        write_frame_json(state, frame, options.names);
        write_foxglove_time(now, time);
        for (const auto& [client, viewer] : viewers) {
            std::vector<WebSocketMessage> bundle{socket_bytes(now)};
            const auto add = [&](std::uint32_t subscription, const std::string& payload) {
                std::string bytes;
                write_foxglove_data(bytes, subscription, time, payload);
                bundle.push_back(socket_bytes(std::move(bytes)));
            };
            for (const std::uint32_t subscription : viewer.subscriptions(FoxgloveChannel::transform))
                for (const std::string& transform : transforms) add(subscription, transform);
            for (const std::uint32_t subscription : viewer.subscriptions(FoxgloveChannel::state))
                add(subscription, state);
            foxglove->offer(client, std::move(bundle));
        }
    }
};

namespace {

// Frames are offered, so that the newest wins; an answer to a request is said, to who asked. For the others it is a
// frame like any other, and comes at their rate: one that came too soon waits for its time, or for a newer one.
class OwnSocketLink : public LiveLink {
 public:
    OwnSocketLink(std::shared_ptr<WebSocketHub> hub, std::vector<std::string> names,
                  std::function<void(const std::string&)> greet)
        : hub_(std::move(hub)), names_(std::move(names)), greet_(std::move(greet)) {}

    bool frame(const LiveFrame& frame) override {
        if (hub_->counts().clients == 0) return false;
        if (frame.asked_by == 0 && frame.id >= 0) {  // whoever asked by a datagram may listen here
            hub_->say_to_all(in_json(frame));
            return true;
        }
        if (frame.asked_by != 0) hub_->say(frame.asked_by, in_json(frame));
        held_ = frame;
        held_->id = -1;
        turn(system::steady_nanoseconds());
        return true;
    }
    void turn(std::int64_t now) override {
        if (!held_ || (held_->asked_by != 0 && now < due_)) return;
        due_ = now + frame_period(rate);
        hub_->offer_to_others(held_->asked_by, {in_json(*held_)});
        held_.reset();
    }
    void hello(const std::string& json) override {
        greet_(json);
        hub_->say_to_all(socket_text(json));
    }
    void status(const std::string& json) override { hub_->say_to_all(socket_text(json)); }
    void report(const std::string& json) override { hub_->say_to_all(socket_text(json)); }
    void end(const std::string& json) override { hub_->say_to_all(socket_text(json)); }
    std::string name() const override { return "own frames by WebSocket (" + hub_in_words(*hub_) + ")"; }

 private:
    WebSocketMessage in_json(const LiveFrame& frame) const {
        std::string text;
        write_frame_json(text, frame, names_);
        return socket_text(std::move(text));
    }
    std::shared_ptr<WebSocketHub> hub_;
    std::vector<std::string> names_;
    std::function<void(const std::string&)> greet_;
    std::optional<LiveFrame> held_;  // for all who did not ask for it
    std::int64_t due_ = 0;           // ns
};

class FoxgloveLink : public LiveLink {
 public:
    FoxgloveLink(std::shared_ptr<WebSocketHub> hub, std::function<void(const LiveFrame&)> show)
        : hub_(std::move(hub)), show_(std::move(show)) {}
    bool frame(const LiveFrame& frame) override {
        if (hub_->counts().clients == 0) return false;
        show_(frame);
        return true;
    }
    std::string name() const override { return "Foxglove by WebSocket (" + hub_in_words(*hub_) + ")"; }

 private:
    std::shared_ptr<WebSocketHub> hub_;
    std::function<void(const LiveFrame&)> show_;
};

}  // namespace

LiveSockets::LiveSockets(HttpServer& server, LiveSocketsOptions options) : shared_(std::make_shared<Shared>()) {
    Shared* const shared = shared_.get();
    // The hubs' events hold the shared part weakly: it holds the hubs.
    const auto with = [weak = std::weak_ptr<Shared>(shared_)](auto what) {
        return [weak, what](auto&&... given) {
            if (const auto alive = weak.lock()) what(*alive, given...);
        };
    };
    using Client = WebSocketHub::Client;
    shared->server = &server;
    shared->options = std::move(options);
    shared->own =
        server.new_hub(shared->options.sockets,
                       {.opened = with([](Shared& s, Client client, const std::string&) { s.own_opened(client); }),
                        .message = with([](Shared& s, Client client, std::string_view bytes, bool binary) {
                            s.own_message(client, bytes, binary);
                        }),
                        .closed = {}});
    shared->foxglove =
        server.new_hub(shared->options.sockets,
                       {.opened = with([](Shared& s, Client client, const std::string&) { s.viewer_opened(client); }),
                        .message = with([](Shared& s, Client client, std::string_view bytes, bool binary) {
                            s.viewer_message(client, bytes, binary);
                        }),
                        .closed = with([](Shared& s, Client client) { s.viewers.erase(client); })});
}

std::optional<HttpAnswer> LiveSockets::answer(const HttpRequest& request, const VisitorCheck& visitors) const {
    if (small_letters(request.only("upgrade").value_or("")) != "websocket") return std::nullopt;
    const std::string offered = request.only("sec-websocket-protocol").value_or("");
    HttpAnswer granted;
    granted.subprotocol = chosen_subprotocol(offered, {foxglove_subprotocols.begin(), foxglove_subprotocols.end()});
    const bool viewer = !granted.subprotocol.empty();
    if (auto refusal =
            visitors.refusal_of_socket(request, viewer ? shared_->options.origins : std::vector<std::string>{}))
        return refusal;
    if (!viewer && !offered.empty())
        return http_refusal(400, "no subprotocol that is known here: foxglove.sdk.v1, foxglove.websocket.v1, or none");
    if (!viewer && request.target != path) return http_refusal(404, "own frames are at /live");
    granted.socket = viewer ? shared_->foxglove : shared_->own;
    return granted;
}

std::unique_ptr<LiveLink> LiveSockets::own_link() {
    return std::make_unique<OwnSocketLink>(shared_->own, shared_->options.names,
                                           [shared = shared_](const std::string& json) {
                                               const std::lock_guard lock(shared->mutex);
                                               shared->greeting = json;
                                           });
}

std::unique_ptr<LiveLink> LiveSockets::foxglove_link() {
    return std::make_unique<FoxgloveLink>(shared_->foxglove, [shared = shared_](const LiveFrame& frame) {
        shared->server->post([shared, frame] { shared->show(frame); });
    });
}

std::optional<LiveIncoming> LiveSockets::next() {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->waiting.empty()) {
        if (!std::exchange(shared_->dropped, false)) return std::nullopt;
        return LiveIncoming{{}, {"no room", "WebSocket: more comes in than is taken; some is dropped"}};
    }
    LiveIncoming first = std::move(shared_->waiting.front());
    shared_->waiting.pop_front();
    return first;
}

void LiveSockets::set_on_incoming(std::function<void()> ring) {
    const std::lock_guard lock(shared_->mutex);
    shared_->ring = std::move(ring);
}

}  // namespace polhode
