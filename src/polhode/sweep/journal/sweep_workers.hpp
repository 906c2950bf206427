// The threads of one process that compute blocks of a sweep.
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
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/thread_group.hpp"

namespace polhode {

// Blocks first, first + step, ..., `count` of them: what is to be done is long, and so are most of its parts.
struct SweepBlockRange {
    std::uint64_t first = 0, count = 1, step = 1;
};

// The bytes of one block, never none; "" only where it gave up because it was told to stop. Called by several threads.
using ComputeBlock = std::function<std::string(std::uint64_t block)>;

class SweepWorkers {
 public:
    struct Done {
        std::uint64_t block;
        std::string bytes;
    };

    // As many of the threads as the system gives, at least one. Throws InputError where it gives none.
    SweepWorkers(int threads, const ComputeBlock& compute, std::atomic<bool>& stopping)
        : compute_(compute),
          stopping_(stopping),
          wanted_(static_cast<std::size_t>(threads)),
          most_waiting_(2 * wanted_ + 2) {
        const std::string refusal = threads_.start(wanted_, [this](std::size_t i) { work(i); });
        if (refusal.empty()) return;
        if (threads_.size() == 0) throw InputError({}, "the system gives no thread to compute with: " + refusal);
        // the limit that was met is often one of memory, and the others need some to work with
        keep(std::max<std::size_t>(1, threads_.size() / 2));
    }
    // By an exception: the threads are told to give up the blocks they are at.
    ~SweepWorkers() {
        if (threads_.size() > 0) stopping_ = true;
        dismiss();
    }

    void add(const std::vector<SweepBlockRange>& more) {
        const std::lock_guard lock(mutex_);
        for (const SweepBlockRange& range : more)
            if (range.count > 0) {
                to_do_.push_back(range);
                waiting_ += range.count;
            }
        for_threads_.notify_all();
    }
    int threads() const { return static_cast<int>(threads_.size()); }
    std::uint64_t waiting() {
        const std::lock_guard lock(mutex_);
        return waiting_;
    }
    // Takes blocks back, to give them to another rank.
    std::vector<std::uint64_t> take(std::uint64_t most) {
        const std::lock_guard lock(mutex_);
        std::vector<std::uint64_t> taken;
        while (taken.size() < most && waiting_ > 0) taken.push_back(next());
        return taken;
    }
    void forget() {
        const std::lock_guard lock(mutex_);
        to_do_.clear();
        waiting_ = 0;
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
        threads_.keep(0);
    }

 private:
    std::uint64_t next() {
        SweepBlockRange& range = to_do_.front();
        const std::uint64_t block = range.first;
        range.first += range.step;
        --waiting_;
        if (--range.count == 0) to_do_.pop_front();
        return block;
    }

    void keep(std::size_t some) {
        {
            const std::lock_guard lock(mutex_);
            wanted_ = some;
            for_threads_.notify_all();
        }
        threads_.keep(some);
    }

    void work(std::size_t number) {
        std::unique_lock lock(mutex_);
        while (true) {
            // A thread that is far ahead of the journal waits for it: the memory of finished blocks is bounded.
            const auto superfluous = [&] { return dismissed_ || failure_ || number >= wanted_; };
            for_threads_.wait(lock, [&] { return superfluous() || (waiting_ > 0 && done_.size() < most_waiting_); });
            if (superfluous()) return;
            const std::uint64_t block = next();
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
    std::size_t wanted_, most_waiting_;
    std::mutex mutex_;
    std::condition_variable for_threads_, for_main_;
    std::deque<SweepBlockRange> to_do_;
    std::uint64_t waiting_ = 0;  // blocks in them
    std::deque<Done> done_;
    std::exception_ptr failure_;
    int running_ = 0;
    bool dismissed_ = false;
    ThreadGroup threads_;
};

}  // namespace polhode
