#include "polhode/sweep/compute/sweep_compute.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "polhode/sweep/compute/block_computer.hpp"
#include "polhode/sweep/compute/block_in_progress.hpp"
#include "polhode/sweep/compute/gpu_clock.hpp"
#include "polhode/sweep/compute/sweep_backend_choice.hpp"
#include "polhode/sweep/compute/sweep_workspace.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"

namespace polhode {

namespace {

// As many as go in step with each other (four registers of the widest kind): fewer would be slower each.
constexpr long long full_lanes = 32;
// Threads beyond these only wait for their GPU.
constexpr int threads_of_a_gpu = 16;

}  // namespace

struct SweepComputer::Impl {
    Impl(const Sweep& s, const Options& o)
        : sweep(s),
          options(o),
          chosen(choose_sweep_backend(s, o.backend, o.lanes)),
          workspaces(sweep, chosen, o.rank) {}

    const Sweep& sweep;
    Options options;
    SweepBackendChoice chosen;
    SweepWorkspaces workspaces;
    std::mutex mutex;                            // of the parts
    std::map<std::uint64_t, std::string> parts;  // of blocks that were given up before
    GpuClock gpu_clock;
    std::atomic<std::uint64_t> handed_back{0};

    std::string compute(std::uint64_t index, std::uint64_t first, std::uint64_t count, const std::string& before) {
        SweepWorkspaces::Lent workspace(workspaces);
        BlockInProgress block(sweep, index, first, count, (*workspace).done);
        block.go_on_behind(before);
        const BlockComputer::Shared shared{sweep, chosen, options.stop, handed_back, gpu_clock};
        const bool whole = BlockComputer(shared, *workspace, block).compute();
        std::string bytes = whole ? block.encoded() : block.part();
        (*workspace).done.store(0, std::memory_order_relaxed);
        workspace.give_back();
        return bytes;
    }
};

SweepComputer::SweepComputer(const Sweep& sweep, const Options& options)
    : impl_(std::make_unique<Impl>(sweep, options)) {}
SweepComputer::~SweepComputer() = default;

SweepBackend SweepComputer::backend() const { return impl_->chosen.backend; }
const std::string& SweepComputer::why_scalar() const { return impl_->chosen.why; }
std::string SweepComputer::compute(std::uint64_t block) const {
    std::string part;
    {
        const std::lock_guard lock(impl_->mutex);
        if (const auto begun = impl_->parts.find(block); begun != impl_->parts.end()) {
            part = std::move(begun->second);
            impl_->parts.erase(begun);
        }
    }
    return impl_->compute(block, impl_->sweep.block_first(block), impl_->sweep.block_count(block), part);
}
std::string SweepComputer::compute_some(std::uint64_t count) const {
    std::string bytes = impl_->compute(0, 0, count, "");
    return SweepPart::is_part(bytes) ? "" : bytes;
}
void SweepComputer::go_on_behind(std::uint64_t block, std::string part) const {
    const std::lock_guard lock(impl_->mutex);
    impl_->parts[block] = std::move(part);
}
double SweepComputer::under_way() const { return impl_->workspaces.runs_under_way(); }

std::uint64_t SweepComputer::at_once() const {
    const SweepBackendChoice& chosen = impl_->chosen;
    switch (chosen.backend) {
        case SweepBackend::gpu:
            return static_cast<std::uint64_t>(std::min(least_gpu_batch, gpu_capacity(impl_->sweep, *chosen.ensemble)));
        case SweepBackend::simd:
            return chosen.machines ? SweepMachines::lanes : full_lanes;
        default:
            return 1;
    }
}

double SweepComputer::bytes_of_thread() const {
    const Sweep& sweep = impl_->sweep;
    const SweepBackendChoice& chosen = impl_->chosen;
    const double inputs = sweep.inputs.columns(), history = 8 * static_cast<double>(sweep.keep.over_time.size()) *
                                                            sweep.base.run.duration / sweep.base.run.sample;
    const double rows =
        chosen.ensemble ? static_cast<double>(chosen.ensemble->rows().count * chosen.ensemble->shape().row_numbers())
                        : 0;
    const double columns = chosen.ensemble ? chosen.ensemble->mapping().columns : 0;
    switch (chosen.backend) {
        case SweepBackend::gpu:  // here and as much on the GPU
            return history +
                   8 * (2 * inputs + 2 * columns + rows) * static_cast<double>(gpu_capacity(sweep, *chosen.ensemble));
        case SweepBackend::simd: {
            if (chosen.machines) return history + static_cast<double>(chosen.machines->bytes());
            return history + 8 * (inputs + columns + rows) * static_cast<double>(bodies_in_lanes(*chosen.ensemble));
        }
        default:
            return history;
    }
}
double SweepComputer::gpu_seconds() const { return impl_->gpu_clock.seconds(impl_->chosen.gpus); }
std::uint64_t SweepComputer::declined() const { return impl_->handed_back; }

std::string SweepComputer::description() const {
    const SweepBackendChoice& chosen = impl_->chosen;
    switch (chosen.backend) {
        case SweepBackend::simd:
            if (chosen.machines) return "in SIMD lanes, " + std::to_string(SweepMachines::lanes) + " machines";
            return std::to_string(chosen.width.lanes) + " SIMD lanes (" + chosen.width.name + ")";
        case SweepBackend::gpu: {
            char name[200] = "";
            chosen.cuda->device_name(0, name, sizeof name);
            return (chosen.gpus > 1 ? std::to_string(chosen.gpus) + " GPUs, the first " : "on ") + std::string(name);
        }
        default:
            return "one by one";
    }
}

int SweepComputer::threads(int processors) const {
    return impl_->chosen.backend == SweepBackend::gpu ? std::clamp(processors, 3, threads_of_a_gpu * impl_->chosen.gpus)
                                                      : processors;
}

}  // namespace polhode
