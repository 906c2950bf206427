// The words of the sample on a Cortex-M0 without operating system: start-up, and output through the debugger's
// semihosting calls (Arm, Semihosting for AArch32 and AArch64), which QEMU answers.
#include "fixed_point_sample.hpp"

extern "C" {
extern std::uint32_t data_from, data_begin, data_end, bss_begin, bss_end, stack_top;

static int semihosting(int operation, const void* argument) {
    register int r0 asm("r0") = operation;
    register const void* r1 asm("r1") = argument;
    asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

[[noreturn]] void finish(bool well) {
    // SYS_EXIT with "application exit" or "internal error"
    semihosting(0x18, reinterpret_cast<const void*>(well ? 0x20026 : 0x20024));
    for (;;) {
    }
}

[[noreturn]] void fault() { finish(false); }

[[noreturn]] void reset() {
    const std::uint32_t* from = &data_from;
    for (std::uint32_t* to = &data_begin; to < &data_end;) *to++ = *from++;
    for (std::uint32_t* to = &bss_begin; to < &bss_end;) *to++ = 0;
    fixed_point_sample::run_all([](std::int64_t word) {
        semihosting(0x04, fixed_point_sample::Digits(word).text);  // SYS_WRITE0
    });
    finish(true);
}

// Stack, reset, non-maskable interrupt, hard fault
__attribute__((section(".vectors"), used))
const void* const vectors[4] = {&stack_top, reinterpret_cast<const void*>(&reset),
                                reinterpret_cast<const void*>(&fault), reinterpret_cast<const void*>(&fault)};
}
