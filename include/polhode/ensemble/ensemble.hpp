// Many bodies that differ in their numbers only: each body is one place in a set of columns (structure of arrays), and
// `follow` takes one body, or as many as the scalar type has lanes, from its start to every row that is wanted.
//
// The bits are those of the ordinary run (library/engine.hpp, taylor_path.hpp, exact/free_body.hpp): the same steppers,
// the same order of operations. One source serves one number at a time (T = double, a GPU thread) and numbers side by
// side (T = Lanes<double, N>).
//
// On the processor somebody may be asked now and then whether it shall go on (attention.hpp); then `follow` is false
// where it shall not, and what it has of these bodies is worth nothing.
//
// What an ensemble cannot do it says: a body that needs another treatment (equal moments with Taylor series, a number
// that is no longer finite, ...) is marked as declined, and whoever asked computes it the ordinary way.
#pragma once

#include "../arithmetic/masks.hpp"
#include "../dynamics/rigid_body.hpp"
#include "../exact/free_bodies.hpp"
#include "../exact/free_body.hpp"
#include "../integrate/projection.hpp"
#include "../integrate/runge_kutta.hpp"
#include "../integrate/spin_free.hpp"
#include "../torque/torque.hpp"
#include "attention.hpp"
#include "side_by_side_taylor.hpp"

namespace polhode::ensemble {

enum class Stepper : int { rk4, taylor, exact };
enum class Constraint : int { none, normalise, binomial };
// gravity_gradient: the direction to the planet stands still in the world; orbiting: it goes round.
enum class TorqueKind : int { gravity, constant_body, constant_world, damping, rockets, gravity_gradient, orbiting };

inline constexpr int most_torques = 4;
inline constexpr int numbers_of(TorqueKind kind) {
    return kind == TorqueKind::gravity            ? 5
           : kind == TorqueKind::rockets          ? 1
           : kind == TorqueKind::gravity_gradient ? 4  // orbit rate, direction
           : kind == TorqueKind::orbiting         ? 7  // and normal
                                                  : 3;
}

// Columns of a body; those of the torques follow one after the other.
enum Column : int {
    at_moments = 0,
    at_attitude = 3,
    at_rate = 7,
    at_step = 10,
    at_steps = 11,
    at_last_step = 12,
    at_products = 13,  // xy, xz, yz of the inertia tensor; 0 where the body axes are principal axes
    at_torques = 16
};
inline constexpr int most_numbers_of_torque = 7, most_body_columns = at_torques + most_numbers_of_torque * most_torques;

// What all bodies of an ensemble share.
struct Shape {
    Stepper stepper = Stepper::rk4;
    Constraint constraint = Constraint::none;
    int order = 8;                                        // taylor
    bool project = true;                                  // taylor: back on energy and momentum after each step
    bool project_energy = true, project_vertical = true;  // which of them, of a heavy body
    bool tensor = false;                                  // rk4: the body axes are not principal axes
    int torques = 0;
    TorqueKind torque[most_torques] = {};
    bool same_steps = true;  // every body takes steps of the same length
    double duration = 0;     // s

    POLHODE_HD int columns() const {
        int n = at_torques;
        for (int i = 0; i < torques; ++i) n += numbers_of(torque[i]);
        return n;
    }
    POLHODE_HD Acting acting() const {
        bool heavy = true;
        for (int i = 0; i < torques; ++i)
            heavy = heavy && (torque[i] == TorqueKind::gravity || torque[i] == TorqueKind::rockets);
        return torques == 0 ? Acting::none : heavy ? Acting::weight : Acting::any;
    }
};

// The rows that are wanted, in the order of time, without the one at t = 0. `step`: how many whole steps of the grid
// lie before the row; the last row stands at the end, after the shorter last step.
struct Rows {
    long long count = 1;
    const double* time = nullptr;     // s
    const long long* step = nullptr;  // not looked at by the closed form; null: the last row alone
};

// Where the numbers of the bodies stand: number c of body i at base[c * stride + i].
struct Columns {
    const double* base = nullptr;
    long long stride = 0;
};
// The same for what comes out: 7 numbers (q_NB, w_NB_B) of row r of body i at base[(7 r + k) * stride + i]; and for
// each body whether it was declined (not 0).
struct Out {
    double* base = nullptr;
    long long stride = 0;
    unsigned char* declined = nullptr;
};

// ---- one number or several ------------------------------------------------------------------------------------------
template <class T>
struct Access {
    static constexpr int width = 1;
    static POLHODE_INLINE T load(const double* p) { return *p; }
    static POLHODE_INLINE void store(const T& x, double* p) { *p = x; }
    static POLHODE_INLINE void mark(bool declined, unsigned char* p) { *p = declined ? 1 : 0; }
};
template <class T>
requires requires { typename T::Mask; }
struct Access<T> {
    static constexpr int width = T::width;
    static POLHODE_INLINE T load(const double* p) { return T::load(p); }
    static POLHODE_INLINE void store(const T& x, double* p) { x.store(p); }
    static POLHODE_INLINE void mark(const typename T::Mask& declined, unsigned char* p) {
        for (int i = 0; i < width; ++i) p[i] = declined[i] ? 1 : 0;
    }
};

template <class T>
POLHODE_INLINE T load(const Columns& c, int column, long long i) {
    return Access<T>::load(c.base + column * c.stride + i);
}
template <class T>
POLHODE_INLINE Vec3<T> load3(const Columns& c, int column, long long i) {
    return {load<T>(c, column, i), load<T>(c, column + 1, i), load<T>(c, column + 2, i)};
}
template <class T>
POLHODE_INLINE void store_row(const Out& out, long long row, long long i, const Quaternion<T>& q, const Vec3<T>& w) {
    double* p = out.base + 7 * row * out.stride + i;
    const T numbers[7] = {q.w, q.x, q.y, q.z, w[0], w[1], w[2]};
    for (int k = 0; k < 7; ++k) Access<T>::store(numbers[k], p + k * out.stride);
}

// The inertia tensor in body axes.
template <class T>
POLHODE_INLINE Mat3<T> load_tensor(const Columns& c, long long i) {
    const Vec3<T> I = load3<T>(c, at_moments, i), p = load3<T>(c, at_products, i);
    return {{{I[0], p[0], p[1]}, {p[0], I[1], p[2]}, {p[1], p[2], I[2]}}};
}

// ---- torques --------------------------------------------------------------------------------------------------------
// Those of the shape, added up in its order from zero (as library/torque_model.hpp does).
template <class T>
struct Torques {
    int count = 0;
    TorqueKind kind[most_torques] = {};
    T number[most_numbers_of_torque * most_torques];
#if !defined(__CUDACC__)
    Mat3<T> inertia{};  // for the gravity gradient, which no card follows
#endif

    POLHODE_HD Torques(const Shape& shape, const Columns& c, long long i) : count(shape.torques) {
#if !defined(__CUDACC__)
        inertia = load_tensor<T>(c, i);
#endif
        int n = 0;
        for (int k = 0; k < count; ++k) {
            kind[k] = shape.torque[k];
            for (int j = 0; j < numbers_of(kind[k]); ++j, ++n) number[n] = load<T>(c, at_torques + n, i);
        }
    }
    POLHODE_INLINE Vec3<T> operator()(T t, const Quaternion<T>& q, const Vec3<T>& w) const {
        Vec3<T> sum{};
        const T* x = number;
        for (int k = 0; k < count; ++k) {
            switch (kind[k]) {
                case TorqueKind::gravity:
                    sum = sum + torque::Gravity<T>{x[0], {x[1], x[2], x[3]}, x[4]}(t, q, w);
                    break;
                case TorqueKind::constant_body:
                    sum = sum + torque::Constant<T>{{x[0], x[1], x[2]}, torque::Frame::body}(t, q, w);
                    break;
                case TorqueKind::constant_world:
                    sum = sum + torque::Constant<T>{{x[0], x[1], x[2]}, torque::Frame::world}(t, q, w);
                    break;
                case TorqueKind::damping:
                    sum = sum + torque::Damping<T>{{x[0], x[1], x[2]}}(t, q, w);
                    break;
                case TorqueKind::rockets:
                    sum = sum + torque::Rockets<T>{x[0]}(t, q, w);
                    break;
#if !defined(__CUDACC__)
                case TorqueKind::gravity_gradient:
                    sum = sum + torque::GravityGradient<T>{inertia, x[0], {x[1], x[2], x[3]}, false, {}}(t, q, w);
                    break;
                case TorqueKind::orbiting:
                    sum = sum + torque::GravityGradient<T>{inertia, x[0], {x[1], x[2], x[3]}, true, {x[4], x[5], x[6]}}(
                                    t, q, w);
                    break;
#else
                case TorqueKind::gravity_gradient:
                case TorqueKind::orbiting:
                    break;
#endif
            }
            x += numbers_of(kind[k]);
        }
        return sum;
    }
};
// Potential energy of those that have one, J (library/torque_model.hpp); `body` as in Columns, one body.
POLHODE_HD inline double potential(const Shape& shape, const double* body, long long stride,
                                   const Quaternion<double>& q) {
    double sum = 0;
    const double* x = body + at_torques * stride;
    for (int k = 0; k < shape.torques; ++k) {
        if (shape.torque[k] == TorqueKind::gravity)
            sum = sum +
                  torque::Gravity<double>{x[0], {x[stride], x[2 * stride], x[3 * stride]}, x[4 * stride]}.potential(q);
        if (shape.torque[k] == TorqueKind::rockets) sum = sum + torque::Rockets<double>{x[0]}.potential(q);
        if (shape.torque[k] == TorqueKind::gravity_gradient)
            sum =
                sum +
                torque::GravityGradient<double>{
                    load_tensor<double>({body, stride}, 0), x[0], {x[stride], x[2 * stride], x[3 * stride]}, false, {}}
                    .potential(q);
        // going round it does work, and has none
        if (shape.torque[k] == TorqueKind::orbiting) sum = sum + 0.0;
        x += numbers_of(shape.torque[k]) * stride;
    }
    return sum;
}
// Weight alone, the usual case, without the switch.
template <class T>
struct Weight {
    torque::Gravity<T> gravity;
    POLHODE_HD Weight(const Shape&, const Columns& c, long long i)
        : gravity{load<T>(c, at_torques, i), load3<T>(c, at_torques + 1, i), load<T>(c, at_torques + 4, i)} {}
    POLHODE_INLINE Vec3<T> operator()(T t, const Quaternion<T>& q, const Vec3<T>& w) const {
        return Vec3<T>{} + gravity(t, q, w);
    }
};

// ---- RK4 ------------------------------------------------------------------------------------------------------------
template <Constraint constraint, class T>
POLHODE_INLINE Vec<T, 7> settled(const Vec<T, 7>& y) {
    if constexpr (constraint == Constraint::none) return y;
    Quaternion<T> q{y[0], y[1], y[2], y[3]};
    if constexpr (constraint == Constraint::normalise)
        q = normalise(q);
    else
        q = normalise_binomial(q);
    return {q.w, q.x, q.y, q.z, y[4], y[5], y[6]};
}

// Whether a torque looks at the time.
template <class Body>
inline constexpr bool timed = false;
template <class Inertia, class T>
inline constexpr bool timed<RigidBody<Inertia, Torques<T>>> = true;

// From t on, as `n` steps of `grid` give it.
template <Constraint constraint, class Body, class T>
POLHODE_INLINE Vec<T, 7> one_step(const Body& body, T n, T grid, const Vec<T, 7>& y, T h) {
    T t(0);
    if constexpr (timed<Body>) t = n * grid;
    return settled<constraint>(integrate::runge_kutta_step<integrate::Rk4>(body, t, y, h));
}
// The shorter step at the end, which is taken once: a function of its own, because the step inlined in every place where
// bodies end would double the compiler's work. A graphics card has no stack to call on.
#if defined(__CUDACC__)
#define POLHODE_ONCE POLHODE_INLINE
#else
#define POLHODE_ONCE [[gnu::noinline]]
#endif
template <Constraint constraint, class Body, class T>
POLHODE_ONCE Vec<T, 7> last_step(const Body& body, const T& n, const T& grid, const Vec<T, 7>& y, const T& h) {
    return one_step<constraint>(body, n, grid, y, h);
}
#undef POLHODE_ONCE
template <class T>
POLHODE_INLINE Vec<T, 7> where(const MaskOf<T>& mask, const Vec<T, 7>& a, const Vec<T, 7>& b) {
    Vec<T, 7> r;
    for (int k = 0; k < 7; ++k) r[k] = select(mask, a[k], b[k]);
    return r;
}

template <Constraint constraint, class T>
POLHODE_INLINE Vec<T, 7> start_of(const Columns& c, long long i) {
    Vec<T, 7> y;
    for (int k = 0; k < 7; ++k) y[k] = load<T>(c, at_attitude + k, i);
    // a start off its constraint obeys it from the first step on; one within rounding stays as given
    if constexpr (constraint != Constraint::none) {
        const T off = abs(defect(Quaternion<T>{y[0], y[1], y[2], y[3]}));
        y = where<T>(off <= T(32 * std::numeric_limits<double>::epsilon()), y, settled<constraint>(y));
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
template <Constraint constraint, class T, int groups, class Body>
POLHODE_HD bool follow_rk4_in_step(const Body (&body)[groups], const Columns& c, long long i, const Rows& rows,
                                   const Out& out, const Attention* attention) {
    Vec<T, 7> y[groups];
    for (int g = 0; g < groups; ++g) y[g] = start_of<constraint, T>(c, i + g * Access<T>::width);
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
                    y[g] = one_step<constraint>(body[g], T(static_cast<double>(done)), h, y[g], h);
            if (!heed.goes_on(done - before, static_cast<double>(done) / static_cast<double>(all))) return false;
        }
        if (end && last > 0)
            for (int g = 0; g < groups; ++g)
                y[g] = last_step<constraint>(body[g], T(static_cast<double>(done)), h, y[g], T(last));
        for (int g = 0; g < groups; ++g) store_row(out, r, i + g * Access<T>::width, y[g]);
    }
    for (int g = 0; g < groups; ++g) mark_end(out, i + g * Access<T>::width, y[g]);
    return true;
}
// Of the first of them, which stands for all.
template <class T>
POLHODE_INLINE double part_of_way(const T& done, const T& whole) {
    double part = 0;
    if constexpr (std::is_same_v<T, double>)
        part = done / whole;
    else
        part = done[0] / whole[0];
    return part < 1 ? part : 1;
}
// Each with steps of its own.
template <Constraint constraint, class T, class Body>
POLHODE_HD bool follow_rk4_each(const Body& body, const Columns& c, long long i, const Rows& rows, const Out& out,
                                const Attention* attention) {
    Vec<T, 7> y = start_of<constraint, T>(c, i);
    const T h = load<T>(c, at_step, i), whole = load<T>(c, at_steps, i), last = load<T>(c, at_last_step, i);
    Heed heed(attention, i, Access<T>::width, steps_between_looks);
    for (T n(0); any(n < whole); n = n + T(1)) {
        y = where<T>(n < whole, one_step<constraint>(body, n, h, y, h), y);
        if (!heed.goes_on(1, part_of_way(n, whole))) return false;
    }
    y = where<T>(last > T(0), last_step<constraint>(body, whole, h, y, last), y);
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

template <Constraint constraint, class T, int groups, class One>
POLHODE_HD bool follow_rk4_of(const Shape& shape, const Columns& c, long long i, const Rows& rows, const Out& out,
                              const Attention* attention = nullptr) {
    using Body = decltype(One::body);
    constexpr int width = Access<T>::width;
    if (!shape.same_steps) {
        for (int g = 0; g < groups; ++g)
            if (!follow_rk4_each<constraint, T>(One(shape, c, i + g * width).body, c, i + g * width, rows, out,
                                                attention))
                return false;
        return true;
    }
    if constexpr (groups == 1) {
        const Body body[1] = {One(shape, c, i).body};
        return follow_rk4_in_step<constraint, T, 1>(body, c, i, rows, out, attention);
    } else {
        const Body body[4] = {One(shape, c, i).body, One(shape, c, i + width).body, One(shape, c, i + 2 * width).body,
                              One(shape, c, i + 3 * width).body};
        static_assert(groups == 4);
        return follow_rk4_in_step<constraint, T, 4>(body, c, i, rows, out, attention);
    }
}

template <Constraint constraint, class T, int groups = 1>
POLHODE_HD bool follow_rk4(const Shape& shape, const Columns& c, long long i, const Rows& rows, const Out& out,
                           const Attention* attention) {
    if (shape.tensor) {
        // they are many numbers for one register each: one group after the other
        for (int g = 0; g < groups; ++g) {
            const long long at = i + g * Access<T>::width;
            if (!(shape.torques == 0
                      ? follow_rk4_of<constraint, T, 1, FreeTensor<T>>(shape, c, at, rows, out, attention)
                      : follow_rk4_of<constraint, T, 1, TorquedTensor<T>>(shape, c, at, rows, out, attention)))
                return false;
        }
        return true;
    }
    if (shape.torques == 0) return follow_rk4_of<constraint, T, groups, FreeOne<T>>(shape, c, i, rows, out, attention);
    if (shape.torques == 1 && shape.torque[0] == TorqueKind::gravity)
        return follow_rk4_of<constraint, T, groups, TorquedOne<T, Weight<T>>>(shape, c, i, rows, out, attention);
    return follow_rk4_of<constraint, T, groups, TorquedOne<T, Torques<T>>>(shape, c, i, rows, out, attention);
}

// ---- Taylor series --------------------------------------------------------------------------------------------------
// As library/taylor_path.hpp with a fixed step. The numbers of the torques, added up in their order from zero:
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
struct TaylorCare;
// A free body is put back on energy and momentum. The ordinary run follows a symmetric one without its spin.
template <class T>
struct TaylorCare<Acting::none, T> {
    SideBySideProjection<T> projection;
    MaskOf<T> declined;

    template <class Body>
    POLHODE_INLINE TaylorCare(const Shape&, const PrincipalInertia<T>& inertia, const TorqueNumbers<T>&,
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
struct TaylorCare<Acting::weight, T> {
    integrate::SpinFree<T> spin;
    integrate::PlainHeavyBodyProjection<T> projection;
    MaskOf<T> declined;

    template <class Body>
    POLHODE_INLINE TaylorCare(const Shape& shape, const PrincipalInertia<T>& inertia, const TorqueNumbers<T>& torque,
                              const Quaternion<T>& q, Vec3<T>& w, Body& body) {
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
struct TaylorCare<Acting::any, T> {
    MaskOf<T> declined;

    template <class Body>
    POLHODE_INLINE TaylorCare(const Shape&, const PrincipalInertia<T>&, const TorqueNumbers<T>& torque,
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
    const TaylorCare<acting, T> care(shape, inertia, torque, q, w, body);
    const auto advance = [&](T s) {
        q = normalise(body.attitude_at(s));
        w = body.rate_at(s);
        if (shape.project) care.correct(q, w);
    };
    const auto store = [&](long long row, double t, Quaternion<T> q_NB, Vec3<T> w_B) {
        care.put_back(t, q_NB, w_B);
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
    Access<T>::mark(care.declined || !(sum == T(0)), out.declined + i);
    return true;
}

// ---- the closed form ------------------------------------------------------------------------------------------------
POLHODE_HD inline bool follow_exact(const Columns& c, long long i, const Rows& rows, const Out& out,
                                    const Attention* attention = nullptr) {
    const auto at = [&](int column) { return c.base[column * c.stride + i]; };
    const exact::FreeBody<double> body(load3<double>(c, at_moments, i),
                                       {at(at_attitude), at(at_attitude + 1), at(at_attitude + 2), at(at_attitude + 3)},
                                       load3<double>(c, at_rate, i));
    bool finite = true;
    Heed heed(attention, i, 1, rows_between_looks);
    for (long long r = 0; r < rows.count; ++r) {
        const exact::State<double> s = body.state_at(rows.time[r]);
        store_row(out, r, i, s.q_NB, s.w_NB_B);
        finite = finite && is_finite(s.q_NB.params()) && is_finite(s.w_NB_B);
        if (!heed.goes_on(1, static_cast<double>(r + 1) / static_cast<double>(rows.count))) return false;
    }
    out.declined[i] = finite ? 0 : 1;
    return true;
}

#if !defined( \
    __CUDACC__)  // kernels name what they follow themselves: one in which everything is would need more registers

// Several at once; those that are no asymmetric bodies in general motion by themselves.
template <class T>
bool follow_exact_together(const Columns& c, long long i, const Rows& rows, const Out& out,
                           const Attention* attention) {
    if constexpr (Access<T>::width == 1) {
        return follow_exact(c, i, rows, out, attention);
    } else {
        const Quaternion<T> q{load<T>(c, at_attitude, i), load<T>(c, at_attitude + 1, i),
                              load<T>(c, at_attitude + 2, i), load<T>(c, at_attitude + 3, i)};
        const exact::FreeBodies<Access<T>::width> bodies(load3<T>(c, at_moments, i), q, load3<T>(c, at_rate, i));
        T sum(0);
        Heed heed(attention, i, Access<T>::width, rows_between_looks);
        for (long long r = 0; r < rows.count; ++r) {
            const exact::State<T> s = bodies.state_at(T(rows.time[r]));
            store_row(out, r, i, s.q_NB, s.w_NB_B);
            sum = sum + (s.q_NB.w - s.q_NB.w) + (s.q_NB.x - s.q_NB.x) + (s.q_NB.y - s.q_NB.y) + (s.q_NB.z - s.q_NB.z);
            for (int k = 0; k < 3; ++k) sum = sum + (s.w_NB_B[k] - s.w_NB_B[k]);
            if (!heed.goes_on(1, static_cast<double>(r + 1) / static_cast<double>(rows.count))) return false;
        }
        const auto alone = bodies.declined || !(sum == T(0));
        Access<T>::mark(alone, out.declined + i);
        for (int k = 0; k < Access<T>::width; ++k)
            if (alone[k] && !follow_exact(c, i + k, rows, out, attention)) return false;
        return true;
    }
}

// Bodies i to i + groups * width - 1; groups is 1 or 4. False: `attention` did not want it to go on.
template <class T, int groups = 1>
bool follow(const Shape& shape, const Columns& c, long long i, const Rows& rows, const Out& out,
            const Attention* attention = nullptr) {
    const auto each = [&](auto&& one) {
        for (int g = 0; g < groups; ++g)
            if (!one(i + g * Access<T>::width)) return false;
        return true;
    };
    const Acting acting = shape.acting();
    switch (shape.stepper) {
        case Stepper::rk4:
            if (shape.constraint == Constraint::none)
                return follow_rk4<Constraint::none, T, groups>(shape, c, i, rows, out, attention);
            if (shape.constraint == Constraint::normalise)
                return follow_rk4<Constraint::normalise, T, groups>(shape, c, i, rows, out, attention);
            return follow_rk4<Constraint::binomial, T, groups>(shape, c, i, rows, out, attention);
        case Stepper::taylor:
            // an order known to the compiler gains nothing here: the coefficients are in memory either way
            if (acting == Acting::none)
                return each([&](long long at) {
                    return follow_taylor<Acting::none, 0, T>(shape, c, at, rows, out, attention);
                });
            if (acting == Acting::weight)
                return each([&](long long at) {
                    return follow_taylor<Acting::weight, 0, T>(shape, c, at, rows, out, attention);
                });
            return each(
                [&](long long at) { return follow_taylor<Acting::any, 0, T>(shape, c, at, rows, out, attention); });
        case Stepper::exact:
            return each([&](long long at) { return follow_exact_together<T>(c, at, rows, out, attention); });
    }
    return true;
}

#endif

}  // namespace polhode::ensemble
