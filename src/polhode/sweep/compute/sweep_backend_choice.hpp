// Which backend computes a sweep: what was asked for, or the quickest that can do it here.
#pragma once

#include <memory>
#include <string>

#include "polhode/parts/cuda/cuda_part.hpp"
#include "polhode/sweep/compute/ensemble_lanes.hpp"
#include "polhode/sweep/compute/sweep_backend.hpp"
#include "polhode/sweep/compute/sweep_ensemble.hpp"
#include "polhode/sweep/compute/sweep_machines.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

struct SweepBackendChoice {
    SweepBackend backend = SweepBackend::scalar;
    std::unique_ptr<const SweepEnsemble> ensemble;  // simd, gpu
    std::unique_ptr<const SweepMachines> machines;  // simd, in place of an ensemble
    std::string why;                                // what stands between the sweep and the SIMD lanes; "": nothing
    const CudaPart* cuda = nullptr;                 // gpu
    int gpus = 0;
    LaneWidth width;  // simd
};

// `lanes`: simd, how many; 0 for the widest. Throws InputError where the backend cannot do this sweep, with the reason
// and what can.
SweepBackendChoice choose_sweep_backend(const Sweep& sweep, SweepBackend wanted, int lanes);

}  // namespace polhode
