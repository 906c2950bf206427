// The walk along a motion with events: steps from switch to switch and from sample to sample, cut where something
// happens, begun anew where the state has jumped, a controller has looked or a motor works by another law. At one time
// events act first; controllers then see what they left, and may set off further events.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/inside/sample_clock.hpp"

namespace polhode {

template <class T>
class InsideWalk {
 public:
    using State = StateVector<T>;

    InsideWalk(const Problem& problem, double end, std::unique_ptr<InsideStepper<T>> stepper)
        : end_(end), stepper_(std::move(stepper)), watch_(problem), clock_(problem), numbers_(problem) {
        watch_.see_slopes(*stepper_);
        segment_ends_ = inside::stretches(problem, end);
        const Quaternion<double> q = start_quaternion(problem);
        const Vec3<double>& w = problem.start.rate;
        y_ = numbers_.start({T(q.w), T(q.x), T(q.y), T(q.z)}, {T(w[0]), T(w[1]), T(w[2])});
    }

    // The start as the steps take it; before the first of them.
    void begin(const State& y) {
        y_ = y;
        stepper_->segment(0, segment_ends_[0]);
        watch_.segment(0, segment_ends_[0]);
        if (!(clock_.next() > 0)) clock_.act(T(0), y_, watch_);
        if (!watch_.idle()) {
            watch_.start(T(0), y_, *stepper_);
            stepper_->set_modes(watch_.modes());
        }
        stepper_->start(T(0), y_);
    }
    const State& start() const { return y_; }

    // The next stretch of the motion: a step, or the part of one up to an event. False at the end of the motion. Throws
    // ComputationFailed where a number is no longer finite.
    bool next() {
        if (happens_) take_events();
        if (stopped_ || !(inside::in_double(t_) < end_)) return false;
        if (!(inside::in_double(t_) < segment_ends_[segment_])) {
            const double from = segment_ends_[segment_++];
            stepper_->segment(from, segment_ends_[segment_]);
            watch_.segment(from, segment_ends_[segment_]);
            sampled_ = true;
        }
        if (sampled_) stepper_->start(t_, y_);
        sampled_ = false;
        from_ = t_;
        T to = stepper_->step(T(std::fmin(segment_ends_[segment_], clock_.next())));
        if (!(from_ < to)) throw ComputationFailed(inside::in_double(t_), "the step became too small for the clock");
        happens_ = false;
        if (!watch_.idle()) {
            if (const auto when = watch_.first(from_, to, *stepper_)) {
                to = *when;
                happens_ = true;
            }
        }
        y_ = happens_ ? stepper_->at(to) : stepper_->take();
        if (!is_finite(y_)) throw ComputationFailed(inside::in_double(from_), "a number is no longer finite");
        t_ = to;
        // rows at a sample show what the controller gives out from then on
        if (!happens_) sample();
        if (!happens_) happens_ = switched();
        if (!watch_.idle() && !happens_) watch_.pass(to, y_);
        // events act when the stretch has been looked at; what they will do is known now
        return true;
    }

    // Steps in one go, as `next` would make them one by one, where nothing is watched and nobody samples; they end
    // before `limit`, so that what is due there is left to `next`.
    Stride stride(double limit, long most) {
        if (!watch_.idle() || !clock_.idle() || stopped_ || sampled_) return {};
        return stepper_->stride(T(std::fmin(limit, segment_ends_[segment_])), most, t_, y_);
    }

    // Something outside has changed: what comes next is a segment of its own, as if this time had been known to be the
    // end of one. Between two stretches.
    void switch_here() {
        const double now = inside::in_double(t_);
        if (!(now < segment_ends_[segment_])) return;  // it is one
        stepper_->segment(now, segment_ends_[segment_]);
        watch_.segment(now, segment_ends_[segment_]);
        sampled_ = true;
        happens_ = watch_.rubs() && watch_.differs(t_, y_);
    }

    // The stretch: where it begins and ends, the state at its end before events act, and inside.
    const T& from() const { return from_; }
    const T& to() const { return t_; }
    const State& state() const { return y_; }
    State at(const T& time) { return stepper_->at(time); }
    // Something happens at the end of the stretch: lets it act and says what it was. The state after it is `state`.
    bool happens() const { return happens_; }
    const Happened& take_events() {
        const double length = inside::in_double(t_) - inside::in_double(from_);
        happens_ = false;
        happened_ = watch_.act(t_, y_, length, *stepper_);
        come_together();
        if (!happened_.stop) sample();
        if (happens_) happened_.add(watch_.act(t_, y_, length, *stepper_));
        if (!happened_.stop && switched()) happened_.add(watch_.act(t_, y_, length, *stepper_));
        happens_ = false;
        stopped_ = happened_.stop;
        if (happened_.jumped || happened_.modes_changed || sampled_)
            stepper_->start(t_, y_);
        else
            stepper_->cut(t_);
        sampled_ = false;
        return happened_;
    }
    bool stopped() const { return stopped_; }

    // Between two stretches: the tangent of all that is carried on, divided by this.
    void divide_tangent(double by) {
        static_assert(has_tangent<T>);
        const auto divide = [by](T& a) { a.grow(1) = a.at(1) / by; };
        for (int i = 0; i < y_.length; ++i) divide(y_[i]);
        clock_.each_on_its_way(divide);
        stepper_->start(t_, y_);
    }

    InsideStepper<T>& stepper() { return *stepper_; }
    const EventWatch<T>& watch() const { return watch_; }
    const SampleClock<T>& clock() const { return clock_; }
    InsideNumbers<T>& numbers() { return numbers_; }

 private:
    // Neighbours to whom something happened at times of their own (event_neighbours.hpp), at that of the motion again.
    void come_together() {
        if constexpr (has_tangent<T>) {
            const double off = t_.at(1);
            t_ = without_tangent(t_);
            if (off == 0 || happened_.stop) return;
            StateVector<double> y(y_.length);
            for (int i = 0; i < y.length; ++i) y[i] = y_[i].c[0];
            const StateVector<double> slope = stepper_->slope(t_.c[0], y);
            for (int i = 0; i < y.length; ++i) y_[i].grow(1) = y_[i].at(1) - slope[i] * off;
        }
    }
    // Controllers that look now; what they set may make something happen at once.
    void sample() {
        if (clock_.next() > inside::in_double(t_)) return;
        clock_.act(t_, y_, watch_);
        sampled_ = true;
        happens_ = watch_.differs(t_, y_);
    }
    // At the end of a segment: what acts from here on may make something happen at once, as a torque that jumps lets go
    // what stuck. In the step that follows it might be over before anybody looks.
    bool switched() {
        if (!watch_.rubs() || inside::in_double(t_) < segment_ends_[segment_] || segment_ + 1 == segment_ends_.size())
            return false;
        watch_.segment(segment_ends_[segment_], segment_ends_[segment_ + 1]);
        return watch_.differs(t_, y_);
    }

    double end_;
    std::unique_ptr<InsideStepper<T>> stepper_;
    EventWatch<T> watch_;
    SampleClock<T> clock_;
    InsideNumbers<T> numbers_;
    std::vector<double> segment_ends_;
    std::size_t segment_ = 0;
    T t_{0}, from_{0};
    State y_;
    bool happens_ = false, stopped_ = false;
    bool sampled_ = false;  // the stepper has to begin anew at t_
    Happened happened_;
};

}  // namespace polhode
