// The discrete Fourier transform of a power of two numbers (Cooley and Tukey 1965).
#pragma once

#include <complex>
#include <vector>

namespace polhode::estimate {

using Spectrum = std::vector<std::complex<double>>;

// sum x_k exp(-2 pi i j k/n) at j; x.size() is a power of two.
void transform(Spectrum& x);

}  // namespace polhode::estimate
