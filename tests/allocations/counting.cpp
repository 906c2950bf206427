#include "counting.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local bool counting = false;
thread_local long counted = 0;

void* taken(std::size_t bytes) {
    if (counting) ++counted;
    if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    throw std::bad_alloc();
}

}  // namespace

namespace allocations {

void count_from_now() {
    counted = 0;
    counting = true;
}
long end_of_count() {
    counting = false;
    return counted;
}

}  // namespace allocations

void* operator new(std::size_t bytes) { return taken(bytes); }
void* operator new[](std::size_t bytes) { return taken(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
