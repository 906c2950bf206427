// Any time stamps: each row has its verdict in its turn, what is kept goes forward, and a good log keeps every row.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "polhode/estimate/log_time.hpp"

namespace {

using namespace polhode::estimate;

// A step a byte: mostly of a clock, some back, none, far ahead for one row or for good.
std::vector<double> times_of(const std::uint8_t* data, std::size_t size, bool& good) {
    std::vector<double> times;
    double t = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const int kind = data[i] >> 5, by = data[i] & 31;
        double stray = 0;
        if (kind <= 2) t += 0.01 * (1 + 0.001 * by);
        if (kind == 3) t += 0.01 * by;
        if (kind == 4) t -= 0.01 * by;
        if (kind == 5) stray = 0.01 * by * by * by;
        if (kind == 6) t += 10.0 * by;
        if (kind == 7) stray = -0.01 * by;
        good = good && kind <= 2;
        times.push_back(t + stray);
    }
    return times;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    bool good = true;
    const std::vector<double> times = times_of(data, size, good);
    const TimeReport report = judge_times(times);
    if (report.verdicts.size() != times.size()) __builtin_trap();
    if (report.good + report.duplicates + report.backward + report.ahead != times.size()) __builtin_trap();
    if (good && report.good != times.size()) __builtin_trap();
    double last = 0;
    std::size_t kept = 0, told = 0;
    TimeOrder order(report.median, [&](std::size_t row, TimeVerdict verdict, double dt) {
        if (row != told++ || verdict != report.verdicts[row]) __builtin_trap();
        if (is_left_out(verdict)) return;
        if (kept > 0 && !(times[row] > last && dt == times[row] - last)) __builtin_trap();
        last = times[row];
        ++kept;
    });
    for (std::size_t i = 0; i < times.size(); ++i) {
        order.push(times[i]);
        // memory does not grow with what waits
        if (told + 17 < i + 1) __builtin_trap();
    }
    order.finish();
    if (told != times.size() || kept != report.good) __builtin_trap();
    return 0;
}
