// Moments of inertia that change in time by a law that is given, and masses that are moved along given paths: arms that
// are drawn in, booms, antennas, astronauts. Momentum stays, energy does not: what moves them works.
#pragma once

#include <array>
#include <memory>

#include "polhode/input/expression.hpp"
#include "polhode/problem/samples/sampled_history.hpp"

namespace polhode {

using TimeFormulas = std::shared_ptr<const std::array<Expression, 3>>;  // of t alone

struct ChangingInertia {
    TimeFormulas moments{};                         // kg m^2: I11, I22, I33 by formula,
    std::shared_ptr<const SampledHistory> table{};  // or from a table
    TimeFormulas products{};                        // I12, I13, I23 as they stand in the tensor; null: 0
    TimeFormulas momentum{};  // kg m^2/s, in body axes, of what moves inside while the body stands; null: 0

    bool changes_moments() const { return moments || table; }
    bool any() const { return changes_moments() || momentum; }
    // The tensor at a time, in double.
    Mat3<double> at(double t) const;
};

struct MovingMass {
    double mass = 0;       // kg
    TimeFormulas path{};   // m, in body axes: from the fixed point of a pivoted body, else from the centre of mass of
                           // the body without the moving masses
    bool pivoted = false;  // the body turns about a point fixed in the world
};

}  // namespace polhode
