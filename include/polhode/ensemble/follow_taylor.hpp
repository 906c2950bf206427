// Bodies of an ensemble by Taylor series, as library/taylor_path.hpp with a fixed step.
#pragma once

#include "../integrate/projection.hpp"
#include "../integrate/spin_free.hpp"
#include "attention.hpp"
#include "columns.hpp"

namespace polhode::ensemble {

// The numbers of the torques, added up in their order from zero.
template <class T>
POLHODE_HD TorqueNumbers<T> torque_numbers(const Shape& shape, const Columns& c, long long i) {
    TorqueNumbers<T> sum;
    int n = at_torques;
    for (int k = 0; k < shape.torques; ++k) {
        switch (shape.torque[k]) {
            case TorqueKind::gravity:
                sum.weight = sum.weight + (load<T>(c, n, i) * load<T>(c, n + 4, i)) * load3<T>(c, n + 1, i);
                sum.is_heavy = true;
                break;
            case TorqueKind::constant_body:
                sum.constant = sum.constant + load3<T>(c, n, i);
                break;
            case TorqueKind::constant_world:
                sum.world = sum.world + load3<T>(c, n, i);
                sum.is_worldly = true;
                break;
            case TorqueKind::damping:
                sum.damping = sum.damping + load3<T>(c, n, i);
                sum.is_damped = true;
                break;
            case TorqueKind::rockets:
                sum.weight = sum.weight + load<T>(c, n, i) * Vec3<T>{T(0), T(0), T(1)};
                sum.is_heavy = true;
                break;
            case TorqueKind::gravity_gradient:
            case TorqueKind::orbiting:
                break;  // not side by side as a series
        }
        n += numbers_of(shape.torque[k]);
    }
    return sum;
}

// What is done for a body beside the recurrences, by what acts on it: at its start, `correct` after each step,
// `put_back` where a row is wanted; and who is `declined`.
template <Acting acting, class T>
struct TaylorInvariants;
// A free body is put back on energy and momentum. The ordinary run follows a symmetric one without its spin.
template <class T>
struct TaylorInvariants<Acting::none, T> {
    SideBySideProjection<T> projection;
    MaskOf<T> declined;

    template <class Body>
    POLHODE_INLINE TaylorInvariants(const Shape&, const PrincipalInertia<T>& inertia, const TorqueNumbers<T>&,
                                    const Quaternion<T>&, Vec3<T>& w, Body&)
        : projection(inertia.moments(), w) {
        const Vec3<T>& I = inertia.moments();
        declined = I[0] == I[1] || I[1] == I[2] || I[2] == I[0];
    }
    POLHODE_INLINE void correct(const Quaternion<T>&, Vec3<T>& w) const { w = projection(w); }
    POLHODE_INLINE void put_back(double, Quaternion<T>&, Vec3<T>&) const {}
};
// A heavy one on energy and vertical momentum; the spin of a top is taken out.
template <class T>
struct TaylorInvariants<Acting::weight, T> {
    integrate::SpinFree<T> spin;
    integrate::PlainHeavyBodyProjection<T> projection;
    MaskOf<T> declined;

    template <class Body>
    POLHODE_INLINE TaylorInvariants(const Shape& shape, const PrincipalInertia<T>& inertia,
                                    const TorqueNumbers<T>& torque, const Quaternion<T>& q, Vec3<T>& w, Body& body) {
        const Vec3<T>& arm = torque.weight;
        spin.take_out(inertia.moments(), arm, w);
        body.set_rotor(inertia, spin.rotor());
        // where squares are safe, norm() takes the plain root as well
        const T largest = max(max(abs(arm[0]), abs(arm[1])), abs(arm[2]));
        declined = !(largest == T(0) || (T(1e-16) < largest && largest < T(1e16)));
        projection = {
            inertia.moments(),     arm, sqrt(dot(arm, arm)), spin.rotor(), spin.about(), q, w, shape.project_energy,
            shape.project_vertical};
    }
    POLHODE_INLINE void correct(const Quaternion<T>& q, Vec3<T>& w) const { w = projection(q, w); }
    POLHODE_INLINE void put_back(double t, Quaternion<T>& q, Vec3<T>& w) const { spin.put_back(t, q, w); }
};
// Any other has no invariants that would be kept. A body whose torques come to nothing, or to a weight, is none of
// these.
template <class T>
struct TaylorInvariants<Acting::any, T> {
    MaskOf<T> declined;

    template <class Body>
    POLHODE_INLINE TaylorInvariants(const Shape&, const PrincipalInertia<T>&, const TorqueNumbers<T>& torque,
                                    const Quaternion<T>&, Vec3<T>&, Body&)
        : declined(!torque.general()) {}
    POLHODE_INLINE void correct(const Quaternion<T>&, Vec3<T>&) const {}
    POLHODE_INLINE void put_back(double, Quaternion<T>&, Vec3<T>&) const {}
};

// order 0: that of the shape
template <Acting acting, int order, class T>
POLHODE_HD bool follow_taylor(const Shape& shape, const Columns& c, long long i, const Rows& rows, const Out& out,
                              const Attention* attention = nullptr) {
    const PrincipalInertia<T> inertia(load3<T>(c, at_moments, i));
    const TorqueNumbers<T> torque = torque_numbers<T>(shape, c, i);
    Vec3<T> w = load3<T>(c, at_rate, i);
    Quaternion<T> q{load<T>(c, at_attitude, i), load<T>(c, at_attitude + 1, i), load<T>(c, at_attitude + 2, i),
                    load<T>(c, at_attitude + 3, i)};
    q = normalise(q);
    SideBySideTaylor<T, acting, order> body(inertia, torque, shape.order);
    const TaylorInvariants<acting, T> invariants(shape, inertia, torque, q, w, body);
    const auto advance = [&](T s) {
        q = normalise(body.attitude_at(s));
        w = body.rate_at(s);
        if (shape.project) invariants.correct(q, w);
    };
    const auto store = [&](long long row, double t, Quaternion<T> q_NB, Vec3<T> w_B) {
        invariants.put_back(t, q_NB, w_B);
        store_row(out, row, i, q_NB, w_B);
    };
    const double end = shape.duration;
    Heed heed(attention, i, Access<T>::width, series_between_looks);
    if (shape.same_steps) {
        const double h = c.base[at_step * c.stride + i];
        double t = 0;
        long long n = 0, r = 0;
        while (t < end) {
            double limit = static_cast<double>(++n) * h;
            if (end < limit || abs(limit - end) < 1e-9 * h) limit = end;
            const double remaining = limit - t, scale = h < remaining ? h : remaining;
            body.expand(q, w, T(scale));
            for (; r + 1 < rows.count && rows.time[r] < limit; ++r) {
                const T s((rows.time[r] - t) / scale);
                store(r, rows.time[r], normalise(body.attitude_at(s)), body.rate_at(s));
            }
            advance(T((limit - t) / scale));
            t = limit;
            if (r + 1 < rows.count && rows.time[r] == t) store(r++, t, q, w);
            if (!heed.goes_on(1, t / end)) return false;
        }
    } else {
        const T h = load<T>(c, at_step, i), stop(end);
        T t(0), n(0);
        auto moving = t < stop;
        while (any(moving)) {
            n = n + T(1);
            T limit = n * h;
            limit = select(stop < limit || abs(limit - stop) < T(1e-9) * h, stop, limit);
            const T remaining = limit - t, scale = select(h < remaining, h, remaining);
            const Quaternion<T> q_before = q;
            const Vec3<T> w_before = w;
            body.expand(q, w, scale);
            advance((limit - t) / scale);
            q = {select(moving, q.w, q_before.w), select(moving, q.x, q_before.x), select(moving, q.y, q_before.y),
                 select(moving, q.z, q_before.z)};
            for (int k = 0; k < 3; ++k) w[k] = select(moving, w[k], w_before[k]);
            t = select(moving, limit, t);
            moving = t < stop;
            if (!heed.goes_on(1, part_of_way(t, stop))) return false;
        }
    }
    store(rows.count - 1, end, q, w);
    const T sum = (q.w - q.w) + (q.x - q.x) + (q.y - q.y) + (q.z - q.z) + (w[0] - w[0]) + (w[1] - w[1]) + (w[2] - w[2]);
    Access<T>::mark(invariants.declined || !(sum == T(0)), out.declined + i);
    return true;
}

}  // namespace polhode::ensemble
