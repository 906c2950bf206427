// Computes blocks of a sweep: one by one the ordinary way (scalar), in SIMD lanes of the processor (simd), or on
// GPUs (gpu). The bytes of a block are the same whichever way it went.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/sweep/compute/sweep_backend.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

class SweepComputer {
 public:
    struct Options {
        SweepBackend backend = SweepBackend::automatic;
        int lanes = 0;                    // simd: 0 for the widest
        int rank = 0;                     // of this process among those of a sweep: GPUs are shared out
        std::function<bool()> stop = {};  // asked now and then; true gives blocks up
    };
    // Throws InputError where the backend cannot do this sweep, with the reason and what can.
    SweepComputer(const Sweep& sweep, const Options& options);
    ~SweepComputer();
    SweepComputer(const SweepComputer&) = delete;
    SweepComputer& operator=(const SweepComputer&) = delete;

    SweepBackend backend() const;
    // "8 SIMD lanes (AVX-512)", "on NVIDIA H200", "one by one"
    std::string description() const;
    // Why it is not faster, in words: what stands between the sweep and the SIMD lanes; "" where nothing does.
    const std::string& why_scalar() const;
    // Threads that keep it busy: those of the processor, or, with a GPU, enough to hide copies and sums.
    int threads(int processors) const;

    // The bytes of a block (SweepBlock::encoded); where it was given up those of what is finished of it
    // (SweepPart::encoded), "" where nothing is. From any number of threads.
    std::string compute(std::uint64_t block) const;
    // This much of the block was finished before: it is not computed again. Something that is no such part is left out.
    void go_on_behind(std::uint64_t block, std::string part) const;
    // Runs of the blocks that are being computed now, with a part of one for each that is on its way.
    double under_way() const;

    // The same for the first `count` runs, for the clock; and how many go together at least.
    std::string compute_some(std::uint64_t count) const;
    std::uint64_t at_once() const;
    // What one thread works with, beside the block that it is at.
    double bytes_of_thread() const;

    // For how long the GPUs of this machine worked, on average, s.
    double gpu_seconds() const;
    // Runs that lanes or a GPU handed back to be computed the ordinary way.
    std::uint64_t declined() const;

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
