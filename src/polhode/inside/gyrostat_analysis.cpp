#include "polhode/inside/gyrostat_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "polhode/exact/gyrostat_equilibria.hpp"

namespace polhode {

namespace {

constexpr double whole_turn = 2 * std::numbers::pi;

double angle_of(const Vec3<double>& a, const Vec3<double>& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// The motion as momentum and rate at places of one period.
class GyrostatPeriod {
 public:
    struct Place {
        Vec3<double> H, w;
    };
    explicit GyrostatPeriod(const exact::Gyrostat<double>& form) : form_(form) {
        for (int k = 0; k < 3; ++k) {
            moments_[k] = form.body().moment[k].value();
            inside_[k] = form.body().inside[k].value();
        }
        start_ = at(0);
    }
    Place at(double t) const {
        Place p;
        p.w = form_.state_at(t).w_NB_B;
        for (int k = 0; k < 3; ++k) p.H[k] = std::fma(moments_[k], p.w[k], inside_[k]);
        return p;
    }
    Place of_rate(const Vec3<double>& w) const {
        Place p{{}, w};
        for (int k = 0; k < 3; ++k) p.H[k] = std::fma(moments_[k], w[k], inside_[k]);
        return p;
    }
    double time(std::size_t i) const { return form_.period() * static_cast<double>(i) / static_cast<double>(size()); }
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
                                            : at(form_.period() * static_cast<double>(i) / static_cast<double>(parts));
        places_ = std::move(finer);
    }

    // Smallest and largest of a smooth quantity: the places, then between their neighbours (golden section).
    template <class Quantity>
    double extreme(const Quantity& q, double sign) const {
        std::size_t best = 0;
        double most = -INFINITY;
        for (std::size_t i = 0; i < size(); ++i)
            if (const double value = sign * q(places_[i]); value > most) most = value, best = i;
        const double step = form_.period() / static_cast<double>(size());
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
        return sum * form_.period() / static_cast<double>(size());
    }

 private:
    const exact::Gyrostat<double>& form_;
    Vec3<double> moments_{}, inside_{};
    std::vector<Place> places_{};
    Place start_{};
};

using Equilibria = exact::GyrostatEquilibria<double>;

int principal_axis_of(const Vec3<double>& c) {
    for (int k = 0; k < 3; ++k)
        if (std::fabs(c[(k + 1) % 3]) < 1e-12 && std::fabs(c[(k + 2) % 3]) < 1e-12) return k;
    return -1;
}

// The stable turn that the momentum goes round: of those that it does, the one it stays nearest to.
void find_centre(GyrostatAnalysis& a, const GyrostatPeriod& period, const Equilibria& all) {
    double nearest = INFINITY;
    for (int i = 0; i < all.size(); ++i) {
        if (!all[i].stable) continue;
        const Vec3<double> H = period.of_rate(all[i].w_NB_B).H, c = H / norm(H);
        if (period.winding(c) == 0) continue;
        double widest = 0;
        for (const auto& p : period.places()) widest = std::max(widest, angle_of(p.H, c));
        if (widest < nearest) nearest = widest, a.centre = c;
    }
    a.axis = principal_axis_of(a.centre);
}

void approach_to_unstable(GyrostatAnalysis& a, const GyrostatPeriod& period, const Equilibria& all) {
    Vec3<double> nearest{};
    for (int i = 0; i < all.size(); ++i) {
        if (all[i].stable) continue;
        const Vec3<double> H = period.of_rate(all[i].w_NB_B).H, u = H / norm(H);
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

void analyse_periodic(GyrostatAnalysis& a, GyrostatPeriod& period, const Equilibria& all) {
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

std::optional<GyrostatAnalysis> analyse_gyrostat(const Problem& problem) {
    if (!problem.inside || problem.inside->rotors.empty()) return {};
    std::string why;
    const auto form = GyrostatForm::of(problem, why);
    if (!form) return {};
    const exact::Gyrostat<double>& g = form->form();
    GyrostatPeriod period(g);
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
    a.axis = principal_axis_of(a.centre);
    if (a.kind == exact::GyrostatMotion::permanent) {
        const double growth = growth_squared(period.moments(), start.H, start.w);
        // roundings of the squares of the rate and of what the momentum would make of it
        const double H = period.G() / std::min({period.moments()[0], period.moments()[1], period.moments()[2]});
        a.stable = !(growth > 1e-12 * (dot(start.w, start.w) + H * H));
        if (!a.stable) a.growth_rate = std::sqrt(growth);
        return a;
    }
    if (a.kind == exact::GyrostatMotion::symmetric) return a;
    const Equilibria all(g.body(), period.G());
    double energy = 0;
    for (int k = 0; k < 3; ++k) energy += 0.5 * period.moments()[k] * start.w[k] * start.w[k];
    a.separatrix_distance = all.distance_from_separatrix(energy);
    if (a.kind == exact::GyrostatMotion::periodic) analyse_periodic(a, period, all);
    return a;
}

}  // namespace polhode
