#include "polhode/estimate/tools/fourier.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace polhode::estimate {

void transform(Spectrum& x) {
    const std::size_t n = x.size();
    for (std::size_t i = 1, j = 0; i < n; ++i) {
        std::size_t bit = n / 2;
        for (; j & bit; bit /= 2) j ^= bit;
        j ^= bit;
        if (i < j) std::swap(x[i], x[j]);
    }
    Spectrum turn(n / 2);
    for (std::size_t k = 0; k < turn.size(); ++k)
        turn[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
    for (std::size_t length = 2; length <= n; length *= 2)
        for (std::size_t from = 0; from < n; from += length)
            for (std::size_t k = 0; k < length / 2; ++k) {
                const std::complex<double> a = x[from + k], w = turn[k * (n / length)], b = x[from + k + length / 2];
                // not b * w: that looks after infinities
                const std::complex<double> c{b.real() * w.real() - b.imag() * w.imag(),
                                             b.real() * w.imag() + b.imag() * w.real()};
                x[from + k] = a + c;
                x[from + k + length / 2] = a - c;
            }
}

}  // namespace polhode::estimate
