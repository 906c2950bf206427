#define POLHODE_LANES 4
#define POLHODE_KERNEL polhode_lanes_4
#include "polhode/sweep/compute/ensemble_kernel.hpp"
