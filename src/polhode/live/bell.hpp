// Wakes the one who waits: by a mutex and a condition. A semaphore of libstdc++ 12 gives the processor away four times
// wherever it is found empty, by sched_yield, and on a busy machine gets it back after 10 ms and more.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace polhode {

class Bell {
 public:
    void ring() {
        {
            const std::lock_guard held(mutex_);
            rung_ = true;
        }
        rings_.notify_one();
    }
    // Until it rings, or has rung since the last wait; at most so long.
    void wait(double seconds) {
        std::unique_lock held(mutex_);
        rings_.wait_for(held, std::chrono::duration<double>(seconds), [this] { return rung_; });
        rung_ = false;
    }

 private:
    std::mutex mutex_;
    std::condition_variable rings_;
    bool rung_ = false;
};

}  // namespace polhode
