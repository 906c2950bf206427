// Methods on the rotation group for bodies with an inside, in the form that keeps the momentum: the state is attitude
// and momentum in world axes, so that L' = q N q* is exactly 0 where nothing acts from outside, and H = q* L q.
//
//     rkmk4   u' = dexpinv_u(w), q = q0 exp(u), classical Runge-Kutta for u (H. Munthe-Kaas, BIT 38 (1998) 92)
//     cf4     five exponentials of sums of stage rates (E. Celledoni, A. Marthinsen, B. Owren, FGCS 19 (2003) 341)
//
// Rotors and states of its own advance by the classical Runge-Kutta method with the same stages.
#include "polhode/integrate/turn.hpp"
#include "polhode/run/inside/inside_steppers.hpp"

namespace polhode {

namespace {

class LieStepper : public DoubleStepper {
 public:
    LieStepper(const Problem& problem, const ResolvedMethod& m)
        : DoubleStepper(problem, m), commutator_free_(m.integrator == "cf4") {}

    void start(const double& t, const State& y) override {
        t_ = t;
        held_ = y;
        const Quaternion<double> q = attitude(y);
        put(held_, q, to_world(q, InsideNumbers<double>::momentum(y)) / norm_squared(q));
        y_ = y;
    }
    double step(const double& limit) override {
        const GridStep next = grid_step(t_, limit);
        from_ = t_, to_ = next.end;
        first_ = held_;
        last_ = reached(next.length);
        return to_;
    }
    State at(const double& time) override {
        if (time == to_) return in_body(last_);
        return time == from_ ? in_body(first_) : in_body(reached(time - from_));
    }
    int looks() const override { return 1; }
    const State& take() override {
        held_ = last_;
        t_ = to_;
        return y_ = in_body(held_);
    }
    const State& cut(const double& time) override {
        held_ = time == to_ ? last_ : reached(time - from_);
        t_ = time;
        return y_ = in_body(held_);
    }

 private:
    static Quaternion<double> attitude(const State& y) { return {y[0], y[1], y[2], y[3]}; }
    static void put(State& y, const Quaternion<double>& q, const Vec3<double>& v) {
        for (int i = 0; i < 4; ++i) y[i] = q.params()[i];
        for (int i = 0; i < 3; ++i) y[4 + i] = v[i];
    }
    // The state with the momentum in body axes in place of world axes.
    static State in_body(const State& held) {
        State y = held;
        const Quaternion<double> q = attitude(held);
        put(y, q, to_body(q, {held[4], held[5], held[6]}) / norm_squared(q));
        return y;
    }

    // The rate at a stage, and what else changes there: L' and the rates of rotors and states, in their places.
    Vec3<double> stage(double t, const State& held, State& d) {
        const State y = in_body(held);
        const Quaternion<double> q = attitude(y);
        const Vec3<double> w = system_.numbers().rate(t, y);
        ++system_.evaluations;
        d.stretch(y.length);
        const Vec3<double> N = system_.outside(t, y, q, w);
        system_.inner_rates(t, y, w, d);
        put(d, {0, 0, 0, 0}, to_world(q, system_.with_friction(N, y, w, d)) / norm_squared(q));
        return system_.numbers().turning(y, w);
    }
    // w + u x w/2 + u x (u x w)/12: the next term has four factors u and does not touch order 4
    static Vec3<double> dexpinv(const Vec3<double>& u, const Vec3<double>& w) {
        const Vec3<double> c = cross(u, w);
        return madd(1. / 12, cross(u, c), madd(0.5, c, w));
    }
    // `first_` moved on by the slopes, with another attitude
    State moved(double h, const State& slope, const Quaternion<double>& q) const {
        State y = madd(h, slope, first_);
        put(y, q, {y[4], y[5], y[6]});
        return y;
    }
    State reached(double h) { return commutator_free_ ? reached_by_cf4(h) : reached_by_rkmk4(h); }

    State reached_by_rkmk4(double h) {
        using integrate::turn;
        const Quaternion<double> q = attitude(first_);
        State d[4];
        Vec3<double> u[4];
        u[0] = stage(from_, first_, d[0]);
        for (int i = 1; i < 4; ++i) {
            const double part = i < 3 ? 0.5 * h : h;
            const Vec3<double> turned = part * u[i - 1];
            u[i] = dexpinv(turned, stage(from_ + part, moved(part, d[i - 1], q * turn(turned)), d[i]));
        }
        const Vec3<double> whole = (h / 6) * ((u[0] + u[3]) + 2.0 * (u[1] + u[2]));
        return moved(h / 6, (d[0] + d[3]) + 2.0 * (d[1] + d[2]), normalise_binomial(q * turn(whole)));
    }
    State reached_by_cf4(double h) {
        using integrate::turn;
        const Quaternion<double> q = attitude(first_);
        const double half_h = 0.5 * h;
        State d[4];
        Vec3<double> w[4];
        w[0] = stage(from_, first_, d[0]);
        const Quaternion<double> q2 = q * turn(w[0], half_h);
        w[1] = stage(from_ + half_h, moved(half_h, d[0], q2), d[1]);
        w[2] = stage(from_ + half_h, moved(half_h, d[1], q * turn(w[1], half_h)), d[2]);
        w[3] = stage(from_ + h, moved(h, d[2], q2 * turn(w[2] - 0.5 * w[0], h)), d[3]);
        const Vec3<double> middle = 2.0 * (w[1] + w[2]);
        const Quaternion<double> first = turn(madd(3.0, w[0], middle) - w[3], h / 12),
                                 second = turn(madd(3.0, w[3], middle) - w[0], h / 12);
        return moved(h / 6, (d[0] + d[3]) + 2.0 * (d[1] + d[2]), normalise_binomial(q * first * second));
    }

    bool commutator_free_;
    double t_ = 0, from_ = 0, to_ = 0;
    State held_, first_, last_;  // momentum in world axes
    State y_;                    // and in body axes
};

}  // namespace

bool is_lie_stepper(const std::string& integrator) { return integrator == "rkmk4" || integrator == "cf4"; }

std::unique_ptr<InsideStepper<double>> lie_stepper(const Problem& problem, const ResolvedMethod& m) {
    return std::make_unique<LieStepper>(problem, m);
}

}  // namespace polhode
