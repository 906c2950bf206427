#define POLHODE_KERNEL polhode_python_free_body_4
#define POLHODE_KERNEL_ERROR polhode_python_free_body_error_4
#define POLHODE_LANES 8
#include "free_body_kernel.hpp"
