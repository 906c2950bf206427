#include "polhode/inside/sample_clock.hpp"

#include <cmath>

#include "polhode/base/diagnostic.hpp"

namespace polhode {

namespace {

// The nearest whole multiple of the quantum (a half goes up), then no larger than the limit; and no -0.
template <class T>
T made_coarse(T value, const Controller::Number& n) {
    value = value + T(0);
    if (n.quantum > 0) {
        const T q(n.quantum);
        value = q * round_down(value / q + T(0.5));
    }
    const T limit(n.limit);
    if (n.limit > 0 && limit < value) return limit;
    return n.limit > 0 && value < -limit ? -limit : value;
}

}  // namespace

template <class T>
SampleClock<T>::SampleClock(const Problem& problem) : layout_(*problem.inside) {
    for (const Controller& c : problem.inside->controllers) {
        Running one{&c};
        for (long i = 0; i <= c.delay; ++i) one.line.emplace_back(c.outputs.size(), T(0));
        running_.push_back(std::move(one));
    }
}

template <class T>
double SampleClock<T>::next() const {
    double soonest = HUGE_VAL;
    for (const Running& one : running_)
        soonest = std::fmin(soonest, one.controller->time_of(static_cast<double>(one.taken)));
    return soonest;
}

template <class T>
void SampleClock<T>::act(const T& t, State& y, EventWatch<T>& sight) {
    const double now = inside::in_double(t);
    for (Running& one : running_) {
        if (one.controller->time_of(static_cast<double>(one.taken)) > now) continue;
        sample(one, t, y, sight);
        ++one.taken;
        if (!(one.controller->time_of(static_cast<double>(one.taken)) > now))
            throw ComputationFailed(now, "the samples of '" + one.controller->name +
                                             "' are closer together than the clock can tell at this time");
        if (!is_finite(y))
            throw ComputationFailed(now,
                                    "the controller '" + one.controller->name + "' gives a number that is not finite");
    }
}

template <class T>
void SampleClock<T>::sample(Running& one, const T& t, State& y, EventWatch<T>& sight) {
    const Controller& c = *one.controller;
    compute(c.measured, t, y, sight, values_);
    put(c.measured, values_, y);
    compute(c.memory, t, y, sight, values_);
    put(c.memory, values_, y);
    const std::size_t places = one.line.size();
    compute(c.outputs, t, y, sight, one.line[(one.oldest + places - 1) % places]);
    put(c.outputs, one.line[one.oldest], y);
    one.oldest = (one.oldest + 1) % places;
}

template <class T>
void SampleClock<T>::compute(const std::vector<Controller::Number>& numbers, const T& t, const State& y,
                             EventWatch<T>& sight, std::vector<T>& values) const {
    values.clear();
    if (!numbers.empty()) sight.look(t, y);
    for (const Controller::Number& n : numbers) values.push_back(made_coarse(sight.formula(n.value), n));
}

template <class T>
void SampleClock<T>::put(const std::vector<Controller::Number>& numbers, const std::vector<T>& values, State& y) const {
    for (std::size_t i = 0; i < numbers.size(); ++i) y[layout_.state[numbers[i].state]] = values[i];
}

template class SampleClock<double>;
template class SampleClock<exact::Two>;
template class SampleClock<TangentNumber>;

}  // namespace polhode
