#include "polhode/problem/analysis/formula_guard.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/arithmetic/series.hpp"
#include "polhode/base/interval.hpp"
#include "polhode/problem/analysis/series_attitude.hpp"
#include "polhode/problem/principal_frame.hpp"

namespace polhode {

namespace {

using Enclosed = Series<Interval>;

// Coefficients about every point of [0, span] of a polynomial in scaled time: p^(k)(s)/k! = sum_j C(j,k) c_j s^(j-k).
Enclosed along(const StepPath::Number& p, int degree, double span) {
    Enclosed r;
    for (int k = 0; k <= degree; ++k) {
        double lo = p.c[k], hi = p.c[k], binomial = 1, power = 1;
        for (int j = k + 1; j <= degree; ++j) {
            binomial = binomial * j / (j - k);
            power *= span;
            const double term = binomial * p.c[j] * power;
            (term < 0 ? lo : hi) += term;
        }
        r.grow(k) = Interval::outward(lo - p.room, hi + p.room);
    }
    return r;
}

double largest(const Vec3<Enclosed>& v, int k) {
    double m = 0;
    for (int i = 0; i < 3; ++i) {
        const double size = v[i].at(k).magnitude();
        if (!(size <= m)) m = size;
    }
    return m;
}

}  // namespace

struct FormulaGuard::Parts {
    struct Torque {
        FormulaTorque<Enclosed> formula;
        bool of_time;
    };
    std::vector<Torque> torques;
    std::vector<RatesFunction<Enclosed>> rates;  // none or one
    std::vector<std::shared_ptr<const SampledHistory>> cubics;
    std::vector<Corner> corners;
    std::vector<std::string> texts;
    bool needs_state = false;
    double moment = 1;  // the smallest; 1 for given rates

    // The coefficient `order` over all of the step, times its power of the length: N m, or rad/s.
    double remainder(const StepPath& path, double length, int order, double about) const {
        const double span = length / path.scale;
        Enclosed::order = order;
        Enclosed t(Interval(path.begin, path.begin + length));
        t.grow(1) = Interval(path.scale);
        double size = 0;
        for (const auto& r : rates) size = largest(r(t), order);
        if (!torques.empty()) {
            Vec3<Enclosed> w;
            SeriesAttitude<Interval> a;
            if (needs_state) {
                for (int i = 0; i < 3; ++i) {
                    w[i] = along(path.w[i], path.degree, span);
                    for (int j = 0; j < 3; ++j) a.axis[i][j] = along(path.axis[i][j], path.degree, span);
                }
                a.q = {along(path.q[0], path.degree, span), along(path.q[1], path.degree, span),
                       along(path.q[2], path.degree, span), along(path.q[3], path.degree, span)};
            }
            // a state that is held still hides nothing that the time does not bring about
            for (const Torque& f : torques)
                if (f.of_time || path.degree > 0) size += largest(f.formula(t, a, w), order);
        }
        const double reach = std::max(about, 1 - about) * span;
        return size == 0 ? 0 : size * polhode::pow(reach, static_cast<double>(order));
    }

    // Whether what decides a corner of state may be 0 somewhere in the step.
    bool meets_corner(const StepPath& path, double length) const {
        if (corners.empty()) return false;
        Enclosed::order = 0;
        std::vector<Enclosed> values{Enclosed(Interval(path.begin, path.begin + length))};
        const auto add = [&](const StepPath::Number& n) { values.push_back(along(n, 0, 0)); };
        for (const auto& n : path.q) add(n);
        for (const auto& row : path.axis)
            for (const auto& n : row) add(n);
        for (const auto& n : path.w) add(n);
        for (const Corner& corner : corners) {
            const Interval g = corner.part(values.data()).c[0];
            if (corner.whole_numbers ? !(std::ceil(g.lo) > g.hi) : g.holds(0)) return true;
        }
        return false;
    }

    // The end of the part of (begin, end) that a step may take because of the rows of cubic tables.
    double past_rows(double begin, double end, double small) const {
        for (const auto& table : cubics) {
            long i = table->interval_of(begin);
            const long last = static_cast<long>(table->rows()) - 1;
            int whole = 0;
            double bent = 0;
            for (++i; i >= 0 && i < last && table->knot(i) < end; ++i) {
                // (x - knot)^3 jump of the third derivative/6 is what the polynomial before the row does not know
                const Vec3<double> jump =
                    i > 0 ? table->piece(i, table->knot(i)).c[3] - table->piece(i - 1, table->knot(i)).c[3]
                          : Vec3<double>{};
                const double beyond = end - table->knot(i);
                bent += norm(jump) * beyond * beyond * beyond;
                if (!(bent * (end - begin) > small)) continue;
                if (++whole == 3) end = table->knot(i);
            }
        }
        return end;
    }
};

FormulaGuard::FormulaGuard(const Problem& problem, double end) : parts_(std::make_unique<Parts>()), end_(end) {
    Parts& p = *parts_;
    const auto looked_at = [&](const ThreeFormulas& f, const char* what) {
        std::string text = what;
        for (const Expression& e : f.all())
            if (!e.constant()) text += std::string(text == what ? " '" : ", '") + e.text() + "'";
        p.texts.push_back(text);
    };
    if (problem.dynamics()) {
        const Vec3<double> moments = PrincipalFrame<double>(*problem.body).moments;
        p.moment = std::min({moments[0], moments[1], moments[2]});
    }
    for (const TorqueModel& m : problem.torques) {
        if (const auto* f = std::get_if<FormulaTorque<double>>(&m.torque)) {
            p.torques.push_back({f->as<Enclosed>(), f->formulas().uses(0)});
            looked_at(f->formulas(), "the torque formula");
            for (int i = 1; i < static_cast<int>(f->variables().size()); ++i) p.needs_state |= f->formulas().uses(i);
            p.needs_state |= f->frame() == torque::Frame::world;
            for (const Expression& e : f->formulas().all()) add_corners_of_state(e, p.corners);
        }
        if (const auto table = facts_of(m).table; table && table->cubic()) p.cubics.push_back(table);
    }
    if (!problem.rates) return;
    const RatesFacts facts = facts_of(*problem.rates);
    if (facts.formulas) {
        p.rates.emplace_back(*problem.rates);
        looked_at(*facts.formulas, facts.of_angles ? "the angle formula" : "the rate formula");
    }
    if (facts.table && facts.table->cubic()) p.cubics.push_back(facts.table);
}
FormulaGuard::~FormulaGuard() = default;
FormulaGuard::FormulaGuard(FormulaGuard&&) noexcept = default;
FormulaGuard& FormulaGuard::operator=(FormulaGuard&&) noexcept = default;

bool FormulaGuard::idle() const { return parts_->torques.empty() && parts_->rates.empty() && parts_->cubics.empty(); }
bool FormulaGuard::needs_state() const { return parts_->needs_state; }

void FormulaGuard::segment(double begin, double end) {
    for (auto& t : parts_->torques) t.formula.segment(begin, end);
    for (auto& r : parts_->rates) r.segment(begin, end);
}

double FormulaGuard::allowed(const StepPath& path, double length, int order, double about, double tolerance) {
    length = bounded(path, length, order, about, tolerance);
    corner_met_ = corner_met_ || parts_->meets_corner(path, length);
    return length;
}

double FormulaGuard::bounded(const StepPath& path, double length, int order, double about, double tolerance) {
    const Parts& p = *parts_;
    double rate = 0;
    for (int i = 0; i < 3; ++i) rate += path.w[i].c[0] * path.w[i].c[0];
    // what the rate may be off by, in rad/s; a given rate is off by itself, what it turns through must not be
    const double small = p.rates.empty() ? tolerance * std::max(1 / end_, polhode::sqrt(rate)) : tolerance;
    if (!p.cubics.empty()) length = p.past_rows(path.begin, path.begin + length, small * p.moment) - path.begin;
    if (!certain_ || (p.torques.empty() && p.rates.empty())) return length;
    double tried = length;
    for (int tries = 0; tries < 200; ++tries) {
        const double off = tried * p.remainder(path, tried, order, about) / p.moment;
        if (off <= small) return tried;
        const double ratio = is_finite(off) ? 0.9 * polhode::pow(small / off, 1.0 / (order + 1)) : 0.25;
        tried *= std::clamp(ratio, 0.05, 0.9);
        if (!(tried > 1e-12 * std::max(std::fabs(path.begin), 1e-3 * length))) break;
    }
    certain_ = false;
    for (const std::string& text : p.texts) caveat_ += (caveat_.empty() ? "" : "; ") + text;
    caveat_ +=
        " could not be bounded over every step: what is shorter than a step may have been missed; set largest_step";
    return length;
}

}  // namespace polhode
