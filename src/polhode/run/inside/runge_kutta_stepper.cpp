// Explicit Runge-Kutta methods on the whole state of a body with an inside.
#include <algorithm>
#include <cmath>
#include <limits>

#include "polhode/base/diagnostic.hpp"
#include "polhode/integrate/tableaus.hpp"
#include "polhode/run/inside/flat_steps.hpp"
#include "polhode/run/inside/inside_steppers.hpp"

namespace polhode {

namespace {

// Fixed steps. A place inside a step is reached by a shorter step from its begin; between the two slopes at its ends
// a cubic guesses. Where flat steps do not need the slope at their begin it is computed when it is asked for.
template <class Tableau>
class FixedStepper : public DoubleStepper {
    static constexpr bool is_rk4 = std::is_same_v<Tableau, integrate::Rk4>;

 public:
    FixedStepper(const Problem& problem, const ResolvedMethod& m) : DoubleStepper(problem, m) {
        if constexpr (is_rk4) flat_ = FlatSteps::of(problem);
    }

    void start(const double& t, const State& y) override {
        t_ = t, y_ = y;
        begin_slope();
    }
    double step(const double& limit) override {
        const GridStep next = grid_step(t_, limit);
        from_ = t_, to_ = next.end, length_ = next.length;
        y0_ = y_;
        slope0_ = slope_;
        reach(next.length, y1_);
        slope1_.length = 0;
        return to_;
    }
    State at(const double& time) override {
        if (time == to_) return y1_;
        if (time == from_) return y0_;
        State y;
        reach(time - from_, y);
        return y;
    }
    // Hermite's cubic (HNW II.6 eq. 6.7)
    State guess(const double& time) override {
        if (slope1_.length == 0) slope1_ = system_(to_, y1_);
        const double x = (time - from_) / length_, u = 1 - x;
        const State chord = y1_ - y0_;
        const State bend = (1 - 2 * x) * chord + madd(x * length_, slope1_, (-u * length_) * slope0());
        return u * y0_ + madd(x, y1_, (-x * u) * bend);
    }
    int looks() const override { return 3; }
    const State& take() override {
        y_ = y1_;
        hold_constraint(y_);
        const bool same = slope1_.length > 0 && m_.constraint == ResolvedMethod::Constraint::none;
        t_ = to_;
        if (same)
            slope_ = slope1_;
        else
            begin_slope();
        return y_;
    }
    const State& cut(const double& time) override {
        start(time, at(time));
        return y_;
    }
    // The whole steps of the grid, as grid_step gives them.
    Stride stride(const double& limit, long most, double& t, State& y) override {
        if (!flat_) return {};
        const double h = m_.step, n = std::round(t_ / h), room = (limit - t_) / h - 1;
        // so far the grid is numbered without doubt
        if (t_ != n * h || n > 1e12 || !(room >= 1)) return {};
        const long count = room < static_cast<double>(most) ? static_cast<long>(room) : most;
        const Stride made = flat_->stride(n, count, h, m_.constraint, y_);
        if (made.made == 0) return made;
        t_ = (n + static_cast<double>(made.made)) * h;
        slope_.length = 0;
        system_.evaluations += Tableau::stages * made.made;
        t = t_, y = y_;
        return made;
    }

 private:
    void begin_slope() {
        slope_.length = 0;
        if (flat_)
            ++system_.evaluations;  // of a flat step
        else
            slope_ = system_(t_, y_);
    }
    const State& slope0() {
        if (slope0_.length == 0) {
            slope0_ = system_(from_, y0_);
            --system_.evaluations;  // counted when the step began
        }
        return slope0_;
    }
    void reach(double h, State& y) {
        // what is not finite is computed again, and the formula that it comes from remembered
        if (flat_ && flat_->step(from_, h, y0_, y)) {
            system_.evaluations += Tableau::stages - 1;
            return;
        }
        State k[Tableau::stages];
        k[0] = slope0();
        integrate::later_stages<Tableau>(system_, from_, y0_, h, k);
        y = integrate::advance<Tableau>(y0_, h, k);
    }
    double t_ = 0, from_ = 0, to_ = 0, length_ = 0;
    State y_, y0_, y1_, slope_, slope0_, slope1_;  // a slope of no length is not known
    std::unique_ptr<FlatSteps> flat_;              // of rk4, where there are such
};

// Pairs with an error estimate and dense output.
template <class Tableau>
class PairStepper : public DoubleStepper {
    using Pair = integrate::AdaptivePair<Tableau, double, any_length>;

 public:
    PairStepper(const Problem& problem, const ResolvedMethod& m, double duration)
        : DoubleStepper(problem, m), duration_(duration), h_(m.step) {}

    void start(const double& t, const State& y) override {
        t_ = t, y_ = y;
        pair_.k[0] = system_(t_, y_);
        begun_ = fresh_ = false;
        if (!is_finite(pair_.k[0])) throw ComputationFailed(t, "the derivative is not finite at the start");
        if (largest_.empty()) largest_ = system_.numbers().layout().least;
        remember(y);
        noise_.clear();
    }
    double step(const double& limit) override {
        from_ = t_;
        prepared_ = false;
        if (m_.stepping == ResolvedMethod::Stepping::fixed) {
            const GridStep next = grid_step(t_, limit);
            to_ = next.end;
            try_step(next.length);
            return to_;
        }
        const double remaining = limit - t_;
        if (!begun_ && h_ == 0) h_ = first_step(remaining);
        begun_ = true;
        for (bool again = false;; again = true) {
            if (m_.largest_step > 0) h_ = std::min(h_, m_.largest_step);
            const bool last = h_ >= remaining * (1 - 1e-10);
            const double tried = last ? remaining : h_;
            if (!(t_ + tried > t_)) throw ComputationFailed(t_, "the step became too small for the clock");
            const double error = try_step(tried);
            if (error <= 1 && is_finite(pair_.y1)) {
                to_ = last ? limit : t_ + tried;
                const double grow = again ? 1 : 6;
                const double factor = error > 0 ? std::clamp(0.9 * Pair::step_factor(error), 0.33, grow) : grow;
                h_ = last ? std::max(h_, tried * factor) : tried * factor;
                return to_;
            }
            ++rejected_;
            learn_noise(tried);
            const bool known = std::isfinite(error) && is_finite(pair_.y1);
            h_ = tried * (known ? std::max(0.2, 0.9 * Pair::step_factor(error)) : 0.2);
        }
    }
    State at(const double& time) override {
        State y = time == to_ ? pair_.y1 : inside(time);
        hold_constraint(y);
        return y;
    }
    int looks() const override { return Pair::order / 2 + 1; }
    const State& take() override {
        y_ = pair_.y1;
        hold_constraint(y_);
        // `at` still looks at this step: its slopes stay as they are until the next one begins
        t_ = to_;
        fresh_ = true;
        remember(y_);
        return y_;
    }
    const State& cut(const double& time) override {
        start(time, at(time));
        begun_ = true;
        return y_;
    }
    long rejected() const override { return rejected_; }

 private:
    double try_step(double h) {
        if (fresh_) {
            const bool same = Pair::knows_last_slope && m_.constraint == ResolvedMethod::Constraint::none;
            const State slope = same ? pair_.last_slope() : system_(t_, y_);
            pair_.k[0] = slope;
            fresh_ = false;
        }
        worst_ = {};
        return pair_.trial(system_, t_, y_, h,
                           [this](const State& e, const State& a, const State& b) { return size(e, a, b); });
    }
    State inside(double time) {
        if (!prepared_) pair_.prepare(system_);
        prepared_ = true;
        return pair_.at((time - from_) / pair_.h);
    }
    double first_step(double remaining) {
        return integrate::starting_step(
            system_, t_, y_, pair_.k[0], Pair::order, remaining,
            [this](const State& e, const State& a, const State& b) { return size(e, a, b); });
    }
    void remember(const State& y) {
        for (int i = 0; i < y.length; ++i)
            largest_[static_cast<std::size_t>(i)] = std::max(largest_[static_cast<std::size_t>(i)], std::fabs(y[i]));
    }
    // Error in units of the tolerance: attitude against 1, momentum against its length, every other number against the
    // largest that it was, or its change in this step.
    double size(const State& e, const State& a, const State& b) {
        double worst = 0, H = 0;
        for (int i = 0; i < 4; ++i) worst = std::max(worst, std::fabs(e[i]));
        // what holds a body still is known to its own digits, and no better is the momentum that is left
        const InsideLayout& layout = system_.numbers().layout();
        double given = 0;
        for (const int f : layout.friction)
            given = std::max({given, largest_[static_cast<std::size_t>(f)], std::fabs(b[f])});
        H = given;
        for (int i = 4; i < 7; ++i) H = std::max({H, largest_[static_cast<std::size_t>(i)], std::fabs(b[i])});
        for (int i = 4; i < 7 && H > 0; ++i) worst = std::max(worst, std::fabs(e[i]) / H);
        for (int i = 7; i < e.length; ++i) {
            const double s = std::max({largest_[static_cast<std::size_t>(i)], std::fabs(b[i]), std::fabs(b[i] - a[i]),
                                       i < layout.momenta ? given : 0.0});
            if (!(s > 0) || std::fabs(e[i]) <= noise_of(i) * pair_.h) continue;
            const double part = std::fabs(e[i]) / s;
            if (part > worst_.part) worst_ = {i, std::fabs(e[i]), part};
            worst = std::max(worst, part);
        }
        return worst / m_.tolerance;
    }
    // A number whose rate of change is 0 but for roundings, as the work of a bearing that sticks, is wrong by as much
    // as it is in steps of any length. Such a rate changes by as much as it is where momenta change by a rounding; what
    // they make of it for each second counts for nothing then.
    void learn_noise(double tried) {
        if (worst_.place < 0 || worst_.part < std::max(1e-3, 1e3 * m_.tolerance)) return;
        double rate = 0, moved = 0;
        for (const State& slope : pair_.k)
            if (slope.length == y_.length) rate = std::max(rate, std::fabs(slope[worst_.place]));
        for (int pattern = 1; pattern < 8; ++pattern) {
            State beside = y_;
            for (int i = 0; i < system_.numbers().layout().momenta; ++i)
                beside[i] *= 1 + (pattern >> (i % 3) & 1 ? 4 : -4) * std::numeric_limits<double>::epsilon();
            moved = std::max(moved, std::fabs(system_(t_, beside)[worst_.place] - pair_.k[0][worst_.place]));
            --system_.evaluations;
        }
        if (!(rate <= 64 * moved)) return;
        noise_.resize(largest_.size(), 0);
        double& noise = noise_[static_cast<std::size_t>(worst_.place)];
        noise = std::max(noise, 16 * (moved + worst_.error / tried));
    }
    double noise_of(int i) const { return noise_.empty() ? -1 : noise_[static_cast<std::size_t>(i)]; }

    double duration_, h_, t_ = 0, from_ = 0, to_ = 0;
    State y_;
    Pair pair_;
    std::vector<double> largest_, noise_;  // noise_: for each second, by place; empty: none known
    // Of the numbers behind the momentum the one that is most wrong, in all sizes that the pair asked of a step.
    struct {
        int place = -1;
        double error = 0, part = 0;  // part: of what it is compared with
    } worst_;
    bool begun_ = false, prepared_ = false, fresh_ = false;
    long rejected_ = 0;
};

}  // namespace

std::unique_ptr<InsideStepper<double>> fixed_stepper(const Problem& problem, const ResolvedMethod& m) {
    std::unique_ptr<InsideStepper<double>> made;
    integrate::with_tableau(
        m.integrator, [&](auto tableau) { made = std::make_unique<FixedStepper<decltype(tableau)>>(problem, m); });
    return made;
}

std::unique_ptr<InsideStepper<double>> pair_stepper(const Problem& problem, const ResolvedMethod& m, double duration) {
    std::unique_ptr<InsideStepper<double>> made;
    integrate::with_tableau(m.integrator, [&](auto tableau) {
        using Tableau = decltype(tableau);
        if constexpr (integrate::is_adaptive<Tableau>)
            made = std::make_unique<PairStepper<Tableau>>(problem, m, duration);
    });
    return made;
}

}  // namespace polhode
