#include "polhode/sweep/compute/sweep_workspace.hpp"

#include <algorithm>

#include "polhode/base/diagnostic.hpp"

namespace polhode {

namespace {

// The numbers of rows that a GPU gives back for a batch.
constexpr long long gpu_numbers = 1LL << 24, most_gpu_numbers = 1LL << 25;

}  // namespace

long long gpu_capacity(const Sweep& sweep, const SweepEnsemble& ensemble) {
    const long long numbers = ensemble.shape().row_numbers() * ensemble.rows().count;
    const long long fits = std::max(std::min(1024LL, most_gpu_numbers / numbers), gpu_numbers / numbers);
    return std::max(1LL, std::min({gpu_batch, fits, static_cast<long long>(sweep.block)}));
}

long long BatchPace::next(long long least, long long most) {
    least_ = least;
    return count_ = std::clamp(count_, std::min(least, most), most);
}

void BatchPace::took(double seconds) {
    if (seconds < quick_) count_ *= 2;
    if (seconds > slow_) count_ = std::max(least_, count_ / 2);
}

std::unique_ptr<SweepWorkspace> SweepWorkspaces::take() {
    int number = 0;
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            auto workspace = std::move(idle_.back());
            idle_.pop_back();
            busy_.push_back(workspace.get());
            return workspace;
        }
        number = made_++;
    }
    auto workspace = std::make_unique<SweepWorkspace>(sweep_);
    if (chosen_.machines) workspace->machines = std::make_unique<SweepMachines::Workspace>(*chosen_.machines);
    if (chosen_.backend == SweepBackend::gpu) open_lane(*workspace, number);
    const std::lock_guard lock(mutex_);
    busy_.push_back(workspace.get());
    return workspace;
}

void SweepWorkspaces::Lent::give_back() {
    const std::lock_guard lock(of_.mutex_);
    of_.busy_.erase(std::find(of_.busy_.begin(), of_.busy_.end(), workspace_.get()));
    of_.idle_.push_back(std::move(workspace_));
}

SweepWorkspaces::Lent::~Lent() {
    if (!workspace_) return;
    const std::lock_guard lock(of_.mutex_);
    of_.busy_.erase(std::find(of_.busy_.begin(), of_.busy_.end(), workspace_.get()));
}

double SweepWorkspaces::runs_under_way() {
    const std::lock_guard lock(mutex_);
    double sum = 0;
    for (const SweepWorkspace* w : busy_) sum += w->done.load(std::memory_order_relaxed);
    return sum;
}

void SweepWorkspaces::open_lane(SweepWorkspace& workspace, int number) const {
    CudaTask task;
    task.shape = chosen_.ensemble->shape();
    task.mapping = chosen_.ensemble->mapping();
    task.rows = chosen_.ensemble->rows();
    task.plan = chosen_.ensemble->direct() ? sweep_.inputs.plan() : nullptr;
    workspace.capacity = gpu_capacity(sweep_, *chosen_.ensemble);
    task.capacity = workspace.capacity;
    char reason[400] = "";
    // lanes go round the GPUs; those of rank 0 begin with the first, of rank 1 with the second
    const int device = (rank_ + number) % chosen_.gpus;
    workspace.lane = chosen_.cuda->open(device, &task, &workspace.buffers, reason, sizeof reason);
    if (!workspace.lane)
        throw InputError({"--backend", 0, ""},
                         "gpu: " + std::string(reason) +
                             "; fewer --threads need less of the GPU, and --backend simd gives the same bits");
    workspace.cuda = chosen_.cuda;
}

}  // namespace polhode
