// A thousand fixed steps of `taylor`, order 8, of a heavy body, on data chosen by a number; tests/instructions/run
// counts the instructions of one_step.
#include <cstdio>
#include <cstdlib>

#include "polhode/integrate/taylor.hpp"

using namespace polhode;
using Body = integrate::TaylorBody<double>;

extern "C" __attribute__((noinline)) void one_step(Body& body, Quaternion<double>& q, Vec3<double>& w, double h) {
    body.expand(q, w, h);
    q = normalise(body.attitude_at(1.0));
    w = body.rate_at(1.0);
}

int main(int, char** words) {
    struct Data {
        Vec3<double> moments, weight;
        Quaternion<double> q;
        Vec3<double> w;
        double h;
    };
    const Data data[] = {
        {{1.0, 2.0, 2.5}, {0.2, 0.3, 1.0}, {0.8, 0.6, 0, 0}, {0.5, 0.7, 0.9}, 0.05},
        {{5.76875e-4, 5.76875e-4, 9.375e-5}, {0, 0, 0.0294}, {1, 0, 0, 0}, {0, 0, 125.66}, 1e-3},
        {{3.0, 1.0, 2.0}, {-5.0, 0, 2.0}, {0, 0, 1, 0}, {0, 0, 0}, 0.01},
        {{1e6, 2e6, 2.9e6}, {1e3, -1e3, 0}, {0.5, -0.5, 0.5, -0.5}, {1e-9, -1e-7, 0}, 1e3},
        {{1.0, 1.0, 1.0}, {1e-300, 0, 0}, {1, 0, 0, 0}, {1e3, 1e-3, -1e3}, 1e-5},
    };
    const Data& d = data[std::atoi(words[1])];
    integrate::PolynomialTorque<double> torque;
    torque.add_weight(d.weight);
    Body body(d.moments, torque, 8);
    Quaternion<double> q = d.q;
    Vec3<double> w = d.w;
    for (int i = 0; i < 1000; ++i) one_step(body, q, w, d.h);
    std::printf("%.17g %.17g\n", q.w, w[0]);
}
