// Whether somebody has asked the program to end. What may wait long without computing (a picture drawn by another
// program, a pipe whose reader stands still) asks here; computations have a `stop` of their own. A library that nobody
// told how to ask is never stopped.
#pragma once

#include <stdexcept>

namespace polhode {

// `asked` is called from any thread, often. nullptr: nobody asks.
void answer_stop_question_by(bool (*asked)());
bool stop_asked();

// Thrown where half of something is of no use: a truth to compare with, a page of a report.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};
void throw_if_stop_asked();

}  // namespace polhode
