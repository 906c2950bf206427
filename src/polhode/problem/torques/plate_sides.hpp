// Torques on plates for who says from outside which side is hit (inside/outside_torques.hpp): between the times at
// which the body turns a plate edge-on its torque is smooth then, and has a power series.
#pragma once

#include <memory>
#include <utility>

#include "polhode/problem/torque_model.hpp"

namespace polhode {

template <class T>
class PlateFace {
 public:
    virtual ~PlateFace() = default;
    virtual void segment(double begin, double end) = 0;
    // The cosine of the angle between its normal and what it is hit from: 0 where it is edge-on.
    virtual T cosine(const T& t, const AttitudeView<T>& attitude) const = 0;
    // The torque where this side is hit: 1 the front, -1 the back; 0: the one that is.
    virtual Vec3<T> value(const T& t, const AttitudeView<T>& attitude, int side) const = 0;
};

// A torque on a plate in the arithmetics of bodies with an inside.
class PlateModel {
 public:
    template <class T>
    using Arithmetic = external::Arithmetic<T>;
    virtual ~PlateModel() = default;
    virtual std::unique_ptr<PlateFace<double>> plate(Arithmetic<double>) const = 0;
    virtual std::unique_ptr<PlateFace<Series<double>>> plate(Arithmetic<Series<double>>) const = 0;
    virtual std::unique_ptr<PlateFace<Series<exact::Two>>> plate(Arithmetic<Series<exact::Two>>) const = 0;
};
// Null for any other torque.
const PlateModel* plate_of(const TorqueModel& model);

namespace external {

template <class Model, class T>
class PlateOf final : public PlateFace<T> {
 public:
    explicit PlateOf(Model model) : model_(std::move(model)) {}
    void segment(double begin, double end) override {
        if constexpr (requires { model_.segment(begin, end); }) model_.segment(begin, end);
    }
    T cosine(const T& t, const AttitudeView<T>& attitude) const override {
        const Vec3<T> from = model_.seen_from(t, attitude);
        return dot(model_.plate.normal, from) / sqrt(dot(from, from));
    }
    Vec3<T> value(const T& t, const AttitudeView<T>& attitude, int side) const override {
        return model_.on_side(t, attitude, side);
    }

 private:
    Model model_;
};

template <class Model>
class PlateHolder final : public Makes<TorqueFace, TorqueOf, TorqueFacts, Model, All>, public PlateModel {
 public:
    using Makes<TorqueFace, TorqueOf, TorqueFacts, Model, All>::Makes;
    TorqueFacts facts() const override { return this->model_.facts(); }
    void switching_times(double end, std::vector<double>& times) const override {
        if constexpr (requires { this->model_.switching_times(end, times); }) this->model_.switching_times(end, times);
    }
    std::unique_ptr<PlateFace<double>> plate(Arithmetic<double>) const override { return made<double>(); }
    std::unique_ptr<PlateFace<Series<double>>> plate(Arithmetic<Series<double>>) const override {
        return made<Series<double>>();
    }
    std::unique_ptr<PlateFace<Series<exact::Two>>> plate(Arithmetic<Series<exact::Two>>) const override {
        return made<Series<exact::Two>>();
    }

 private:
    template <class T>
    std::unique_ptr<PlateFace<T>> made() const {
        auto model = this->model_.template as<T>();
        return std::make_unique<PlateOf<decltype(model), T>>(std::move(model));
    }
};

}  // namespace external

// A model as external_torque.hpp says, with a `plate`, `on_side(t, attitude, side)` and `seen_from(t, attitude)`.
template <class Model>
ExternalTorque<double> plate_torque(Model model) {
    return ExternalTorque<double>(std::make_shared<external::PlateHolder<Model>>(std::move(model)));
}

}  // namespace polhode
