#include "polhode/live/link_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "polhode/system/clock.hpp"

namespace polhode {

void LinkList::hello(const std::string& json) {
    for (const auto& link : links_) link->hello(json);
}
void LinkList::status(const std::string& json) {
    for (const auto& link : links_) link->status(json);
}
void LinkList::report(const std::string& json) {
    for (const auto& link : links_) link->report(json);
}
void LinkList::end(const std::string& json) {
    for (const auto& link : links_) link->end(json);
}
void LinkList::turn(std::int64_t now) {
    for (const auto& link : links_) link->turn(now);
}

void LinkList::frame(const LiveFrame& frame, bool asked_for) {
    const std::int64_t at = system::steady_nanoseconds();
    for (const auto& link : links_) {
        const auto period = static_cast<std::int64_t>(1e9 / link->rate);
        // frames come at the rate of the fastest link: one that is nearly due is due
        if (!asked_for && at + period / 4 < link->next) {
            ++link->skipped;
            continue;
        }
        link->next = std::max(link->next + period, at);
        ++(link->frame(frame) ? link->sent : link->refused);
    }
}

std::string LinkList::counts() const {
    std::string text;
    for (const auto& link : links_)
        text += fmt::format("link {}: {} sent, {} skipped, {} refused\n", link->name(), link->sent, link->skipped,
                            link->refused);
    return text;
}

}  // namespace polhode
