#include "interrupt.hpp"

#include <csignal>

namespace polhode::app {

namespace {

volatile std::sig_atomic_t asked = 0;

void remember(int) { asked = 1; }

}  // namespace

void watch_for_interrupts() {
    struct sigaction action = {};
    action.sa_handler = remember;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return asked != 0; }

}  // namespace polhode::app
