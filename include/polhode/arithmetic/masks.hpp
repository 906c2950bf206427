// Choosing without branches: `select(condition, a, b)` is a where the condition holds and b elsewhere. For one number
// the condition is a bool; for numbers side by side (lanes.hpp) it is a mask, and every lane chooses for itself. Code
// written with select, any and all runs over both with the same bits. Masks are joined with && and ||, turned round
// with ! and told apart with != like bools; a rare case is entered by `if (any(rare))`, which for one number is its
// branch.
#pragma once

#include "scalar.hpp"

namespace polhode {

template <class T>
POLHODE_INLINE T select(bool condition, const T& a, const T& b) {
    return condition ? a : b;
}
POLHODE_INLINE bool any(bool condition) { return condition; }
POLHODE_INLINE bool all(bool condition) { return condition; }

// What a comparison of two T gives.
template <class T>
using MaskOf = decltype(T{} < T{});

// -a where the condition holds, a elsewhere.
template <class T, class Mask>
POLHODE_INLINE T negated_where(const Mask& condition, const T& a) {
    return select(condition, -a, a);
}

namespace detail {
template <class T>
struct OneOf {
    using type = T;
};
}  // namespace detail
// The number that stands in one lane of T: T itself where it is a single number.
template <class T>
using ScalarOf = typename detail::OneOf<T>::type;
template <class T>
inline constexpr bool is_one_number = std::is_same_v<T, ScalarOf<T>>;

}  // namespace polhode
