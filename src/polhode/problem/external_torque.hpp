// A torque that is not among the alternatives of AnyTorque: written once as a template over the number type, as those
// of the core are, and reached through a virtual face for each arithmetic, so that a new kind of torque compiles its
// own file and nothing of the engine. A model is a class template with
//
//     Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>& w_B) const     in body axes, N m
//     template <class To> Model<To> as() const                                        the same in another arithmetic
//
// and, where they have a meaning,
//
//     T potential(const Attitude& attitude) const                                     J
//     void segment(double begin, double end)                                          as TorqueSum says
//     void switching_times(double end, std::vector<double>& times) const
//     TorqueFacts facts() const                                                       torque_facts.hpp
//
// The attitude is the one that the method holds: the numbers are those of a torque of the core.
#pragma once

#include <memory>
#include <utility>

#include "polhode/problem/external.hpp"
#include "polhode/problem/torque_facts.hpp"
#include "polhode/rotation/quaternion.hpp"
#include "polhode/torque/frame.hpp"

namespace polhode {

// Any attitude over T, as a torque sees it.
template <class T>
class AttitudeView {
 public:
    using scalar = T;

    template <class Attitude>
    explicit AttitudeView(const Attitude& attitude)
        : held_(&attitude),
          body_([](const void* a, const Vec3<T>& v_N) -> Vec3<T> {
              return to_body(*static_cast<const Attitude*>(a), v_N);
          }),
          world_([](const void* a, const Vec3<T>& v_B) -> Vec3<T> {
              return to_world(*static_cast<const Attitude*>(a), v_B);
          }),
          vertical_(
              [](const void* a) -> Vec3<T> { return torque::vertical_in_body(*static_cast<const Attitude*>(a)); }),
          quaternion_([](const void* a) -> Quaternion<T> { return to_quaternion(*static_cast<const Attitude*>(a)); }) {}

    friend Vec3<T> to_body(const AttitudeView& a, const Vec3<T>& v_N) { return a.body_(a.held_, v_N); }
    friend Vec3<T> to_world(const AttitudeView& a, const Vec3<T>& v_B) { return a.world_(a.held_, v_B); }
    friend Vec3<T> vertical_in_body(const AttitudeView& a) { return a.vertical_(a.held_); }
    friend Quaternion<T> to_quaternion(const AttitudeView& a) { return a.quaternion_(a.held_); }

 private:
    const void* held_;
    Vec3<T> (*body_)(const void*, const Vec3<T>&);
    Vec3<T> (*world_)(const void*, const Vec3<T>&);
    Vec3<T> (*vertical_)(const void*);
    Quaternion<T> (*quaternion_)(const void*);
};

// A torque in one arithmetic.
template <class T>
class TorqueFace {
 public:
    virtual ~TorqueFace() = default;
    virtual std::unique_ptr<TorqueFace> copy() const = 0;
    virtual void segment(double begin, double end) = 0;
    virtual Vec3<T> value(const T& t, const AttitudeView<T>& attitude, const Vec3<T>& w_B) const = 0;
    virtual T potential(const AttitudeView<T>& attitude) const = 0;  // 0 where there is none
};

namespace external {

template <class Model, class T>
class TorqueOf final : public TorqueFace<T> {
 public:
    explicit TorqueOf(Model model) : model_(std::move(model)) {}
    std::unique_ptr<TorqueFace<T>> copy() const override { return std::make_unique<TorqueOf>(model_); }
    void segment(double begin, double end) override {
        if constexpr (requires { model_.segment(begin, end); }) model_.segment(begin, end);
    }
    Vec3<T> value(const T& t, const AttitudeView<T>& attitude, const Vec3<T>& w_B) const override {
        return model_(t, attitude, w_B);
    }
    T potential(const AttitudeView<T>& attitude) const override {
        if constexpr (requires { model_.potential(attitude); })
            return model_.potential(attitude);
        else
            return T(0);
    }

 private:
    Model model_;
};

}  // namespace external

// The alternative of AnyTorque that holds one.
template <class T>
class ExternalTorque : public external::Held<TorqueFace, TorqueFacts, T> {
 public:
    using external::Held<TorqueFace, TorqueFacts, T>::Held;

    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>& w_B) const {
        return this->face_->value(t, AttitudeView<T>(attitude), w_B);
    }
    template <class Attitude>
    T potential(const Attitude& attitude) const {
        return this->face_->potential(AttitudeView<T>(attitude));
    }

    template <class To>
    ExternalTorque<To> as() const {
        return ExternalTorque<To>(this->model_);
    }
};

template <class Model>
ExternalTorque<double> external_torque(Model model) {
    return ExternalTorque<double>(
        std::make_shared<external::Holder<TorqueFace, external::TorqueOf, TorqueFacts, Model>>(std::move(model)));
}

}  // namespace polhode
