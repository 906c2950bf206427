#include "polhode/system/host/fiber.hpp"

#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

// The sanitizers have to be told when the stack changes.
#if defined(__SANITIZE_ADDRESS__)
#define POLHODE_FIBER_ADDRESS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POLHODE_FIBER_ADDRESS 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define POLHODE_FIBER_THREAD 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define POLHODE_FIBER_THREAD 1
#endif
#endif
#ifdef POLHODE_FIBER_ADDRESS
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef POLHODE_FIBER_THREAD
#include <sanitizer/tsan_interface.h>
#endif

namespace polhode {

struct Fiber::Impl {
    std::function<void()> body;
    std::size_t bytes = 0, mapped = 0;
    char* memory = nullptr;  // a page that nobody may touch, then the stack
    char* stack = nullptr;
    ucontext_t inside{}, outside{};
    bool begun = false, ended = false;
    // swapcontext asks the system for the signals that are held back, twice a step; jumps between stacks that were
    // entered once do not (R. Engelschall, Portable Multithreading, USENIX 2000). The sanitizers know only the former.
    jmp_buf at_gate{}, at_resume{};
    bool entered = false;
#ifdef POLHODE_FIBER_ADDRESS
    void* shadow = nullptr;
    const void* outer_stack = nullptr;
    std::size_t outer_bytes = 0;
#endif
#ifdef POLHODE_FIBER_THREAD
    void *own = nullptr, *other = nullptr;
#endif

    void enter() {
#ifdef POLHODE_FIBER_THREAD
        other = __tsan_get_current_fiber();
        __tsan_switch_to_fiber(own, 0);
#endif
#ifdef POLHODE_FIBER_ADDRESS
        void* here = nullptr;
        __sanitizer_start_switch_fiber(&here, stack, bytes);
        swapcontext(&outside, &inside);
        __sanitizer_finish_switch_fiber(here, nullptr, nullptr);
#elif defined(POLHODE_FIBER_THREAD)
        swapcontext(&outside, &inside);
#else
        if (_setjmp(at_resume) != 0) return;
        if (entered) _longjmp(at_gate, 1);
        entered = true;
        setcontext(&inside);
#endif
    }
    void leave(bool for_good) {
#ifdef POLHODE_FIBER_THREAD
        __tsan_switch_to_fiber(other, 0);
#endif
#ifdef POLHODE_FIBER_ADDRESS
        __sanitizer_start_switch_fiber(for_good ? nullptr : &shadow, outer_stack, outer_bytes);
        swapcontext(&inside, &outside);
        __sanitizer_finish_switch_fiber(shadow, &outer_stack, &outer_bytes);
#elif defined(POLHODE_FIBER_THREAD)
        (void)for_good;
        swapcontext(&inside, &outside);
#else
        (void)for_good;
        if (_setjmp(at_gate) == 0) _longjmp(at_resume, 1);
#endif
    }
    void live_through() {
#ifdef POLHODE_FIBER_ADDRESS
        __sanitizer_finish_switch_fiber(nullptr, &outer_stack, &outer_bytes);
#endif
        body();
        ended = true;
        leave(true);
    }
    // makecontext hands over ints only: the address travels in two halves.
    static void begin(unsigned high, unsigned low) {
        const auto address = (static_cast<std::uintptr_t>(high) << 32) | static_cast<std::uintptr_t>(low);
        reinterpret_cast<Impl*>(address)->live_through();  // NOLINT(performance-no-int-to-ptr)
        std::abort();                                      // nobody resumes what has ended
    }
};

Fiber::Fiber(std::function<void()> body, std::size_t stack_bytes) : impl_(std::make_unique<Impl>()) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    impl_->body = std::move(body);
    impl_->bytes = (stack_bytes + page - 1) / page * page;
    impl_->mapped = impl_->bytes + page;
    void* const memory = mmap(nullptr, impl_->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    impl_->memory = static_cast<char*>(memory);
    mprotect(impl_->memory, page, PROT_NONE);
    impl_->stack = impl_->memory + page;
    getcontext(&impl_->inside);
    impl_->inside.uc_stack.ss_sp = impl_->stack;
    impl_->inside.uc_stack.ss_size = impl_->bytes;
    impl_->inside.uc_link = nullptr;
    const auto address = reinterpret_cast<std::uintptr_t>(impl_.get());
    makecontext(&impl_->inside, reinterpret_cast<void (*)()>(&Impl::begin), 2, static_cast<unsigned>(address >> 32),
                static_cast<unsigned>(address));
#ifdef POLHODE_FIBER_THREAD
    impl_->own = __tsan_create_fiber(0);
#endif
}

Fiber::~Fiber() {
#ifdef POLHODE_FIBER_THREAD
    __tsan_destroy_fiber(impl_->own);
#endif
    munmap(impl_->memory, impl_->mapped);
}

void Fiber::resume() {
    impl_->begun = true;
    impl_->enter();
}
void Fiber::stand_still() { impl_->leave(false); }
bool Fiber::begun() const { return impl_->begun; }
bool Fiber::ended() const { return impl_->ended; }

}  // namespace polhode
