// Turns of a free body that stay as they are (turn_finder.hpp), and what becomes of a disturbance.
#include <algorithm>
#include <cmath>

#include "polhode/analysis/equilibrium_kinds.hpp"
#include "polhode/analysis/turn_finder.hpp"
#include "polhode/problem/principal_axes.hpp"

namespace polhode {

namespace {

// `energies`: the least and the most of all turns; a minimum or a maximum of its own has neither.
void judge_turn(Equilibrium& e, const TurnFinder& finder, const TurnFinder::Turn& turn,
                const std::pair<double, double>& energies, bool loses) {
    using Stability = Equilibrium::Stability;
    using Shape = TurnFinder::Shape;
    const Shape shape = finder.shape_of(turn);
    const double energy = finder.energy_of(turn), same = 1e-12 * energies.second;
    const std::string least = energy <= energies.first + same ? "least energy" : "a local minimum of the energy";
    const std::string most = energy >= energies.second - same ? "most energy" : "a local maximum of the energy";
    if (turn.circle) {
        const bool all = finder.moments()[0] == finder.moments()[2];
        e.why = all ? "every turn is steady" : "one of a circle of axes, along which a disturbance wanders";
        e.stability = all ? Stability::stable : Stability::undecided;
    } else if (shape == Shape::minimum) {
        e.stability = Stability::stable;
        e.why = loses ? least + ": disturbances die out" : least;
    } else if (shape == Shape::maximum) {
        e.stability = loses ? Stability::unstable : Stability::stable;
        e.why = most + (loses ? ", which losses take away" : "; losses inside would take it away");
    } else if (shape == Shape::saddle) {
        e.stability = Stability::unstable;
        e.why = "saddle of the energy";
    } else {
        e.why = "flat to second order: where turns meet or part";
    }
}

}  // namespace

Equilibria steady_turns(const Problem& problem) {
    Equilibria result;
    Linearisation linear(problem);
    const InsideNumbers<double>& numbers = linear.numbers();
    const Quaternion<double> q = normalise(start_quaternion(problem));
    const SteadyCarrier carrier = steady_carrier(problem, numbers);
    const double G = norm(numbers.momentum(numbers.start(q, problem.start.rate)));
    if (!(G > 0)) {
        result.none = "it has no angular momentum";
        return result;
    }
    const PrincipalAxes principal = principal_axes_of(carrier.inertia);
    if (!(principal.moments[0] > 0)) {
        result.none = "the rotors' moments leave no body";
        return result;
    }
    result.of = "steady turns with this momentum";
    TurnFinder finder(principal.moments, principal.axes.transposed() * carrier.inside, G);
    const std::vector<TurnFinder::Turn> turns = finder.all();
    std::pair<double, double> energies{HUGE_VAL, 0};
    for (const TurnFinder::Turn& turn : turns) {
        const double energy = finder.energy_of(turn);
        energies = {std::min(energies.first, energy), std::max(energies.second, energy)};
    }
    for (const TurnFinder::Turn& turn : turns) {
        Equilibrium e;
        e.q_NB = q;
        const Vec3<double> H = principal.axes * turn.H;
        e.rate = turn.x * H;
        const bool still = norm(e.rate) * principal.moments[2] <= 1e-12 * G;
        e.name = still ? "at rest, momentum along " + direction_in_body(H) : "turn about " + direction_in_body(e.rate);
        judge_turn(e, finder, turn, energies, carrier.loses);
        take_eigenvalues(e,
                         linear.eigenvalues_at(steady_state(problem, numbers, carrier, q, e.rate), false,
                                               1 + carrier.kept + (turn.circle ? 1 : 0)),
                         carrier.loses);
        result.all.push_back(std::move(e));
    }
    return result;
}

}  // namespace polhode
