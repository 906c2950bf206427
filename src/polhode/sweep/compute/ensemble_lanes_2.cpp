#define POLHODE_LANES 2
#define POLHODE_KERNEL polhode_lanes_2
#include "polhode/sweep/compute/ensemble_kernel.hpp"
