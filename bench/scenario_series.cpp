// Taylor series and Adams methods through the core and through a scenario, on the asymmetric heavy body.
#include <cstdio>
#include <memory>

#include "polhode/dynamics/rigid_body.hpp"
#include "polhode/integrate/adams_bashforth.hpp"
#include "polhode/integrate/adams_moulton.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/integrate/taylor.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "scenario_bench.hpp"

namespace bench {

using namespace polhode;

namespace {

constexpr double duration = 50;

struct Body {
    Vec3<double> moments, weight, w;
    Quaternion<double> q;
    torque::Gravity<double> gravity;
    explicit Body(const Problem& p) : gravity(std::get<torque::Gravity<double>>(p.torques[0].torque)) {
        for (int i = 0; i < 3; ++i) moments[i] = p.body->inertia(i, i);
        weight = (gravity.mass * gravity.g) * gravity.at;
        const StartAttitude& a = p.start.attitude;
        q = normalise(attitude_to_quaternion(a.representation, a.params));
        w = p.start.rate;
    }
};
End end_of(const Quaternion<double>& q, const Vec3<double>& w) { return {q.w, q.x, q.y, q.z, w[0], w[1], w[2]}; }

End by_taylor(const Body& b, int order, long n) {
    integrate::PolynomialTorque<double> torque;
    torque.add_weight(b.weight);
    integrate::TaylorBody<double> body(b.moments, torque, order);
    const double h = duration / static_cast<double>(n);
    Quaternion<double> q = b.q;
    Vec3<double> w = b.w;
    for (long i = 0; i < n; ++i) {
        body.expand(q, w, h);
        q = normalise(body.attitude_at(1.0));
        w = body.rate_at(1.0);
    }
    return end_of(q, w);
}
End by_adams_moulton(const Body& b, int order, long n) {
    integrate::AdamsMoulton<double> body(b.moments, b.weight, order);
    body.start(b.q, b.w, duration / static_cast<double>(n));
    body.go_to(n);
    return end_of(body.attitude(), body.rate());
}
End by_adams_bashforth(const Body& b, int order, long n) {
    const RigidBody body{PrincipalInertia<double>(b.moments), b.gravity};
    auto y = body.state(b.q, b.w);
    integrate::AdamsBashforth<double, 7> adams(order);
    const double h = duration / static_cast<double>(n);
    for (long i = 0; i < n; ++i) {
        const double t = static_cast<double>(i) * h;
        if (adams.ready()) {
            y = adams.advance(y, body(t, y), h);
        } else {
            adams.keep(body(t, y));
            y = integrate::runge_kutta_step<integrate::Rk4>(body, t, y, h);
        }
    }
    return end_of(body.attitude(y), body.rate(y));
}

Case series_case(const std::string& integrator, int order, long n, End (*by)(const Body&, int, long)) {
    char method[160];
    // the core's loop does not project on the invariants
    std::snprintf(method, sizeof method, "integrator = \"%s\"\norder = %d\nstep = %.17g\n%s", integrator.c_str(), order,
                  duration / static_cast<double>(n), integrator == "taylor" ? "project = false\n" : "");
    const auto scenario = std::make_shared<const Scenario>(heavy_body(heavy_weight, method, duration));
    const auto body = std::make_shared<const Body>(scenario->problem);
    return {integrator + " " + std::to_string(order) + ", " + std::to_string(n) + " steps", static_cast<double>(n), 1.2,
            [body, order, n, by] { return by(*body, order, n); }, [scenario] { return through_scenario(*scenario); }};
}

}  // namespace

std::vector<Case> series_cases(bool quick) {
    std::vector<Case> cases;
    for (const int order : {8, 12, 16, 20})
        for (const long n : {100L, 4000L}) cases.push_back(series_case("taylor", order, quick ? 100 : n, by_taylor));
    // 471 steps: what order 8 needs for 1e-4; order 12 is not stable with so few
    for (const int order : {6, 8, 10, 12})
        for (const long n : {order == 12 ? 1200L : 471L, 40000L})
            cases.push_back(series_case("adams-moulton", order, quick ? 1200 : n, by_adams_moulton));
    for (const int order : {2, 4})
        cases.push_back(series_case("adams-bashforth", order, quick ? 1200 : 20000, by_adams_bashforth));
    return cases;
}

}  // namespace bench
