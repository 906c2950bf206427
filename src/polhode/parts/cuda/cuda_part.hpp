// What the plug-in "cuda" offers (optional_part.hpp): ensembles on GPUs. A lane is one queue of work with its
// own buffers on one GPU; several lanes, one for each thread of the program, keep a GPU busy while results are being
// copied and summed up.
#pragma once

#include "polhode/ensemble/mapping.hpp"
#include "polhode/parts/part.hpp"

namespace polhode {

struct CudaLane;

// What a lane is opened for; it is copied, the pointers need not outlive the call.
struct CudaTask {
    ensemble::Shape shape{};
    ensemble::Mapping mapping{};
    ensemble::Rows rows{};
    const ensemble::DrawPlan* plan = nullptr;  // null: columns are given with each batch
    long long capacity = 0;                    // bodies in a batch, at most
};

// Where a batch finds its bodies and leaves what came out; host memory of the lane, with the lane's capacity as stride.
struct CudaBuffers {
    double* inputs = nullptr;           // column by column; filled by the GPU where it draws
    double* columns = nullptr;          // to be filled before follow() where there is no plan
    double* out = nullptr;              // as ensemble::Out
    unsigned char* declined = nullptr;  // not 0: has to be computed by itself
    long long stride = 0;
};

struct CudaPart {
    static constexpr const char* part_name = "cuda";
    static constexpr std::uint32_t interface_number = 4;
    PartHead head;
    int (*devices)();  // 0: none, or no driver
    void (*device_name)(int device, char* to, long long size);
    // Null where it fails, with the reason in `why`.
    CudaLane* (*open)(int device, const CudaTask* task, CudaBuffers* buffers, char* why, long long why_size);
    // Runs `first` to first + count - 1 (with a plan), or the bodies in buffers.columns. Waits for the end. Null when
    // done, otherwise what went wrong. `begin`, `end`: when the GPU worked on it, s since the first lane was opened.
    const char* (*follow)(CudaLane* lane, unsigned long long first, long long count, double* begin, double* end);
    void (*close)(CudaLane* lane);
    int (*device_of)(const CudaLane* lane);
};

}  // namespace polhode
