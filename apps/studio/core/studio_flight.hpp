// A body that is flown: one method on the scenario's problem, stepped as far as the page lets it, with stimuli that
// hold over a whole step as the rows of a table with `hold` do. The run is an ordinary one; at the end of what it was
// granted it waits inside its observer, and the page's worker goes on meanwhile (WebAssembly.Suspending, JSPI). So the
// numbers are those of `polhode run` on the scenario in which the stimuli stand as tables.
#pragma once

#include <emscripten.h>

#include <cmath>
#include <functional>
#include <vector>

#include "polhode/problem/external_rates.hpp"
#include "polhode/problem/external_torque.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/torque/frame.hpp"

// How many steps may be made from here; below zero: none, ever. The page answers when they are due.
EM_JS(int, wait_for_steps, (), { return Module["onWait"](); });

namespace polhode {

// What acts from outside during the next steps. With given rates `body` is the rate, rad/s; otherwise both are torques,
// N m, in body and in world axes.
struct Stimuli {
    double body[3] = {}, world[3] = {};
};
inline Stimuli stimuli;

template <class T>
struct StimulusTorque {
    torque::Frame frame;
    template <class Attitude>
    Vec3<T> operator()(T, const Attitude& attitude, const Vec3<T>&) const {
        const double* v = frame == torque::Frame::body ? stimuli.body : stimuli.world;
        return torque::in_body_axes(frame, attitude, cast<T>(Vec3<double>{v[0], v[1], v[2]}));
    }
    template <class To>
    StimulusTorque<To> as() const {
        return {frame};
    }
    // No law is known beforehand, so no power series of it.
    TorqueFacts facts() const { return {.scheduled = true, .only_called = true}; }
};
template <class T>
struct StimulusRates {
    Vec3<T> operator()(T) const { return cast<T>(Vec3<double>{stimuli.body[0], stimuli.body[1], stimuli.body[2]}); }
    template <class To>
    StimulusRates<To> as() const {
        return {};
    }
};

// The problem with stimuli added to its torques, or in place of its rates.
inline Problem flown(const Problem& problem) {
    Problem p = problem;
    if (p.dynamics()) {
        p.torques.push_back({"stimulus", external_torque(StimulusTorque<double>{torque::Frame::body})});
        p.torques.push_back({"stimulus", external_torque(StimulusTorque<double>{torque::Frame::world})});
    } else {
        p.rates = RatesModel{"stimulus", external_rates(StimulusRates<double>{})};
    }
    return p;
}

struct Landed {};  // thrown out of a run that is not wanted any more

// Flies for at most `longest` seconds. Of the rows every `keep`-th goes to `take`, and the last one before each wait;
// `before_wait` hands them on.
inline Statistics fly(const Problem& problem, const Method& method, double longest, long keep,
                      const std::function<void(const Row&)>& take, const std::function<void()>& before_wait) {
    if (!method.step) throw InputError(method.at("step"), "only a method with a fixed step can be flown; give `step`");
    RunSpan span;
    span.sample = *method.step;
    span.duration = *method.step * std::floor(longest / *method.step);
    const Plan plan = prepare(flown(problem), method, span);
    long n = 0, granted = 1;  // the row of the start is one too
    const auto row = [&](const Row& r) {
        const bool last = --granted == 0;
        if (n++ % keep == 0 || last) take(r);
        if (!last) return;
        before_wait();
        granted = wait_for_steps();
        if (granted <= 0) throw Landed{};
    };
    Statistics statistics;
    try {
        simulate(plan, {.row = row}, statistics);
    } catch (const Landed&) {
    }
    before_wait();
    return statistics;
}

}  // namespace polhode
