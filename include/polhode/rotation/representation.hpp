// What a set of attitude parameters must offer to take part in Polhode.
//
// A representation R holds the attitude of the body B in the world N: it turns body components into world
// components (active, right-handed). It is a plain struct with
//
//     R::scalar                    its number type
//     R::size                      how many numbers it holds
//     r.params() -> Vec<T,size>    the numbers, in the order its file states
//     r.with(p)  -> R              the same kind of representation (same Euler sequence) with numbers p
//
// and free functions found by argument-dependent lookup (w_B: rate of the body in the world, in body axes, rad/s)
//
//     to_world(r, v_B) -> v_N          to_body(r, v_N) -> v_B
//     compose(a, b)                    a after b:  R(a) R(b)
//     inverse(a)
//     derivative(r, w_B) -> Vec        d(params)/dt
//     rate(r, dp) -> w_B               the inverse: rate from parameters and their derivatives
//     defect(r)  -> T                  0 for an exact rotation: how far the redundant numbers are from their constraint
//     normalise(r), normalise_binomial(r)   the nearest exact rotation; the same to first order without square root
//     rechart(r) -> bool               moves to the equivalent numbers away from the singular place; true if it did
//     to_quaternion(r), assign_quaternion(r, q)   the hub through which every pair converts
//
// No conversion normalises in secret: a non-unit quaternion gives a scaled matrix, and so on; each file says what
// happens to non-unit input and at its singular places. Sets of three numbers cannot hold a length: they take the
// direction of the quaternion and drop its length.
#pragma once

#include "../arithmetic/vec.hpp"

#if __cplusplus >= 202002L
#include <concepts>
#endif

namespace polhode {

template <class T>
struct Quaternion;

template <class R>
concept Representation = requires(R r, const R c, Vec3<typename R::scalar> v, Vec<typename R::scalar, R::size> p,
                                  Quaternion<typename R::scalar> q) {
    { c.params() } -> std::same_as<Vec<typename R::scalar, R::size>>;
    { c.with(p) } -> std::same_as<R>;
    { to_world(c, v) } -> std::same_as<Vec3<typename R::scalar>>;
    { to_body(c, v) } -> std::same_as<Vec3<typename R::scalar>>;
    { compose(c, c) } -> std::same_as<R>;
    { inverse(c) } -> std::same_as<R>;
    { derivative(c, v) } -> std::same_as<Vec<typename R::scalar, R::size>>;
    { rate(c, p) } -> std::same_as<Vec3<typename R::scalar>>;
    { defect(c) } -> std::same_as<typename R::scalar>;
    { normalise(c) } -> std::same_as<R>;
    { normalise_binomial(c) } -> std::same_as<R>;
    { rechart(r) } -> std::same_as<bool>;
    { to_quaternion(c) } -> std::same_as<Quaternion<typename R::scalar>>;
    assign_quaternion(r, q);
};

}  // namespace polhode
