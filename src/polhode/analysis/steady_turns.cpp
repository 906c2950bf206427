// Turns of a free body that stay as they are: w along H = Ie w + l, |H| = G (Hughes 1986, chapter 6, for one rotor).
// With w = x H, in principal axes of Ie with moments I_i,
//
//     H_i = l_i/(1 - x I_i),   sum H_i^2 = G^2,        or  x = 1/I_i where l_i = 0, with H_i from the length.
//
// The sum is convex in x between its poles 1/I_i: one root below all of them, one above, none or two in each gap.
// Stable where w.Ie w/2 on the sphere |H| = G, whose second variation is Ie^-1 - x across H, is smallest or largest.
#include <algorithm>
#include <cmath>
#include <optional>

#include "polhode/analysis/equilibrium_kinds.hpp"
#include "polhode/base/text_table.hpp"
#include "polhode/problem/principal_axes.hpp"

namespace polhode {

namespace {

class TurnFinder {
 public:
    struct Turn {
        Vec3<double> H;  // principal axes
        double x;
        bool circle;  // one of many: the moments about axes across H are equal
    };

    TurnFinder(const PrincipalAxes& body, const Vec3<double>& inside, double G)
        : I_(body.moments), l_(body.axes.transposed() * inside), G_(G) {
        // moments that are equal but for roundings are equal, and a component that is one is none
        for (int i = 1; i < 3; ++i)
            if (I_[i] - I_[i - 1] <= 1e-12 * I_[i]) I_[i] = I_[i - 1];
        for (int i = 0; i < 3; ++i)
            if (std::fabs(l_[i]) <= 1e-14 * norm(l_)) l_[i] = 0;
    }

    std::vector<Turn> all() {
        if (norm(l_) > 0) between_poles();
        for (int i = 0; i < 3; i = next_moment(i)) along_free_axes(i);
        return turns_;
    }
    const Vec3<double>& moments() const { return I_; }

 private:
    // The first axis with another moment.
    int next_moment(int i) const {
        int j = i + 1;
        while (j < 3 && I_[j] == I_[i]) ++j;
        return j;
    }
    Vec3<double> momentum(double x) const {
        Vec3<double> H{};
        for (int i = 0; i < 3; ++i)
            if (l_[i] != 0) H[i] = l_[i] / (1 - x * I_[i]);
        return H;
    }
    double excess(double x) const {
        const double length = norm(momentum(x));
        return std::isfinite(length) ? length - G_ : INFINITY;
    }
    // Half of the derivative of the square: increasing in every gap.
    double slope(double x) const {
        double sum = 0;
        for (int i = 0; i < 3; ++i)
            if (l_[i] != 0) sum += l_[i] * l_[i] * I_[i] / std::pow(1 - x * I_[i], 3);
        return sum;
    }
    // To the last bit; the sign of `value` differs at the ends.
    template <class Value>
    static double crossing(double a, double b, const Value& value) {
        const bool below = value(a) < 0;
        for (int i = 0; i < 200; ++i) {
            const double middle = 0.5 * (a + b);
            if (middle == a || middle == b) break;
            ((value(middle) < 0) == below ? a : b) = middle;
        }
        return 0.5 * (a + b);
    }
    void add(double x) { turns_.push_back({momentum(x), x, false}); }

    void between_poles() {
        std::vector<double> poles;
        for (int i = 2; i >= 0; --i)
            if (l_[i] != 0 && (poles.empty() || 1 / I_[i] > poles.back())) poles.push_back(1 / I_[i]);
        const auto over = [this](double x) { return excess(x); };
        double low = -poles.front(), high = 2 * poles.back();
        while (excess(low) > 0) low *= 2;
        while (excess(high) > 0) high *= 2;
        // ends a little inside, where the function is a large number: the nearest double may be the pole itself
        const auto inside = [](double pole, double side) { return pole * (1 + side * 1e-15); };
        add(crossing(low, inside(poles.front(), -1), over));
        for (std::size_t k = 0; k + 1 < poles.size(); ++k) {
            const double a = inside(poles[k], 1), b = inside(poles[k + 1], -1);
            if (!(a < b)) continue;
            const double least = crossing(a, b, [this](double x) { return slope(x); });
            if (!(excess(least) < 0)) continue;
            add(crossing(a, least, over));
            add(crossing(least, b, over));
        }
        add(crossing(inside(poles.back(), 1), high, over));
    }

    // x = 1/I of a moment about whose axes nothing turns inside
    void along_free_axes(int i) {
        const int end = next_moment(i);
        for (int j = i; j < end; ++j)
            if (l_[j] != 0) return;
        const double x = 1 / I_[i];
        Vec3<double> H{};
        for (int j = 0; j < 3; ++j)
            if (l_[j] != 0) H[j] = l_[j] / (1 - I_[j] * x);
        const double left = (G_ - norm(H)) * (G_ + norm(H));
        if (!(left > 1e-13 * G_ * G_)) return;
        const bool circle = end - i > 1;
        for (const double side : {1.0, -1.0}) {
            Vec3<double> turn = H;
            turn[circle && end == 3 ? end - 1 : i] = side * std::sqrt(left);
            turns_.push_back({turn, x, circle});
            if (circle) break;
        }
    }

    Vec3<double> I_, l_;
    double G_;
    std::vector<Turn> turns_;
};

// The second variation of the energy across H: both of its values.
std::pair<double, double> curvatures(const Vec3<double>& moments, const TurnFinder::Turn& turn) {
    const Vec3<double> h = turn.H / norm(turn.H);
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (std::fabs(h[i]) < std::fabs(h[least])) least = i;
    Vec3<double> e{};
    e[least] = 1;
    Vec3<double> a = cross(h, e);
    a = a / norm(a);
    const Vec3<double> b = cross(h, a);
    double aa = 0, ab = 0, bb = 0;
    for (int i = 0; i < 3; ++i) {
        const double d = 1 / moments[i] - turn.x;
        aa += d * a[i] * a[i], ab += d * a[i] * b[i], bb += d * b[i] * b[i];
    }
    const double mean = 0.5 * (aa + bb), apart = std::hypot(0.5 * (aa - bb), ab);
    return {mean - apart, mean + apart};
}

// Of the body that carries the rotors, whose own momenta stay: w.I w/2
double energy_of(const Vec3<double>& moments, const TurnFinder::Turn& turn) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += 0.5 * moments[i] * (turn.x * turn.H[i]) * (turn.x * turn.H[i]);
    return sum;
}

// `energies`: the least and the most of all turns; a minimum or a maximum of its own has neither.
void judge_turn(Equilibrium& e, const Vec3<double>& moments, const TurnFinder::Turn& turn,
                const std::pair<double, double>& energies, bool loses) {
    using Stability = Equilibrium::Stability;
    const auto [low, high] = curvatures(moments, turn);
    const double tiny = 1e-12 * (1 / moments[0] + std::fabs(turn.x));
    const double energy = energy_of(moments, turn), same = 1e-12 * energies.second;
    const std::string least = energy <= energies.first + same ? "least energy" : "a local minimum of the energy";
    const std::string most = energy >= energies.second - same ? "most energy" : "a local maximum of the energy";
    if (turn.circle) {
        const bool all = moments[0] == moments[2];
        e.why = all ? "every turn is steady" : "one of a circle of axes, along which a disturbance wanders";
        e.stability = all ? Stability::stable : Stability::undecided;
    } else if (low > tiny) {
        e.stability = Stability::stable;
        e.why = loses ? least + ": disturbances die out" : least;
    } else if (high < -tiny) {
        e.stability = loses ? Stability::unstable : Stability::stable;
        e.why = most + (loses ? ", which losses take away" : "; losses inside would take it away");
    } else if (low < -tiny && high > tiny) {
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
    TurnFinder finder(principal, carrier.inside, G);
    const std::vector<TurnFinder::Turn> turns = finder.all();
    std::pair<double, double> energies{HUGE_VAL, 0};
    for (const TurnFinder::Turn& turn : turns) {
        const double energy = energy_of(finder.moments(), turn);
        energies = {std::min(energies.first, energy), std::max(energies.second, energy)};
    }
    for (const TurnFinder::Turn& turn : turns) {
        Equilibrium e;
        e.q_NB = q;
        const Vec3<double> H = principal.axes * turn.H;
        e.rate = turn.x * H;
        const bool still = norm(e.rate) * principal.moments[2] <= 1e-12 * G;
        e.name = still ? "at rest, momentum along " + direction_in_body(H) : "turn about " + direction_in_body(e.rate);
        judge_turn(e, finder.moments(), turn, energies, carrier.loses);
        take_eigenvalues(e,
                         linear.eigenvalues_at(steady_state(problem, numbers, carrier, q, e.rate), false,
                                               1 + carrier.kept + (turn.circle ? 1 : 0)),
                         carrier.loses);
        result.all.push_back(std::move(e));
    }
    return result;
}

}  // namespace polhode
