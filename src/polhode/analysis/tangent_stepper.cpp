#include "polhode/analysis/tangent_stepper.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/diagnostic.hpp"

namespace polhode {

TangentStepper::TangentStepper(const Problem& problem, double tolerance, double momentum)
    : system_(problem), plain_(problem), tolerance_(tolerance), n_(plain_.numbers().layout().length) {
    const InsideLayout& at = plain_.numbers().layout();
    size_.assign(static_cast<std::size_t>(n_), 1);
    std::fill(size_.begin() + InsideLayout::momentum, size_.begin() + at.momenta, momentum);
    unit_ = size_;
    const auto leave = [&](int place) { unit_[static_cast<std::size_t>(place)] = 0; };
    if (at.work >= 0) leave(at.work);
    for (const int impulse : at.friction) leave(impulse);
    for (const DryFriction& f : problem.inside->frictions) leave(at.state[f.state]);
}

TangentStepper::Both TangentStepper::Slope::operator()(double t, const Both& both) const {
    return side_by_side(system(S(t), in_series(both)));
}

void TangentStepper::start(const S& t, const State& y) {
    t_ = t.c[0];
    both_ = side_by_side(y);
    pair_.k[0] = slope_of_both_(t_, both_);
    if (!is_finite(pair_.k[0])) throw ComputationFailed(t_, "the tangent of the motion is not finite");
}

TangentStepper::S TangentStepper::step(const S& limit) {
    const double end = limit.c[0];
    const auto size = [this](const Both& e, const Both& a, const Both& b) { return error(e, a, b); };
    from_ = t_;
    prepared_ = false;
    if (h_ == 0) h_ = integrate::starting_step(slope_of_both_, t_, both_, pair_.k[0], Pair::order, end - t_, size);
    for (;;) {
        const bool last = h_ >= (end - t_) * (1 - 1e-10);
        const double tried = last ? end - t_ : h_;
        if (!(t_ + tried > t_)) throw ComputationFailed(t_, "the step became too small for the clock");
        const double wrong = pair_.trial(slope_of_both_, t_, both_, tried, size);
        const bool known = std::isfinite(wrong) && is_finite(pair_.y1);
        if (known && wrong <= 1) {
            const double factor = wrong > 0 ? std::clamp(0.9 * Pair::step_factor(wrong), 0.33, 6.0) : 6.0;
            h_ = last ? std::max(h_, tried * factor) : tried * factor;
            to_ = last ? end : t_ + tried;
            ++steps_;
            return S(to_);
        }
        h_ = tried * (known ? std::max(0.2, 0.9 * Pair::step_factor(wrong)) : 0.2);
    }
}

// A time with a part e d is that of a neighbour: it is z + f d away.
TangentStepper::State TangentStepper::at(const S& time) {
    const double t = time.c[0];
    if (!prepared_ && t != to_) {
        pair_.prepare(slope_of_both_);
        prepared_ = true;
    }
    State y = in_series(t == to_ ? pair_.y1 : t == from_ ? pair_.y0 : pair_.at((t - from_) / pair_.h));
    tidy(y);
    if (const double off = time.at(1); off != 0) {
        Both now(n_);
        for (int i = 0; i < n_; ++i) now[i] = y[i].c[0];
        const Both slope = plain_(t, now);
        for (int i = 0; i < n_; ++i) y[i].grow(1) += slope[i] * off;
    }
    return y;
}

const TangentStepper::State& TangentStepper::take() { return cut(S(to_)); }

const TangentStepper::State& TangentStepper::cut(const S& time) {
    y_ = at(time);
    const double t = time.c[0];
    start(S(t), y_);
    return y_;
}

void TangentStepper::segment(double begin, double end) {
    system_.segment(begin, end);
    plain_.segment(begin, end);
}

void TangentStepper::set_modes(const std::vector<MotorMode>& modes) {
    system_.set_modes(modes);
    plain_.set_modes(modes);
}

double TangentStepper::length(const State& y) const { return length_of(side_by_side(y)); }

double TangentStepper::length_of(const Both& both) const {
    double sum = 0;
    for (int i = 0; i < n_; ++i) {
        const double part = unit_of(i) > 0 ? both[n_ + i] / unit_of(i) : 0;
        sum = std::fma(part, part, sum);
    }
    return std::sqrt(sum);
}

double TangentStepper::error(const Both& e, const Both& a, const Both& b) const {
    double worst = 0;
    for (int i = 0; i < n_; ++i) {
        const double size = std::max({size_[static_cast<std::size_t>(i)], std::fabs(a[i]), std::fabs(b[i])});
        worst = std::max(worst, std::fabs(e[i]) / size);
    }
    const double tangent = std::max(length_of(a), length_of(b));
    for (int i = 0; i < n_; ++i)
        if (unit_of(i) > 0) worst = std::max(worst, std::fabs(e[n_ + i]) / unit_of(i) / tangent);
    return worst / tolerance_;
}

TangentStepper::State TangentStepper::in_series(const Both& both) {
    State y;
    y.length = both.length / 2;
    for (int i = 0; i < y.length; ++i) {
        y[i] = S(both[i]);
        y[i].grow(1) = both[y.length + i];
    }
    return y;
}

TangentStepper::Both TangentStepper::side_by_side(const State& y) {
    Both both;
    both.stretch(2 * y.length);
    for (int i = 0; i < y.length; ++i) {
        both[i] = y[i].at(0);
        both[y.length + i] = y[i].at(1);
    }
    return both;
}

void TangentStepper::tidy(State& y) {
    double qq = 0, across = 0;
    for (int i = 0; i < 4; ++i) qq = std::fma(y[i].c[0], y[i].c[0], qq);
    const double over = 1 / std::sqrt(qq);
    for (int i = 0; i < 4; ++i) y[i].c[0] *= over, y[i].c[1] *= over;
    for (int i = 0; i < 4; ++i) across = std::fma(y[i].c[0], y[i].c[1], across);
    for (int i = 0; i < 4; ++i) y[i].c[1] -= across * y[i].c[0];
}

}  // namespace polhode
