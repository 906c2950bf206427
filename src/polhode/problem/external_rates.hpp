// A given rate that is not among the alternatives of AnyRates: a class template over the number type with
//
//     Vec3<T> operator()(T t) const                                                   w_NB_B, rad/s
//     template <class To> Model<To> as() const                                        the same in another arithmetic
//
// and, where they have a meaning, segment, switching_times and facts (RatesFacts), as external_torque.hpp has them.
#pragma once

#include <memory>
#include <utility>

#include "polhode/problem/external.hpp"
#include "polhode/problem/rates_facts.hpp"

namespace polhode {

// A given rate in one arithmetic.
template <class T>
class RatesFace {
 public:
    virtual ~RatesFace() = default;
    virtual std::unique_ptr<RatesFace> copy() const = 0;
    virtual void segment(double begin, double end) = 0;
    virtual Vec3<T> value(const T& t) const = 0;
};

namespace external {

template <class Model, class T>
class RatesOf final : public RatesFace<T> {
 public:
    explicit RatesOf(Model model) : model_(std::move(model)) {}
    std::unique_ptr<RatesFace<T>> copy() const override { return std::make_unique<RatesOf>(model_); }
    void segment(double begin, double end) override {
        if constexpr (requires { model_.segment(begin, end); }) model_.segment(begin, end);
    }
    Vec3<T> value(const T& t) const override { return model_(t); }

 private:
    Model model_;
};

}  // namespace external

// The alternative of AnyRates that holds one.
template <class T>
class ExternalRates : public external::Held<RatesFace, RatesFacts, T> {
 public:
    using external::Held<RatesFace, RatesFacts, T>::Held;

    Vec3<T> operator()(T t) const { return this->face_->value(t); }

    template <class To>
    ExternalRates<To> as() const {
        return ExternalRates<To>(this->model_);
    }
};

template <class Model>
ExternalRates<double> external_rates(Model model) {
    return ExternalRates<double>(
        std::make_shared<external::Holder<RatesFace, external::RatesOf, RatesFacts, Model>>(std::move(model)));
}

}  // namespace polhode
