// Torques as a scenario names them. Each kind lives in its own core header (include/polhode/torque/); here they are
// held side by side in one variant, cast to the method's arithmetic, and added up.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "polhode/problem/sampled_torques.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/torque/torque.hpp"

namespace polhode {

template <class T>
using AnyTorque =
    std::variant<torque::Gravity<T>, torque::Constant<T>, torque::Thruster<T>, torque::Rockets<T>, torque::Damping<T>,
                 torque::GravityGradient<T>, TableTorque<T>, FormulaTorque<T>, CallableTorque<T>>;

struct TorqueModel {
    std::string kind;
    AnyTorque<double> torque;
};

// Several torques added up. Torques that switch (thruster start and stop, steps of a held table) are evaluated by the
// segment they are in, never by comparing the stage time, so that a stage at the end of a step still belongs to it.
template <class T>
class TorqueSum {
 public:
    explicit TorqueSum(const std::vector<TorqueModel>& models) {
        for (const TorqueModel& m : models)
            torques_.push_back(std::visit([](const auto& t) { return AnyTorque<T>{t.template as<T>()}; }, m.torque));
    }

    bool empty() const { return torques_.empty(); }

    // All following evaluations lie in [begin, end], which holds no switching time in its inside.
    void segment(double begin, double end) {
        for (auto& any : torques_)
            std::visit(
                [&](auto& t) {
                    if constexpr (requires { t.segment(begin, end); }) t.segment(begin, end);
                },
                any);
    }

    // Sum of the torques on the body about its fixed point, in body axes, N m.
    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>& w_B) const {
        Vec3<T> sum{};
        for (const auto& any : torques_)
            sum = sum + std::visit([&](const auto& one) { return one(t, attitude, w_B); }, any);
        return sum;
    }

    // Potential energy of those that have one, J.
    template <class Attitude>
    T potential(const Attitude& attitude) const {
        T sum{0};
        for (const auto& any : torques_)
            std::visit(
                [&](const auto& one) {
                    if constexpr (requires { one.potential(attitude); }) sum = sum + one.potential(attitude);
                },
                any);
        return sum;
    }

 private:
    std::vector<AnyTorque<T>> torques_;
};

// Times in (0, end) at which some torque switches or has a kink, sorted, without repetition.
std::vector<double> switching_times(const std::vector<TorqueModel>& models, double end);

// Builds a torque from its validated table. `body` gives weight and centre of mass where the table leaves them out;
// `directory` resolves file names.
class BodyModel;
TorqueModel build_torque(const std::string& kind, const Values& values, const BodyModel& body,
                         const std::string& directory);
// Registry entries of all kinds of torque.
std::vector<Entry> torque_entries();

}  // namespace polhode
