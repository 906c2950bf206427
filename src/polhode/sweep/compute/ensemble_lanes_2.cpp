// Not beside AVX2: there nothing would choose two lanes, and the kernel takes the compiler half a minute.
#if !defined(__AVX2__)
#define POLHODE_LANES 2
#define POLHODE_KERNEL polhode_lanes_2
#include "polhode/sweep/compute/ensemble_kernel.hpp"
#endif
