#include "polhode/system/host/waiting.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

namespace polhode::system {

Bell::Bell() : descriptor_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

void Bell::ring() {
    const std::uint64_t one = 1;
    // full means that it rings already
    [[maybe_unused]] const ssize_t n = ::write(descriptor_.get(), &one, sizeof one);
}

void Bell::silence() {
    std::uint64_t rung = 0;
    [[maybe_unused]] const ssize_t n = ::read(descriptor_.get(), &rung, sizeof rung);
}

void Waiting::wait(int milliseconds) { ::poll(waiting_.data(), waiting_.size(), milliseconds); }

}  // namespace polhode::system
