#include "polhode/analysis/gyrostat_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "polhode/analysis/equilibrium_kinds.hpp"
#include "polhode/analysis/momentum_path.hpp"
#include "polhode/analysis/standing_parts.hpp"
#include "polhode/analysis/turn_finder.hpp"
#include "polhode/exact/gyrostat_equilibria.hpp"
#include "polhode/problem/principal_axes.hpp"

namespace polhode {

namespace {

constexpr double whole_turn = 2 * std::numbers::pi;

double angle_of(const Vec3<double>& a, const Vec3<double>& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// The motion as momentum and rate at places of one period, in axes in which Ie is diagonal.
class GyrostatPeriod {
 public:
    struct Place {
        Vec3<double> H, w;
    };
    GyrostatPeriod(const Vec3<double>& moments, const Vec3<double>& inside, double period,
                   std::function<Vec3<double>(double)> rate)
        : moments_(moments), inside_(inside), period_(period), rate_(std::move(rate)), start_(at(0)) {}
    Place at(double t) const { return of_rate(rate_(t)); }
    Place of_rate(const Vec3<double>& w) const {
        Place p{{}, w};
        for (int k = 0; k < 3; ++k) p.H[k] = std::fma(moments_[k], w[k], inside_[k]);
        return p;
    }
    double time(std::size_t i) const { return period_ * static_cast<double>(i) / static_cast<double>(size()); }
    const std::vector<Place>& places() const { return places_; }
    std::size_t size() const { return places_.size(); }
    const Place& start() const { return start_; }
    const Vec3<double>& moments() const { return moments_; }
    double G() const { return norm(start_.H); }

    void divide(std::size_t parts) {
        std::vector<Place> finer(parts);
        const bool halved = 2 * size() == parts;
        for (std::size_t i = 0; i < parts; ++i)
            finer[i] = halved && i % 2 == 0 ? places_[i / 2]
                                            : at(period_ * static_cast<double>(i) / static_cast<double>(parts));
        places_ = std::move(finer);
    }

    // Smallest and largest of a smooth quantity: the places, then between their neighbours (golden section).
    template <class Quantity>
    double extreme(const Quantity& q, double sign) const {
        std::size_t best = 0;
        double most = -INFINITY;
        for (std::size_t i = 0; i < size(); ++i)
            if (const double value = sign * q(places_[i]); value > most) most = value, best = i;
        const double step = period_ / static_cast<double>(size());
        double a = time(best) - step, b = time(best) + step;
        const double part = 0.6180339887498949;
        for (int i = 0; i < 60; ++i) {
            const double c = b - part * (b - a), d = a + part * (b - a);
            if (sign * q(at(c)) > sign * q(at(d)))
                b = d;
            else
                a = c;
        }
        return std::max(most, sign * q(at(0.5 * (a + b)))) * sign;
    }

    // How often the momentum goes round c in a period, with the sign of the sense.
    double winding(const Vec3<double>& c) const {
        double sum = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            const Vec3<double>&a = places_[i].H, &b = places_[(i + 1) % size()].H;
            const Vec3<double> x = a - dot(a, c) * c, y = b - dot(b, c) * c;
            sum += std::atan2(dot(c, cross(x, y)), dot(x, y));
        }
        return std::round(sum / whole_turn);
    }

    // With the shortest turn P from H to c, q(t) = q(0) P(0)^-1 exp(c psi) P(t), psi' = (H.w + G w.c)/(G + H.c): the
    // rule of equal parts on a periodic function gains digits with every part.
    double rotation(const Vec3<double>& c) const {
        double sum = 0;
        for (const Place& p : places_) sum += (dot(p.H, p.w) + G() * dot(p.w, c)) / (G() + dot(p.H, c));
        return sum * period_ / static_cast<double>(size());
    }

 private:
    Vec3<double> moments_, inside_;
    double period_;
    std::function<Vec3<double>(double)> rate_;
    std::vector<Place> places_{};
    Place start_;
};

// A steady turn with the same length of momentum.
struct SteadyTurn {
    Vec3<double> direction;  // of the momentum, unit
    bool stable, unstable;   // neither where it is one of many
};

int principal_axis_of(const Vec3<double>& c) {
    for (int k = 0; k < 3; ++k)
        if (std::fabs(c[(k + 1) % 3]) < 1e-12 && std::fabs(c[(k + 2) % 3]) < 1e-12) return k;
    return -1;
}

// The turn that the momentum goes round: of stable ones the one it stays nearest to. It may go round none of these
// alone, but round two of them and the unstable one between them; and where both ends of every axis lie on the same
// side of its way, the stable one that it stays nearest to has to do.
void find_centre(GyrostatAnalysis& a, const GyrostatPeriod& period, const std::vector<SteadyTurn>& all) {
    double nearest = INFINITY;
    int best = 3;
    for (const SteadyTurn& turn : all) {
        const Vec3<double>& c = turn.direction;
        const bool round = period.winding(c) != 0;
        if (!(turn.stable || (turn.unstable && round))) continue;
        const int rank = !round ? 2 : turn.stable ? 0 : 1;
        double widest = 0;
        for (const auto& p : period.places()) widest = std::max(widest, angle_of(p.H, c));
        if (rank < best || (rank == best && widest < nearest)) best = rank, nearest = widest, a.centre = c;
    }
    if (best == 3) a.centre = {};
}

void approach_to_unstable(GyrostatAnalysis& a, const GyrostatPeriod& period, const std::vector<SteadyTurn>& all) {
    Vec3<double> nearest{};
    for (const SteadyTurn& turn : all) {
        const Vec3<double>& u = turn.direction;
        if (!turn.unstable) continue;
        const double angle = period.extreme([&](const auto& p) { return angle_of(p.H, u); }, -1);
        if (a.unstable_to_momentum_min < 0 || angle < a.unstable_to_momentum_min)
            a.unstable_to_momentum_min = angle, nearest = u;
    }
    // as for a free body: near enough to dwell there
    if (a.unstable_to_momentum_min < 0 || a.unstable_to_momentum_min > std::numbers::pi / 6) return;
    const auto side = [&](double t) { return dot(period.at(t).H, nearest); };
    for (std::size_t i = 0; i < period.size(); ++i) {
        double from = period.time(i), to = period.time(i + 1);
        const bool below = side(from) < 0;
        if (below == (side(to) < 0)) continue;
        for (int k = 0; k < 60; ++k) {
            const double middle = 0.5 * (from + to);
            ((side(middle) < 0) == below ? from : to) = middle;
        }
        a.flips.push_back(to);
    }
}

void analyse_periodic(GyrostatAnalysis& a, GyrostatPeriod& period, const std::vector<SteadyTurn>& all) {
    period.divide(128);
    find_centre(a, period, all);
    if (norm(a.centre) == 0) return;
    double before = period.rotation(a.centre);
    for (std::size_t parts = 256;; parts *= 2) {
        period.divide(parts);
        a.rotation_per_period = period.rotation(a.centre);
        // a rounding of the sum, or as many parts as a summary is worth
        if (std::fabs(a.rotation_per_period - before) <= 4e-15 * std::fabs(before) || parts == 4096) break;
        before = a.rotation_per_period;
    }
    a.precession = (a.rotation_per_period + whole_turn * period.winding(a.centre)) / a.period;
    const auto wobble = [&](const auto& p) { return angle_of(p.H, a.centre); };
    const auto lag = [](const auto& p) { return angle_of(p.w, p.H); };
    a.wobble_min = period.extreme(wobble, -1);
    a.wobble_max = period.extreme(wobble, 1);
    a.rate_to_momentum_min = period.extreme(lag, -1);
    a.rate_to_momentum_max = period.extreme(lag, 1);
    approach_to_unstable(a, period, all);
}

void analyse_permanent(GyrostatAnalysis& a, const GyrostatPeriod& period) {
    const auto& start = period.start();
    const Vec3<double>& moments = period.moments();
    const double growth = growth_squared(moments, start.H, start.w);
    // roundings of the squares of the rate and of what the momentum would make of it
    const double H = period.G() / std::min({moments[0], moments[1], moments[2]});
    a.stable = !(growth > 1e-12 * (dot(start.w, start.w) + H * H));
    if (!a.stable) a.growth_rate = std::sqrt(growth);
}

double energy_of(const GyrostatPeriod& period) {
    double energy = 0;
    for (int k = 0; k < 3; ++k) energy += 0.5 * period.moments()[k] * period.start().w[k] * period.start().w[k];
    return energy;
}

std::optional<GyrostatAnalysis> by_closed_form(const exact::Gyrostat<double>& g) {
    Vec3<double> moments, inside;
    for (int k = 0; k < 3; ++k) moments[k] = g.body().moment[k].value(), inside[k] = g.body().inside[k].value();
    GyrostatPeriod period(moments, inside, g.period(), [&g](double t) { return g.state_at(t).w_NB_B; });
    const auto& start = period.start();
    if (!(period.G() > 0) || norm(start.w) == 0) return {};
    GyrostatAnalysis a;
    a.kind = g.motion();
    a.period = g.period();
    a.precession = g.mean_precession();
    a.complementary_parameter = g.complementary_parameter();
    a.rate_to_momentum_min = a.rate_to_momentum_max = angle_of(start.w, start.H);
    a.centre = start.H / period.G();
    if (a.kind == exact::GyrostatMotion::symmetric) {
        a.centre = {};
        a.centre[g.body().axis] = start.H[g.body().axis] < 0 ? -1.0 : 1.0;
        a.wobble_min = a.wobble_max = angle_of(a.centre, start.H);
    }
    if (a.kind == exact::GyrostatMotion::permanent) analyse_permanent(a, period);
    if (a.kind == exact::GyrostatMotion::permanent || a.kind == exact::GyrostatMotion::symmetric) return a;
    const exact::GyrostatEquilibria<double> all(g.body(), period.G());
    a.separatrix_distance = all.distance_from_separatrix(energy_of(period));
    if (a.kind != exact::GyrostatMotion::periodic) return a;
    std::vector<SteadyTurn> turns;
    for (int i = 0; i < all.size(); ++i) {
        const Vec3<double> H = period.of_rate(all[i].w_NB_B).H;
        turns.push_back({H / norm(H), all[i].stable, !all[i].stable});
    }
    analyse_periodic(a, period, turns);
    return a;
}

// |E - E(unstable)| of the nearest unstable turn, as GyrostatEquilibria::distance_from_separatrix().
double distance_from_separatrix(const TurnFinder& finder, const std::vector<TurnFinder::Turn>& turns, double energy) {
    double low = INFINITY, high = 0, gap = INFINITY;
    for (const TurnFinder::Turn& turn : turns) {
        const double own = finder.energy_of(turn);
        low = std::min(low, own), high = std::max(high, own);
        if (!turn.circle && finder.shape_of(turn) == TurnFinder::Shape::saddle)
            gap = std::min(gap, std::fabs(energy - own));
    }
    return std::isfinite(gap) && high > low ? gap / (high - low) : 1;
}

// With rotors along any axes: in principal axes of the carrier.
std::optional<GyrostatAnalysis> by_series(const SteadyCarrier& carrier, const Vec3<double>& H_body) {
    const PrincipalAxes principal = principal_axes_of(carrier.inertia);
    const double G = norm(H_body);
    if (!(principal.moments[0] > 0) || !(G > 0)) return {};
    const Vec3<double> H = principal.axes.transposed() * H_body, inside = principal.axes.transposed() * carrier.inside;
    TurnFinder finder(principal.moments, inside, G);
    Vec3<double> w;
    for (int k = 0; k < 3; ++k) w[k] = (H[k] - inside[k]) / finder.moments()[k];
    if (norm(w) == 0) return {};
    GyrostatAnalysis a;
    a.closed_form = false;
    a.complementary_parameter = -1;
    a.rate_to_momentum_min = a.rate_to_momentum_max = angle_of(w, H);
    a.centre = H_body / G;
    a.precession = dot(w, H) / G;
    // turned axes leave some roundings of a rate that is steady, and of an energy that is that of a saddle
    if (norm(cross(H, w)) <= 1e-13 * G * (norm(w) + G / finder.moments()[0])) {
        analyse_permanent(a, GyrostatPeriod(finder.moments(), inside, 0, [&w](double) { return w; }));
        return a;
    }
    const std::vector<TurnFinder::Turn> turns = finder.all();
    const auto energy = [&] {
        return energy_of(GyrostatPeriod(finder.moments(), inside, 0, [&](double) { return w; }));
    };
    a.separatrix_distance = distance_from_separatrix(finder, turns, energy());
    if (a.separatrix_distance < 1e-13) {
        a.kind = exact::GyrostatMotion::asymptotic;
        a.period = INFINITY;
        return a;
    }
    const MomentumPath path(finder.moments(), inside, H);
    if (!(path.period() > 0)) return {};
    a.kind = exact::GyrostatMotion::periodic;
    a.period = path.period();
    GyrostatPeriod period(finder.moments(), inside, a.period, [&path](double t) { return path.rate_at(t); });
    std::vector<SteadyTurn> all;
    for (const TurnFinder::Turn& turn : turns) {
        const TurnFinder::Shape shape = finder.shape_of(turn);
        all.push_back({turn.H / norm(turn.H),
                       !turn.circle && (shape == TurnFinder::Shape::minimum || shape == TurnFinder::Shape::maximum),
                       !turn.circle && shape == TurnFinder::Shape::saddle});
    }
    a.centre = {};
    analyse_periodic(a, period, all);
    a.centre = principal.axes * a.centre;
    return a;
}

}  // namespace

double growth_squared(const Vec3<double>& moments, const Vec3<double>& H, const Vec3<double>& w) {
    double M[3][3];
    for (int j = 0; j < 3; ++j) {
        Vec3<double> d{};
        d[j] = 1;
        const Vec3<double> column = cross(d, w) + cross(H, d / moments[j]);
        for (int i = 0; i < 3; ++i) M[i][j] = column[i];
    }
    double trace = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) trace = std::fma(M[i][j], M[j][i], trace);
    return 0.5 * trace;
}

double GyrostatAnalysis::flips_within(double duration) const {
    double number = 0;
    for (const double t : flips)
        if (t <= duration) number += 1 + std::floor((duration - t) / period);
    return number;
}

std::optional<GyrostatAnalysis> analyse_gyrostat(const Problem& given) {
    if (!given.inside || !given.dynamics()) return {};
    const Problem problem = with_standing_parts(given);
    const Inside& inside = *problem.inside;
    if (inside.rotors.empty() || !problem.torques.empty() || !inside.torques.empty() || inside.contact) return {};
    if (!no_steady_motion(problem).empty()) return {};
    InsideNumbers<double> numbers(problem);
    const SteadyCarrier carrier = steady_carrier(problem, numbers);
    if (carrier.loses) return {};
    std::string why;
    std::optional<GyrostatAnalysis> a;
    if (const auto form = GyrostatForm::of(problem, why))
        a = by_closed_form(form->form());
    else
        a = by_series(carrier,
                      numbers.momentum(numbers.start(normalise(start_quaternion(problem)), problem.start.rate)));
    if (a) a->axis = principal_axis_of(a->centre);
    return a;
}

}  // namespace polhode
