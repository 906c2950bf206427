// Eigenvalues of a small real matrix, for the stability of steady motions.
#pragma once

#include <complex>
#include <vector>

namespace polhode {

// `matrix`: n rows of n numbers, row after row. All n of them, conjugates beside each other; simple ones to a few
// roundings of the matrix's size, m-fold ones to about the m-th root of that. None where a number is not finite.
std::vector<std::complex<double>> eigenvalues(std::vector<double> matrix);

}  // namespace polhode
