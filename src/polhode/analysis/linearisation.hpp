// The equations of a body about one of its states, to first order, in axes that turn with it: exact derivatives, as of
// every torque, formula and part inside. About a steady motion the matrix is constant, and its eigenvalues say how a
// small disturbance grows or swings.
//
//     d = (p, dH, what is inside),   q -> q (1, p/2),   d' = M d,   p' = dw - w x p
#pragma once

#include <complex>
#include <vector>

#include "polhode/inside/inside_system.hpp"

namespace polhode {

// A body without an inside gets an empty one: one set of equations for all.
Problem with_an_inside(Problem problem);

class Linearisation {
 public:
    // The problem has an inside and outlives this; nothing in it switches by itself at t = 0.
    explicit Linearisation(const Problem& problem);

    InsideNumbers<double>& numbers() { return numbers_; }
    // At t = 0; `with_turns`: p is among the unknowns, else H and what is inside alone (of bodies on which nothing
    // acts).
    std::vector<double> matrix(const StateVector<double>& y, bool with_turns);
    // Its eigenvalues but for the `zeros` smallest, which symmetries give; one of each pair of conjugates, by size.
    std::vector<std::complex<double>> eigenvalues_at(const StateVector<double>& y, bool with_turns, std::size_t zeros);
    // y' of all but attitude, angles and work, against the size of what it is made of: 0 where the motion is steady.
    double unrest(const StateVector<double>& y);

 private:
    StateVector<Series<double>> slope(const StateVector<double>& y, const StateVector<double>& along);

    InsideSystem<Series<double>> system_;
    InsideNumbers<double> numbers_;
    std::vector<int> places_;  // of what can be disturbed, behind the attitude
};

}  // namespace polhode
