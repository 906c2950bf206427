// Who lets the steps of a run on the fixed grid through, one by one, because something outside decides when: a clock, a
// person, another program. A run without one goes on by itself.
#pragma once

namespace polhode {

struct Row;

class StepGate {
 public:
    // stimulus: what pushes the body from outside (problem/held_stimulus.hpp) changes with this step; the grid meets it
    // as it meets any time at which something switches.
    enum class Answer { go, stimulus, stop };
    // Called before step n, counted from 0. Step 0 takes the stimulus that was there when the run began.
    virtual Answer before_step(long n) = 0;
    // Whether the state after the step just made is wanted; then it is handed over, beside the rows of the run.
    virtual bool looks() const = 0;
    virtual void look(const Row& row) = 0;

 protected:
    ~StepGate() = default;
};

}  // namespace polhode
