#include "polhode/run/families/adams_trace.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "polhode/base/cpu_clock.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/integrate/adams_moulton.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/run/row_maker.hpp"

namespace polhode {

namespace {

// What the weights and a gradient make of a radian, rad/s^2 at most, and the rate of the direction of the gradient.
double square_of_quickness(const Problem& problem, const Vec3<double>& moments) {
    const double least = std::min({moments[0], moments[1], moments[2]}),
                 most = std::max({moments[0], moments[1], moments[2]});
    double pull = 0, turns = 0;
    for (const TorqueModel& t : problem.torques) {
        if (const auto* g = std::get_if<torque::Gravity<double>>(&t.torque))
            pull += g->mass * std::fabs(g->g) * norm(g->at);
        if (const auto* r = std::get_if<torque::Rockets<double>>(&t.torque)) pull += std::fabs(r->k);
        if (const auto* g = std::get_if<torque::GravityGradient<double>>(&t.torque)) {
            const double n = g->orbit_rate;
            pull += 3 * n * n * (most - least);
            if (g->turning) turns += n * n;
        }
    }
    const double rate = norm(problem.start.rate);
    return rate * rate + turns + pull / least;
}

// The clock of a thread costs as much as a dozen steps: short runs are timed by the wall.
class TraceClock {
 public:
    TraceClock(long steps, Statistics& out) : by_thread_(steps > 2000), out_(out) {
        if (by_thread_) thread_ = thread_cpu_seconds();
    }
    ~TraceClock() {
        out_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
        out_.cpu_seconds = by_thread_ ? thread_cpu_seconds() - thread_ : out_.wall_seconds;
    }

 private:
    bool by_thread_;
    Statistics& out_;
    double thread_ = 0;
    std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
};

struct TraceState {
    Quaternion<double> q;
    Vec3<double> w;
};

template <class Steps, class Series>
class TraceWalk {
 public:
    TraceWalk(Steps& steps, Series& series, const ResolvedMethod& m, const RunObserver& observer,
              AdamsTrace::Seen& seen, double quickness)
        : steps_(steps), series_(series), m_(m), observer_(observer), seen_(seen), quickness_(quickness) {}

    void go(const Quaternion<double>& q, const Vec3<double>& w, double duration) {
        Statistics& out = seen_.statistics;
        out.smallest_step = out.largest_step = m_.step;
        first_[0] = state_ = {q, w};
        keep(0);
        steps_.start_by(
            q, w, m_.step,
            [this](double t, const Quaternion<double>& p, const Vec3<double>& v, double scale) -> const Series& {
                return expanded(t, {p, v}, scale);
            },
            [this](int n, const Quaternion<double>& p, const Vec3<double>& v) {
                first_[n] = {p, v};
            });
        // many steps at once keep the state in registers; now and then the run looks up
        constexpr long at_once = 32;
        for (long done = 0; done < m_.steps;) {
            const long due = (done / m_.steps_per_sample + 1) * m_.steps_per_sample;
            const long next = std::min({due, done + at_once, m_.steps});
            move_to(next);
            done = next;
            out.accepted = done;
            out.evaluations = done < steps_.order() ? done + 1 : steps_.order() + 2 * (done - steps_.order() + 1);
            const bool last = done == m_.steps && m_.last_step == 0, stop = !last && asked_to_stop(done);
            const double now = static_cast<double>(done) * m_.step;
            if (done == due || last || stop) keep(last ? duration : now);
            if (stop) return;
        }
        if (m_.last_step > 0) last_step(duration);
    }

 private:
    const Series& expanded(double t, const TraceState& state, double scale) {
        if constexpr (Series::has_extra) series_.extra().expand_at(t);
        series_.expand(state.q, state.w, scale);
        return series_;
    }
    void move_to(long step) {
        const long before = steps_.steps();
        if (step < steps_.order()) {
            state_ = first_[step];
            return;
        }
        if (step > before + 1) {
            steps_.go_to(step - 1);
            const Four<double> predicted = steps_.predicted(), rate = steps_.predicted_rate();
            steps_.go_to(step);
            seen_.missed += std::max(steps_.missed(predicted), steps_.missed_rate(rate) / (2 * quickness_));
            ++seen_.looks;
        } else {
            steps_.go_to(step);
        }
        state_ = {steps_.attitude(), steps_.rate()};
        if (!is_finite(state_.q.params()) || !is_finite(state_.w))
            throw ComputationFailed(static_cast<double>(before) * m_.step, "a number is no longer finite");
    }
    // A step of another length, which the history does not fit: by Taylor series, in two halves as at the start.
    void last_step(double duration) {
        const double t = static_cast<double>(m_.steps) * m_.step, half = 0.5 * m_.last_step;
        for (int part = 0; part < 2; ++part) {
            const Series& series = expanded(t + part * half, state_, half);
            state_ = {normalise(series.attitude_at(1)), series.rate_at(1)};
        }
        ++seen_.statistics.accepted;
        seen_.statistics.smallest_step = m_.last_step;
        keep(duration);
    }
    bool asked_to_stop(long done) {
        if (observer_.progress) observer_.progress(static_cast<double>(done) * m_.step);
        if (!observer_.stop || !observer_.stop()) return false;
        seen_.statistics.interrupted = true;
        return true;
    }
    void keep(double t) {
        Row& row = seen_.rows.emplace_back();
        row.t = t;
        row.q_NB = state_.q;
        row.w_NB_B = state_.w;
        seen_.statistics.end_time = t;
    }

    Steps& steps_;
    Series& series_;
    const ResolvedMethod& m_;
    const RunObserver& observer_;
    AdamsTrace::Seen& seen_;
    double quickness_;
    TraceState first_[integrate::largest_adams_order];  // what the start makes lies before what the steps know
    TraceState state_;
};

}  // namespace

AdamsTrace::AdamsTrace(const Problem& problem, double duration)
    : problem_(problem), frame_(*problem.body), duration_(duration) {
    quickness_ = std::sqrt(square_of_quickness(problem, frame_.moments));
    turning_ = polynomial_and_turning(problem);
    if ((!turning_ && !polynomial_torques(problem)) || !switching_times(problem.torques, duration).empty()) return;
    torque_ = polynomial_torque<double>(problem, frame_, 0, duration);
    const Mat3<double>& m = torque_.linear[2];
    weight_ = {m(1, 2), m(2, 0), m(0, 1)};
    integrate::PolynomialTorque<double> rest;
    rest.damped = torque_.damped;
    rest.damping = torque_.damping;
    rest.gradient = torque_.gradient;
    rest.gradient_towards = torque_.gradient_towards;
    integrate::PolynomialTorque<double> heavy = torque_;
    heavy.damped = false;
    heavy.gradient = 0;
    fits_ = heavy.free() || heavy.weight_only();
    if (!fits_) return;
    extra_ = AdamsTorque<double>(problem, rest, frame_.moments);
    const StartAttitude& start = problem.start.attitude;
    q_ = normalise(frame_.to_principal(attitude_to_quaternion(start.representation, start.params)));
    w_ = frame_.to_principal(problem.start.rate);
    if (!extra_.acts()) spin_.take_out(frame_.moments, weight_, w_);
    if (!torque_.damped) return;
    // a rate dies down as exp(-c t/I), which is a quickness too
    for (int i = 0; i < 3; ++i) quickness_ = std::max(quickness_, torque_.damping(i, i) / frame_.moments[i]);
}

bool AdamsTrace::fades() const {
    double slowest = 1e300;
    for (int i = 0; i < 3; ++i) slowest = std::min(slowest, torque_.damping(i, i) / frame_.moments[i]);
    return torque_.damped && slowest * duration_ > 1.5;
}

void AdamsTrace::set_order(int order) {
    if (turning_) {
        if (turning_series_ && turning_series_->order() == order) return;
        turning_series_.emplace(frame_.moments, torque_, order, TurningGradient<double>(problem_, frame_.moments));
    } else {
        if (series_ && series_->order() == order) return;
        series_.emplace(frame_.moments, torque_, order);
        series_->set_rotor(spin_.rotor());
    }
}

template <class Steps>
void AdamsTrace::with_series(Steps& steps, const ResolvedMethod& m, double duration, const RunObserver& observer,
                             Seen& seen) {
    steps.set_compensated(m.compensated);
    steps.set_balanced(m.compensated);
    if (turning_)
        TraceWalk{steps, *turning_series_, m, observer, seen, quickness_}.go(q_, w_, duration);
    else
        TraceWalk{steps, *series_, m, observer, seen, quickness_}.go(q_, w_, duration);
}

void AdamsTrace::go(const ResolvedMethod& m, double duration, const RunObserver& observer, Seen& seen) {
    set_order(m.order + 2);
    const TraceClock clock(m.steps, seen.statistics);
    if (extra_.acts()) {
        integrate::AdamsMoulton<double, AdamsTorque<double>> steps(frame_.moments, weight_, m.order, extra_);
        return with_series(steps, m, duration, observer, seen);
    }
    integrate::AdamsMoulton<double> steps(frame_.moments, weight_, m.order);
    steps.set_rotor(spin_.rotor());
    with_series(steps, m, duration, observer, seen);
}

void AdamsTrace::complete(Row& row, const RowMaker& maker) const {
    spin_.put_back(row.t, row.q_NB, row.w_NB_B);
    row.q_NB = frame_.from_principal(row.q_NB);
    row.w_NB_B = frame_.from_principal(row.w_NB_B);
    maker.take_given_start(row);
    maker.fill(row);
}

}  // namespace polhode
