// The newest of something from one thread to another: what was not taken in time is replaced. Three places, so that
// neither side ever waits for the other.
#pragma once

#include <array>
#include <atomic>

namespace polhode {

template <class T>
class Newest {
 public:
    void put(const T& item) {
        places_[writing_] = item;
        writing_ = between_.exchange(writing_ | fresh, std::memory_order_acq_rel) & ~fresh;
    }
    // False: nothing new since the last time.
    bool take(T& item) {
        if ((between_.load(std::memory_order_relaxed) & fresh) == 0) return false;
        reading_ = between_.exchange(reading_, std::memory_order_acq_rel) & ~fresh;
        item = places_[reading_];
        return true;
    }

 private:
    static constexpr unsigned fresh = 4;
    std::array<T, 3> places_{};
    std::atomic<unsigned> between_{1};
    unsigned writing_ = 0, reading_ = 2;
};

}  // namespace polhode
