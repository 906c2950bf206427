// When Newton's method on three unknowns ends, and what a step says of it.
#pragma once

#include <limits>

#include "../arithmetic/vec.hpp"

namespace polhode::integrate {

// How many passes it took, and whether the last one was at rounding.
struct Iteration {
    int count = 0;
    bool converged = true;

    // What a step found, added to what is known of those before it; nothing where nobody asks.
    POLHODE_HD void add_to(Iteration* report) const {
        if (report == nullptr) return;
        report->count += count;
        report->converged = report->converged && converged;
    }
};

template <class T>
class NewtonEnd {
 public:
    // Whether a correction that led to `unknowns` was at rounding, or near it and no longer shrinking.
    POLHODE_INLINE bool reached(const Vec3<T>& correction, const Vec3<T>& unknowns) {
        const T change = max(abs(correction[0]), max(abs(correction[1]), abs(correction[2])));
        const T size = max(abs(unknowns[0]), max(abs(unknowns[1]), abs(unknowns[2])));
        constexpr T eps = std::numeric_limits<T>::epsilon();
        if (change <= eps * size || (change >= last_ && change <= T(16) * eps * size)) return true;
        last_ = change;
        return false;
    }

 private:
    T last_ = std::numeric_limits<T>::max();
};

}  // namespace polhode::integrate
