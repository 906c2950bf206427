// Built as libpolhode_mpi.so where MPI is installed (cmake/parts.cmake). Nothing here may throw.
#include "polhode/parts/mpi/mpi_part.hpp"

#include <mpi.h>

#include <climits>
#include <cstdio>
#include <memory>
#include <new>

namespace {

int init(int* rank, int* size) {
    int given = MPI_THREAD_SINGLE;
    if (const int error = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given)) return error;
    if (given < MPI_THREAD_FUNNELED) return MPI_ERR_OTHER;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (const int error = MPI_Comm_rank(MPI_COMM_WORLD, rank)) return error;
    return MPI_Comm_size(MPI_COMM_WORLD, size);
}

int finalize() { return MPI_Finalize(); }

void abort_all(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

int probe(int* there, int* source, int* tag, std::int64_t* bytes) {
    MPI_Status status;
    if (const int error = MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, there, &status)) return error;
    if (!*there) return MPI_SUCCESS;
    *source = status.MPI_SOURCE;
    *tag = status.MPI_TAG;
    MPI_Count count = 0;
    if (const int error = MPI_Get_elements_x(&status, MPI_BYTE, &count)) return error;
    *bytes = count;
    return MPI_SUCCESS;
}

// A request that outlives the call which began it.
template <class Begin>
int begun(std::int64_t bytes, void** handle, Begin begin) {
    *handle = nullptr;
    if (bytes < 0 || bytes > INT_MAX) return MPI_ERR_COUNT;
    std::unique_ptr<MPI_Request> request(new (std::nothrow) MPI_Request);
    if (!request) return MPI_ERR_NO_MEM;
    if (const int error = begin(static_cast<int>(bytes), request.get())) return error;
    *handle = request.release();
    return MPI_SUCCESS;
}

int receive(void* data, std::int64_t bytes, int source, int tag, void** handle) {
    return begun(bytes, handle, [&](int count, MPI_Request* request) {
        return MPI_Irecv(data, count, MPI_BYTE, source, tag, MPI_COMM_WORLD, request);
    });
}

int send(const void* data, std::int64_t bytes, int to, int tag, void** handle) {
    return begun(bytes, handle, [&](int count, MPI_Request* request) {
        return MPI_Isend(data, count, MPI_BYTE, to, tag, MPI_COMM_WORLD, request);
    });
}

int finished(void* handle, int* done) {
    auto* request = static_cast<MPI_Request*>(handle);
    const int error = MPI_Test(request, done, MPI_STATUS_IGNORE);
    if (error || *done) delete request;
    return error;
}

void explain(int error, char* text, std::int64_t room) {
    char all[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(error, all, &length);
    std::snprintf(text, static_cast<std::size_t>(room), "%s", all);
}

const polhode::MpiPart part = {
    {polhode::MpiPart::interface_number, sizeof(polhode::MpiPart), POLHODE_VERSION},
    init,
    finalize,
    abort_all,
    probe,
    INT_MAX,
    receive,
    send,
    finished,
    explain,
};

}  // namespace

POLHODE_PART_FUNCTION const polhode::PartHead* polhode_part_mpi() { return &part.head; }
