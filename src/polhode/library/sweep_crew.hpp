// The threads of one process that compute blocks of a campaign.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace polhode {

// The bytes of one block, never none; "" only where it gave up because it was told to stop. Called by several threads.
using ComputeBlock = std::function<std::string(std::uint64_t block)>;

class SweepCrew {
 public:
    struct Done {
        std::uint64_t block;
        std::string bytes;
    };

    SweepCrew(int threads, const ComputeBlock& compute, std::atomic<bool>& stopping)
        : compute_(compute), stopping_(stopping), most_waiting_(2 * static_cast<std::size_t>(threads) + 2) {
        for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { toil(); });
    }
    // By an exception: the threads are told to give up the blocks they are at.
    ~SweepCrew() {
        if (!threads_.empty()) stopping_ = true;
        dismiss();
    }

    void add(const std::vector<std::uint64_t>& more) {
        const std::lock_guard lock(mutex_);
        to_do_.insert(to_do_.end(), more.begin(), more.end());
        for_threads_.notify_all();
    }
    std::size_t waiting() {
        const std::lock_guard lock(mutex_);
        return to_do_.size();
    }
    // Takes blocks back, to give them to another rank.
    std::vector<std::uint64_t> take(std::size_t most) {
        const std::lock_guard lock(mutex_);
        const std::size_t n = std::min(most, to_do_.size());
        std::vector<std::uint64_t> taken(to_do_.begin(), to_do_.begin() + static_cast<std::ptrdiff_t>(n));
        to_do_.erase(to_do_.begin(), to_do_.begin() + static_cast<std::ptrdiff_t>(n));
        return taken;
    }
    void forget() {
        const std::lock_guard lock(mutex_);
        to_do_.clear();
    }
    // What was finished since; waits for it at most `delay`. Throws what a thread threw.
    std::deque<Done> finished(std::chrono::steady_clock::duration delay) {
        std::unique_lock lock(mutex_);
        for_main_.wait_for(lock, delay, [&] { return !done_.empty() || failure_; });
        if (failure_) std::rethrow_exception(failure_);
        std::deque<Done> out;
        out.swap(done_);
        for_threads_.notify_all();
        return out;
    }
    // Whether threads are at work or have results that were not asked for.
    bool busy() {
        const std::lock_guard lock(mutex_);
        return running_ > 0 || !done_.empty() || failure_;
    }
    // The threads end after the block they are at.
    void dismiss() {
        {
            const std::lock_guard lock(mutex_);
            dismissed_ = true;
            for_threads_.notify_all();
        }
        for (std::thread& t : threads_) t.join();
        threads_.clear();
    }

 private:
    void toil() {
        std::unique_lock lock(mutex_);
        while (true) {
            // A thread that is far ahead of the journal waits for it: the memory of finished blocks is bounded.
            for_threads_.wait(
                lock, [&] { return dismissed_ || failure_ || (!to_do_.empty() && done_.size() < most_waiting_); });
            if (dismissed_ || failure_) return;
            const std::uint64_t block = to_do_.front();
            to_do_.pop_front();
            ++running_;
            lock.unlock();
            std::string bytes;
            std::exception_ptr thrown;
            try {
                bytes = compute_(block);
                if (bytes.empty() && !stopping_)
                    throw std::logic_error("block " + std::to_string(block) + " gave nothing");
            } catch (...) {
                thrown = std::current_exception();
            }
            lock.lock();
            --running_;
            if (thrown && !failure_) failure_ = thrown;
            if (!bytes.empty()) done_.push_back({block, std::move(bytes)});
            for_main_.notify_one();
        }
    }

    const ComputeBlock& compute_;
    std::atomic<bool>& stopping_;
    std::size_t most_waiting_;
    std::mutex mutex_;
    std::condition_variable for_threads_, for_main_;
    std::deque<std::uint64_t> to_do_;
    std::deque<Done> done_;
    std::exception_ptr failure_;
    int running_ = 0;
    bool dismissed_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace polhode
