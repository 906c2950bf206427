// When controllers look at the body, and what they do then. A sample at time t: everything is measured, the memory is
// updated (all of it computed before any is set), then the outputs are computed from the new memory, rounded, limited,
// and given out so many samples later as the delay says. Controllers with a sample at one time act in file order, each
// seeing what those before it have set.
#pragma once

#include <vector>

#include "polhode/inside/event_watch.hpp"

namespace polhode {

template <class T>
class SampleClock {
 public:
    using State = StateVector<T>;
    explicit SampleClock(const Problem& problem);

    bool idle() const { return running_.empty(); }
    // The next time at which some controller looks; infinite without controllers.
    double next() const;
    // All that look at t; `sight` is asked for the values of their formulas. Throws ComputationFailed where a number
    // is not finite.
    void act(const T& t, State& y, EventWatch<T>& sight);
    // All outputs that are still on their way.
    template <class Use>
    void each_on_its_way(const Use& use) {
        for (Running& one : running_)
            for (std::vector<T>& outputs : one.line)
                for (T& value : outputs) use(value);
    }
    // How many samples each has taken.
    long samples(std::size_t controller) const { return running_[controller].taken; }

 private:
    struct Running {
        const Controller* controller;
        long taken = 0;
        // outputs that are still on their way, in a circle of delay + 1 places, from the oldest on
        std::vector<std::vector<T>> line{};
        std::size_t oldest = 0;
    };
    void sample(Running& one, const T& t, State& y, EventWatch<T>& sight);
    void compute(const std::vector<Controller::Number>& numbers, const T& t, const State& y, EventWatch<T>& sight,
                 std::vector<T>& values) const;
    void put(const std::vector<Controller::Number>& numbers, const std::vector<T>& values, State& y) const;

    InsideLayout layout_;
    std::vector<Running> running_;
    std::vector<T> values_;  // of one formula after the other, before any is set
};

extern template class SampleClock<double>;
extern template class SampleClock<exact::Two>;
extern template class SampleClock<TangentNumber>;

}  // namespace polhode
