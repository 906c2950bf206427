// For how long the GPUs of this machine worked.
#pragma once

#include <mutex>
#include <vector>

namespace polhode {

class GpuClock {
 public:
    // Seconds of one clock; from any thread.
    void add(int device, double begin, double end);
    // For how long each GPU had something to do, on average: batches overlap.
    double seconds(int gpus);

 private:
    struct Work {
        int device;
        double begin, end;
    };
    std::mutex mutex_;
    std::vector<Work> work_;
};

}  // namespace polhode
