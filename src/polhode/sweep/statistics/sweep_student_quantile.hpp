// What 95 % intervals of a mean are made of.
#pragma once

namespace polhode {

inline constexpr double normal_975 = 1.959963984540054;  // 97.5 % of a normal distribution lie below

// 97.5 % of Student's distribution lie below it, to 2e-14 of its value; not a number below one degree of freedom.
// `freedom` is a whole number.
double student_975(double freedom);

}  // namespace polhode
