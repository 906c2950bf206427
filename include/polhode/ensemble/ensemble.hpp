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

#include "follow_exact.hpp"
#include "follow_inside.hpp"
#include "follow_rk4.hpp"
#include "follow_taylor.hpp"

namespace polhode::ensemble {

// Kernels name what they follow themselves: one in which everything is would need more registers.
#if !defined(__CUDACC__)

// Bodies i to i + groups * width - 1; groups is 1 or 4. False: `attention` did not want it to go on.
template <class T, int groups = 1>
bool follow(const Shape& shape, const Columns& c, long long i, const Rows& rows, const Out& out,
            const Attention* attention = nullptr) {
    const auto each = [&](auto&& one) {
        for (int g = 0; g < groups; ++g)
            if (!one(i + g * Access<T>::width)) return false;
        return true;
    };
    if (shape.inside) {
        // all groups in one scalar: an operation of a formula is looked up once for all of them
        if constexpr (groups == 1)
            return follow_inside<T>(shape, c, i, rows, out, attention);
        else
            return follow_inside<Lanes<double, groups * T::width>>(shape, c, i, rows, out, attention);
    }
    const Acting acting = shape.acting();
    switch (shape.stepper) {
        case Stepper::rk4:
            return follow_rk4<T, groups>(shape, c, i, rows, out, attention);
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
