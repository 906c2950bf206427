// The runs of one block, computed by one thread: one by one, in SIMD lanes, on analog machines, or on a GPU. A run that
// lanes or a GPU decline is computed by itself, so that the bytes are the same whichever way was taken.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "polhode/sweep/compute/block_in_progress.hpp"
#include "polhode/sweep/compute/gpu_clock.hpp"
#include "polhode/sweep/compute/sweep_backend_choice.hpp"
#include "polhode/sweep/compute/sweep_workspace.hpp"

namespace polhode {

// Bodies that SIMD lanes follow before their results are looked at.
long long bodies_in_lanes(const SweepEnsemble& ensemble);

class BlockComputer {
 public:
    // What all threads share.
    struct Shared {
        const Sweep& sweep;
        const SweepBackendChoice& chosen;
        const std::function<bool()>& stop;        // may be empty
        std::atomic<std::uint64_t>& handed_back;  // runs that lanes or a GPU declined
        GpuClock& gpu_clock;
    };
    BlockComputer(const Shared& shared, SweepWorkspace& workspace, BlockInProgress& block)
        : sweep_(shared.sweep), shared_(shared), work_(workspace), block_(block) {}

    // Computes what is not done yet. False: it was stopped before the end.
    bool compute();

 private:
    bool stopped();
    // The ordinary way.
    bool compute_one(std::uint64_t run, const double* inputs);
    bool one_by_one();
    bool by_machines();
    bool by_lanes();
    bool by_gpu();
    // The bodies of the runs from `first` on into the columns of an ensemble; those it cannot have become idle ones.
    void place_bodies(std::uint64_t first, long long count, long long places, double* columns, long long stride);
    // The inputs that the GPU drew, and the columns that it made of them.
    void fetch_drawn_inputs(long long count);
    // Results of bodies 0 to count - 1, which are the runs from `first` on. inputs: run by run.
    bool look_at(std::uint64_t first, long long count, const double* columns, long long stride,
                 const ensemble::Out& out);
    // The observer of the workspace has seen the rows of a run.
    void take_observed(std::uint64_t run, const double* inputs);

    const Sweep& sweep_;
    const Shared& shared_;
    SweepWorkspace& work_;
    BlockInProgress& block_;
};

}  // namespace polhode
