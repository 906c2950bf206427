// Clocks beyond those of <chrono>: one to sleep by, and the processor's time of a thread.
#pragma once

#include <cstdint>
#include <ctime>

namespace polhode::system {

// Since some moment before the program began; never set, never backwards.
std::int64_t steady_nanoseconds();
// Sleeps until that clock shows it, or until a signal comes.
void sleep_until(std::int64_t steady_nanoseconds);
void sleep_for(std::int64_t nanoseconds);

// Of the processor, on behalf of this thread. Where a system has no such clock, time as it passes.
double thread_seconds();

std::tm utc_of(std::time_t time);

}  // namespace polhode::system
