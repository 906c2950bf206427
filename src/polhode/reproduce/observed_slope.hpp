// The order that runs show.
#pragma once

#include <vector>

namespace polhode {

// The slope of a straight line through log y against log x, by least squares. Not a number with fewer than two points.
double observed_slope(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace polhode
