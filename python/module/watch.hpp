// A long computation without the GIL that listens to Ctrl-C: Python's signal handlers are asked a hundred times a
// second.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace polhode::python {

class Watch {
 public:
    static constexpr std::chrono::milliseconds interval{10};

    // From any thread; true: end here. Python runs its handlers on the main thread alone, so that only who made the
    // watch asks for them.
    bool stop() {
        if (ended_.load(std::memory_order_relaxed)) return true;
        if (std::this_thread::get_id() != owner_) return false;
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < interval) return false;
        last_ = now;
        return ask();
    }

    // Carries out what has threads of its own, on a thread beside this one, which listens meanwhile. Without the GIL.
    template <class Work>
    void beside(Work&& work) {
        std::mutex mutex;
        std::condition_variable bell;
        bool done = false;
        std::exception_ptr thrown;
        std::thread worker([&] {
            try {
                work();
            } catch (...) {
                thrown = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            done = true;
            bell.notify_one();
        });
        std::unique_lock lock(mutex);
        while (!bell.wait_for(lock, interval, [&] { return done; })) {
            lock.unlock();
            if (!ended_.load(std::memory_order_relaxed)) ask();
            lock.lock();
        }
        lock.unlock();
        worker.join();
        if (thrown) std::rethrow_exception(thrown);
    }

    // A Python function that is told of progress, from whatever thread; what it raises ends the computation. It must
    // outlive the computation.
    std::function<void(double)> told(const pybind11::object& function) {
        // not kept but pointed at: the library copies this without the GIL
        return [this, kept = &function](double x) {
            const pybind11::gil_scoped_acquire held;
            try {
                (*kept)(x);
            } catch (pybind11::error_already_set& e) {
                take(std::move(e));
            }
        };
    }
    // With the GIL. The first one counts.
    void take(pybind11::error_already_set error) {
        if (!error_) error_.emplace(std::move(error));
        ended_ = true;
    }
    // With the GIL: the exception, or None.
    pybind11::object exception() const { return error_ ? error_->value() : pybind11::none(); }
    void rethrow() const {
        if (error_) throw *error_;
    }

 private:
    bool ask() {
        const pybind11::gil_scoped_acquire held;
        if (PyErr_CheckSignals() == 0) return false;
        take(pybind11::error_already_set());  // takes over what Python has set
        return true;
    }

    std::thread::id owner_ = std::this_thread::get_id();
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::atomic<bool> ended_{false};
    std::optional<pybind11::error_already_set> error_;
};

}  // namespace polhode::python
