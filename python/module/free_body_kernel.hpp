// One free body at many times, in SIMD lanes: compiled once for each instruction set. POLHODE_KERNEL is the function's
// name, POLHODE_LANES how many lanes. Only pointers pass, because the core's types of another instruction set are other
// types.
#include <cstddef>

#include "polhode/exact/free_bodies.hpp"

// False, and nothing written, where lanes do not take this body.
bool POLHODE_KERNEL(const double* moments, const double* q, const double* w, const double* t, std::size_t count,
                    double* q_out, double* w_out) {
    constexpr int lanes = POLHODE_LANES;
    using L = polhode::Lanes<double, lanes>;
    const polhode::exact::FreeBodies<lanes> bodies(polhode::Vec3<L>{L(moments[0]), L(moments[1]), L(moments[2])},
                                                   polhode::Quaternion<L>{L(q[0]), L(q[1]), L(q[2]), L(q[3])},
                                                   polhode::Vec3<L>{L(w[0]), L(w[1]), L(w[2])});
    if (bodies.declined[0]) return false;
    for (std::size_t i = 0; i < count; i += lanes) {
        L time;
        for (int k = 0; k < lanes; ++k) {
            const std::size_t at = i + static_cast<std::size_t>(k);
            time.set(k, t[at < count ? at : count - 1]);
        }
        const polhode::exact::State<L> s = bodies.state_at(time);
        for (int k = 0; k < lanes && i + static_cast<std::size_t>(k) < count; ++k) {
            double* const a = q_out + 4 * (i + static_cast<std::size_t>(k));
            double* const b = w_out + 3 * (i + static_cast<std::size_t>(k));
            a[0] = s.q_NB.w[k], a[1] = s.q_NB.x[k], a[2] = s.q_NB.y[k], a[3] = s.q_NB.z[k];
            b[0] = s.w_NB_B[0][k], b[1] = s.w_NB_B[1][k], b[2] = s.w_NB_B[2][k];
        }
    }
    return true;
}
