// Dry sliding on a table: whether the contact point slides or sticks. It sticks where its velocity comes to 0 and the
// force that rolling takes lies within the cone |F_t| <= mu n, and slides where that force leaves the cone (Coulomb;
// Leine, Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems (2004), ch. 4).
#pragma once

#include "polhode/inside/inside_numbers.hpp"
#include "polhode/inside/sliding.hpp"

namespace polhode {

// A body on a table in one arithmetic: the velocity of the contact point and the force on it, along the table, in world
// axes, and the normal force.
template <class T>
struct DrySliding {
    Vec3<T> u, force;
    T normal;

    DrySliding() = default;
    DrySliding(const InsideNumbers<T>& numbers, const StateVector<T>& y, const StateVector<T>& slope) {
        const ContactNumbers<T>& c = *numbers.contact();
        const Vec3<T> w = numbers.rate(T(0), y), dw = numbers.inverse() * numbers.momentum(slope);
        const Touch<T> at = numbers.touch(y, w);
        u = at.R * c.sliding_velocity(y, w, at);
        force = {c.mass() * slope[c.velocity()], c.mass() * slope[c.velocity() + 1], T(0)};
        normal = c.mass() * (c.g() + height_acceleration(at, w, dw));
    }
};

class StickSlip {
 public:
    explicit StickSlip(const Contact& contact);

    bool sticks = false;
    long slid = 0, stuck = 0;  // how often each began

    // Looks at a state: what follows is of it. `slope`: y' in the mode that holds.
    void look(const InsideNumbers<double>& numbers, const StateVector<double>& y, const StateVector<double>& slope);
    // Above 0 while it goes on sliding: its velocity along the direction that it had when last remembered, as a length
    // comes to 0 without changing its sign. And while it goes on sticking: how far the force is within the cone.
    double sliding() const { return sticks ? 1 : sliding(now_); }
    double sticking() const { return sticks ? sticking(now_) : 1; }
    // The same of another state, in the mode that holds.
    template <class T>
    T sliding(const DrySliding<T>& at) const {
        return dot(at.u, Vec3<T>{T(direction_[0]), T(direction_[1]), T(direction_[2])}) - T(caught_);
    }
    template <class T>
    T sticking(const DrySliding<T>& at) const {
        return T(friction_) * at.normal - norm(at.force);
    }
    void remember();
    // Near enough to rest to stick.
    bool is_slow() const;
    // The sliding velocity that one which begins to slide is given, against the force, world axes.
    Vec3<double> first_sliding() const;

 private:
    double friction_, speed_, caught_;  // speed_: sqrt(g a); caught_: the speed at which it is caught
    DrySliding<double> now_;            // of the state that was looked at last
    Vec3<double> direction_{};
};

}  // namespace polhode
