// What the kinds of equilibria share: the body that turns as one with a momentum of its own, and the verdict.
#pragma once

#include "polhode/analysis/equilibria.hpp"
#include "polhode/analysis/linearisation.hpp"

namespace polhode {

// Of everything that turns together in a steady motion: H = Ie w + l. Rotors that turn by themselves keep their h,
// those with friction in their bearing and slugs turn with the body.
struct SteadyCarrier {
    Mat3<double> inertia{};  // Ie
    Mat3<double> whole{};    // of [body]
    Vec3<double> inside{};   // l
    bool loses = false;      // something inside takes energy from every other motion
    std::size_t kept = 0;    // momenta h that nothing changes
};
SteadyCarrier steady_carrier(const Problem& problem, const InsideNumbers<double>& numbers);
// The state of all that is inside in such a motion.
StateVector<double> steady_state(const Problem& problem, const InsideNumbers<double>& numbers,
                                 const SteadyCarrier& carrier, const Quaternion<double>& q, const Vec3<double>& w);
// Why steady motions of this inside are not looked for ("" if they are).
std::string no_steady_motion(const Problem& problem);

// "z", "-z", or a direction in body axes.
std::string direction_in_body(const Vec3<double>& direction);

// Sets eigenvalues; roundings of real parts go where nothing can grow or fade.
void take_eigenvalues(Equilibrium& e, std::vector<std::complex<double>> values, bool loses);

Equilibria steady_turns(const Problem& problem);
Equilibria orbit_rest(const Problem& problem);
Equilibria steady_tops(const Problem& problem);
Equilibria steady_rolling(const Problem& problem);

}  // namespace polhode
