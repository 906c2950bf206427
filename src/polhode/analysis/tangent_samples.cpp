#include "polhode/analysis/tangent_samples.hpp"

#include <cmath>

namespace polhode {

namespace {

using S = TangentSamples::S;

// Beyond its limit an output is the same for all neighbours.
S limited(const S& value, double limit) {
    if (!(limit > 0) || std::fabs(value.at(0)) <= limit) return value;
    return S(std::copysign(limit, value.at(0)));
}

}  // namespace

TangentSamples::TangentSamples(const Problem& problem) : layout_(*problem.inside) {
    for (const Controller& c : problem.inside->controllers) {
        Running one{&c};
        for (long i = 0; i <= c.delay; ++i) one.line.emplace_back(c.outputs.size(), S(0));
        running_.push_back(std::move(one));
    }
}

double TangentSamples::next() const {
    double soonest = HUGE_VAL;
    for (const Running& one : running_) soonest = std::fmin(soonest, one.controller->time_of(one.taken));
    return soonest;
}

void TangentSamples::act(double t, StateVector<S>& y, InsideNumbers<S>& numbers) {
    for (Running& one : running_) {
        const Controller& c = *one.controller;
        if (c.time_of(one.taken) > t) continue;
        put(c.measured, computed(c.measured, t, y, numbers), y);
        put(c.memory, computed(c.memory, t, y, numbers), y);
        const std::size_t places = one.line.size();
        one.line[(one.oldest + places - 1) % places] = computed(c.outputs, t, y, numbers);
        put(c.outputs, one.line[one.oldest], y);
        one.oldest = (one.oldest + 1) % places;
        ++one.taken;
    }
}

void TangentSamples::divide(double by) {
    for (Running& one : running_)
        for (std::vector<S>& outputs : one.line)
            for (S& value : outputs) value.grow(1) = value.at(1) / by;
}

std::vector<S> TangentSamples::computed(const std::vector<Controller::Number>& all, double t, const StateVector<S>& y,
                                        InsideNumbers<S>& numbers) const {
    std::vector<S> values;
    if (all.empty()) return values;
    const Quaternion<S> q = numbers.attitude(y);
    const Mat3<S> R = numbers.matrix(q);
    numbers.look(S(t), y, numbers.rate(S(t), y), q, &R);
    for (const Controller::Number& n : all) values.push_back(limited(numbers.formula(n.value), n.limit));
    return values;
}

void TangentSamples::put(const std::vector<Controller::Number>& all, const std::vector<S>& values,
                         StateVector<S>& y) const {
    for (std::size_t i = 0; i < all.size(); ++i) y[layout_.state[all[i].state]] = values[i];
}

}  // namespace polhode
