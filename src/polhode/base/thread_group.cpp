#include "polhode/base/thread_group.hpp"

#include <algorithm>
#include <system_error>

namespace polhode {

int thread_count(int wanted) {
    return wanted > 0 ? wanted : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

std::string ThreadGroup::start(std::size_t count, const std::function<void(std::size_t thread)>& work) {
    threads_.reserve(threads_.size() + count);
    try {
        for (std::size_t i = 0; i < count; ++i) threads_.emplace_back(work, i);
    } catch (const std::system_error& e) {
        return e.what();
    }
    return "";
}

void ThreadGroup::keep(std::size_t some) {
    for (; threads_.size() > some; threads_.pop_back()) threads_.back().join();
}

}  // namespace polhode
