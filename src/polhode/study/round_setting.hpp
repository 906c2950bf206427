// Steps and tolerances as a person would write them: two digits, 0.032 and not 0.03284072249589491.
#pragma once

namespace polhode {

// The largest number of two digits times a power of ten that is not above x > 0 (but for rounding).
double round_down_to_two_digits(double x);

// The step to take in place of `step`: of two digits, not above it; one that divides `sample` where there is one within
// a quarter, so that rows fall on steps. `sample` = 0: there are no rows to care for.
double round_step(double step, double sample);

}  // namespace polhode
