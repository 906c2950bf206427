#include "polhode/sweep/compute/sweep_controllers.hpp"

#include <cmath>

namespace polhode {

using ensemble::InsideShape;
using ensemble::InsideStep;
using ensemble::most_controllers;

namespace {

constexpr std::size_t most_scheduled_steps = 1u << 22;

double time_of_sample(const InsideShape::Controller& c, long long k) {
    const auto n = static_cast<double>(k);
    return c.rate_hz > 0 ? c.first + n / c.rate_hz : std::fma(n, c.period, c.first);
}

// Which of them sample at t, and when the next one does.
class Clock {
 public:
    explicit Clock(const InsideShape& shape) : shape_(shape) {}
    double next() const {
        double soonest = HUGE_VAL;
        for (int k = 0; k < shape_.controllers; ++k)
            soonest = std::fmin(soonest, time_of_sample(shape_.controller[k], taken_[k]));
        return soonest;
    }
    unsigned act(double t) {
        unsigned which = 0;
        for (int k = 0; k < shape_.controllers; ++k)
            if (!(time_of_sample(shape_.controller[k], taken_[k]) > t)) which |= 1u << k, ++taken_[k];
        return which;
    }

 private:
    const InsideShape& shape_;
    long long taken_[most_controllers] = {};
};

}  // namespace

// InsideWalk and DoubleStepper::grid_step (run/inside/double_stepper.cpp), from step to step
std::string control_schedule(const InsideShape& shape, double step, double duration, ControlSchedule& to) {
    Clock clock(shape);
    if (!(clock.next() > 0)) to.first_samples = clock.act(0);
    for (double t = 0; t < duration;) {
        const double limit = std::fmin(duration, clock.next()), n = std::floor(t / step * (1 + 1e-14) + 1e-9);
        InsideStep one;
        one.from = t;
        one.to = limit - (n + 1) * step < 1e-9 * step ? limit : (n + 1) * step;
        const bool whole = t == n * step && std::fabs(one.to - (n + 1) * step) <= 1e-9 * step;
        one.length = whole ? step : one.to - t;
        if (!(one.to > t)) return "samples are closer together than the clock can tell";
        if (!(clock.next() > one.to)) one.samples = clock.act(one.to);
        to.steps.push_back(one);
        t = one.to;
        if (to.steps.size() > most_scheduled_steps)
            return "controllers go in SIMD lanes in up to " + std::to_string(most_scheduled_steps) + " steps";
    }
    return "";
}

std::string scheduled_rows(const ControlSchedule& schedule, const RunSpan& span, std::vector<double>& times,
                           std::vector<long long>& steps) {
    if (span.duration / span.sample > 1e6) return "more than a million rows in each run";
    times.push_back(0);
    steps.push_back(0);
    long row = 1;
    long long done = 0;
    for (const InsideStep& one : schedule.steps) {
        ++done;
        const double due = std::fmin(static_cast<double>(row) * span.sample, span.duration);
        const double same = 1e-9 * (one.to - one.from);
        const bool end = one.to >= span.duration;
        if (due < one.to - same) return "rows lie between steps";
        if (due > one.to + same || !(end || due < span.duration)) continue;
        times.push_back(end ? span.duration : due);
        steps.push_back(done);
        ++row;
    }
    return "";
}

}  // namespace polhode
