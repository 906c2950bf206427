#include "polhode/base/polynomial_roots.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

// All roots at once, each pushed off by the others (Weierstrass, Durand and Kerner; McNamee, Numerical Methods for
// Roots of Polynomials I, chapter 4).
std::vector<std::complex<double>> polynomial_roots(const std::vector<std::complex<double>>& coefficients) {
    using Complex = std::complex<double>;
    const std::size_t degree = coefficients.size() - 1;
    std::vector<Complex> c = coefficients;
    for (Complex& one : c) one /= coefficients.back();
    // no root lies outside (Fujiwara 1916); the roots are looked for in units of it
    double bound = 0;
    for (std::size_t k = 0; k < degree; ++k)
        bound = std::max(bound, 2 * std::pow(std::abs(c[k]), 1.0 / static_cast<double>(degree - k)));
    std::vector<Complex> roots(degree, Complex(0));
    if (!(bound > 0) || !std::isfinite(bound)) return roots;
    for (std::size_t k = 0; k < degree; ++k) c[k] /= std::pow(bound, static_cast<double>(degree - k));

    const Complex first(0.4, 0.9);  // neither real nor on the unit circle, so that nothing is symmetric
    for (std::size_t i = 0; i < degree; ++i) roots[i] = std::pow(first, static_cast<double>(i));
    for (int pass = 0; pass < 200; ++pass) {
        double largest = 0;
        for (std::size_t i = 0; i < degree; ++i) {
            Complex value = 1, others = 1;
            for (std::size_t k = degree; k-- > 0;) value = value * roots[i] + c[k];
            for (std::size_t j = 0; j < degree; ++j)
                if (j != i) others *= roots[i] - roots[j];
            if (others == Complex(0)) others = 1e-300;
            const Complex change = value / others;
            roots[i] -= change;
            largest = std::max(largest, std::abs(change));
        }
        if (largest < 1e-13) break;
    }
    for (Complex& root : roots) root *= bound;
    return roots;
}

}  // namespace polhode
