// A body with wheels through the core and through a scenario: a PD controller that turns it by two of them.
#include <memory>

#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/rotation/quaternion.hpp"
#include "scenario_bench.hpp"

namespace bench {

using namespace polhode;

namespace {

constexpr double h = 0.01;

// q' = q (0, w)/2,  H' = H x w,  h_k' = u_k,  work' = sum u_k s_k   (Hughes 1986, ch. 3), as the scenario has it:
// wheels along any axes, their speeds, and what their motors do.
struct TwoWheels {
    Mat3<double> inverse;  // of the tensor without what the wheels have along their axes
    Vec3<double> axis[2];
    double moment[2];

    POLHODE_INLINE Vec3<double> rate(const Vec<double, 10>& y) const {
        Vec3<double> left{y[4], y[5], y[6]};
        for (int k = 0; k < 2; ++k) left = madd(-y[7 + k], axis[k], left);
        return inverse * left;
    }
    POLHODE_INLINE double speed(int k, const Vec<double, 10>& y, const Vec3<double>& w) const {
        return y[7 + k] / moment[k] - dot(axis[k], w);
    }
    POLHODE_INLINE Vec<double, 10> operator()(double, const Vec<double, 10>& y) const {
        const Quaternion<double> q{y[0], y[1], y[2], y[3]};
        const Vec3<double> H{y[4], y[5], y[6]}, w = rate(y);
        const Vec<double, 4> dq = derivative(q, w);
        const Vec3<double> dH = cross(H, w);
        Vec<double, 10> d;
        for (int i = 0; i < 4; ++i) d[i] = dq[i];
        for (int i = 0; i < 3; ++i) d[4 + i] = dH[i];
        d[7] = 0.4 * q.x + 0.9 * w[0];
        d[8] = 0.4 * q.y + 0.9 * w[1];
        d[9] = d[7] * speed(0, y, w) + d[8] * speed(1, y, w);
        return d;
    }
};

End by_core(const Problem& problem, long steps) {
    const Vec3<double>& w = problem.start.rate;
    TwoWheels body{};
    Mat3<double> left = problem.body->inertia;
    Vec<double, 10> y;
    Vec3<double> H = left * w;
    for (int k = 0; k < 2; ++k) {
        const Rotor& r = problem.inside->rotors[static_cast<std::size_t>(k)];
        body.axis[k] = r.axis, body.moment[k] = r.moment;
        for (int i = 0; i < 9; ++i) left(i / 3, i % 3) -= r.moment * r.axis[i / 3] * r.axis[i % 3];
        H = madd(r.moment * r.speed, r.axis, H);
        y[7 + k] = r.moment * (r.speed + dot(r.axis, w));
    }
    for (int i = 0; i < 3; ++i) body.inverse(i, i) = 1 / left(i, i);
    const Quaternion<double> q =
        attitude_to_quaternion(problem.start.attitude.representation, problem.start.attitude.params);
    y[0] = q.w, y[1] = q.x, y[2] = q.y, y[3] = q.z;
    for (int i = 0; i < 3; ++i) y[4 + i] = H[i];
    y[9] = 0;
    for (long n = 0; n < steps; ++n)
        y = integrate::runge_kutta_step<integrate::Rk4>(body, static_cast<double>(n) * h, y, h);
    const Vec3<double> rate = body.rate(y);
    return {body.speed(0, y, rate), body.speed(1, y, rate), y[9], rate[0], rate[1], rate[2]};
}

}  // namespace

std::vector<Case> inside_cases(long steps) {
    const std::string duration = std::to_string(h * static_cast<double>(steps));
    const auto scenario = std::make_shared<const Scenario>(read_scenario(
        "[body]\ninertia = [2.0, 1.5, 1.0]\n[start]\nattitude = { axis = [1.0, 2.0, 3.0], angle_deg = 40.0 }\n"
        "rate = [0.1, -0.05, 0.02]\n"
        "[[rotor]]\nname = \"a\"\nkind = \"driven\"\naxis = [1.0, 0.0, 0.0]\nmoment = 0.01\nspeed = 10.0\n"
        "torque = \"0.4*qx + 0.9*wx\"\n"
        "[[rotor]]\nname = \"b\"\nkind = \"driven\"\naxis = [0.0, 1.0, 0.0]\nmoment = 0.02\nspeed = -5.0\n"
        "torque = \"0.4*qy + 0.9*wy\"\n"
        "[method]\nintegrator = \"rk4\"\nstep = 0.01\n[run]\nduration = " +
            duration + "\nsample = " + duration + "\n",
        "scenario_bench"));
    return {{"rk4, a PD controller with two wheels", static_cast<double>(steps), 3,
             [scenario, steps] { return by_core(scenario->problem, steps); },
             [scenario] { return through_scenario(*scenario); }}};
}

}  // namespace bench
