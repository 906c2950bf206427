#include "polhode/system/clock.hpp"

#include <time.h>

#include <chrono>

namespace polhode::system {

namespace {

constexpr std::int64_t billion = 1'000'000'000;

[[maybe_unused]] timespec as_timespec(std::int64_t nanoseconds) {
    return {static_cast<time_t>(nanoseconds / billion), static_cast<long>(nanoseconds % billion)};
}

}  // namespace

std::int64_t steady_nanoseconds() {
    timespec t{};
    ::clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::int64_t>(t.tv_sec) * billion + t.tv_nsec;
}

#ifdef __EMSCRIPTEN__
// a page does not sleep, and has no clock of a thread
void sleep_until(std::int64_t) {}
void sleep_for(std::int64_t) {}
double thread_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
#else
void sleep_until(std::int64_t steady_nanoseconds) {
    const timespec t = as_timespec(steady_nanoseconds);
    ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr);
}

void sleep_for(std::int64_t nanoseconds) {
    const timespec t = as_timespec(nanoseconds);
    ::clock_nanosleep(CLOCK_MONOTONIC, 0, &t, nullptr);
}

double thread_seconds() {
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
#endif

std::tm utc_of(std::time_t time) {
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    return parts;
}

}  // namespace polhode::system
