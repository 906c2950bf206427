// Ends with a clear message where the processor lacks the instructions the rest of the program is compiled for, in
// place of "Illegal instruction". This file alone is compiled without them, and runs before any other initialiser.
#if defined(__x86_64__) || defined(__i386__)

#include <unistd.h>

__attribute__((constructor(101))) static void require_instructions() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2")) return;
    static const char message[] =
        "polhode: this program was built for processors with FMA and AVX2 (Intel since 2013, AMD since 2015), and "
        "this one lacks them. Build it again with: cmake -B build -DPOLHODE_FMA=OFF && make\n";
    const auto written = write(STDERR_FILENO, message, sizeof message - 1);
    _exit(written < 0 ? 1 : 2);
}

#endif
