#include "polhode/analysis/lyapunov.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/analysis/linearisation.hpp"
#include "polhode/analysis/tangent_samples.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/inside/contact_guards.hpp"
#include "polhode/inside/inside_path.hpp"
#include "polhode/inside/inside_system.hpp"
#include "polhode/integrate/continuous.hpp"

namespace polhode {

namespace {

constexpr int lyapunov_parts = 20;

// Motion and tangent, one behind the other: f(t, y + e z) with e^2 = 0.
class TangentSystem {
 public:
    using State = StateVector<double>;
    explicit TangentSystem(const Problem& problem) : system_(problem) {}

    State operator()(double t, const State& both) {
        const StateVector<S> y = in_series(both);
        S::order = 1;
        const StateVector<S> d = system_(S(t), y);
        S::order = S::capacity;
        return side_by_side(d);
    }
    // Controllers look at t.
    void sample(double t, State& both, TangentSamples& samples) {
        StateVector<S> y = in_series(both);
        S::order = 1;
        samples.act(t, y, system_.numbers());
        S::order = S::capacity;
        both = side_by_side(y);
    }
    void segment(double begin, double end) { system_.segment(begin, end); }

 private:
    using S = Series<double>;
    static StateVector<S> in_series(const State& both) {
        StateVector<S> y;
        y.length = both.length / 2;
        for (int i = 0; i < y.length; ++i) {
            y[i] = S(both[i]);
            y[i].grow(1) = both[y.length + i];
        }
        return y;
    }
    static State side_by_side(const StateVector<S>& y) {
        State both;
        both.length = 2 * y.length;
        for (int i = 0; i < y.length; ++i) {
            both[i] = y[i].at(0);
            both[y.length + i] = y[i].at(1);
        }
        return both;
    }

    InsideSystem<S> system_;
};

class TangentMotion {
    using State = StateVector<double>;
    using Pair = integrate::AdaptivePair<integrate::DormandPrince853, double, any_length>;

 public:
    TangentMotion(const Problem& problem, double duration, const LyapunovSettings& settings)
        : system_(problem), numbers_(problem), samples_(problem), tolerance_(settings.tolerance) {
        const Quaternion<double> q = start_quaternion(problem);
        const State y = numbers_.start(normalise(q), problem.start.rate);
        n_ = y.length;
        // what momenta are compared with: that of the start, or of a thousand turns in the run
        const Mat3<double>& I = problem.body->inertia;
        const double moment = (I(0, 0) + I(1, 1) + I(2, 2)) / 3;
        size_of_momentum_ = norm(numbers_.momentum(y));
        if (!(size_of_momentum_ > 0)) size_of_momentum_ = moment * 1e3 / duration;
        both_ = State(2 * n_);
        for (int i = 0; i < n_; ++i) both_[i] = y[i];
        const Quaternion<double> p =
            numbers_.attitude(y) *
            Quaternion<double>{0, settings.turn[0] / 2, settings.turn[1] / 2, settings.turn[2] / 2};
        const Vec3<double> dH = (size_of_momentum_ / moment) * (I * settings.rate);
        for (int i = 0; i < 4; ++i) both_[n_ + i] = p.params()[i];
        for (int i = 0; i < 3; ++i) both_[n_ + 4 + i] = dH[i];
        for (int i = 7; i < n_; ++i) both_[n_ + i] = counts(i) ? 0.3 * unit_of(i) : 0;
        if (problem.inside->contact) endings_ = contact_endings(*problem.inside->contact);
        rescale();
    }

    void segment(double begin, double end) {
        system_.segment(begin, end);
        h_ = 0;
    }
    // To `end`; the sum of the logarithms of growth on the way.
    double advance(double& t, double end) {
        double growth = sample(t);
        while (t < end) {
            pair_.k[0] = system_(t, both_);
            if (!endings_.empty()) look_at_table(t);
            if (!is_finite(pair_.k[0])) throw ComputationFailed(t, "the tangent of the motion is not finite");
            const auto size = [this](const State& e, const State& a, const State& b) { return error(e, a, b); };
            if (h_ == 0) h_ = integrate::starting_step(system_, t, both_, pair_.k[0], Pair::order, end - t, size);
            take_step(t, std::min(end, samples_.next()), size);
            growth += rescale() + sample(t);
            if (++steps % 64 == 0) throw_if_stop_asked();
        }
        return growth;
    }
    long steps = 0;

 private:
    template <class Size>
    void take_step(double& t, double end, const Size& size) {
        for (;;) {
            const bool last = h_ >= (end - t) * (1 - 1e-10);
            const double tried = last ? end - t : h_;
            if (!(t + tried > t)) throw ComputationFailed(t, "the step became too small for the clock");
            const double wrong = pair_.trial(system_, t, both_, tried, size);
            const bool known = std::isfinite(wrong) && is_finite(pair_.y1);
            if (known && wrong <= 1) {
                const double factor = wrong > 0 ? std::clamp(0.9 * Pair::step_factor(wrong), 0.33, 6.0) : 6.0;
                h_ = last ? std::max(h_, tried * factor) : tried * factor;
                t = last ? end : t + tried;
                both_ = pair_.y1;
                return;
            }
            h_ = tried * (known ? std::max(0.2, 0.9 * Pair::step_factor(wrong)) : 0.2);
        }
    }
    // Controllers that look at t; by what that makes the tangent grow.
    double sample(double t) {
        if (samples_.next() > t) return 0;
        system_.sample(t, both_, samples_);
        if (!is_finite(both_)) throw ComputationFailed(t, "a controller gives a number that is not finite");
        h_ = 0;
        return rescale();
    }
    // The motion is computed once more, and where it is chaotic it may come to another end than the run did.
    void look_at_table(double t) {
        State y, slope;
        y.length = slope.length = n_;
        for (int i = 0; i < n_; ++i) y[i] = both_[i], slope[i] = pair_.k[0][i];
        contact_guards(numbers_, y, slope, guards_);
        for (std::size_t i = 0; i < guards_.size(); ++i)
            if (!(guards_[i] > 0)) throw ComputationFailed(t, endings_[i] + " and goes no further");
    }
    // Work is what happened on the way, and moves nothing.
    bool counts(int i) const { return i != numbers_.layout().work; }
    // What a part of state or tangent counts.
    double unit_of(int i) const { return i < 4 ? 1 : i < 7 + rotor_count() ? size_of_momentum_ : 1; }
    int rotor_count() const {
        int carried = 0;
        for (const auto& r : numbers_.rotors()) carried += r.at >= 0 ? 1 : 0;
        return carried;
    }
    double error(const State& e, const State& a, const State& b) const {
        double worst = 0;
        for (int i = 0; i < n_; ++i) {
            const double size = std::max({unit_of(i), std::fabs(a[i]), std::fabs(b[i])});
            worst = std::max(worst, std::fabs(e[i]) / size);
        }
        const double tangent = std::max(length(a), length(b));
        for (int i = 0; i < n_; ++i)
            if (counts(i)) worst = std::max(worst, std::fabs(e[n_ + i]) / unit_of(i) / tangent);
        return worst / tolerance_;
    }
    double length(const State& both) const {
        double sum = 0;
        for (int i = 0; i < n_; ++i) {
            const double part = counts(i) ? both[n_ + i] / unit_of(i) : 0;
            sum = std::fma(part, part, sum);
        }
        return std::sqrt(sum);
    }
    // q of length 1 and its tangent across it, the tangent of length 1; the logarithm of what that was.
    double rescale() {
        double qq = 0, across = 0;
        for (int i = 0; i < 4; ++i) qq = std::fma(both_[i], both_[i], qq);
        for (int i = 0; i < 4; ++i) both_[i] /= std::sqrt(qq);
        for (int i = 0; i < 4; ++i) across = std::fma(both_[i], both_[n_ + i], across);
        for (int i = 0; i < 4; ++i) both_[n_ + i] -= across * both_[i];
        const double grown = length(both_);
        for (int i = 0; i < n_; ++i) both_[n_ + i] /= grown;
        samples_.divide(grown);
        return std::log(grown);
    }

    TangentSystem system_;
    InsideNumbers<double> numbers_;
    TangentSamples samples_;
    std::vector<std::string> endings_{};  // on a table
    std::vector<double> guards_{};
    double tolerance_, size_of_momentum_ = 1, h_ = 0;
    int n_ = 0;
    State both_;
    Pair pair_;
};

}  // namespace

std::string no_lyapunov_exponent(const Problem& problem) {
    if (!problem.dynamics()) return "the rate is given, so that neighbouring motions stay as far apart as they are";
    for (const TorqueModel& m : problem.torques) {
        const TorqueFacts facts = facts_of(m);
        if (facts.only_called) return "a torque is known only as a function to call, without its derivative";
        if (facts.formulas && facts.formulas->corners().of_state)
            return "a torque formula may jump where the state says so (abs, min, max, if, sign, ...), where neighbours "
                   "part at once";
    }
    if (!problem.inside) return "";
    const Inside& inside = *problem.inside;
    if (inside.contact && inside.contact->law == Contact::Law::coulomb)
        return "where dry sliding begins and ends neighbours part at once";
    if (!inside.frictions.empty()) return "where dry friction sticks and lets go neighbours part at once";
    for (const Event& e : inside.events)
        if (e.action != Event::Action::mark) return "at an event that acts neighbours part at once";
    for (const Rotor& r : inside.rotors)
        if (r.torque_limit > 0 || r.speed_limit > 0) return "the motor of '" + r.name + "' has limits";
    for (const Expression* formula : inside.formulas())
        if (corners_of(*formula).of_state)
            return "the formula '" + formula->text() + "' may jump where the state says so (abs, min, max, if, ...)";
    for (const Controller& c : inside.controllers)
        for (const auto* all : {&c.measured, &c.memory, &c.outputs})
            for (const Controller::Number& n : *all)
                if (n.quantum > 0 || corners_of(n.value).of_state)
                    return "what the controller '" + c.name + "' computes may jump (a quantum, abs, min, max, if, ...)";
    if (2 * InsideLayout(inside).length > longest_state)
        return "the state has more than " + std::to_string(longest_state / 2) + " numbers";
    return "";
}

LyapunovExponent lyapunov_exponent(const Problem& problem, double duration, const LyapunovSettings& settings) {
    const Problem whole = with_an_inside(problem);
    std::vector<double> ends = switching_times(whole, duration);
    ends.push_back(duration);
    TangentMotion motion(whole, duration, settings);
    LyapunovExponent result;
    result.duration = duration;
    const double part = duration / lyapunov_parts;
    double t = 0, growth = 0, sum = 0;
    std::size_t stretch = 0;
    motion.segment(0, ends.front());
    for (int i = 1; i <= lyapunov_parts;) {
        const double goal = i == lyapunov_parts ? duration : part * i;
        growth += motion.advance(t, std::min(goal, ends[stretch]));
        if (t >= ends[stretch] && stretch + 1 < ends.size()) {
            ++stretch;
            motion.segment(ends[stretch - 1], ends[stretch]);
        }
        if (t < goal) continue;
        result.parts.push_back(growth / part);
        sum += growth / part;
        growth = 0;
        ++i;
    }
    result.exponent = sum / lyapunov_parts;
    double spread = 0;
    for (const double one : result.parts) spread += (one - result.exponent) * (one - result.exponent);
    result.error = 2 * std::sqrt(spread / (lyapunov_parts - 1.0) / lyapunov_parts);
    result.steps = motion.steps;
    return result;
}

}  // namespace polhode
