// Side-by-side timing: every contestant runs once per round, the rounds repeat, and what is reported is the median of
// each one's CPU time and of its ratio to the first contestant in the same round. Machines are shared and clocks drift;
// a ratio inside one round survives that, an absolute time does not (docs/performance.md).
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace bench {

inline double cpu_seconds() {
    timespec ts{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec);
}

inline double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    const std::size_t n = v.size();
    return n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

struct Contestant {
    std::string name;
    std::function<double()> run;  // does the work and returns a number that depends on all of it
};

// Prints a table: nanoseconds per unit of work (median, least) and the median ratio to the first contestant.
inline void compare(const char* title, const char* unit, double units, int rounds,
                    std::vector<Contestant> contestants) {
    std::vector<std::vector<double>> times(contestants.size()), ratios(contestants.size());
    std::vector<double> results(contestants.size());
    for (auto& c : contestants) c.run();  // warm up
    for (int r = 0; r < rounds; ++r) {
        for (std::size_t i = 0; i < contestants.size(); ++i) {
            const double begin = cpu_seconds();
            results[i] = contestants[i].run();
            times[i].push_back(cpu_seconds() - begin);
        }
        for (std::size_t i = 0; i < contestants.size(); ++i) ratios[i].push_back(times[i].back() / times[0].back());
    }
    std::printf("%s (%d rounds, CPU time)\n", title, rounds);
    std::printf("  %-44s %12s %10s %8s   %s\n", "", unit, "least", "ratio", "result");
    for (std::size_t i = 0; i < contestants.size(); ++i)
        std::printf("  %-44s %12.1f %10.1f %8.2f   %.12g\n", contestants[i].name.c_str(),
                    1e9 * median(times[i]) / units, 1e9 * *std::min_element(times[i].begin(), times[i].end()) / units,
                    median(ratios[i]), results[i]);
    std::printf("\n");
}

}  // namespace bench
