#include <memory>

#include "polhode/integrate/adams_moulton.hpp"
#include "polhode/integrate/taylor.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/rotation/rotation.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/truth/truth.hpp"
#include "problems.hpp"

namespace bench {

using namespace polhode;

namespace {

// Moments, weight and start for the core; the spin of a symmetric body about its axis is taken out (it is constant) and
// put back at the end, as the library does.
struct SpinFree {
    Vec3<double> moments, weight, rotor{}, w;
    Quaternion<double> q;
    int axis = -1;
    double spin = 0;
    explicit SpinFree(const Motion& m)
        : moments{m.moments[0], m.moments[1], m.moments[2]},
          weight{m.weight[0], m.weight[1], m.weight[2]},
          w{m.start[4], m.start[5], m.start[6]},
          q{m.start[0], m.start[1], m.start[2], m.start[3]} {
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            if (moments[b] != moments[c] || weight[b] != 0 || weight[c] != 0) continue;
            axis = a;
            spin = w[a];
            w[a] = 0;
            rotor[a] = moments[a] * spin;
            return;
        }
    }
    State end(Quaternion<double> q_end, Vec3<double> w_end, double time) const {
        if (axis >= 0) {
            Vec3<double> turned{};
            turned[axis] = spin * time;
            const Quaternion<double> turn = exp_rotation(turned);
            q_end = q_end * turn;
            w_end = to_body(turn, w_end);
            w_end[axis] = spin;
        }
        return {q_end.w, q_end.x, q_end.y, q_end.z, w_end[0], w_end[1], w_end[2]};
    }
    // Radians of nutation and precession, without the spin.
    double turned_through(const Motion& m) const {
        if (axis < 0) return bench::turned_through(m);
        return m.duration * std::fmax(norm(w), std::fabs(rotor[axis] / moments[(axis + 1) % 3]));
    }
};

State by_adams(const SpinFree& b, double duration, int order, long n) {
    integrate::AdamsMoulton<double> body(b.moments, b.weight, order);
    body.set_rotor(b.rotor);
    body.start(b.q, b.w, duration / static_cast<double>(n));
    body.go_to(n);
    return b.end(body.attitude(), body.rate(), duration);
}
State by_taylor(const SpinFree& b, double duration, int order, long n) {
    integrate::PolynomialTorque<double> torque;
    if (!(b.weight == Vec3<double>{})) torque.add_weight(b.weight);
    integrate::TaylorBody<double> body(b.moments, torque, order);
    body.set_rotor(b.rotor);
    const double h = duration / static_cast<double>(n);
    Quaternion<double> q = b.q;
    Vec3<double> w = b.w;
    for (long i = 0; i < n; ++i) {
        body.expand(q, w, h);
        q = normalise(body.attitude_at(1.0));
        w = body.rate_at(1.0);
    }
    return b.end(q, w, duration);
}

// One method of the registry on the scenario, everything from reading the method's numbers to the last row included.
Contender from_registry(const ProblemText& text, const std::string& method, const std::string& setting,
                        const std::vector<std::string>& settings) {
    auto scenario = std::make_shared<Scenario>(read_scenario(text.text, text.name, settings));
    return {Side::stepping, "Polhode", method, setting, [scenario](long& steps) {
                State end{};
                RunObserver observer;
                observer.row = [&end](const Row& row) {
                    end = {row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z, row.w_NB_B[0], row.w_NB_B[1], row.w_NB_B[2]};
                };
                Statistics statistics;
                simulate(scenario->problem, scenario->methods[0], scenario->run, observer, statistics);
                steps = statistics.accepted;
                return end;
            }};
}

}  // namespace

Motion motion_of(const std::string& name, const Scenario& scenario) {
    const Problem& p = scenario.problem;
    Motion m;
    m.name = name;
    m.title = scenario.title;
    m.duration = scenario.run.duration;
    for (int i = 0; i < 3; ++i) m.moments[i] = p.body->inertia(i, i);
    for (const TorqueModel& t : p.torques) {
        const auto& gravity = std::get<torque::Gravity<double>>(t.torque);
        m.mass = gravity.mass;
        m.g = gravity.g;
        for (int i = 0; i < 3; ++i) {
            m.at[i] = gravity.at[i];
            m.weight[i] = gravity.mass * gravity.g * gravity.at[i];
        }
    }
    const StartAttitude& a = p.start.attitude;
    const Quaternion<double> q = normalise(attitude_to_quaternion(a.representation, a.params));
    m.start = {q.w, q.x, q.y, q.z, p.start.rate[0], p.start.rate[1], p.start.rate[2]};
    return m;
}

void add_polhode(const Motion& m, const ProblemText& text, Contenders& to) {
    const SpinFree body(m);
    const double turned = body.turned_through(m), duration = m.duration;
    for (const int order : {6, 8, 9, 10, 11, 12})
        for (const long n : step_ladder(3 * turned, 80 * turned))
            to.push_back({Side::stepping, "Polhode", "adams-moulton " + std::to_string(order) + " (core)",
                          std::to_string(n) + " steps", [=](long& steps) {
                              steps = n;
                              return by_adams(body, duration, order, n);
                          }});
    for (const int order : {8, 12, 16, 20})
        for (const long n : step_ladder(turned, 20 * turned))
            to.push_back({Side::stepping, "Polhode", "taylor " + std::to_string(order) + " (core)",
                          std::to_string(n) + " steps", [=](long& steps) {
                              steps = n;
                              return by_taylor(body, duration, order, n);
                          }});
    const auto registered = [&](const std::string& method, const std::string& integrator, double from, double to_least,
                                std::vector<std::string> more) {
        more.push_back("method.integrator=" + integrator);
        for (const double tolerance : tolerance_ladder(from, to_least)) {
            std::vector<std::string> settings = more;
            settings.push_back("method.tolerance=" + written(tolerance));
            to.push_back(from_registry(text, method, written(tolerance), settings));
        }
    };
    const auto stepped = [&](const std::string& method, const std::string& integrator, double least, double most,
                             std::vector<std::string> more) {
        more.push_back("method.integrator=" + integrator);
        for (const long n : step_ladder(least, most)) {
            char step[40];
            std::snprintf(step, sizeof step, "method.step=%.17g", duration / static_cast<double>(n));
            std::vector<std::string> settings = more;
            settings.push_back(step);
            to.push_back(from_registry(text, method, std::to_string(n) + " steps", settings));
        }
    };
    for (const int order : {8, 12, 16, 20})
        registered("taylor " + std::to_string(order), "taylor", 1e-3, 1e-14, {"method.order=" + std::to_string(order)});
    registered("dop853", "dop853", 1e-3, 1e-14, {});
    registered("default", "default", 1e-2, 1e-12, {});
    std::string why;
    const auto scenario = std::make_shared<Scenario>(read_scenario(text.text, text.name));
    const bool closed = exact_truth(scenario->problem, why) != nullptr;
    // where there is a closed form, "default" takes it
    if (closed)
        for (Contender& c : to)
            if (c.method == "default") c.side = Side::closed_form;
    for (const int order : {4, 6, 8})
        stepped("splitting " + std::to_string(order), "splitting", turned, 100 * turned,
                {"method.order=" + std::to_string(order)});
    stepped("dmv 8", "dmv", 2 * bench::turned_through(m), 60 * bench::turned_through(m), {"method.order=8"});
    for (const int order : {8, 10})
        stepped("adams-moulton " + std::to_string(order), "adams-moulton", 3 * turned, 80 * turned,
                {"method.order=" + std::to_string(order)});
    if (!m.heavy()) stepped("taylor-psi 16", "taylor-psi", turned, 12 * turned, {"method.order=16"});

    if (!closed) return;
    to.push_back(
        {Side::closed_form, "Polhode", "closed form, with set-up", "one query", [scenario, duration](long& steps) {
             std::string reason;
             const TrueState s = exact_truth(scenario->problem, reason)->at(duration);
             steps = 1;
             return State{s.q_NB.w, s.q_NB.x, s.q_NB.y, s.q_NB.z, s.w_NB_B[0], s.w_NB_B[1], s.w_NB_B[2]};
         }});
}

}  // namespace bench
