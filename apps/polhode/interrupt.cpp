#include "interrupt.hpp"

#include <csignal>
#include <initializer_list>

#include "polhode/base/stop_question.hpp"

namespace polhode::app {

namespace {

volatile std::sig_atomic_t asked = 0;

void remember(int) { asked = 1; }

}  // namespace

void watch_for_interrupts() {
    answer_stop_question_by(interrupted);
    struct sigaction action = {};
    action.sa_handler = remember;
    // Only somebody who insists: terminals, batch systems and limits on time may say theirs several times over.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU}) {
        action.sa_flags = SA_RESTART;
        if (signal == SIGINT || signal == SIGTERM) action.sa_flags |= static_cast<int>(SA_RESETHAND);
        struct sigaction before = {};
        // nohup
        if (signal == SIGHUP && sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
        sigaction(signal, &action, nullptr);
    }
}

bool interrupted() { return asked != 0; }

}  // namespace polhode::app
