// Many whole steps of a fixed grid in one go, for RK4 and Adams-Bashforth: the state stays in registers from step to
// step, and torques are chosen by a switch the compiler sees through. Operations and their order are those of a single
// step, so every bit is too.
//
// The quaternion and the matrix in double, which most runs use, get kernels of their own by what acts on the body;
// others call their system for each slope.
#pragma once

#include <span>

#include "polhode/body/inertia.hpp"
#include "polhode/dynamics/rigid_body.hpp"
#include "polhode/integrate/adams_bashforth.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/problem/torque_model.hpp"
#include "polhode/rotation/dcm.hpp"

namespace polhode::engine {

template <class R>
inline constexpr bool has_own_kernels = std::is_same_v<R, Quaternion<double>> || std::is_same_v<R, Dcm<double>>;

// A body under torques: none, its weight alone, a constant one alone, those of the core, one formula, or any.
enum class Acting { nothing, weight, constant, core_torques, formula, any };

template <class R, Acting acting>
struct HeldBody {
    using T = typename R::scalar;
    using State = Vec<T, R::size + 3>;
    std::span<const AnyTorque<T>> list;
    bool diagonal;
    PrincipalInertia<T> principal;
    TensorInertia<T> tensor;
    typename FormulaTorque<T>::Values* values;  // prepared, where there is one formula

    POLHODE_INLINE State operator()(T t, const State& y) const {
        const R r = attitude_in(R{}, y);
        const Vec3<T> w = rate_in<R::size>(y);
        return joined(derivative(r, w), acceleration(t, r, w));
    }

 private:
    POLHODE_INLINE Vec3<T> acceleration(T t, const R& r, const Vec3<T>& w) const {
        if constexpr (acting == Acting::nothing) {
            (void)t, (void)r;
            return diagonal ? principal.acceleration(w) : tensor.acceleration(w);
        } else {
            const Vec3<T> torque = sum(t, r, w);
            return diagonal ? principal.acceleration(w, torque) : tensor.acceleration(w, torque);
        }
    }
    POLHODE_INLINE Vec3<T> sum(T t, const R& r, const Vec3<T>& w) const {
        if constexpr (acting == Acting::weight)
            return Vec3<T>{} + std::get_if<torque::Gravity<T>>(&list[0])->operator()(t, r, w);
        else if constexpr (acting == Acting::constant)
            return Vec3<T>{} + std::get_if<torque::Constant<T>>(&list[0])->operator()(t, r, w);
        else if constexpr (acting == Acting::core_torques)
            return TorqueSum<T>::of_core(list, t, r, w);
        else if constexpr (acting == Acting::formula)
            return formula_torque(t, r, w);
        else
            return any_torque(t, r, w);
    }
    [[gnu::noinline, gnu::flatten]] Vec3<T> formula_torque(T t, const R& r, const Vec3<T>& w) const {
        const Vec3<T> one = std::get_if<FormulaTorque<T>>(&list[0])->at(t, r, w, *values);
        return {T(0) + one[0], T(0) + one[1], T(0) + one[2]};
    }
    // The sum of TorqueSum, with formulas in code of the kernel's own: what is shared with other files is compiled as
    // those are, which need not be for speed.
    [[gnu::noinline, gnu::flatten]] Vec3<T> any_torque(T t, const R& r, const Vec3<T>& w) const {
        Vec3<T> sum{};
        for (const AnyTorque<T>& any : list) {
            const auto* formula = std::get_if<FormulaTorque<T>>(&any);
            const Vec3<T> one = formula ? (*formula)(t, r, w) : other_torque(any, t, r, w);
            sum = sum + one;
        }
        return sum;
    }
    [[gnu::noinline]] static Vec3<T> other_torque(const AnyTorque<T>& any, T t, const R& r, const Vec3<T>& w) {
        return std::visit([&](const auto& one) { return one(t, r, w); }, any);
    }
};

// One step from y at t over h.
struct Rk4Step {
    static constexpr long evaluations = 4;
    template <class System, class T, int N>
    POLHODE_INLINE Vec<T, N> operator()(System& system, T t, const Vec<T, N>& y, T h) {
        return integrate::runge_kutta_step<integrate::Rk4>(system, t, y, h);
    }
};
template <class T, int N>
struct AdamsStep {
    static constexpr long evaluations = 1;
    integrate::AdamsBashforth<T, N> history;
    template <class System>
    POLHODE_INLINE Vec<T, N> operator()(System& system, T t, const Vec<T, N>& y, T h) {
        return history.advance(y, system(t, y), h);
    }
};

// Whether an unsound step shows in all that follow, so that one look at the end is enough: a number that is not finite
// stays so in y + h y', and neither a formula remembers where it was asked nor an angle may jump.
template <class System>
inline constexpr bool looks_at_the_end = false;
template <class R, Acting acting>
inline constexpr bool looks_at_the_end<HeldBody<R, acting>> = acting != Acting::formula&& acting != Acting::any;

// Steps n .. n+count of the grid: `sound(before, after)` says whether a step is, `hold(after)` holds its constraint.
// Ends before the first that is not sound, or before all of them; returns how many were made.
template <class System, class Step, class T, int N, class Sound, class Hold>
POLHODE_INLINE long whole_steps(System& system, Step& step, long n, long count, double h, Vec<T, N>& from,
                                const Sound& sound, const Hold& hold) {
    constexpr bool at_the_end = looks_at_the_end<std::remove_const_t<System>>;
    Vec<T, N> y = from;
    Step held = step;
    long done = 0;
    for (; done < count; ++done) {
        Vec<T, N> next = held(system, static_cast<T>(static_cast<double>(n + done) * h), y, static_cast<T>(h));
        if constexpr (!at_the_end)
            if (!sound(y, next)) break;
        hold(next);
        y = next;
    }
    if constexpr (at_the_end)
        if (!sound(from, y)) return 0;
    from = y;
    step = held;
    return done;
}

}  // namespace polhode::engine
