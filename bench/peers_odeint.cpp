#include <boost/numeric/odeint.hpp>

#include "work_precision.hpp"

namespace bench {

namespace {

namespace odeint = boost::numeric::odeint;

template <bool heavy>
struct System {
    Equations<heavy> equations;
    void operator()(const State& y, State& d, double) const { equations(y.data(), d.data()); }
};

template <bool heavy>
void add(const Motion& m, Contenders& to) {
    const System<heavy> f{Equations<heavy>(m)};
    const State start = m.start;
    const double end = m.duration, turned = turned_through(m), first = 0.3 * end / turned;
    const auto peer = [&](const char* method, const std::string& setting, std::function<State(long&)> run) {
        to.push_back({Side::peer, "Boost.odeint", method, setting, std::move(run)});
    };
    for (const long n : step_ladder(4 * turned, 800 * turned))
        peer("runge_kutta4", std::to_string(n) + " steps", [=](long& steps) {
            State y = start;
            odeint::runge_kutta4<State> stepper;
            odeint::integrate_n_steps(stepper, std::cref(f), y, 0.0, end / static_cast<double>(n), n);
            steps = n;
            return y;
        });
    for (const long n : step_ladder(3 * turned, 500 * turned))
        peer("adams_bashforth_moulton<8>", std::to_string(n) + " steps", [=](long& steps) {
            State y = start;
            odeint::adams_bashforth_moulton<8, State> stepper;
            odeint::integrate_n_steps(std::ref(stepper), std::cref(f), y, 0.0, end / static_cast<double>(n), n);
            steps = n;
            return y;
        });
    for (const double tolerance : tolerance_ladder(1e-3, 1e-15)) {
        peer("dopri5 controlled", written(tolerance), [=](long& steps) {
            State y = start;
            steps = static_cast<long>(odeint::integrate_adaptive(
                odeint::make_controlled<odeint::runge_kutta_dopri5<State>>(tolerance, tolerance), std::cref(f), y, 0.0,
                end, first));
            return y;
        });
        peer("dopri5 dense", written(tolerance), [=](long& steps) {
            auto stepper = odeint::make_dense_output<odeint::runge_kutta_dopri5<State>>(tolerance, tolerance);
            stepper.initialize(start, 0.0, first);
            for (steps = 0; stepper.current_time() < end; ++steps) stepper.do_step(std::cref(f));
            State y;
            stepper.calc_state(end, y);
            return y;
        });
        peer("rkf78 controlled", written(tolerance), [=](long& steps) {
            State y = start;
            steps = static_cast<long>(odeint::integrate_adaptive(
                odeint::make_controlled<odeint::runge_kutta_fehlberg78<State>>(tolerance, tolerance), std::cref(f), y,
                0.0, end, first));
            return y;
        });
        peer("bulirsch_stoer", written(tolerance), [=](long& steps) {
            State y = start;
            odeint::bulirsch_stoer<State> stepper(tolerance, tolerance);
            steps = static_cast<long>(odeint::integrate_adaptive(std::ref(stepper), std::cref(f), y, 0.0, end, first));
            return y;
        });
    }
}

}  // namespace

void add_odeint(const Motion& m, Contenders& to) { m.heavy() ? add<true>(m, to) : add<false>(m, to); }

}  // namespace bench
