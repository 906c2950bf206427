// All roots of a polynomial with complex coefficients, for small degrees.
#pragma once

#include <complex>
#include <vector>

namespace polhode {

// `coefficients`: of 1, z, z^2, ...; the last one is not zero. Simple roots to about ten digits, m-fold ones to about
// the m-th part of that.
std::vector<std::complex<double>> polynomial_roots(const std::vector<std::complex<double>>& coefficients);

}  // namespace polhode
