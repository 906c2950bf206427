// What a user would write for many free bodies: loops of plain doubles over a structure of arrays, left to the
// compiler, and Boost.odeint body by body. Also Polhode's own kernel with one inertia for all bodies, to see what it
// costs to give each its own. Compiled for the machine at hand (cmake/bench.cmake).
#pragma once

namespace bench {

// y: seven columns of n numbers (q, w); n a multiple of 8. Each makes `steps` steps of RK4 and renormalises to first
// order after each. `block`: bodies that go through all their steps before the next ones.
void plain_soa_rk4(double* y, long n, long steps, const double* inertia, double h, long block);
// Body by body; false where Boost is not installed.
bool odeint_rk4(double* y, long n, long steps, const double* inertia, double h);
void shared_inertia_rk4(double* y, long n, long steps, const double* inertia, double h);

}  // namespace bench
