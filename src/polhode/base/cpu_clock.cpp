#include "polhode/base/cpu_clock.hpp"

#include <chrono>
#include <ctime>

namespace polhode {

double thread_cpu_seconds() {
#if defined(__EMSCRIPTEN__)
    // a browser has no clock of a thread
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#else
    timespec ts{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec);
#endif
}

}  // namespace polhode
