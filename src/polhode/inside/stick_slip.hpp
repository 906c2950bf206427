// Dry sliding on a table: whether the contact point slides or sticks. It sticks where its velocity comes to 0 and the
// force that rolling takes lies within the cone |F_t| <= mu n, and slides where that force leaves the cone (Coulomb;
// Leine, Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems (2004), ch. 4).
#pragma once

#include "polhode/inside/contact_guards.hpp"

namespace polhode {

class StickSlip {
 public:
    explicit StickSlip(const Contact& contact);

    bool sticks = false;
    long slid = 0, stuck = 0;  // how often each began

    // Looks at a state: what follows is of it. `slope`: y' in the mode that holds.
    void look(const InsideNumbers<double>& numbers, const StateVector<double>& y, const StateVector<double>& slope);
    // Above 0 while it goes on sliding: its velocity along the direction that it had when last remembered, as a length
    // comes to 0 without changing its sign. And while it goes on sticking: how far the force is within the cone.
    double sliding() const;
    double sticking() const;
    void remember();
    // Near enough to rest to stick.
    bool is_slow() const;
    // The sliding velocity that one which begins to slide is given, against the force, world axes.
    Vec3<double> first_sliding() const;

 private:
    double friction_, speed_;     // speed_: sqrt(g a)
    Vec3<double> u_{}, force_{};  // of the contact point and on it, along the table, world axes
    Vec3<double> direction_{};
    double normal_ = 0;
};

}  // namespace polhode
