// Threads that end before their owner does: joined at the latest where the group is destroyed.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace polhode {

// As many threads as were asked for, or where nothing was said (0) as many as the machine has.
int thread_count(int wanted);

class ThreadGroup {
 public:
    ThreadGroup() = default;
    ~ThreadGroup() { keep(0); }
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;

    // Threads that call work(0), work(1), ... work(count - 1), as many as the system gives. Returns "" or why it gave
    // no more. What `work` throws ends the program, as in any thread.
    std::string start(std::size_t count, const std::function<void(std::size_t thread)>& work);
    // Waits for the end of all but the first `some`.
    void keep(std::size_t some);
    std::size_t size() const { return threads_.size(); }

 private:
    std::vector<std::thread> threads_;
};

}  // namespace polhode
