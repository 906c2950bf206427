// A queue of a fixed length between two threads, one that puts in and one that takes out. Neither waits, nothing is
// allocated after it was made.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

namespace polhode {

template <class T>
class SpscQueue {
 public:
    explicit SpscQueue(std::size_t room) : items_(room + 1) {}

    // False: it is full.
    bool put(const T& item) {
        const std::size_t at = in_.load(std::memory_order_relaxed), next = after(at);
        if (next == out_.load(std::memory_order_acquire)) return false;
        items_[at] = item;
        in_.store(next, std::memory_order_release);
        return true;
    }
    // For the one that takes out.
    bool empty() const { return out_.load(std::memory_order_relaxed) == in_.load(std::memory_order_acquire); }
    // For both: how many more find room. One that puts in may count on it, one that takes out sees at least so many.
    std::size_t room() const {
        const std::size_t in = in_.load(std::memory_order_acquire), out = out_.load(std::memory_order_acquire);
        return (out + items_.size() - in - 1) % items_.size();
    }
    // False: it is empty.
    bool take(T& item) {
        const std::size_t at = out_.load(std::memory_order_relaxed);
        if (at == in_.load(std::memory_order_acquire)) return false;
        item = items_[at];
        out_.store(after(at), std::memory_order_release);
        return true;
    }

 private:
    std::size_t after(std::size_t at) const { return at + 1 == items_.size() ? 0 : at + 1; }

    std::vector<T> items_;
    alignas(64) std::atomic<std::size_t> in_{0};
    alignas(64) std::atomic<std::size_t> out_{0};
};

}  // namespace polhode
