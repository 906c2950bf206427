// Compiled for AVX-512, which not every processor has: see ensemble_kernel.hpp.
#if defined(__AVX512F__)
#define polhode polhode_avx512
#define POLHODE_LANES 8
#define POLHODE_KERNEL polhode_lanes_8
#include "polhode/sweep/compute/ensemble_kernel.hpp"
#endif
