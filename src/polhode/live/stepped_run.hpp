// One method on one problem, a step at a time: the run of simulate(), held up at its gate before every step. Bits are
// those of the run that goes through by itself.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>

#include "polhode/arithmetic/fixed_point.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/run/timed_gate.hpp"
#include "polhode/system/host/fiber.hpp"

namespace polhode {

// Why a method is not stepped from outside, as a sentence; "" where it is.
std::string why_not_stepped(const Plan& plan);
// Whether its steps end where something switches, to the last bit: then a record says that time, and not n h.
bool ends_where_it_switches(const Plan& plan);

class SteppedRun final : private TimedGate {
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

    const Row& seen() const { return seen_; }  // what the last look saw; without the method's own numbers
    // Where step n begins, of a run that ends_where_it_switches() and stands, or ended, before this step.
    std::optional<double> time_before(long n) const { return n == gate_ ? std::optional<double>(time_) : std::nullopt; }
    const std::string& failure() const { return failure_; }  // "": none
    double failure_time() const { return failure_time_; }
    bool ended() const { return fiber_.ended(); }
    const Plan& plan() const { return plan_; }
    const Statistics& statistics() const { return statistics_; }

 private:
    Answer before_step(long n) override;
    void stands_at(double t) override { time_ = t; }
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
    double time_ = 0;  // at the gate where it last stood
    long gate_ = -1;
    std::string failure_;
    double failure_time_ = 0;
    std::exception_ptr thrown_;  // not by the method
    FixedPointMachine machine_;  // rules of the thread, which several runs share
    int series_order_;
    Fiber fiber_;
};

}  // namespace polhode
