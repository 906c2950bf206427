#include "polhode/sweep/compute/sweep_backend_choice.hpp"

#include <fmt/format.h>

#include <cmath>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/optional_part.hpp"
#include "polhode/run/machines/analog_runs.hpp"

namespace polhode {

namespace {

// What the rows of one thread may take in SIMD lanes; and how many histograms over time a block may have, each of some
// ten kilobytes.
constexpr double most_bytes_of_rows = 1 << 26;
constexpr double most_over_time = 5e4;
// Smaller sweeps are over before a GPU has started.
constexpr std::uint64_t runs_worth_a_gpu = 1u << 16;

[[noreturn]] void refuse_backend(const std::string& text) { throw InputError({"--backend", 0, ""}, text); }

// Of the fewest runs that go together.
double bytes_of_rows(const SweepBackendChoice& chosen) {
    if (chosen.machines) return static_cast<double>(chosen.machines->bytes());
    if (!chosen.ensemble) return 0;
    return 8.0 *
           static_cast<double>(chosen.ensemble->shape().row_numbers() * chosen.ensemble->rows().count * ensemble_group);
}

// Rows in SIMD lanes wait in memory until their run is at its end.
void limit_rows(const Sweep& sweep, SweepBackendChoice& chosen) {
    const double samples = std::ceil(sweep.base.run.duration / sweep.base.run.sample) + 1,
                 quantities = static_cast<double>(sweep.keep.over_time.size());
    if (samples * quantities > most_over_time)
        throw InputError(
            {sweep.file, 0, "keep.over_time"},
            fmt::format("{:.0f} quantit{} at {:.0f} samples would take {:.3g} histograms in each block, and {:.3g} "
                        "is the most; choose a run.sample of {:.3g} s or more",
                        quantities, quantities == 1 ? "y" : "ies", samples, quantities * samples, most_over_time,
                        sweep.base.run.duration / std::floor(most_over_time / quantities - 2)));
    if (!(chosen.ensemble || chosen.machines) || bytes_of_rows(chosen) <= most_bytes_of_rows) return;
    chosen.ensemble.reset();
    chosen.machines.reset();
    chosen.why = fmt::format("{:.0f} rows in each run are too many to be held in SIMD lanes", samples);
}

void choose_machines(SweepBackend wanted, int lanes, SweepBackendChoice& chosen) {
    if (wanted == SweepBackend::gpu)
        refuse_backend(
            "gpu cannot do this sweep: analog machines run in the lanes of the processor; --backend simd (or auto) "
            "can");
    if (lanes != 0 && lanes != SweepMachines::lanes)
        throw InputError({"--lanes", 0, ""}, "analog machines go " + std::to_string(SweepMachines::lanes) +
                                                 " at a time, read " + std::to_string(lanes));
    chosen.backend = SweepBackend::simd;
    chosen.why.clear();
}

// Leaves the choice as it is where there is no GPU and none was asked for.
void choose_gpu(bool wanted, SweepBackendChoice& chosen) {
    const OptionalPart& part = optional_part<CudaPart>();
    if (part.loaded()) {
        chosen.cuda = &part.functions<CudaPart>();
        chosen.gpus = chosen.cuda->devices();
    }
    if (wanted && !part.loaded()) refuse_backend("gpu: " + part.reason());
    if (wanted && chosen.gpus == 0)
        refuse_backend(
            "gpu: no NVIDIA GPU can be used here (nvidia-smi shows what the system sees); --backend simd gives the "
            "same bits");
    if (chosen.gpus > 0)
        chosen.backend = SweepBackend::gpu;
    else
        chosen.cuda = nullptr;
}

void choose_lanes(int lanes, SweepBackendChoice& chosen) {
    for (const LaneWidth& w : lane_widths())
        if (lanes == 0 || w.lanes == lanes) {
            chosen.width = w;
            chosen.backend = SweepBackend::simd;
            return;
        }
    std::string known;
    for (const LaneWidth& w : lane_widths()) known += (known.empty() ? "" : " or ") + std::to_string(w.lanes);
    throw InputError({"--lanes", 0, ""}, "this processor has " + known + " SIMD lanes, read " + std::to_string(lanes) +
                                             (lanes == 1 ? "; --backend scalar goes one by one" : ""));
}

}  // namespace

SweepBackendChoice choose_sweep_backend(const Sweep& sweep, SweepBackend wanted, int lanes) {
    SweepBackendChoice chosen;
    chosen.ensemble = SweepEnsemble::make(sweep, chosen.why);
    if (sweep.base.methods.front().arithmetic == analog_arithmetic)
        chosen.machines = SweepMachines::make(sweep, chosen.why);
    limit_rows(sweep, chosen);
    if (wanted == SweepBackend::scalar) return chosen;
    if (chosen.machines) {
        choose_machines(wanted, lanes, chosen);
        return chosen;
    }
    const bool automatic = wanted == SweepBackend::automatic, wants_gpu = wanted == SweepBackend::gpu;
    if (!chosen.ensemble) {
        if (automatic) return chosen;
        refuse_backend(std::string(wants_gpu ? "gpu" : "simd") + " cannot do this sweep: " + chosen.why +
                       "; --backend scalar (or auto) can");
    }
    const bool for_gpus = chosen.ensemble->for_gpus();
    if (wants_gpu && !for_gpus)
        refuse_backend(
            "gpu cannot do this sweep: products of inertia and the gravity gradient are computed in SIMD lanes of the "
            "processor; --backend simd (or auto) can");
    if (wants_gpu || (automatic && for_gpus && sweep.runs >= runs_worth_a_gpu)) choose_gpu(wants_gpu, chosen);
    if (chosen.backend != SweepBackend::gpu) choose_lanes(lanes, chosen);
    return chosen;
}

}  // namespace polhode
