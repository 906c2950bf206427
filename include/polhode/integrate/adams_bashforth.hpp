// Adams-Bashforth of order 2 to 4: one evaluation a step, from slopes kept of the steps before
// (Hairer, Norsett, Wanner, Solving ODEs I, III.1 eq. 1.5).
#pragma once

#include "../arithmetic/vec.hpp"

namespace polhode::integrate {

template <class T, int N>
class AdamsBashforth {
 public:
    explicit AdamsBashforth(int order) : order_(order) {}

    // Slopes of equally spaced steps are needed first: `ready` says when there are enough.
    bool ready() const { return kept_ >= order_ - 1; }
    void forget() { kept_ = 0; }
    void keep(const Vec<T, N>& slope) {
        for (int i = 2; i > 0; --i) slopes_[i] = slopes_[i - 1];
        slopes_[0] = slope;
        if (kept_ < 3) ++kept_;
    }
    // The new point from the slope here and the slopes kept; keeps the slope.
    Vec<T, N> advance(const Vec<T, N>& y, const Vec<T, N>& slope, T h) { return madd(h, mean_slope(slope), y); }
    // The slope that leads there; keeps the slope here.
    Vec<T, N> mean_slope(const Vec<T, N>& slope) {
        Vec<T, N> sum;
        if (order_ == 2)
            sum = madd(T(1.5), slope, T(-0.5) * slopes_[0]);
        else if (order_ == 3)
            sum = madd(T(23. / 12), slope, madd(T(-16. / 12), slopes_[0], T(5. / 12) * slopes_[1]));
        else
            sum = madd(T(55. / 24), slope,
                       madd(T(-59. / 24), slopes_[0], madd(T(37. / 24), slopes_[1], T(-9. / 24) * slopes_[2])));
        keep(slope);
        return sum;
    }

 private:
    int order_, kept_ = 0;
    Vec<T, N> slopes_[3];
};

}  // namespace polhode::integrate
