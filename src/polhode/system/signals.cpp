#include "polhode/system/signals.hpp"

#include <csignal>
#include <initializer_list>

namespace polhode::system {

void ignore_broken_pipes() { std::signal(SIGPIPE, SIG_IGN); }
void ignore_limits_of_files() { std::signal(SIGXFSZ, SIG_IGN); }
void end_when_asked() { std::signal(SIGTERM, SIG_DFL); }

void call_when_asked_to_end(void (*remember)(int)) {
    struct sigaction action = {};
    action.sa_handler = remember;
    // Only somebody who insists: terminals, batch systems and limits on time may say theirs several times over.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU}) {
        action.sa_flags = SA_RESTART;
        if (signal == SIGINT || signal == SIGTERM) action.sa_flags |= static_cast<int>(SA_RESETHAND);
        struct sigaction before = {};
        // nohup
        if (signal == SIGHUP && ::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
        ::sigaction(signal, &action, nullptr);
    }
}

}  // namespace polhode::system
