#include "polhode/base/stop_question.hpp"

#include <atomic>

namespace polhode {

namespace {

std::atomic<bool (*)()> question{nullptr};

}  // namespace

void answer_stop_question_by(bool (*asked)()) { question = asked; }

bool stop_asked() {
    bool (*const asked)() = question;
    return asked && asked();
}

void throw_if_stop_asked() {
    if (stop_asked()) throw Interrupted();
}

}  // namespace polhode
