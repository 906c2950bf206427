// A free body with the core alone: one turn of a wing nut, and how well energy was kept.
#include <cstdio>
#include <polhode/dynamics/rigid_body.hpp>
#include <polhode/integrate/runge_kutta.hpp>

int main() {
    using namespace polhode;
    const RigidBody body{PrincipalInertia<double>({1, 2, 3})};
    auto y = body.state(Quaternion<double>{}, {0.01, 2, 0.01});
    const double before = body.inertia.energy(body.rate(y));
    for (int i = 0; i < 1000; ++i)
        y = body.normalised(integrate::runge_kutta_step<integrate::Rk4>(body, 0.01 * i, y, 0.01));
    const double change = body.inertia.energy(body.rate(y)) / before - 1;
    std::printf("relative change of energy after 10 s: %.1e\n", change);
    return change < 1e-7 && change > -1e-7 ? 0 : 1;
}
