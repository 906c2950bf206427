#include "polhode/sweep/compute/gpu_clock.hpp"

#include <algorithm>

namespace polhode {

void GpuClock::add(int device, double begin, double end) {
    const std::lock_guard lock(mutex_);
    work_.push_back({device, begin, end});
}

double GpuClock::seconds(int gpus) {
    const std::lock_guard lock(mutex_);
    std::sort(work_.begin(), work_.end(), [](const Work& a, const Work& b) {
        return a.device != b.device ? a.device < b.device : a.begin < b.begin;
    });
    double sum = 0, until = 0;
    int device = -1;
    for (const Work& w : work_) {
        if (w.device != device) until = w.begin;
        device = w.device;
        sum += std::max(0.0, w.end - std::max(w.begin, until));
        until = std::max(until, w.end);
    }
    return gpus > 0 ? sum / gpus : 0;
}

}  // namespace polhode
