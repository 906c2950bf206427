// What every run says of a state in its row besides the state itself: constraint error, energy, momentum; and which
// start stays as it was given.
#pragma once

#include <limits>

#include "polhode/problem/energy_momentum.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

// A start within rounding of its constraint stays bit for bit as given.
template <class T>
bool within_rounding(T defect) {
    return abs(defect) <= T(32) * std::numeric_limits<T>::epsilon();
}

class RowMaker {
 public:
    explicit RowMaker(const Problem& problem);

    // All following rows lie in [begin, end], where no torque switches.
    void segment(double begin, double end) { torques_.segment(begin, end); }

    // Energy and momentum of the row's rate; `attitude` is the method's own where it is not the row's quaternion.
    template <class Attitude>
    void add_invariants(Row& row, const Attitude& attitude) const {
        if (!problem_.dynamics()) return;
        const EnergyMomentum e =
            energy_momentum(problem_.body->inertia, attitude, row.w_NB_B, torques_.potential(attitude));
        row.energy = e.energy;
        row.L_N = e.L_N;
    }
    // The same, and the constraint error, of a row that is quaternion and rate and nothing else.
    void fill(Row& row) const {
        row.defect = defect(row.q_NB);
        add_invariants(row, row.q_NB);
    }

    // The start as a quaternion, as given.
    const Quaternion<double>& start() const { return start_; }
    // Puts the given start into the row of t = 0, for methods that hold it in other numbers.
    void take_given_start(Row& row) const {
        if (row.t != 0) return;
        if (within_rounding(defect(start_))) row.q_NB = start_;
        if (problem_.dynamics()) row.w_NB_B = problem_.start.rate;
    }

 private:
    const Problem& problem_;
    TorqueSum<double> torques_;
    Quaternion<double> start_;
};

}  // namespace polhode
