// What pushes a body from outside while it runs: a torque in body and one in world axes, or the body rate itself. It is
// held over whole steps. Whoever steps the body changes the numbers between two steps and says so (run/step_gate.hpp);
// then every copy takes them up as a table of held rows takes up its next row, and gives the same bits.
#pragma once

#include <memory>
#include <utility>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/problem/external_rates.hpp"
#include "polhode/problem/external_torque.hpp"

namespace polhode {

struct HeldStimulus {
    Vec3<double> torque_B{};  // N m, body axes
    Vec3<double> torque_N{};  // N m, world axes
    Vec3<double> rate_B{};    // rad/s, body axes (given rates)

    friend bool operator==(const HeldStimulus&, const HeldStimulus&) = default;
};

template <class T>
class HeldTorque {
 public:
    HeldTorque(std::shared_ptr<const HeldStimulus> from, torque::Frame frame) : from_(std::move(from)), frame_(frame) {
        take();
    }

    void segment(double, double) { take(); }
    template <class Attitude>
    Vec3<T> operator()(T, const Attitude& attitude, const Vec3<T>&) const {
        return torque::in_body_axes(frame_, attitude, value_);
    }
    template <class To>
    HeldTorque<To> as() const {
        return HeldTorque<To>(from_, frame_);
    }
    TorqueFacts facts() const {
        TorqueFacts f;
        f.scheduled = true;
        return f;
    }

 private:
    void take() { value_ = cast<T>(frame_ == torque::Frame::body ? from_->torque_B : from_->torque_N); }

    std::shared_ptr<const HeldStimulus> from_;
    torque::Frame frame_;
    Vec3<T> value_{};
};

template <class T>
class HeldRates {
 public:
    explicit HeldRates(std::shared_ptr<const HeldStimulus> from) : from_(std::move(from)) { take(); }

    void segment(double, double) { take(); }
    Vec3<T> operator()(T) const { return value_; }
    template <class To>
    HeldRates<To> as() const {
        return HeldRates<To>(from_);
    }

 private:
    void take() { value_ = cast<T>(from_->rate_B); }

    std::shared_ptr<const HeldStimulus> from_;
    Vec3<T> value_{};
};

}  // namespace polhode
