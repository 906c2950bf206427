#include "polhode/sweep/compute/sweep_compute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <stdexcept>

#include "polhode/files/optional_part.hpp"
#include "polhode/parts/cuda/cuda_part.hpp"
#include "polhode/run/analog_runs.hpp"
#include "polhode/sweep/compute/ensemble_lanes.hpp"
#include "polhode/sweep/compute/sweep_ensemble.hpp"
#include "polhode/sweep/compute/sweep_machines.hpp"
#include "polhode/sweep/compute/sweep_runs.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"

namespace polhode {

namespace {

using ensemble::Out;

// Bodies that lanes follow before their results are looked at: what they read and write stays in the nearest cache.
constexpr long long lane_batch = 256;
// As many as go in step with each other (four registers of the widest kind): fewer would be slower each.
constexpr long long full_lanes = 32;
// Bodies that a card takes at once, at most, and the numbers of rows that it gives back for them.
constexpr long long card_batch = 1LL << 18, card_numbers = 1LL << 24, most_card_numbers = 1LL << 25,
                    least_card_batch = 1LL << 14;
// What the rows of one thread may take side by side; and how many histograms over time a block may have, each of
// some ten kilobytes.
constexpr double most_bytes_of_rows = 1 << 26;
constexpr double most_over_time = 5e4;
// Threads beyond these only wait for their card.
constexpr int threads_of_a_card = 16;

// Whoever wants to stop is asked no more often than this: a look at the clock is cheaper.
constexpr std::chrono::milliseconds between_questions{2};
// After that bodies that were followed to their end still become outcomes, for so long.
constexpr std::chrono::milliseconds for_what_is_finished{100};

// How many bodies a card follows until somebody who wants to stop is heard.
class Pace {
 public:
    Pace(long long first, double quick_s, double slow_s) : count_(first), quick_(quick_s), slow_(slow_s) {}
    long long next(long long least, long long most) {
        least_ = least;
        return count_ = std::clamp(count_, std::min(least, most), most);
    }
    void took(double seconds) {
        if (seconds < quick_) count_ *= 2;
        if (seconds > slow_) count_ = std::max(least_, count_ / 2);
    }

 private:
    long long count_, least_ = 1;
    double quick_, slow_;
};

long long rounded_up(long long n, long long to) { return (n + to - 1) / to * to; }

}  // namespace

SweepBackend sweep_backend_named(const std::string& name) {
    if (name == "auto") return SweepBackend::automatic;
    if (name == "scalar") return SweepBackend::scalar;
    if (name == "simd") return SweepBackend::simd;
    if (name == "gpu") return SweepBackend::gpu;
    const std::vector<std::string> known{"auto", "scalar", "simd", "gpu"};
    const std::string near = nearest_name(name, known);
    throw InputError({"--backend", 0, ""}, "'" + printable(name) + "' is not a backend; known: " + listed(known) +
                                               (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

struct SweepComputer::Impl {
    // What one thread works with.
    struct Bench {
        explicit Bench(const Sweep& sweep) : runs(sweep) {}
        ~Bench() {
            if (lane) card->close(lane);
        }
        Bench(const Bench&) = delete;
        Bench& operator=(const Bench&) = delete;

        SweepRuns runs;
        SweepEnsemble::Known known;
        std::unique_ptr<SweepMachines::Bench> machines;
        std::vector<double> inputs, columns, out, history, row;
        std::vector<unsigned char> declined, refused;
        const CudaPart* card = nullptr;
        CudaLane* lane = nullptr;
        CudaBuffers buffers;
        long long capacity = 0;
        // a card does not take twice as long for twice as many until it is full, and is slow when it is not
        Pace card_pace{card_batch, 0.05, 0.15};
        std::chrono::steady_clock::time_point asked{};
        bool told_to_stop = false;
        // Runs of the block that it is at, with a part of one for each that is on its way.
        std::atomic<double> done{0};
    };

    Impl(const Sweep& s, const Options& o) : sweep(s), options(o) {}

    const Sweep& sweep;
    Options options;
    SweepBackend backend = SweepBackend::scalar;
    std::unique_ptr<const SweepEnsemble> ensemble;
    std::unique_ptr<const SweepMachines> machines;  // in place of an ensemble
    std::string why;
    const CudaPart* card = nullptr;
    int cards = 0;
    LaneWidth width;

    std::mutex mutex;
    std::vector<std::unique_ptr<Bench>> idle;
    std::vector<const Bench*> busy;
    std::map<std::uint64_t, std::string> parts;  // of blocks that were given up before
    int benches = 0;
    struct Work {
        int device;
        double begin, end;
    };
    std::vector<Work> work;  // of cards
    std::atomic<std::uint64_t> handed_back{0};

    void choose() {
        ensemble = SweepEnsemble::make(sweep, why);
        if (sweep.base.methods.front().arithmetic == analog_arithmetic) machines = SweepMachines::make(sweep, why);
        limit_rows();
        const auto refuse = [&](const std::string& text) { throw InputError({"--backend", 0, ""}, text); };
        const bool wants_card = options.backend == SweepBackend::gpu;
        if (options.backend == SweepBackend::scalar) return;
        if (machines) {
            if (wants_card)
                refuse(
                    "gpu cannot do this sweep: analog machines run in the lanes of the processor; --backend simd "
                    "(or auto) can");
            if (options.lanes != 0 && options.lanes != SweepMachines::lanes)
                throw InputError({"--lanes", 0, ""}, "analog machines go " + std::to_string(SweepMachines::lanes) +
                                                         " at a time, read " + std::to_string(options.lanes));
            backend = SweepBackend::simd;
            why.clear();
            return;
        }
        if (!ensemble) {
            if (options.backend == SweepBackend::automatic) return;
            refuse(std::string(wants_card ? "gpu" : "simd") + " cannot do this sweep: " + why +
                   "; --backend scalar (or auto) can");
        }
        // Small sweeps are over before a card has started.
        const bool large = sweep.runs >= (1u << 16);
        if (wants_card && !ensemble->for_cards())
            refuse(
                "gpu cannot do this sweep: products of inertia and the gravity gradient are side by side on the "
                "processor; --backend simd (or auto) can");
        if (wants_card || (options.backend == SweepBackend::automatic && large && ensemble->for_cards())) {
            const OptionalPart& part = optional_part<CudaPart>();
            if (part.loaded()) {
                card = &part.functions<CudaPart>();
                cards = card->devices();
            }
            if (wants_card && !part.loaded()) refuse("gpu: " + part.reason());
            if (wants_card && cards == 0)
                refuse(
                    "gpu: no NVIDIA card can be used here (nvidia-smi shows what the system sees); --backend simd "
                    "gives the same bits");
            if (cards > 0) {
                backend = SweepBackend::gpu;
                return;
            }
            card = nullptr;
        }
        for (const LaneWidth& w : lane_widths())
            if (options.lanes == 0 || w.lanes == options.lanes) {
                width = w;
                backend = SweepBackend::simd;
                return;
            }
        std::string known;
        for (const LaneWidth& w : lane_widths()) known += (known.empty() ? "" : " or ") + std::to_string(w.lanes);
        throw InputError({"--lanes", 0, ""}, "this processor can put " + known + " numbers side by side, read " +
                                                 std::to_string(options.lanes) +
                                                 (options.lanes == 1 ? "; --backend scalar goes one by one" : ""));
    }

    // Rows side by side wait in memory until their run is at its end.
    void limit_rows() {
        const double samples = std::ceil(sweep.base.run.duration / sweep.base.run.sample) + 1,
                     quantities = static_cast<double>(sweep.keep.over_time.size());
        if (samples * quantities > most_over_time)
            throw InputError(
                {sweep.file, 0, "keep.over_time"},
                fmt::format("{:.0f} quantit{} at {:.0f} samples would take {:.3g} histograms in each block, and {:.3g} "
                            "is the most; choose a run.sample of {:.3g} s or more",
                            quantities, quantities == 1 ? "y" : "ies", samples, quantities * samples, most_over_time,
                            sweep.base.run.duration / std::floor(most_over_time / quantities - 2)));
        if (!(ensemble || machines) || bytes_of_rows() <= most_bytes_of_rows) return;
        ensemble.reset();
        machines.reset();
        why = fmt::format("{:.0f} rows in each run are too many to be held side by side", samples);
    }
    // Of the fewest runs that go side by side.
    double bytes_of_rows() const {
        if (machines) return static_cast<double>(machines->bytes());
        return ensemble ? 8.0 * static_cast<double>(7 * ensemble->rows().count * ensemble_group) : 0;
    }

    std::unique_ptr<Bench> take() {
        int number = 0;
        {
            const std::lock_guard<std::mutex> lock(mutex);
            if (!idle.empty()) {
                auto bench = std::move(idle.back());
                idle.pop_back();
                busy.push_back(bench.get());
                return bench;
            }
            number = benches++;
        }
        auto bench = std::make_unique<Bench>(sweep);
        if (machines) bench->machines = std::make_unique<SweepMachines::Bench>(*machines);
        if (backend == SweepBackend::gpu) open_lane(*bench, number);
        const std::lock_guard<std::mutex> lock(mutex);
        busy.push_back(bench.get());
        return bench;
    }
    void give(std::unique_ptr<Bench> bench) {
        const std::lock_guard<std::mutex> lock(mutex);
        busy.erase(std::find(busy.begin(), busy.end(), bench.get()));
        idle.push_back(std::move(bench));
    }
    // A bench that is left by an exception is gone.
    struct Lent {
        Impl& impl;
        std::unique_ptr<Bench> bench;
        ~Lent() {
            if (bench) {
                const std::lock_guard<std::mutex> lock(impl.mutex);
                impl.busy.erase(std::find(impl.busy.begin(), impl.busy.end(), bench.get()));
            }
        }
    };
    double under_way() {
        const std::lock_guard<std::mutex> lock(mutex);
        double sum = 0;
        for (const Bench* b : busy) sum += b->done.load(std::memory_order_relaxed);
        return sum;
    }

    void open_lane(Bench& b, int number) {
        CudaTask task;
        task.shape = ensemble->shape();
        task.mapping = ensemble->mapping();
        task.rows = ensemble->rows();
        task.plan = ensemble->direct() ? sweep.inputs.plan() : nullptr;
        b.capacity = card_capacity();
        task.capacity = b.capacity;
        char reason[400] = "";
        // lanes go round the cards; those of rank 0 begin with the first, of rank 1 with the second
        const int device = (options.rank + number) % cards;
        b.lane = card->open(device, &task, &b.buffers, reason, sizeof reason);
        if (!b.lane)
            throw InputError({"--backend", 0, ""},
                             "gpu: " + std::string(reason) +
                                 "; fewer --threads need less of the card, and --backend simd gives the same bits");
        b.card = card;
    }
    long long card_capacity() const {
        const long long numbers = 7 * ensemble->rows().count;
        const long long fits = std::max(std::min(1024LL, most_card_numbers / numbers), card_numbers / numbers);
        return std::max(1LL, std::min({card_batch, fits, static_cast<long long>(sweep.block)}));
    }

    void note_work(int device, double begin, double end) {
        const std::lock_guard<std::mutex> lock(mutex);
        work.push_back({device, begin, end});
    }
    // For how long each card had something to do, added up: batches overlap.
    double worked() {
        const std::lock_guard<std::mutex> lock(mutex);
        std::sort(work.begin(), work.end(), [](const Work& a, const Work& b) {
            return a.device != b.device ? a.device < b.device : a.begin < b.begin;
        });
        double sum = 0, until = 0;
        int device = -1;
        for (const Work& w : work) {
            if (w.device != device) until = w.begin;
            device = w.device;
            sum += std::max(0.0, w.end - std::max(w.begin, until));
            until = std::max(until, w.end);
        }
        return cards > 0 ? sum / cards : 0;
    }

    bool stopped(Bench& w) const {
        if (!options.stop || w.told_to_stop) return w.told_to_stop;
        const auto now = std::chrono::steady_clock::now();
        if (now - w.asked < between_questions) return false;
        w.asked = now;
        return w.told_to_stop = options.stop();
    }

    std::string compute(std::uint64_t index, std::uint64_t first, std::uint64_t count, const std::string& before) {
        Lent lent{*this, take()};
        Bench& bench = *lent.bench;
        bench.told_to_stop = false;
        bench.asked = {};
        SweepBlock block;
        block.index = index;
        block.first = first;
        block.count = count;
        const bool keeps = sweep.keep.runs;
        block.summary = SweepSummary(keeps ? sweep_shape_over_time(sweep) : sweep_shape(sweep));
        if (!keeps) block.groups = sweep_group_sums(sweep);
        if (keeps) block.outcomes.resize(sweep.outcomes.size() * static_cast<std::size_t>(block.count));
        Batch batch{block, bench};
        go_on_behind(before, batch);
        bench.done.store(static_cast<double>(batch.done), std::memory_order_relaxed);
        bool whole = false;
        switch (backend) {
            case SweepBackend::gpu:
                whole = by_card(batch);
                break;
            case SweepBackend::simd:
                whole = machines ? by_machines(batch) : by_lanes(batch);
                break;
            default:
                whole = one_by_one(batch);
        }
        std::string bytes = whole ? block.encoded() : part_of(batch);
        bench.done.store(0, std::memory_order_relaxed);
        give(std::move(lent.bench));
        return bytes;
    }

    // Where results of a batch go. Outcomes of runs that are not kept are summed up in batches of a fixed size, so that
    // the order of additions does not depend on how runs were computed.
    struct Batch {
        SweepBlock& block;
        Bench& bench;
        std::uint64_t done = 0;  // runs, in their order
        std::vector<double> pending_outcomes{}, pending_inputs{};
        std::uint64_t pending_first = 0, pending = 0;
    };

    // What is finished of a block that is given up; "" where nothing is.
    std::string part_of(Batch& b) const {
        if (b.done == 0) return "";
        SweepPart part;
        part.block = b.block;
        part.block.count = b.done;
        const std::size_t numbers = sweep.outcomes.size();
        if (sweep.keep.runs) part.block.outcomes.resize(numbers * static_cast<std::size_t>(b.done));
        part.pending.assign(b.pending_outcomes.begin(),
                            b.pending_outcomes.begin() + static_cast<std::ptrdiff_t>(numbers * b.pending));
        return part.encoded();
    }
    void go_on_behind(const std::string& bytes, Batch& b) const {
        if (bytes.empty()) return;
        SweepPart part;
        try {
            part = SweepPart::decoded(bytes);
        } catch (const std::runtime_error&) {
            return;  // then from the first run on
        }
        const std::size_t numbers = sweep.outcomes.size(), n = static_cast<std::size_t>(sweep.inputs.columns());
        const std::uint64_t pending = numbers > 0 && !sweep.keep.runs ? part.pending.size() / numbers : 0;
        const SweepBlock& had = part.block;
        if (had.index != b.block.index || had.first != b.block.first || had.count > b.block.count ||
            had.outcomes.size() != (sweep.keep.runs ? numbers * had.count : 0) ||
            part.pending.size() != numbers * pending || pending >= summary_batch || pending > had.count ||
            had.groups.size() != b.block.groups.size())
            return;
        b.done = had.count;
        std::copy(had.outcomes.begin(), had.outcomes.end(), b.block.outcomes.begin());
        b.block.failures = had.failures;
        b.block.summary.merge(had.summary);
        b.block.groups = had.groups;
        b.pending = pending;
        b.pending_first = had.first + had.count - pending;
        if (sweep.keep.runs) return;
        b.pending_outcomes = std::move(part.pending);
        b.pending_outcomes.resize(numbers * summary_batch);
        b.pending_inputs.resize(n * summary_batch);
        for (std::uint64_t r = 0; r < pending; ++r)
            sweep.inputs.draw(b.pending_first + r, b.pending_inputs.data() + n * static_cast<std::size_t>(r));
    }

    double* outcomes_of(Batch& b, std::uint64_t run) {
        const std::size_t n = sweep.outcomes.size();
        if (sweep.keep.runs) return b.block.outcomes.data() + n * static_cast<std::size_t>(run - b.block.first);
        if (b.pending == 0) b.pending_first = run;
        b.pending_outcomes.resize(n * summary_batch);
        return b.pending_outcomes.data() + n * static_cast<std::size_t>(b.pending);
    }
    void finished(Batch& b, const double* inputs) {
        b.bench.done.store(static_cast<double>(++b.done), std::memory_order_relaxed);
        if (sweep.keep.runs) return;
        const std::size_t n = static_cast<std::size_t>(sweep.inputs.columns());
        b.pending_inputs.resize(n * summary_batch);
        std::copy(inputs, inputs + n, b.pending_inputs.begin() + static_cast<std::ptrdiff_t>(n * b.pending));
        if (++b.pending == summary_batch) sum_up(b);
    }
    void sum_up(Batch& b) {
        if (b.pending == 0) return;
        std::vector<std::uint8_t> failed(static_cast<std::size_t>(b.pending), 0);
        for (const SweepFailure& f : b.block.failures)
            if (f.run >= b.pending_first) failed[static_cast<std::size_t>(f.run - b.pending_first)] = 1;
        b.block.summary.add(b.pending_first, b.pending, b.pending_inputs.data(), b.pending_outcomes.data(),
                            failed.data());
        add_to_groups(sweep, b.block.groups, b.pending_first, b.pending, b.pending_inputs.data(),
                      b.pending_outcomes.data(), failed.data());
        b.pending = 0;
    }

    bool one(Batch& b, std::uint64_t run, const double* inputs) {
        std::string failure;
        SweepSummary* over_time = sweep.keep.over_time.empty() ? nullptr : &b.block.summary;
        const std::function<bool()> stop = [&] { return stopped(b.bench); };
        const std::function<void(double)> progress = [&](double part) {
            b.bench.done.store(static_cast<double>(b.done) + part, std::memory_order_relaxed);
        };
        if (!b.bench.runs.run(run, outcomes_of(b, run), failure, over_time, stop, progress)) return false;
        if (!failure.empty()) b.block.failures.push_back({run, failure});
        finished(b, inputs);
        return true;
    }

    bool one_by_one(Batch& b) {
        std::vector<double>& inputs = b.bench.inputs;
        inputs.resize(static_cast<std::size_t>(sweep.inputs.columns()));
        for (std::uint64_t r = b.block.first + b.done; r < b.block.first + b.block.count; ++r) {
            if (stopped(b.bench)) return false;
            if (!sweep.keep.runs) sweep.inputs.draw(r, inputs.data());
            if (!one(b, r, inputs.data())) return false;
        }
        sum_up(b);
        return true;
    }

    // Where rows cannot be measured the ordinary way finds the words for it.
    template <class Look>
    static bool seen(Look&& look) {
        try {
            return look();
        } catch (const ComputationFailed&) {
            return false;
        } catch (const InputError&) {
            return false;
        }
    }

    // Results of bodies 0 to count - 1, which are the runs from `first` on. inputs: run by run.
    bool look_at(Batch& b, std::uint64_t first, long long count, const double* inputs, const double* columns,
                 long long stride, const Out& out, const unsigned char* refused) {
        const std::size_t n = static_cast<std::size_t>(sweep.inputs.columns());
        const std::size_t quantities = sweep.keep.over_time.size();
        std::vector<double>& history = b.bench.history;
        for (long long i = 0; i < count; ++i) {
            const std::uint64_t run = first + static_cast<std::uint64_t>(i);
            const double* own = inputs + n * static_cast<std::size_t>(i);
            if (stopped(b.bench) && std::chrono::steady_clock::now() - b.bench.asked > for_what_is_finished)
                return false;
            if (out.declined[i] || (refused && refused[i])) {
                handed_back.fetch_add(1, std::memory_order_relaxed);
                if (!one(b, run, own)) return false;
                continue;
            }
            history.clear();
            const auto look = [&] {
                ensemble->observe(own, columns + i, stride, out, i, b.bench.runs, quantities ? &history : nullptr);
                return true;
            };
            if (seen(look)) {
                observed(b, run, own);
            } else if (!one(b, run, own)) {
                return false;
            }
        }
        return true;
    }
    // The observer of the bench has seen the rows of a run.
    void observed(Batch& b, std::uint64_t run, const double* inputs) {
        const std::size_t quantities = sweep.keep.over_time.size();
        const std::vector<double>& history = b.bench.history;
        b.bench.runs.finish(outcomes_of(b, run));
        for (std::size_t s = 0; quantities && s < history.size() / quantities; ++s)
            for (std::size_t q = 0; q < quantities; ++q)
                b.block.summary.add_over_time(s, q, history[s * quantities + q]);
        finished(b, inputs);
    }

    bool by_machines(Batch& b) {
        Bench& w = b.bench;
        const auto n = static_cast<std::size_t>(sweep.inputs.columns());
        w.inputs.resize(n * SweepMachines::lanes);
        const auto goes_on = [&](double part, int count) {
            w.done.store(static_cast<double>(b.done) + part * count, std::memory_order_relaxed);
            return !stopped(w);
        };
        while (b.done < b.block.count) {
            if (stopped(w)) return false;
            const int count = static_cast<int>(std::min<std::uint64_t>(SweepMachines::lanes, b.block.count - b.done));
            const std::uint64_t first = b.block.first + b.done;
            for (int i = 0; i < count; ++i)
                sweep.inputs.draw(first + static_cast<std::uint64_t>(i),
                                  w.inputs.data() + n * static_cast<std::size_t>(i));
            if (!machines->follow(*w.machines, w.inputs.data(), count,
                                  [&](double part) { return goes_on(part, count); }))
                return false;
            for (int i = 0; i < count; ++i) {
                const std::uint64_t run = first + static_cast<std::uint64_t>(i);
                const double* own = w.inputs.data() + n * static_cast<std::size_t>(i);
                w.history.clear();
                std::vector<double>* history = sweep.keep.over_time.empty() ? nullptr : &w.history;
                if (seen([&] { return machines->observe(*w.machines, i, own, w.runs, history); })) {
                    observed(b, run, own);
                } else {
                    handed_back.fetch_add(1, std::memory_order_relaxed);
                    if (!one(b, run, own)) return false;
                }
            }
        }
        sum_up(b);
        return true;
    }

    // With many rows fewer bodies, so that their rows stay in the cache.
    long long lane_bodies() const {
        return std::clamp<long long>((1 << 18) / (56 * ensemble->rows().count), ensemble_group, lane_batch);
    }

    bool by_lanes(Batch& b) {
        Bench& w = b.bench;
        const ensemble::Rows rows = ensemble->rows();
        const long long most = lane_bodies();
        const long long stride = rounded_up(most, ensemble_group);
        const auto n = static_cast<std::size_t>(sweep.inputs.columns());
        w.inputs.resize(n * static_cast<std::size_t>(stride));
        w.columns.resize(static_cast<std::size_t>(ensemble->mapping().columns * stride));
        w.out.resize(static_cast<std::size_t>(7 * rows.count * stride));
        w.declined.resize(static_cast<std::size_t>(stride));
        w.refused.resize(static_cast<std::size_t>(stride));
        const ensemble::Columns columns{w.columns.data(), stride};
        const Out out{w.out.data(), stride, w.declined.data()};
        struct Waiting {
            Impl& impl;
            Batch& b;
        } waiting{*this, b};
        ensemble::Attention attention;
        attention.who = &waiting;
        attention.goes_on = [](void* who, double bodies) {
            const Waiting& of = *static_cast<Waiting*>(who);
            of.b.bench.done.store(static_cast<double>(of.b.done) + bodies, std::memory_order_relaxed);
            return !of.impl.stopped(of.b.bench);
        };
        while (b.done < b.block.count) {
            if (stopped(w)) return false;
            const auto count = std::min<long long>(most, static_cast<long long>(b.block.count - b.done));
            const std::uint64_t first = b.block.first + b.done;
            for (long long i = 0; i < rounded_up(count, ensemble_group); ++i) {
                bool sound = i < count;
                if (sound) {
                    double* inputs = w.inputs.data() + n * static_cast<std::size_t>(i);
                    sweep.inputs.draw(first + static_cast<std::uint64_t>(i), inputs);
                    sound = ensemble->place(inputs, w.runs, w.known, w.columns.data() + i, stride);
                }
                w.refused[static_cast<std::size_t>(i)] = sound ? 0 : 1;
                if (!sound) place_idle_body(ensemble->shape(), ensemble->mapping(), w.columns.data() + i, stride);
            }
            const long long followed =
                follow_ensemble(ensemble->shape(), columns, count, rows, out, width.lanes, &attention);
            if (!look_at(b, first, followed, w.inputs.data(), w.columns.data(), stride, out, w.refused.data()))
                return false;
            if (followed < count) return false;
        }
        sum_up(b);
        return true;
    }

    bool by_card(Batch& b) {
        Bench& w = b.bench;
        const bool draws = ensemble->direct() && sweep.inputs.plan();
        const auto n = static_cast<std::size_t>(sweep.inputs.columns());
        w.inputs.resize(n * static_cast<std::size_t>(w.capacity));
        w.refused.assign(static_cast<std::size_t>(w.capacity), 0);
        const long long stride = w.buffers.stride;
        const int columns_of_body = ensemble->mapping().columns;
        // columns of one body at a time, for what is computed from them here
        w.row.resize(static_cast<std::size_t>(columns_of_body * w.capacity));
        while (b.done < b.block.count) {
            if (stopped(w)) return false;
            const auto count = std::min<long long>(w.card_pace.next(least_card_batch, w.capacity),
                                                   static_cast<long long>(b.block.count - b.done));
            const std::uint64_t first = b.block.first + b.done;
            if (!draws)
                for (long long i = 0; i < count; ++i) {
                    double* inputs = w.inputs.data() + n * static_cast<std::size_t>(i);
                    sweep.inputs.draw(first + static_cast<std::uint64_t>(i), inputs);
                    const bool sound = ensemble->place(inputs, w.runs, w.known, w.buffers.columns + i, stride);
                    w.refused[static_cast<std::size_t>(i)] = sound ? 0 : 1;
                    if (!sound) place_idle_body(ensemble->shape(), ensemble->mapping(), w.buffers.columns + i, stride);
                }
            double begin = 0, end = 0;
            if (const char* trouble = card->follow(w.lane, first, count, &begin, &end))
                throw InputError({"--backend", 0, ""},
                                 "gpu: " + std::string(trouble) +
                                     "; what is done is safe, and --resume goes on, also with --backend simd");
            w.card_pace.took(end - begin);
            note_work(card->device_of(w.lane), begin, end);
            const double* columns = w.buffers.columns;
            if (draws) {
                // the same numbers as the card made of the inputs it drew
                for (long long i = 0; i < count; ++i) {
                    double* inputs = w.inputs.data() + n * static_cast<std::size_t>(i);
                    for (std::size_t c = 0; c < n; ++c)
                        inputs[c] = w.buffers.inputs[static_cast<long long>(c) * stride + i];
                    place_body(ensemble->shape(), ensemble->mapping(), inputs, w.row.data() + i, w.capacity);
                }
                columns = w.row.data();
            }
            const Out out{w.buffers.out, stride, w.buffers.declined};
            if (!look_at(b, first, count, w.inputs.data(), columns, draws ? w.capacity : stride, out, w.refused.data()))
                return false;
        }
        sum_up(b);
        return true;
    }
};

SweepComputer::SweepComputer(const Sweep& sweep, const Options& options)
    : impl_(std::make_unique<Impl>(sweep, options)) {
    impl_->choose();
}
SweepComputer::~SweepComputer() = default;

SweepBackend SweepComputer::backend() const { return impl_->backend; }
const std::string& SweepComputer::why_scalar() const { return impl_->why; }
std::string SweepComputer::compute(std::uint64_t block) const {
    std::string part;
    {
        const std::lock_guard<std::mutex> lock(impl_->mutex);
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
    const std::lock_guard<std::mutex> lock(impl_->mutex);
    impl_->parts[block] = std::move(part);
}
double SweepComputer::under_way() const { return impl_->under_way(); }

std::uint64_t SweepComputer::at_once() const {
    switch (impl_->backend) {
        case SweepBackend::gpu:
            return static_cast<std::uint64_t>(std::min(least_card_batch, impl_->card_capacity()));
        case SweepBackend::simd:
            return impl_->machines ? SweepMachines::lanes : full_lanes;
        default:
            return 1;
    }
}

double SweepComputer::bytes_of_thread() const {
    const Sweep& sweep = impl_->sweep;
    const double inputs = sweep.inputs.columns(), history = 8 * static_cast<double>(sweep.keep.over_time.size()) *
                                                            sweep.base.run.duration / sweep.base.run.sample;
    const double rows = impl_->ensemble ? static_cast<double>(impl_->ensemble->rows().count) : 0;
    const double columns = impl_->ensemble ? impl_->ensemble->mapping().columns : 0;
    switch (impl_->backend) {
        case SweepBackend::gpu:  // here and as much on the card
            return history + 8 * (2 * inputs + 2 * columns + 7 * rows) * static_cast<double>(impl_->card_capacity());
        case SweepBackend::simd: {
            if (impl_->machines) return history + static_cast<double>(impl_->machines->bytes());
            return history + 8 * (inputs + columns + 7 * rows) * static_cast<double>(impl_->lane_bodies());
        }
        default:
            return history;
    }
}
double SweepComputer::card_seconds() const { return impl_->worked(); }
std::uint64_t SweepComputer::declined() const { return impl_->handed_back; }

std::string SweepComputer::description() const {
    switch (impl_->backend) {
        case SweepBackend::simd:
            if (impl_->machines) return "side by side, " + std::to_string(SweepMachines::lanes) + " machines";
            return "side by side, " + std::to_string(impl_->width.lanes) + " lanes (" + impl_->width.name + ")";
        case SweepBackend::gpu: {
            char name[200] = "";
            impl_->card->device_name(0, name, sizeof name);
            return (impl_->cards > 1 ? std::to_string(impl_->cards) + " cards, the first " : "on ") + std::string(name);
        }
        default:
            return "one by one";
    }
}

int SweepComputer::threads(int processors) const {
    return impl_->backend == SweepBackend::gpu ? std::clamp(processors, 3, threads_of_a_card * impl_->cards)
                                               : processors;
}

}  // namespace polhode
