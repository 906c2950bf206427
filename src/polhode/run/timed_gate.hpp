// A gate that also wants to know the time to the last bit. The steps of some runs end where a switch lies, or a sample
// of a controller, and not at n h: whoever writes down what changed before a step must write this time, so that a run
// on what was written ends its step there too.
#pragma once

#include <cmath>

#include "polhode/run/step_gate.hpp"

namespace polhode {

class TimedGate : public StepGate {
 public:
    // Told before before_step(n): where step n begins.
    virtual void stands_at(double t) = 0;

 protected:
    ~TimedGate() = default;
};

// The gates of a run whose steps are not those of run_fixed_grid: asked once for each n, when the time has come to n h.
class GateOnTheWay {
 public:
    GateOnTheWay(StepGate* gate, double step) : gate_(gate), timed_(dynamic_cast<TimedGate*>(gate)), step_(step) {}

    // go without a gate, and between two steps.
    StepGate::Answer at(double t) {
        if (!gate_) return StepGate::Answer::go;
        const auto n = static_cast<long>(std::floor(t / step_ * (1 + 1e-14) + 1e-9));
        if (n < next_) return StepGate::Answer::go;
        next_ = n + 1;
        if (timed_) timed_->stands_at(t);
        return gate_->before_step(n);
    }
    // Whether the state at t is wanted: the steps up to the next gate are made.
    bool looks(double t) const {
        return gate_ && gate_->looks() && std::floor(t / step_ * (1 + 1e-14) + 1e-9) >= static_cast<double>(next_);
    }

 private:
    StepGate* gate_;
    TimedGate* timed_;
    double step_;
    long next_ = 0;
};

}  // namespace polhode
