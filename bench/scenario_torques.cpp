// RK4 through the core and through a scenario: built-in torques and formulas. The core's side takes the torques of the
// scenario as types, so that the compiler sees through all of a step.
#include <cmath>
#include <memory>
#include <tuple>

#include "polhode/dynamics/rigid_body.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/rotation/rotation.hpp"
#include "scenario_bench.hpp"

namespace bench {

using namespace polhode;

namespace {

constexpr double h = 5e-4;

// Torques added up in their order.
template <class... Torques>
struct Sum {
    std::tuple<Torques...> all;
    template <class Attitude>
    POLHODE_INLINE Vec3<double> operator()(double t, const Attitude& attitude, const Vec3<double>& w_B) const {
        return [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
            return (... + std::get<i>(all)(t, attitude, w_B));
        }
        (std::index_sequence_for<Torques...>{});
    }
};

template <class R, class Torque>
End core_rk4(const Problem& problem, const Torque& torque, long steps, bool normalised) {
    const Mat3<double>& inertia = problem.body->inertia;
    const PrincipalInertia<double> moments(Vec3<double>{inertia(0, 0), inertia(1, 1), inertia(2, 2)});
    const RigidBody<PrincipalInertia<double>, Torque, R> body{moments, torque};
    const StartAttitude& a = problem.start.attitude;
    const Quaternion<double> q = attitude_to_quaternion(a.representation, a.params);
    R start;
    if constexpr (std::is_same_v<R, Quaternion<double>>)
        start = q;
    else
        assign_quaternion(start, q);
    auto y = body.state(start, problem.start.rate);
    for (long n = 0; n < steps; ++n) {
        y = integrate::runge_kutta_step<integrate::Rk4>(body, static_cast<double>(n) * h, y, h);
        if (normalised) y = body.normalised(y);
    }
    End end;
    for (int i = 0; i < decltype(y)::size; ++i) end.push_back(y[i]);
    return end;
}

struct Kind {
    const char *name, *text;
};
constexpr Kind kinds[] = {
    {"gravity", "kind = \"gravity\"\nmass = 0.3\nat = [0.0, 0.0, 0.01]\ng = 9.8\n"},
    {"constant", "kind = \"constant\"\nvalue = [1e-4, -2e-4, 3e-5]\n"},
    {"thruster", "kind = \"thruster\"\nforce = [1e-5, 2e-5, -1e-5]\nat = [0.01, 0.02, 0.03]\nframe = \"world\"\n"},
    {"rockets", "kind = \"rockets\"\nk = 0.002\n"},
    {"damping", "kind = \"damping\"\ncoefficients = [1e-5, 2e-5, 1e-6]\n"},
    {"gradient", "kind = \"gravity-gradient\"\norbit_rate = 0.5\ntowards = [0.6, 0.0, -0.8]\n"},
};
using Types = std::tuple<torque::Gravity<double>, torque::Constant<double>, torque::Thruster<double>,
                         torque::Rockets<double>, torque::Damping<double>, torque::GravityGradient<double>>;

// The one torque of this type that the scenario has.
template <class Torque>
Torque the_one(const Problem& problem) {
    for (const TorqueModel& m : problem.torques)
        if (const auto* found = std::get_if<Torque>(&m.torque)) return *found;
    throw std::logic_error("the scenario has no such torque");
}

template <class R, int... which>
Case one_case(const std::string& attitude, long steps, const std::string& constraint) {
    std::string name = attitude + ", rk4", torques;
    ((name += std::string(name.back() == '4' ? ": " : " + ") + kinds[which].name), ...);
    ((torques += std::string("[[torque]]\n") + kinds[which].text), ...);
    if (sizeof...(which) == 0) name += ": free";
    if (constraint != "none") name += ", " + constraint;
    const auto scenario = std::make_shared<const Scenario>(gyroscope(
        torques, "attitude = \"" + attitude + "\"\nconstraint = \"" + constraint + "\"\nintegrator = \"rk4\"\n",
        steps));
    const bool normalised = constraint == "normalise";
    const auto core = [scenario, steps, normalised] {
        const Problem& p = scenario->problem;
        if constexpr (sizeof...(which) == 0) {
            return core_rk4<R>(p, NoTorque{}, steps, normalised);
        } else {
            const Sum<std::tuple_element_t<which, Types>...> sum{{the_one<std::tuple_element_t<which, Types>>(p)...}};
            return core_rk4<R>(p, sum, steps, normalised);
        }
    };
    return {name, static_cast<double>(steps), 1.5, core, [scenario] { return through_scenario(*scenario); }};
}

// Every set of at most three different torques: those that follow `which`.
template <class R, int... which>
void add_sets(const std::string& attitude, long steps, std::vector<Case>& cases) {
    cases.push_back(one_case<R, which...>(attitude, steps, "none"));
    if constexpr (sizeof...(which) < 3) {
        constexpr int next = std::max({-1, which...}) + 1;
        [&]<int... more>(std::integer_sequence<int, more...>) {
            (add_sets<R, which..., next + more>(attitude, steps, cases), ...);
        }
        (std::make_integer_sequence<int, static_cast<int>(std::tuple_size_v<Types>) - next>{});
    }
}

// A scenario's formulas and the same in C++. `entry(i, j)` is r(i+1)(j+1), an entry of R_NB.
template <class Formula>
struct Written {
    Formula formula;
    [[gnu::flatten]] POLHODE_INLINE Vec3<double> operator()(double t, const Quaternion<double>& q,
                                                            const Vec3<double>& w) const {
        const Vec3<double> column[3] = {to_world(q, Vec3<double>{1, 0, 0}), to_world(q, Vec3<double>{0, 1, 0}),
                                        to_world(q, Vec3<double>{0, 0, 1})};
        const auto entry = [&](int i, int j) { return column[j][i]; };
        return formula(t, q, w, entry);
    }
};

template <class Formula>
Case formula_case(const std::string& name, const std::string& value, long steps, Formula formula) {
    const auto scenario = std::make_shared<const Scenario>(
        gyroscope("[[torque]]\nkind = \"formula\"\nvalue = [" + value + "]\n", "integrator = \"rk4\"\n", steps));
    return {"rk4, formula: " + name, static_cast<double>(steps), 3,
            [scenario, steps, formula] {
                return core_rk4<Quaternion<double>>(scenario->problem, Written<Formula>{formula}, steps, false);
            },
            [scenario] { return through_scenario(*scenario); }};
}

}  // namespace

std::vector<Case> torque_cases(long steps) {
    std::vector<Case> cases;
    cases.push_back(one_case<Quaternion<double>, 0>("quaternion", steps, "normalise"));
    cases.push_back(one_case<Quaternion<double>, 0, 4>("quaternion", steps, "normalise"));
    add_sets<Quaternion<double>>("quaternion", steps, cases);
    add_sets<Dcm<double>>("dcm", steps, cases);
    return cases;
}

std::vector<Case> formula_cases(long steps) {
    using Q = const Quaternion<double>&;
    using V = const Vec3<double>&;
    std::vector<Case> cases;
    cases.push_back(formula_case("weight", "'0.0294*r32', '-0.0294*r31', '0'", steps, [](double, Q, V, const auto& r) {
        return Vec3<double>{0.0294 * r(2, 1), -0.0294 * r(2, 0), 0};
    }));
    cases.push_back(
        formula_case("linear damping", "'-1e-5*wx', '-2e-5*wy', '-1e-6*wz'", steps, [](double, Q, V w, const auto&) {
            return Vec3<double>{-1e-5 * w[0], -2e-5 * w[1], -1e-6 * w[2]};
        }));
    cases.push_back(formula_case(
        "drag with the square of the rate",
        "'-1e-7*wx*sqrt(wx^2+wy^2+wz^2)', '-1e-7*wy*sqrt(wx^2+wy^2+wz^2)', '-1e-7*wz*sqrt(wx^2+wy^2+wz^2)'", steps,
        [](double, Q, V w, const auto&) {
            const double s = polhode::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
            return Vec3<double>{-1e-7 * w[0] * s, -1e-7 * w[1] * s, -1e-7 * w[2] * s};
        }));
    cases.push_back(
        formula_case("sine of time", "'1e-4*sin(7*t)', '1e-4*cos(7*t)', '0'", steps, [](double t, Q, V, const auto&) {
            return Vec3<double>{1e-4 * polhode::sin(7 * t), 1e-4 * polhode::cos(7 * t), 0};
        }));
    cases.push_back(formula_case(
        "decaying pulse and a spring on the quaternion",
        "'1e-4*exp(-t/3) - 2e-4*qx', '-2e-4*qy*qw', '-1e-6*(wz - 120)'", steps, [](double t, Q q, V w, const auto&) {
            return Vec3<double>{1e-4 * polhode::exp(-t / 3) - 2e-4 * q.x, -2e-4 * q.y * q.w, -1e-6 * (w[2] - 120)};
        }));
    cases.push_back(formula_case(
        "a switch on the rate", "'if(wx > 0, -1e-4, 1e-4)', '-1e-5*max(wy, 0)', '-1e-6*abs(wz)'", steps,
        [](double, Q, V w, const auto&) {
            return Vec3<double>{w[0] > 0 ? -1e-4 : 1e-4, -1e-5 * (w[1] > 0 ? w[1] : 0), -1e-6 * std::fabs(w[2])};
        }));
    cases.push_back(formula_case("every entry of the matrix",
                                 "'1e-4*(r23-r32)+1e-5*r11', '1e-4*(r31-r13)+1e-5*r22', '1e-4*(r12-r21)+1e-5*r33'",
                                 steps, [](double, Q, V, const auto& r) {
                                     return Vec3<double>{1e-4 * (r(1, 2) - r(2, 1)) + 1e-5 * r(0, 0),
                                                         1e-4 * (r(2, 0) - r(0, 2)) + 1e-5 * r(1, 1),
                                                         1e-4 * (r(0, 1) - r(1, 0)) + 1e-5 * r(2, 2)};
                                 }));
    return cases;
}

}  // namespace bench
