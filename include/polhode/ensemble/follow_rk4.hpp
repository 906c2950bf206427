// Bodies of an ensemble by the classical Runge-Kutta method, in quaternions.
#pragma once

#include "../dynamics/rigid_body.hpp"
#include "../integrate/runge_kutta_step.hpp"
#include "../integrate/tableaus/rk4.hpp"
#include "attention.hpp"
#include "torques.hpp"

namespace polhode::ensemble {

// What is done with the attitude after a step. A graphics card has a kernel for each; on the processor one kernel asks,
// which costs nothing beside a step and a third of the compiler's time.
template <Constraint constraint>
struct Always {
    POLHODE_HD static constexpr Constraint now() { return constraint; }
};
struct AsAsked {
    Constraint constraint;
    POLHODE_HD constexpr Constraint now() const { return constraint; }
};

template <class Kept, class T>
POLHODE_INLINE Vec<T, 7> settled(const Kept& kept, const Vec<T, 7>& y) {
    if (kept.now() == Constraint::none) return y;
    Quaternion<T> q{y[0], y[1], y[2], y[3]};
    q = kept.now() == Constraint::normalise ? normalise(q) : normalise_binomial(q);
    return {q.w, q.x, q.y, q.z, y[4], y[5], y[6]};
}

// Whether a torque looks at the time.
template <class Body>
inline constexpr bool timed = false;
template <class Inertia, class T>
inline constexpr bool timed<RigidBody<Inertia, Torques<T>>> = true;

// From t on, as `n` steps of `grid` give it.
template <class Kept, class Body, class T>
POLHODE_INLINE Vec<T, 7> one_step(const Kept& kept, const Body& body, T n, T grid, const Vec<T, 7>& y, T h) {
    T t(0);
    if constexpr (timed<Body>) t = n * grid;
    return settled(kept, integrate::runge_kutta_step<integrate::Rk4>(body, t, y, h));
}
// The shorter step at the end, which is taken once: a function of its own, because the step inlined in every place
// where bodies end would double the compiler's work. A graphics card has no stack to call on.
#if defined(__CUDACC__)
#define POLHODE_ONCE POLHODE_INLINE
#else
#define POLHODE_ONCE [[gnu::noinline]]
#endif
template <class Kept, class Body, class T>
POLHODE_ONCE Vec<T, 7> last_step(const Kept& kept, const Body& body, const T& n, const T& grid, const Vec<T, 7>& y,
                                 const T& h) {
    return one_step(kept, body, n, grid, y, h);
}
#undef POLHODE_ONCE
template <class T>
POLHODE_INLINE Vec<T, 7> where(const MaskOf<T>& mask, const Vec<T, 7>& a, const Vec<T, 7>& b) {
    Vec<T, 7> r;
    for (int k = 0; k < 7; ++k) r[k] = select(mask, a[k], b[k]);
    return r;
}

template <class T, class Kept>
POLHODE_INLINE Vec<T, 7> start_of(const Kept& kept, const Columns& c, long long i) {
    Vec<T, 7> y;
    for (int k = 0; k < 7; ++k) y[k] = load<T>(c, at_attitude + k, i);
    // a start off its constraint obeys it from the first step on; one within rounding stays as given
    if (kept.now() != Constraint::none) {
        const T off = abs(defect(Quaternion<T>{y[0], y[1], y[2], y[3]}));
        y = where<T>(off <= T(32 * std::numeric_limits<double>::epsilon()), y, settled(kept, y));
    }
    return y;
}
template <class T>
POLHODE_INLINE void store_row(const Out& out, long long row, long long i, const Vec<T, 7>& y) {
    store_row(out, row, i, Quaternion<T>{y[0], y[1], y[2], y[3]}, Vec3<T>{y[4], y[5], y[6]});
}
// Declined: a number is no longer finite.
template <class T>
POLHODE_INLINE void mark_end(const Out& out, long long i, const Vec<T, 7>& y) {
    T sum = y[0] - y[0];
    for (int k = 1; k < 7; ++k) sum = sum + (y[k] - y[k]);
    Access<T>::mark(!(sum == T(0)), out.declined + i);
}

// `groups` registers of bodies that all take the same steps. One group alone leaves a processor waiting for its own
// last result: a step is a chain of some twenty operations. With several it always has something else to do.
template <class T, int groups, class Kept, class Body>
POLHODE_HD bool follow_rk4_in_step(const Kept& kept, const Body (&body)[groups], const Columns& c, long long i,
                                   const Rows& rows, const Out& out, const Attention* attention) {
    Vec<T, 7> y[groups];
    for (int g = 0; g < groups; ++g) y[g] = start_of<T>(kept, c, i + g * Access<T>::width);
    const T h(c.base[at_step * c.stride + i]);
    const double last = c.base[at_last_step * c.stride + i];
    const auto all = static_cast<long long>(c.base[at_steps * c.stride + i]);
    Heed heed(attention, i, groups * Access<T>::width, steps_between_looks);
    long long done = 0;
    for (long long r = 0; r < rows.count; ++r) {
        const bool end = r + 1 == rows.count;
        const long long until = end ? all : rows.step[r];
        while (done < until) {
            const long long before = done, pause = heed.pause(done, until);
            for (; done < pause; ++done)
                for (int g = 0; g < groups; ++g)
                    y[g] = one_step(kept, body[g], T(static_cast<double>(done)), h, y[g], h);
            if (!heed.goes_on(done - before, static_cast<double>(done) / static_cast<double>(all))) return false;
        }
        if (end && last > 0)
            for (int g = 0; g < groups; ++g)
                y[g] = last_step(kept, body[g], T(static_cast<double>(done)), h, y[g], T(last));
        for (int g = 0; g < groups; ++g) store_row(out, r, i + g * Access<T>::width, y[g]);
    }
    for (int g = 0; g < groups; ++g) mark_end(out, i + g * Access<T>::width, y[g]);
    return true;
}
// Each with steps of its own.
template <class T, class Kept, class Body>
POLHODE_HD bool follow_rk4_each(const Kept& kept, const Body& body, const Columns& c, long long i, const Rows& rows,
                                const Out& out, const Attention* attention) {
    Vec<T, 7> y = start_of<T>(kept, c, i);
    const T h = load<T>(c, at_step, i), whole = load<T>(c, at_steps, i), last = load<T>(c, at_last_step, i);
    Heed heed(attention, i, Access<T>::width, steps_between_looks);
    for (T n(0); any(n < whole); n = n + T(1)) {
        y = where<T>(n < whole, one_step(kept, body, n, h, y, h), y);
        if (!heed.goes_on(1, part_of_way(n, whole))) return false;
    }
    y = where<T>(last > T(0), last_step(kept, body, whole, h, y, last), y);
    store_row(out, rows.count - 1, i, y);
    mark_end(out, i, y);
    return true;
}

// What acts on a body, and the body with it.
template <class T>
struct FreeOne {
    RigidBody<PrincipalInertia<T>> body;
    POLHODE_HD FreeOne(const Shape&, const Columns& c, long long i)
        : body{PrincipalInertia<T>(load3<T>(c, at_moments, i))} {}
};
template <class T, class Torque>
struct TorquedOne {
    RigidBody<PrincipalInertia<T>, Torque> body;
    POLHODE_HD TorquedOne(const Shape& shape, const Columns& c, long long i)
        : body{PrincipalInertia<T>(load3<T>(c, at_moments, i)), Torque(shape, c, i)} {}
};

// The same with products of inertia.
template <class T>
struct FreeTensor {
    RigidBody<TensorInertia<T>> body;
    POLHODE_HD FreeTensor(const Shape&, const Columns& c, long long i) : body{TensorInertia<T>(load_tensor<T>(c, i))} {}
};
template <class T>
struct TorquedTensor {
    RigidBody<TensorInertia<T>, Torques<T>> body;
    POLHODE_HD TorquedTensor(const Shape& shape, const Columns& c, long long i)
        : body{TensorInertia<T>(load_tensor<T>(c, i)), Torques<T>(shape, c, i)} {}
};

template <class T, int groups, class One, class Kept>
POLHODE_HD bool follow_rk4_of(const Kept& kept, const Shape& shape, const Columns& c, long long i, const Rows& rows,
                              const Out& out, const Attention* attention = nullptr) {
    using Body = decltype(One::body);
    constexpr int width = Access<T>::width;
    if (!shape.same_steps) {
        for (int g = 0; g < groups; ++g)
            if (!follow_rk4_each<T>(kept, One(shape, c, i + g * width).body, c, i + g * width, rows, out, attention))
                return false;
        return true;
    }
    if constexpr (groups == 1) {
        const Body body[1] = {One(shape, c, i).body};
        return follow_rk4_in_step<T, 1>(kept, body, c, i, rows, out, attention);
    } else {
        const Body body[4] = {One(shape, c, i).body, One(shape, c, i + width).body, One(shape, c, i + 2 * width).body,
                              One(shape, c, i + 3 * width).body};
        static_assert(groups == 4);
        return follow_rk4_in_step<T, 4>(kept, body, c, i, rows, out, attention);
    }
}

template <class T, int groups = 1>
bool follow_rk4(const Shape& shape, const Columns& c, long long i, const Rows& rows, const Out& out,
                const Attention* attention) {
    const AsAsked kept{shape.constraint};
    if (shape.tensor) {
        // they are many numbers for one register each: one group after the other
        for (int g = 0; g < groups; ++g) {
            const long long at = i + g * Access<T>::width;
            if (!(shape.torques == 0 ? follow_rk4_of<T, 1, FreeTensor<T>>(kept, shape, c, at, rows, out, attention)
                                     : follow_rk4_of<T, 1, TorquedTensor<T>>(kept, shape, c, at, rows, out, attention)))
                return false;
        }
        return true;
    }
    if (shape.torques == 0) return follow_rk4_of<T, groups, FreeOne<T>>(kept, shape, c, i, rows, out, attention);
    if (shape.torques == 1 && shape.torque[0] == TorqueKind::gravity)
        return follow_rk4_of<T, groups, TorquedOne<T, Weight<T>>>(kept, shape, c, i, rows, out, attention);
    return follow_rk4_of<T, groups, TorquedOne<T, Torques<T>>>(kept, shape, c, i, rows, out, attention);
}

}  // namespace polhode::ensemble
