#include "polhode/sweep/compute/block_computer.hpp"

#include <algorithm>
#include <chrono>

#include "polhode/base/diagnostic.hpp"

namespace polhode {

using ensemble::Out;

namespace {

// What lanes read and write stays in the nearest cache.
constexpr long long lane_batch = 256;

// Whoever wants to stop is asked no more often than this: a look at the clock is cheaper.
constexpr std::chrono::milliseconds between_questions{2};
// After that bodies that were followed to their end still become outcomes, for so long.
constexpr std::chrono::milliseconds for_what_is_finished{100};

long long rounded_up(long long n, long long to) { return (n + to - 1) / to * to; }

// Where rows cannot be measured the ordinary way finds the words for it.
template <class Look>
bool could_observe(Look&& look) {
    try {
        return look();
    } catch (const ComputationFailed&) {
        return false;
    } catch (const InputError&) {
        return false;
    }
}

}  // namespace

// With many rows fewer bodies, so that their rows stay in the cache.
long long bodies_in_lanes(const SweepEnsemble& ensemble) {
    return std::clamp<long long>((1 << 18) / (8 * ensemble.shape().row_numbers() * ensemble.rows().count),
                                 ensemble_group, lane_batch);
}

bool BlockComputer::compute() {
    work_.told_to_stop = false;
    work_.asked = {};
    switch (shared_.chosen.backend) {
        case SweepBackend::gpu:
            return by_gpu();
        case SweepBackend::simd:
            return shared_.chosen.machines ? by_machines() : by_lanes();
        default:
            return one_by_one();
    }
}

bool BlockComputer::stopped() {
    if (!shared_.stop || work_.told_to_stop) return work_.told_to_stop;
    const auto now = std::chrono::steady_clock::now();
    if (now - work_.asked < between_questions) return false;
    work_.asked = now;
    return work_.told_to_stop = shared_.stop();
}

bool BlockComputer::compute_one(std::uint64_t run, const double* inputs) {
    std::string failure;
    SweepSummary* over_time = sweep_.keep.over_time.empty() ? nullptr : &block_.summary();
    const std::function<bool()> stop = [&] { return stopped(); };
    const std::function<void(double)> progress = [&](double part) { block_.show(part); };
    if (!work_.runs.run(run, block_.outcomes_of(run), failure, over_time, stop, progress)) return false;
    if (!failure.empty()) block_.add_failure(run, failure);
    block_.finish(inputs);
    return true;
}

bool BlockComputer::one_by_one() {
    std::vector<double>& inputs = work_.inputs;
    inputs.resize(static_cast<std::size_t>(sweep_.inputs.columns()));
    for (std::uint64_t r = block_.first() + block_.done(); r < block_.first() + block_.count(); ++r) {
        if (stopped()) return false;
        if (!sweep_.keep.runs) sweep_.inputs.draw(r, inputs.data());
        if (!compute_one(r, inputs.data())) return false;
    }
    return true;
}

bool BlockComputer::by_machines() {
    const SweepMachines& machines = *shared_.chosen.machines;
    const auto n = static_cast<std::size_t>(sweep_.inputs.columns());
    work_.inputs.resize(n * SweepMachines::lanes);
    while (!block_.complete()) {
        if (stopped()) return false;
        const int count =
            static_cast<int>(std::min<std::uint64_t>(SweepMachines::lanes, block_.count() - block_.done()));
        const std::uint64_t first = block_.first() + block_.done();
        for (int i = 0; i < count; ++i)
            sweep_.inputs.draw(first + static_cast<std::uint64_t>(i),
                               work_.inputs.data() + n * static_cast<std::size_t>(i));
        const auto goes_on = [&](double part) {
            block_.show(part * count);
            return !stopped();
        };
        if (!machines.follow(*work_.machines, work_.inputs.data(), count, goes_on)) return false;
        for (int i = 0; i < count; ++i) {
            const std::uint64_t run = first + static_cast<std::uint64_t>(i);
            const double* own = work_.inputs.data() + n * static_cast<std::size_t>(i);
            work_.history.clear();
            std::vector<double>* history = sweep_.keep.over_time.empty() ? nullptr : &work_.history;
            if (could_observe([&] { return machines.observe(*work_.machines, i, own, work_.runs, history); })) {
                take_observed(run, own);
            } else {
                shared_.handed_back.fetch_add(1, std::memory_order_relaxed);
                if (!compute_one(run, own)) return false;
            }
        }
    }
    return true;
}

bool BlockComputer::by_lanes() {
    const SweepEnsemble& ensemble = *shared_.chosen.ensemble;
    const ensemble::Rows rows = ensemble.rows();
    const long long most = bodies_in_lanes(ensemble);
    const long long stride = rounded_up(most, ensemble_group);
    work_.inputs.resize(static_cast<std::size_t>(sweep_.inputs.columns()) * static_cast<std::size_t>(stride));
    work_.columns.resize(static_cast<std::size_t>(ensemble.mapping().columns * stride));
    work_.out.resize(static_cast<std::size_t>(ensemble.shape().row_numbers() * rows.count * stride));
    work_.declined.resize(static_cast<std::size_t>(stride));
    work_.refused.resize(static_cast<std::size_t>(stride));
    const ensemble::Columns columns{work_.columns.data(), stride};
    const Out out{work_.out.data(), stride, work_.declined.data()};
    ensemble::Attention attention;
    attention.who = this;
    attention.goes_on = [](void* who, double bodies) {
        BlockComputer& self = *static_cast<BlockComputer*>(who);
        self.block_.show(bodies);
        return !self.stopped();
    };
    while (!block_.complete()) {
        if (stopped()) return false;
        const auto count = std::min<long long>(most, static_cast<long long>(block_.count() - block_.done()));
        const std::uint64_t first = block_.first() + block_.done();
        place_bodies(first, count, rounded_up(count, ensemble_group), work_.columns.data(), stride);
        const long long followed =
            follow_ensemble(ensemble.shape(), columns, count, rows, out, shared_.chosen.width.lanes, &attention);
        if (!look_at(first, followed, work_.columns.data(), stride, out)) return false;
        if (followed < count) return false;
    }
    return true;
}

void BlockComputer::place_bodies(std::uint64_t first, long long count, long long places, double* columns,
                                 long long stride) {
    const SweepEnsemble& ensemble = *shared_.chosen.ensemble;
    const auto n = static_cast<std::size_t>(sweep_.inputs.columns());
    for (long long i = 0; i < places; ++i) {
        bool sound = i < count;
        if (sound) {
            double* inputs = work_.inputs.data() + n * static_cast<std::size_t>(i);
            sweep_.inputs.draw(first + static_cast<std::uint64_t>(i), inputs);
            sound = ensemble.place(inputs, work_.runs, work_.known, columns + i, stride);
        }
        work_.refused[static_cast<std::size_t>(i)] = sound ? 0 : 1;
        if (!sound) ensemble.place_idle(columns + i, stride);
    }
}

bool BlockComputer::by_gpu() {
    const SweepEnsemble& ensemble = *shared_.chosen.ensemble;
    const CudaPart& cuda = *shared_.chosen.cuda;
    const bool draws = ensemble.direct() && sweep_.inputs.plan();
    work_.inputs.resize(static_cast<std::size_t>(sweep_.inputs.columns()) * static_cast<std::size_t>(work_.capacity));
    work_.refused.assign(static_cast<std::size_t>(work_.capacity), 0);
    const long long stride = work_.buffers.stride;
    // columns of one body at a time, for what is computed from them here
    work_.row.resize(static_cast<std::size_t>(ensemble.mapping().columns * work_.capacity));
    while (!block_.complete()) {
        if (stopped()) return false;
        const auto count = std::min<long long>(work_.gpu_pace.next(least_gpu_batch, work_.capacity),
                                               static_cast<long long>(block_.count() - block_.done()));
        const std::uint64_t first = block_.first() + block_.done();
        if (!draws) place_bodies(first, count, count, work_.buffers.columns, stride);
        double begin = 0, end = 0;
        if (const char* trouble = cuda.follow(work_.lane, first, count, &begin, &end))
            throw InputError({"--backend", 0, ""},
                             "gpu: " + std::string(trouble) +
                                 "; what is done is safe, and --resume goes on, also with --backend simd");
        work_.gpu_pace.took(end - begin);
        shared_.gpu_clock.add(cuda.device_of(work_.lane), begin, end);
        if (draws) fetch_drawn_inputs(count);
        const double* const columns = draws ? work_.row.data() : work_.buffers.columns;
        const Out out{work_.buffers.out, stride, work_.buffers.declined};
        if (!look_at(first, count, columns, draws ? work_.capacity : stride, out)) return false;
    }
    return true;
}

void BlockComputer::fetch_drawn_inputs(long long count) {
    const SweepEnsemble& ensemble = *shared_.chosen.ensemble;
    const auto n = static_cast<std::size_t>(sweep_.inputs.columns());
    // the same numbers as the GPU made of the inputs it drew
    for (long long i = 0; i < count; ++i) {
        double* inputs = work_.inputs.data() + n * static_cast<std::size_t>(i);
        for (std::size_t c = 0; c < n; ++c)
            inputs[c] = work_.buffers.inputs[static_cast<long long>(c) * work_.buffers.stride + i];
        place_body(ensemble.shape(), ensemble.mapping(), inputs, work_.row.data() + i, work_.capacity);
    }
}

bool BlockComputer::look_at(std::uint64_t first, long long count, const double* columns, long long stride,
                            const Out& out) {
    const std::size_t n = static_cast<std::size_t>(sweep_.inputs.columns());
    std::vector<double>* const history = sweep_.keep.over_time.empty() ? nullptr : &work_.history;
    for (long long i = 0; i < count; ++i) {
        const std::uint64_t run = first + static_cast<std::uint64_t>(i);
        const double* own = work_.inputs.data() + n * static_cast<std::size_t>(i);
        if (stopped() && std::chrono::steady_clock::now() - work_.asked > for_what_is_finished) return false;
        if (out.declined[i] || work_.refused[static_cast<std::size_t>(i)]) {
            shared_.handed_back.fetch_add(1, std::memory_order_relaxed);
            if (!compute_one(run, own)) return false;
            continue;
        }
        work_.history.clear();
        const auto look = [&] {
            shared_.chosen.ensemble->observe(own, columns + i, stride, out, i, work_.runs, history);
            return true;
        };
        if (could_observe(look)) {
            take_observed(run, own);
        } else if (!compute_one(run, own)) {
            return false;
        }
    }
    return true;
}

void BlockComputer::take_observed(std::uint64_t run, const double* inputs) {
    const std::size_t quantities = sweep_.keep.over_time.size();
    const std::vector<double>& history = work_.history;
    work_.runs.finish(block_.outcomes_of(run));
    for (std::size_t s = 0; quantities && s < history.size() / quantities; ++s)
        for (std::size_t q = 0; q < quantities; ++q) block_.summary().add_over_time(s, q, history[s * quantities + q]);
    block_.finish(inputs);
}

}  // namespace polhode
