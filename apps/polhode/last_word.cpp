#include "last_word.hpp"

#include <chrono>
#include <cstdio>
#include <system_error>

#include "interrupt.hpp"
#include "polhode/system/host/process.hpp"
#include "polhode/system/host/terminal.hpp"

namespace polhode::app {

namespace {

constexpr std::chrono::milliseconds between_looks{20}, patience{200};

}  // namespace

LastWord::LastWord(int code, std::string words) : code_(code), words_(std::move(words)) {
    try {
        watch_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {
        // where the system gives no more threads, whoever is asked answers when it can
    }
}

LastWord::~LastWord() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    over_or_not_.notify_all();
    if (watch_.joinable()) watch_.join();
}

void LastWord::expect(const std::string& words) {
    const std::lock_guard lock(mutex_);
    words_ = words;
}

void LastWord::watch() {
    std::unique_lock lock(mutex_);
    const auto wait = [&](std::chrono::milliseconds time) { over_or_not_.wait_for(lock, time, [&] { return over_; }); };
    while (!over_ && !interrupted()) wait(between_looks);
    if (!over_) wait(patience);
    // who answers now may be somebody else, and may hand over to the next
    while (!over_ && words_.empty()) wait(between_looks);
    if (over_) return;
    std::fputs(
        ((system::is_terminal(system::Stream::error) ? "\r\x1b[Kpolhode: " : "polhode: ") + words_ + "\n").c_str(),
        stderr);
    std::fflush(stderr);
    system::end_at_once(code_);
}

}  // namespace polhode::app
