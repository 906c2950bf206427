// One small computation with the core that every target does and whose bits must agree: a free body, RK4 on quaternion
// and rate with normalising, which uses + - x / sqrt fma only.
#pragma once

#include <polhode/dynamics/rigid_body.hpp>
#include <polhode/integrate/runge_kutta.hpp>

template <class T>
POLHODE_HD inline polhode::Vec<T, 7> core_sample(int steps) {
    using namespace polhode;
    const RigidBody body{PrincipalInertia<T>({T(1), T(2), T(3)})};
    auto y = body.state(Quaternion<T>{}, {T(0.01), T(2), T(0.01)});
    for (int i = 0; i < steps; ++i)
        y = body.normalised(integrate::runge_kutta_step<integrate::Rk4>(body, T(0.01) * T(i), y, T(0.01)));
    return y;
}
