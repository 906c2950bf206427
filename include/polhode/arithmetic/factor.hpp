// A constant multiplier. For numbers of any size it is one product; a machine whose words hold only fractions brings
// its own (fixed_point.hpp), because a constant such as 1/M^2 = 4 does not fit into its words.
#pragma once

#include "scalar.hpp"

namespace polhode {

template <class T>
class Factor {
 public:
    Factor() = default;
    POLHODE_HD explicit Factor(double value) : value_(static_cast<T>(value)) {}
    friend POLHODE_INLINE T times(const T& a, const Factor& f) { return a * f.value_; }

 private:
    T value_{1};
};

}  // namespace polhode
