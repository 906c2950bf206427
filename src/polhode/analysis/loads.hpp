// Forces and torques that a motion asks of what holds it together: the force at the pivot of a heavy body, what the
// motor gives to a rotor, what its bearing holds. From a row of the motion and its equations.
//
//     pivot:    F = m [ w' x r + w x (w x r) + g z ]             (Newton, for the centre of mass at r)
//     rotor:    h' about its axis, h = J (s + a.w); across it |h w x a|     (Hughes 1986, chapter 3)
#pragma once

#include <span>
#include <string>
#include <vector>

#include "polhode/inside/inside_system.hpp"

namespace polhode {

class Loads {
 public:
    // Why there are none ("" if there are).
    static std::string none_for(const Problem& problem);
    Loads(const Problem& problem, double duration);

    // pivot_x, pivot_y, pivot_z (N, world axes, on the body) where it has weight; for every rotor NAME_torque (N m, on
    // it about its axis, by motor and friction together) and NAME_bearing (N m, across the axis).
    const std::vector<std::string>& names() const { return names_; }
    // `columns`: of the inside, as rows have them.
    std::vector<double> at(double t, const Quaternion<double>& q_NB, const Vec3<double>& w_NB_B,
                           std::span<const double> columns);

 private:
    StateVector<double> slope(double t, const StateVector<double>& y);
    StateVector<double> state_of(const Quaternion<double>& q, const Vec3<double>& w, std::span<const double> columns);

    Problem problem_;  // with an inside, empty where there was none
    InsideSystem<double> system_;
    std::vector<torque::Gravity<double>> weights_{};
    std::vector<double> ends_;  // of the stretches in which nothing switches
    std::size_t stretch_ = 0;
    std::vector<std::string> names_{};
};

}  // namespace polhode
