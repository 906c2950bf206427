// What the program uses of MPI: messages of bytes between ranks, spoken by one thread. Every function that returns an
// int gives 0, or an error of MPI whose text `explain` gives.
#pragma once

#include "polhode/parts/part.hpp"

namespace polhode {

struct MpiPart {
    static constexpr const char* part_name = "mpi";
    static constexpr std::uint32_t interface_number = 2;

    PartHead head;
    int (*init)(int* rank, int* size);  // MPI_THREAD_FUNNELED; errors come back from then on
    int (*finalize)();
    void (*abort)(int code);  // ends all ranks

    // A message that waits: `*there` is 0 or 1.
    int (*probe)(int* there, int* source, int* tag, std::int64_t* bytes);
    // Begin to receive or to send at most `largest` bytes. `data` must stay where it is until `finished` says so, which
    // also lets go of the handle. Nothing here waits: a message from a process that has died never ends.
    std::int64_t largest;
    int (*receive)(void* data, std::int64_t bytes, int source, int tag, void** handle);
    int (*send)(const void* data, std::int64_t bytes, int to, int tag, void** handle);
    int (*finished)(void* handle, int* done);

    void (*explain)(int error, char* text, std::int64_t room);
};

}  // namespace polhode
