// With AVX-512 where the processor has it, two registers at a time: while one waits for a root, the other goes on. The
// core's inline functions must not be shared with those of the other file.
#define polhode polhode_avx512
#define POLHODE_KERNEL polhode_python_free_body_8
#define POLHODE_KERNEL_ERROR polhode_python_free_body_error_8
#define POLHODE_LANES 16
#include "free_body_kernel.hpp"
