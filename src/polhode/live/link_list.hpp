// Those who are shown a turning body: each at its own rate, and what became of it is counted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "polhode/links/live_frame.hpp"

namespace polhode {

// ns between two frames, of a rate in Hz; of none and next to none: more than a century, and times can be added to it.
inline std::int64_t frame_period(double rate) {
    constexpr double never = 4e18;
    return static_cast<std::int64_t>(rate > 1e9 / never ? 1e9 / rate : never);
}

// One who is shown the body.
class LiveLink {
 public:
    virtual ~LiveLink() = default;
    // False: it was not taken.
    virtual bool frame(const LiveFrame& frame) = 0;
    virtual void hello(const std::string&) {}            // own messages, as JSON
    virtual void status(const std::string& /*json*/) {}  // "
    virtual void report(const std::string& /*json*/) {}  // "
    virtual void end(const std::string& /*json*/) {}     // also: nothing more comes
    virtual void turn(std::int64_t /*now, ns*/) {}       // now and then: what was held back may go
    // So many answers wait for their reader that whoever asks for more by the same way is held up.
    virtual bool crowded() const { return false; }
    virtual std::string name() const = 0;  // "json to 127.0.0.1:5500"

    double rate = 60;  // Hz
    std::uint64_t sent = 0, refused = 0, skipped = 0;
    std::int64_t next = 0;  // ns
};

class LinkList {
 public:
    void add(std::unique_ptr<LiveLink> link) { links_.push_back(std::move(link)); }
    bool empty() const { return links_.empty(); }
    bool crowded() const;  // one of them

    void hello(const std::string& json);
    void status(const std::string& json);
    void report(const std::string& json);
    void end(const std::string& json);
    void turn(std::int64_t now);
    // To those for whom it is time. `asked_for`: to everybody.
    void frame(const LiveFrame& frame, bool asked_for = false);
    // What each sent, skipped, refused; a line each.
    std::string counts() const;

 private:
    std::vector<std::unique_ptr<LiveLink>> links_;
};

}  // namespace polhode
