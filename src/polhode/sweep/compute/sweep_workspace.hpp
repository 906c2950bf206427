// What the threads that compute blocks of a sweep work with, each for itself: buffers, the observer of rows, a queue of
// work on a GPU. Made when a thread first needs one, and used again for further blocks.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "polhode/sweep/compute/sweep_backend_choice.hpp"
#include "polhode/sweep/compute/sweep_runs.hpp"

namespace polhode {

// Bodies that a GPU takes at once, at most and at least.
inline constexpr long long gpu_batch = 1LL << 18, least_gpu_batch = 1LL << 14;
// As many as one workspace has room for on a GPU.
long long gpu_capacity(const Sweep& sweep, const SweepEnsemble& ensemble);

// How many bodies a GPU follows until somebody who wants to stop is heard: twice as many after a batch that took less
// than quick_s, half as many after one that took more than slow_s.
class BatchPace {
 public:
    BatchPace(long long first, double quick_s, double slow_s) : count_(first), quick_(quick_s), slow_(slow_s) {}
    long long next(long long least, long long most);
    void took(double seconds);

 private:
    long long count_, least_ = 1;
    double quick_, slow_;
};

struct SweepWorkspace {
    explicit SweepWorkspace(const Sweep& sweep) : runs(sweep) {}
    ~SweepWorkspace() {
        if (lane) cuda->close(lane);
    }
    SweepWorkspace(const SweepWorkspace&) = delete;
    SweepWorkspace& operator=(const SweepWorkspace&) = delete;

    SweepRuns runs;
    SweepEnsemble::Known known;
    std::unique_ptr<SweepMachines::Workspace> machines;
    std::vector<double> inputs, columns, out, history, row;
    std::vector<unsigned char> declined, refused;
    const CudaPart* cuda = nullptr;
    CudaLane* lane = nullptr;
    CudaBuffers buffers;
    long long capacity = 0;
    // a GPU does not take twice as long for twice as many until it is full, and is slow when it is not
    BatchPace gpu_pace{gpu_batch, 0.05, 0.15};
    std::chrono::steady_clock::time_point asked{};
    bool told_to_stop = false;
    // Runs of the block that it is at, with a part of one for each that is on its way.
    std::atomic<double> done{0};
};

class SweepWorkspaces {
 public:
    // `rank` of this process among those of a sweep: GPUs are shared out.
    SweepWorkspaces(const Sweep& sweep, const SweepBackendChoice& chosen, int rank)
        : sweep_(sweep), chosen_(chosen), rank_(rank) {}

    // A workspace for one block. One that is left by an exception is gone.
    class Lent {
     public:
        explicit Lent(SweepWorkspaces& of) : of_(of), workspace_(of.take()) {}
        ~Lent();
        Lent(const Lent&) = delete;
        Lent& operator=(const Lent&) = delete;
        SweepWorkspace& operator*() { return *workspace_; }
        // The block is done.
        void give_back();

     private:
        SweepWorkspaces& of_;
        std::unique_ptr<SweepWorkspace> workspace_;
    };
    // The sum of SweepWorkspace::done.
    double runs_under_way();

 private:
    std::unique_ptr<SweepWorkspace> take();
    void open_lane(SweepWorkspace& workspace, int number) const;

    const Sweep& sweep_;
    const SweepBackendChoice& chosen_;
    int rank_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<SweepWorkspace>> idle_;
    std::vector<const SweepWorkspace*> busy_;
    int made_ = 0;
};

}  // namespace polhode
