#include "live_door.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "polhode/live/live_sockets.hpp"
#include "polhode/studio/studio_server.hpp"
#include "studio_page.hpp"

namespace polhode::app {

namespace {

constexpr int foxglove_port = 8765;  // where Foxglove looks unless told

std::string page_of_the_door() {
    const std::string page = studio_page();
    if (!page.empty()) return page;
    return "<!doctype html><title>polhode live</title><p>This program was built without the studio's page; frames "
           "come by WebSocket at /live.</p>";
}

StudioServerOptions door_options(const LiveDoorOptions& options) {
    StudioServerOptions server;
    server.page = page_of_the_door();
    server.address = options.address;
    server.port = options.port;
    server.hosts = options.hosts;
    server.live = LiveSockets::path;
    server.port_option = "--serve";
    return server;
}

}  // namespace

std::optional<int> port_that_is_needed(const std::vector<LiveTable>& links, const std::vector<LiveTable>& inputs) {
    for (const LiveTable& link : links)
        if (link.kind == "foxglove") return foxglove_port;
    for (const LiveTable& input : inputs)
        if (input.kind == "websocket" || input.kind == "keyboard" || input.kind == "gamepad") return 0;
    return std::nullopt;
}

struct LiveDoor::Impl {
    LiveDoorOptions options;
    StudioServer server;
    LiveSockets sockets;
    std::atomic<bool> over{false};
    std::thread thread;

    explicit Impl(const LiveDoorOptions& given)
        : options(given), server(door_options(given)), sockets(server.http(), {given.names, given.origins, {}}) {
        server.set_sockets([this](const HttpRequest& request, const VisitorCheck& visitors) {
            return sockets.answer(request, visitors);
        });
    }
};

LiveDoor::LiveDoor(const LiveDoorOptions& options, const std::vector<LiveTable>& links) {
    LiveDoorOptions all = options;
    for (const LiveTable& link : links) {
        if (link.kind != "foxglove") continue;
        all.foxglove_rate = link.values.number("rate");
        for (const std::string& origin : words_of_value(link.values, "origins")) all.origins.push_back(origin);
    }
    impl_ = std::make_unique<Impl>(all);
}
LiveDoor::~LiveDoor() { stop(); }

void LiveDoor::join(LinkList& links) {
    links.add(impl_->sockets.own_link());
    auto foxglove = impl_->sockets.foxglove_link();
    foxglove->rate = impl_->options.foxglove_rate;
    links.add(std::move(foxglove));
}
void LiveDoor::join(LiveLinks& links) {
    join(links.all());
    links.listen([this] { return impl_->sockets.next(); });
    impl_->sockets.set_on_incoming([&links] { links.wake(); });
}

bool LiveDoor::somebody_spoke() {
    bool spoke = false;
    while (impl_->sockets.next()) spoke = true;
    return spoke;
}

void LiveDoor::start() {
    impl_->thread = std::thread([this] { impl_->server.run([this] { return impl_->over.load(); }); });
}
void LiveDoor::stop() {
    impl_->over = true;
    if (impl_->thread.joinable()) impl_->thread.join();
}

std::string LiveDoor::url() const { return impl_->server.url(); }
std::string LiveDoor::told() const {
    const LiveDoorOptions& options = impl_->options;
    const std::string at = fmt::format("{}:{}", options.address, impl_->server.port());
    std::string text =
        fmt::format("page at {}, own frames at ws://{}{}, Foxglove at ws://{}", url(), at, LiveSockets::path, at);
    if (options.address != "127.0.0.1")
        text += fmt::format("\nwarning: whoever reaches {} sees the body and can push it", at);
    for (const std::string& origin : options.origins) text += "\npages of " + origin + " may see it through Foxglove";
    return text;
}

}  // namespace polhode::app
