#include "interrupt.hpp"

#include <csignal>

#include "polhode/base/stop_question.hpp"
#include "polhode/system/signals.hpp"

namespace polhode::app {

namespace {

volatile std::sig_atomic_t asked = 0;

void remember(int) { asked = 1; }

}  // namespace

void watch_for_interrupts() {
    answer_stop_question_by(interrupted);
    system::call_when_asked_to_end(remember);
}

bool interrupted() { return asked != 0; }

}  // namespace polhode::app
