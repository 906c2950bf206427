// N free bodies side by side in closed form, each with the bits of FreeBody<double>:
//
//     FreeBodies<8> bodies(moments, q_NB, w_NB_B);        // components are Lanes<double, 8>: one body a lane
//     State<Lanes<double, 8>> s = bodies.state_at(t);     // each lane has its own t
//
// Bodies with three different moments in general motion, which are all but a few of any crowd, are done here. A lane
// that is something else (at rest, on a fixed axis, symmetric, exactly on the separatrix, with numbers that lie far
// apart or at the ends of the range) is marked in `declined`; what state_at gives there has no meaning, and
// FreeBody<double> is to be asked.
#pragma once

#include "../arithmetic/lanes_elementary.hpp"
#include "asymmetric_free_body.hpp"

#if !defined(__CUDACC__)

namespace polhode::exact {

template <int N>
class FreeBodies {
 public:
    using L = Lanes<double, N>;
    using Mask = LaneMask<double, N>;

    FreeBodies(const Vec3<L>& moments, const Quaternion<L>& q_NB, const Vec3<L>& w_NB_B)
        : FreeBodies(Scaled(moments, q_NB, w_NB_B)) {}

    State<L> state_at(const L& t) const {
        const L time = t * rate_scale_;
        const auto within_reach = abs(time) <= detail::longest_time<L>();
        State<L> r = body_.state_at(select(within_reach, time, L(std::numeric_limits<double>::quiet_NaN())));
        r.w_NB_B = r.w_NB_B * rate_scale_;
        return r;
    }

    Mask declined;

 private:
    // Moments and rates by powers of two as FreeBody has them, and some body in general motion in each declined lane.
    struct Scaled {
        Vec3<L> J, w;
        Quaternion<L> q;
        L rate_scale;
        Mask usual;

        Scaled(const Vec3<L>& moments, const Quaternion<L>& q_NB, const Vec3<L>& w_NB_B) : q(q_NB) {
            const L largest = max(moments[0], max(moments[1], moments[2]));
            const L fastest = max(abs(w_NB_B[0]), max(abs(w_NB_B[1]), abs(w_NB_B[2])));
            const L longest = max(max(abs(q.w), abs(q.x)), max(abs(q.y), abs(q.z)));
            usual = is_normal(largest) && is_normal(fastest) && is_normal(longest);
            for (int k = 0; k < 3; ++k)
                usual = usual && moments[k] > L(0.0) && is_finite(moments[k]) && is_finite(w_NB_B[k]);
            rate_scale = power_of_two_below(select(usual, fastest, L(1.0)));
            J = moments / power_of_two_below(select(usual, largest, L(1.0)));
            w = w_NB_B / rate_scale;
            const Mask zero[3] = {w[0] == L(0.0), w[1] == L(0.0), w[2] == L(0.0)};
            usual = usual && J[0] != J[1] && J[1] != J[2] && J[2] != J[0] &&
                    !((zero[0] && zero[1]) || (zero[1] && zero[2]) || (zero[2] && zero[0])) &&
                    are_close_together(moments, largest, w_NB_B, fastest);
            for (int k = 0; k < 3; ++k) {
                J[k] = select(usual, J[k], L(0.5 + 0.25 * k));
                w[k] = select(usual, w[k], L(1.0 - 0.25 * k));
            }
            q.w = select(usual, q.w, L(1.0));
        }
        static POLHODE_INLINE Mask is_normal(const L& a) {
            return a >= L(std::numeric_limits<double>::min()) && is_finite(a);
        }
    };
    explicit FreeBodies(const Scaled& s) : rate_scale_(s.rate_scale), body_(s.J, detail::unit_start(s.q), s.w) {
        declined = !s.usual || body_.is_separatrix() || body_.is_too_small();
    }

    L rate_scale_;
    AsymmetricFreeBody<L> body_;
};

}  // namespace polhode::exact

#endif
