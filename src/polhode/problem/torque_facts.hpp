// What the rest of the program asks of a torque besides its value, in one place: nobody asks for its name.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "polhode/arithmetic/vec.hpp"

namespace polhode {

class SampledHistory;
class ThreeFormulas;
struct TorqueModel;

struct TorqueFacts {
    // What the motion keeps with this torque alone, as in Invariants. Anything that pushes, brakes or changes in time
    // keeps nothing.
    struct Keeps {
        bool energy = false, momentum = false, momentum_about_z = false;
    };
    Keeps keeps{};
    // The law of weight, force z x arm with the arm in body axes (Ganapathi 2005, section 7, for rockets): that of a
    // top or a pendulum.
    struct Weight {
        double force;  // N, or N m with an arm without unit
        Vec3<double> arm;
    };
    std::optional<Weight> weight{};
    // On between these times, s; over the whole run where they are not there.
    std::optional<std::pair<double, double>> on{};
    // It changes with time by a law of its own, not only with the state.
    bool scheduled = false;
    // Known only as a function to call in double: there is no power series of it.
    bool only_called = false;
    // It is continuous, but has corners where the state says so: no power series goes over them.
    bool corners = false;
    // What it is made of, where it is a table or formulas.
    std::shared_ptr<const SampledHistory> table{};
    const ThreeFormulas* formulas = nullptr;
};
TorqueFacts facts_of(const TorqueModel& model);

}  // namespace polhode
