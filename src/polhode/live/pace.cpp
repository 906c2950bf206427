#include "polhode/live/pace.hpp"

#include <cmath>

namespace polhode {

namespace {
constexpr double ns_of_a_second = 1e9;
}

void Pace::set_speed(double speed, std::int64_t now, std::uint64_t made) {
    speed_ = speed;
    start(now, made);
}

std::int64_t Pace::deadline(std::uint64_t n) const {
    return start_ +
           static_cast<std::int64_t>(std::llround(static_cast<double>(n - first_) * step_ / speed_ * ns_of_a_second));
}

Pace::Due Pace::due(std::int64_t now, std::uint64_t made) {
    const std::int64_t next = deadline(made + 1);
    if (now < next) return {};
    const double behind = static_cast<double>(now - next) / ns_of_a_second;
    if (behind > patience_) {
        ++slips_;
        lost_ += behind;
        // the step that is due next is due just now
        start_ += now - next;
        return {1, true};
    }
    if (now < deadline(made + 2)) return {1, false};  // as it should be
    auto all = static_cast<std::uint64_t>(static_cast<double>(now - start_) / ns_of_a_second * speed_ / step_) + first_;
    // a deadline is rounded to the ns: the count agrees with it
    while (deadline(all + 1) <= now) ++all;
    while (all > made + 1 && deadline(all) > now) --all;
    if (all < made + 1) all = made + 1;
    if (all - made > 1) ++overruns_;
    return {all - made, false};
}

}  // namespace polhode
