// One method on one problem, a step at a time: the run of simulate(), held up at its gate before every step. Bits are
// those of the run that goes through by itself.
#pragma once

#include <exception>
#include <functional>
#include <string>

#include "polhode/arithmetic/fixed_point.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/run/step_gate.hpp"
#include "polhode/system/fiber.hpp"

namespace polhode {

// Why a method is not stepped from outside, as a sentence; "" where it is.
std::string why_not_stepped(const Plan& plan);

class SteppedRun final : private StepGate {
 public:
    // Nothing is computed yet: the first step takes the stimulus that is there then. Throws InputError, at the method,
    // for one that is not stepped.
    SteppedRun(const Plan& plan, std::function<void(const Row&)> row);
    ~SteppedRun();

    // One step, always on the same thread. `stimulus`: it has changed since the last one. `look`: the state after it is
    // wanted. False: there was no further step (end of the span, failure, finish()). What the sink of the rows throws
    // comes out here.
    bool step(bool stimulus, bool look);
    // Ends the run where it stands; its last row is handed out if it was not.
    void finish();

    const Row& seen() const { return seen_; }                // what the last look saw; without the method's own numbers
    const std::string& failure() const { return failure_; }  // "": none
    double failure_time() const { return failure_time_; }
    bool ended() const { return fiber_.ended(); }
    const Plan& plan() const { return plan_; }
    const Statistics& statistics() const { return statistics_; }

 private:
    Answer before_step(long n) override;
    bool looks() const override { return look_; }
    void look(const Row& row) override;
    void run();
    void go_on();

    Plan plan_;
    std::function<void(const Row&)> row_;
    Statistics statistics_;
    Answer answer_ = Answer::go;
    bool look_ = false;
    Row seen_;
    std::string failure_;
    double failure_time_ = 0;
    std::exception_ptr thrown_;  // not by the method
    FixedPointMachine machine_;  // a rule of the thread, which several runs share
    Fiber fiber_;
};

}  // namespace polhode
