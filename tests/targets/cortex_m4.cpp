// The words of the estimators on a Cortex-M4 with its floating-point unit, without operating system: start-up, output
// through semihosting, and the processor's own timer to count instructions (QEMU advances it by instructions).
#include "estimator_sample.hpp"

extern "C" {
extern std::uint32_t data_from, data_begin, data_end, bss_begin, bss_end, stack_top;

static int semihosting(int operation, const void* argument) {
    register int r0 asm("r0") = operation;
    register const void* r1 asm("r1") = argument;
    asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

[[noreturn]] void finish(bool well) {
    semihosting(0x18, reinterpret_cast<const void*>(well ? 0x20026 : 0x20024));  // SYS_EXIT
    for (;;) {
    }
}

[[noreturn]] void fault() { finish(false); }

static volatile std::uint32_t& reg(std::uint32_t address) {
    return *reinterpret_cast<volatile std::uint32_t*>(address);
}
// SysTick counts down from 2^24 - 1 (Armv7-M Architecture Reference Manual, B3.3)
static std::uint32_t ticks() { return 0xFFFFFF - reg(0xE000E018); }

[[noreturn]] void start() {
    const std::uint32_t* from = &data_from;
    for (std::uint32_t* to = &data_begin; to < &data_end;) *to++ = *from++;
    for (std::uint32_t* to = &bss_begin; to < &bss_end;) *to++ = 0;
    reg(0xE000E014) = 0xFFFFFF;
    reg(0xE000E018) = 0;
    reg(0xE000E010) = 5;
    static estimator_sample::Estimators e;
    std::uint32_t spent[2];
    const auto say = [](std::uint32_t word) {
        semihosting(0x04, estimator_sample::HexDigits(word).text);  // SYS_WRITE0
    };
    // the timer goes round after half a second: differences of two looks hold all the same
    estimator_sample::run_all(
        e, say, [] { return ticks(); }, spent);
    semihosting(0x04, "ticks small, full; bytes small, full\n");
    for (const std::uint32_t word :
         {spent[0], spent[1], static_cast<std::uint32_t>(sizeof e.small), static_cast<std::uint32_t>(sizeof e.full)})
        say(word);
    finish(true);
}

[[noreturn]] __attribute__((naked)) void reset() {
    // the floating-point unit is off after reset (B3.2.20, CPACR)
    asm volatile("ldr r0, =0xE000ED88\n ldr r1, [r0]\n orr r1, r1, #0xF00000\n str r1, [r0]\n dsb\n isb\n b start");
}

__attribute__((section(".vectors"), used))
const void* const vectors[4] = {&stack_top, reinterpret_cast<const void*>(&reset),
                                reinterpret_cast<const void*>(&fault), reinterpret_cast<const void*>(&fault)};
}
