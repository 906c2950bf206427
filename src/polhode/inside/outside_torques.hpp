// The torques of a problem as a body with an inside carries them: plates know from outside which side is hit, so that
// they are smooth between the times at which one is edge-on (event_watch.hpp); the gravity gradient takes the moments
// that the body has at the time, where they change. All others are added up as for any body.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "polhode/problem/problem.hpp"
#include "polhode/problem/torques/plate_sides.hpp"
#include "polhode/torque/orbit_gradient.hpp"

namespace polhode {

// Those that act on plates, in the order of the problem.
inline std::vector<const PlateModel*> plates_of(const Problem& problem) {
    std::vector<const PlateModel*> plates;
    for (const TorqueModel& m : problem.torques)
        if (const PlateModel* plate = plate_of(m)) plates.push_back(plate);
    return plates;
}

template <class T>
class OutsideTorques {
 public:
    explicit OutsideTorques(const Problem& problem) : others_(std::vector<TorqueModel>{}) {
        const bool moments_change =
            problem.inside && (problem.inside->changing.changes_moments() || !problem.inside->masses.empty() ||
                               !problem.inside->gyros.empty());
        std::vector<TorqueModel> others;
        for (const TorqueModel& m : problem.torques)
            if (!(moments_change && take_gradient(problem, m)) && !take_plate(m)) others.push_back(m);
        others_ = TorqueSum<T>(others);
    }

    bool empty() const { return others_.empty() && plates_.empty() && gradients_.empty(); }
    // Whether it must be told of the moments of the whole.
    bool needs_moments() const { return !gradients_.empty(); }
    void segment(double begin, double end) {
        others_.segment(begin, end);
        for (const auto& plate : plates_) plate->segment(begin, end);
    }

    // Which side of each plate is hit: 1, -1; 0: to be seen from the state.
    std::size_t plates() const { return plates_.size(); }
    void set_side(std::size_t plate, int side) { sides_[plate] = side; }
    template <class Attitude>
    T cosine(std::size_t plate, const T& t, const Attitude& attitude) const {
        return plates_[plate]->cosine(t, AttitudeView<T>(attitude));
    }

    // The sum in body axes, N m; `moments` of the whole, everything in it locked, where they are needed.
    template <class Attitude>
    Vec3<T> operator()(const T& t, const Attitude& attitude, const Vec3<T>& w_B, const Mat3<T>* moments) const {
        Vec3<T> sum = others_(t, attitude, w_B);
        for (std::size_t i = 0; i < plates_.size(); ++i)
            sum = sum + plates_[i]->value(t, AttitudeView<T>(attitude), sides_[i]);
        for (const Gradient& any : gradients_)
            sum = sum + std::visit(
                            [&](auto one) {
                                one.inertia = *moments;
                                return one(t, attitude, w_B);
                            },
                            any);
        return sum;
    }
    template <class Attitude>
    T potential(const Attitude& attitude, const Mat3<T>* moments) const {
        T sum = others_.potential(attitude);
        for (const Gradient& any : gradients_)
            if (const auto* standing = std::get_if<torque::GravityGradient<T>>(&any)) {
                torque::GravityGradient<T> one = *standing;
                one.inertia = *moments;
                sum = sum + one.potential(attitude);
            }
        return sum;
    }

 private:
    using Gradient = std::variant<torque::GravityGradient<T>, torque::OrbitGradient<T>>;

    bool take_plate(const TorqueModel& m) {
        const PlateModel* const plate = plate_of(m);
        if (!plate) return false;
        plates_.push_back(plate->plate(external::Arithmetic<T>{}));
        sides_.push_back(0);
        return true;
    }
    bool take_gradient(const Problem& problem, const TorqueModel& m) {
        if (const auto* standing = std::get_if<torque::GravityGradient<double>>(&m.torque)) {
            gradients_.push_back(standing->template as<T>());
            return true;
        }
        // one that goes with the [orbit]
        if (m.kind != "gravity-gradient" || !problem.orbit) return false;
        gradients_.push_back(
            torque::OrbitGradient<double>{problem.body->inertia, problem.orbit->path}.template as<T>());
        return true;
    }

    TorqueSum<T> others_;
    std::vector<std::unique_ptr<PlateFace<T>>> plates_;
    std::vector<int> sides_;
    std::vector<Gradient> gradients_;
};

}  // namespace polhode
