#include "polhode/live/pace.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

constexpr double ns_of_a_second = 1e9;
constexpr double never = 4e18;  // ns: more than a century, and a start can be added to it

}  // namespace

void Pace::make_groups() {
    // 2 ms are two steps of 1 ms, whatever the last bits of the quotient are
    const double steps = settings_.wake * settings_.speed / settings_.step * (1 + 1e-9);
    group_ = steps >= 1 ? static_cast<std::uint64_t>(std::min(steps, static_cast<double>(most_at_once))) : 1;
}

double Pace::group_seconds() const {
    return std::min(static_cast<double>(group_) * settings_.step / settings_.speed, never / ns_of_a_second);
}

void Pace::set_speed(double speed, std::int64_t now, std::uint64_t made) {
    settings_.speed = speed;
    make_groups();
    start(now, made);
}

void Pace::set_wake(double seconds) {
    settings_.wake = seconds;
    make_groups();
}

std::int64_t Pace::deadline(std::uint64_t n) const {
    const double after = static_cast<double>(n - first_) * settings_.step / settings_.speed * ns_of_a_second;
    return start_ + static_cast<std::int64_t>(std::llround(std::min(after, never)));
}

Pace::Due Pace::due(std::int64_t now, std::uint64_t made, std::uint64_t end) {
    const std::int64_t woken = deadline(end);
    if (now < woken) return {};
    const double behind = static_cast<double>(now - woken) / ns_of_a_second;
    if (behind > settings_.patience) {
        ++slips_;
        lost_ += behind;
        // the step that one was to be woken for is due just now
        start_ += now - woken;
        return {end - made, true};
    }
    if (now < deadline(end + 1)) return {end - made, false};  // as it should be
    ++overruns_;
    const double by_now = static_cast<double>(now - start_) / ns_of_a_second * settings_.speed / settings_.step;
    const std::uint64_t most = made + most_at_once;
    if (by_now >= static_cast<double>(most - first_)) return {most_at_once, false};
    auto all = std::max(end + 1, static_cast<std::uint64_t>(by_now) + first_);
    // a deadline is rounded to the ns: the count agrees with it
    while (all < most && deadline(all + 1) <= now) ++all;
    while (all > end + 1 && deadline(all) > now) --all;
    return {all - made, false};
}

}  // namespace polhode
