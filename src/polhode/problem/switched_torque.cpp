#include "polhode/problem/switched_torque.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace polhode {

namespace {

template <class T>
class SwitchedTorque {
 public:
    explicit SwitchedTorque(std::shared_ptr<const TorqueChanges> changes) : changes_(std::move(changes)) { take(); }

    // Which one acts is decided by the middle, as for a thruster.
    void segment(double begin, double end) {
        if (version_ != changes_->version) take();
        const double middle = 0.5 * (begin + end);
        take_up(middle);
        std::visit(
            [&](auto& one) {
                if constexpr (requires { one.segment(begin, end); }) one.segment(begin, end);
            },
            torques_[now_]);
    }
    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>& w_B) const {
        // two words go through a torque as the coefficients of a series only
        if constexpr (std::is_same_v<T, exact::Two>)
            throw std::logic_error("a torque that changes, in plain two words");
        else
            return std::visit([&](const auto& one) { return Vec3<T>(one(t, attitude, w_B)); }, torques_[now_]);
    }
    template <class Attitude>
    T potential(const Attitude& attitude) const {
        T value{0};
        // rows are made in double
        if constexpr (std::is_same_v<T, double>)
            std::visit(
                [&](const auto& one) {
                    if constexpr (requires { one.potential(attitude); }) value = one.potential(attitude);
                },
                torques_[now_]);
        return value;
    }
    template <class To>
    SwitchedTorque<To> as() const {
        return SwitchedTorque<To>(changes_);
    }

    // It keeps nothing, and follows no law for long. What is made of formulas or tables is called, and no more.
    TorqueFacts facts() const {
        TorqueFacts all;
        all.scheduled = true;
        for (const TorqueChanges::From& from : changes_->all) {
            const TorqueFacts one = facts_of({"", from.torque});
            all.only_called = all.only_called || one.only_called || one.table || one.formulas;
            all.corners = all.corners || one.corners;
        }
        return all;
    }
    void switching_times(double end, std::vector<double>& times) const {
        for (const TorqueChanges::From& from : changes_->all) {
            times.push_back(from.t);
            const std::vector<double> own = polhode::switching_times(std::vector<TorqueModel>{{"", from.torque}}, end);
            times.insert(times.end(), own.begin(), own.end());
        }
    }

 private:
    void take() {
        version_ = changes_->version;
        torques_.clear();
        for (const TorqueChanges::From& from : changes_->all)
            torques_.push_back(
                std::visit([](const auto& one) { return AnyTorque<T>{one.template as<T>()}; }, from.torque));
        take_up(0);  // what changes at the start is so in its row, which is made before the first segment
    }
    void take_up(double t) {
        now_ = 0;
        while (now_ + 1 < torques_.size() && changes_->all[now_ + 1].t <= t) ++now_;
    }

    std::shared_ptr<const TorqueChanges> changes_;
    std::vector<AnyTorque<T>> torques_;
    std::size_t now_ = 0;
    unsigned version_ = 0;
};

}  // namespace

ExternalTorque<double> switched_torque(std::shared_ptr<const TorqueChanges> changes) {
    return external_torque(SwitchedTorque<double>(std::move(changes)));
}

bool is_switched(const TorqueModel& model) {
    using Holder = external::Holder<TorqueFace, external::TorqueOf, TorqueFacts, SwitchedTorque<double>>;
    const auto* any = std::get_if<ExternalTorque<double>>(&model.torque);
    return any && dynamic_cast<const Holder*>(&any->model()) != nullptr;
}

}  // namespace polhode
