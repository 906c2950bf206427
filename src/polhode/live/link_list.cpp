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

bool LinkList::crowded() const {
    return std::any_of(links_.begin(), links_.end(), [](const auto& link) { return link->crowded(); });
}

void LinkList::frame(const LiveFrame& frame, bool asked_for) {
    const std::int64_t at = system::steady_nanoseconds();
    for (const auto& link : links_) {
        const std::int64_t period = frame_period(link->rate);
        // frames come at the rate of the fastest link: one that is nearly due is due
        if (!asked_for && at + period / 4 < link->next) {
            ++link->skipped;
            continue;
        }
        // one that was asked for puts off the next by a period, and a hundred of them by no more
        link->next = std::max((asked_for ? std::min(link->next, at) : link->next) + period, at);
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
