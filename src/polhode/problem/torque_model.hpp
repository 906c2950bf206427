// Torques as a scenario names them. Each kind lives in its own core header (include/polhode/torque/); here they are
// held side by side in one variant, cast to the method's arithmetic, and added up. A kind of its own file comes as the
// last alternative (torque_kind.hpp says how to add one).
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "polhode/problem/external_torque.hpp"
#include "polhode/problem/samples/sampled_torques.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/torque/torque.hpp"

namespace polhode {

template <class T>
using AnyTorque =
    std::variant<torque::Gravity<T>, torque::Constant<T>, torque::Thruster<T>, torque::Rockets<T>, torque::Damping<T>,
                 torque::GravityGradient<T>, TableTorque<T>, FormulaTorque<T>, CallableTorque<T>, ExternalTorque<T>>;

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

    // Whether they are all torques of the core that cost a few operations each, for which `of_core` is the same sum
    // with every torque in the caller's code.
    bool all_of_core() const {
        for (const auto& any : torques_) {
            const auto* gradient = std::get_if<torque::GravityGradient<T>>(&any);
            if (any.index() >= core_kinds || (gradient && gradient->turning)) return false;
        }
        return true;
    }
    std::span<const AnyTorque<T>> all() const { return torques_; }
    template <class Attitude>
    static POLHODE_INLINE Vec3<T> of_core(std::span<const AnyTorque<T>> torques, T t, const Attitude& attitude,
                                          const Vec3<T>& w_B) {
        Vec3<T> sum{};
        for (const auto& any : torques) {
            // clang-format off
            switch (any.index()) {
                case 0: sum = sum + std::get_if<0>(&any)->operator()(t, attitude, w_B); break;
                case 1: sum = sum + std::get_if<1>(&any)->operator()(t, attitude, w_B); break;
                case 2: sum = sum + std::get_if<2>(&any)->operator()(t, attitude, w_B); break;
                case 3: sum = sum + std::get_if<3>(&any)->operator()(t, attitude, w_B); break;
                case 4: sum = sum + std::get_if<4>(&any)->operator()(t, attitude, w_B); break;
                case 5:
                    if (std::get_if<5>(&any)->turning) __builtin_unreachable();
                    sum = sum + std::get_if<5>(&any)->operator()(t, attitude, w_B); break;
                default: __builtin_unreachable();
            }
            // clang-format on
        }
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
    static constexpr std::size_t core_kinds = 6;  // the first in AnyTorque
    std::vector<AnyTorque<T>> torques_;
};

// Times in (0, end) at which some torque switches or has a kink, sorted, without repetition.
std::vector<double> switching_times(const std::vector<TorqueModel>& models, double end);

// Builds a torque from its validated table. `body` gives weight and centre of mass where the table leaves them out;
// `directory` resolves file names; `orbit` is null where there is none.
class BodyModel;
struct OrbitModel;
TorqueModel build_torque(const std::string& kind, const Values& values, const BodyModel& body,
                         const std::string& directory, const OrbitModel* orbit = nullptr);
// Registry entries of all kinds of torque.
std::vector<Entry> torque_entries();

}  // namespace polhode
