// The other thread of a live run: what comes in by sockets and devices becomes commands, and frames go out to whoever
// was named. Nothing here can stop the body: what cannot be read or sent is counted, and the first of each kind is
// told.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/links/live_command.hpp"
#include "polhode/links/live_frame.hpp"
#include "polhode/links/own_json.hpp"
#include "polhode/live/link_list.hpp"
#include "polhode/live/live_runner.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

// Of the links, Hz; 60 where there are none: a page may come.
double fastest_rate(const std::vector<LiveTable>& links);

// What somebody said: a command, or why it is none.
struct LiveIncoming {
    LiveCommand command;
    LinkFault fault;
};

class LiveLinks {
 public:
    using Told = std::function<void(const std::string&)>;

    // Opens everything that is named; throws InputError with the address of what cannot be. `told`: one line for a
    // person.
    LiveLinks(const Scenario& scenario, const std::vector<LiveTable>& links, LiveRunner& runner, Told told);
    ~LiveLinks();
    LiveLinks(const LiveLinks&) = delete;
    LiveLinks& operator=(const LiveLinks&) = delete;

    LinkList& all();  // who is shown it
    void add(std::unique_ptr<LiveLink> link);
    // Asked at every turn until it has nothing more; whoever fills it calls wake().
    void listen(std::function<std::optional<LiveIncoming>()> next);
    // Commands as lines of own JSON from standard input, until it ends.
    void listen_to_standard_input();
    void begin();  // says hello
    // Waits for something to do, at most so long, and does it.
    void turn(int milliseconds);
    void wake();  // from the thread that steps: a frame is ready
    void end(const std::string& reason);
    // What each sent, skipped, refused; a line each.
    std::string counts() const;

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
