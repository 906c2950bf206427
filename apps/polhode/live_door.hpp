// The server beside a live run: own frames and Foxglove by WebSocket, and the studio's page on the running body. It has
// a thread of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/live/live_links.hpp"

namespace polhode::app {

struct LiveDoorOptions {
    std::string address = "127.0.0.1";
    int port = 0;  // 0: any that is free
    std::vector<std::string> hosts, origins;
    std::vector<std::string> names;  // of the methods that run beside the first
    double foxglove_rate = 60;       // Hz
};

// Where a scenario's links and inputs need a server: its port, or nothing where none does.
std::optional<int> port_that_is_needed(const std::vector<LiveTable>& links, const std::vector<LiveTable>& inputs);

class LiveDoor {
 public:
    // Binds at once; throws InputError where the address cannot be used.
    explicit LiveDoor(const LiveDoorOptions& options, const std::vector<LiveTable>& links);
    ~LiveDoor();

    // Both before the run: what the body says goes to whoever is connected, and what they say to the body.
    void join(LiveLinks& links);
    // The same where nothing can be pushed.
    void join(LinkList& links);
    bool somebody_spoke();  // since it was asked last
    void start();
    void stop();

    std::string url() const;
    std::string told() const;  // what is open, and to whom

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode::app
