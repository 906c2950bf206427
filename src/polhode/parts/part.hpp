// How an optional part of the program begins. A part (libpolhode_NAME.so) needs something that the machine may not have
// (MPI, CUDA); the program loads it when it is asked for (library/optional_part.hpp). What passes between the two is C:
// one function, polhode_part_NAME, gives a struct of function pointers whose first member is this head. The part links
// with nothing of ours.
#pragma once

#include <cstdint>

namespace polhode {

struct PartHead {
    std::uint32_t interface;  // the struct's own `interface_number`; raise it whenever the struct changes
    std::uint32_t size;       // of the struct, in bytes
    const char* program;      // the version of Polhode it was built with
};

}  // namespace polhode

// Parts are built with hidden visibility; this is the one name that they show.
#define POLHODE_PART_FUNCTION extern "C" __attribute__((visibility("default")))
