// A body that is flown: one method on the scenario's problem, stepped as far as the page lets it, with stimuli that
// hold over whole steps (problem/held_stimulus.hpp). The run is an ordinary one, held up at its gate as that of
// `polhode live` is; there the page's worker goes on meanwhile (WebAssembly.Suspending, JSPI). So the numbers are those
// of `polhode run` on the scenario in which the stimuli stand as tables, for bodies with an inside too.
#pragma once

#include <emscripten.h>

#include <cmath>
#include <functional>
#include <memory>

#include "polhode/problem/held_stimulus.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/run/timed_gate.hpp"

// How many steps may be made from here; below zero: none, ever. The page answers when they are due.
EM_JS(int, wait_for_steps, (), { return Module["onWait"](); });

namespace polhode {

// What acts from outside during the next steps, as the page puts it here. With given rates `body` is the rate, rad/s;
// otherwise both are torques, N m, in body and in world axes.
struct Stimuli {
    double body[3] = {}, world[3] = {};
    double stands_at = 0;  // s, to the last bit: where the step begins before which the run was last held up
};
inline Stimuli stimuli;

// The problem with stimuli added to its torques, or in place of its rates.
inline Problem flown(const Problem& problem, const std::shared_ptr<const HeldStimulus>& held) {
    Problem p = problem;
    if (p.dynamics()) {
        p.torques.push_back({"stimulus", external_torque(HeldTorque<double>(held, torque::Frame::body))});
        p.torques.push_back({"stimulus", external_torque(HeldTorque<double>(held, torque::Frame::world))});
    } else {
        p.rates = RatesModel{"stimulus", external_rates(HeldRates<double>(held))};
    }
    return p;
}

// Lets so many steps through as the page grants; of the states after them every `keep`-th is taken, and the last one
// before each wait.
class PageGate final : public TimedGate {
 public:
    PageGate(std::shared_ptr<HeldStimulus> held, bool rates, long keep, std::function<void(const Row&)> take,
             std::function<void()> before_wait)
        : held_(std::move(held)),
          rates_(rates),
          keep_(keep),
          take_(std::move(take)),
          before_wait_(std::move(before_wait)) {}

    void stands_at(double t) override { time_ = t; }
    Answer before_step(long n) override {
        if (granted_ == 0) {
            before_wait_();
            stimuli.stands_at = time_;
            granted_ = wait_for_steps();
            if (granted_ <= 0) return Answer::stop;
        }
        --granted_;
        made_ = n + 1;
        HeldStimulus now;
        (rates_ ? now.rate_B : now.torque_B) = {stimuli.body[0], stimuli.body[1], stimuli.body[2]};
        if (!rates_) now.torque_N = {stimuli.world[0], stimuli.world[1], stimuli.world[2]};
        if (now == *held_) return Answer::go;
        *held_ = now;
        return Answer::stimulus;
    }
    bool looks() const override { return granted_ == 0 || made_ % keep_ == 0; }
    void look(const Row& row) override { take_(row); }

 private:
    std::shared_ptr<HeldStimulus> held_;
    bool rates_;
    long keep_, granted_ = 0, made_ = 0;
    double time_ = -1;  // of a run that says it; all others begin step n at n h
    std::function<void(const Row&)> take_;
    std::function<void()> before_wait_;
};

// Flies for at most `longest` seconds; the row of the start is taken too. `before_wait` hands rows on.
inline Statistics fly(const Problem& problem, const Method& method, double longest, long keep,
                      const std::function<void(const Row&)>& take, const std::function<void()>& before_wait) {
    if (!method.step) throw InputError(method.at("step"), "only a method with a fixed step can be flown; give `step`");
    RunSpan span;
    span.sample = *method.step;
    span.duration = *method.step * std::floor(longest / *method.step);
    const auto held = std::make_shared<HeldStimulus>();
    const Plan plan = prepare(flown(problem, held), method, span);
    PageGate gate(held, !problem.dynamics(), keep, take, before_wait);
    const auto row = [&](const Row& r) {
        if (r.t == 0) take(r);
    };
    Statistics statistics;
    simulate(plan, {.row = row, .gate = &gate}, statistics);
    before_wait();
    return statistics;
}

}  // namespace polhode
