#include "polhode/reproduce/observed_slope.hpp"

#include <cmath>
#include <cstddef>

namespace polhode {

double observed_slope(const std::vector<double>& x, const std::vector<double>& y) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
        if (!(x[i] > 0) || !(y[i] > 0) || !std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
        const double a = std::log(x[i]), b = std::log(y[i]);
        n += 1;
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
    }
    const double spread = n * sxx - sx * sx;
    return n < 2 || !(spread > 0) ? std::nan("") : (n * sxy - sx * sy) / spread;
}

}  // namespace polhode
