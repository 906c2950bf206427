// Many bodies: how near to the limit of the machine, and what an accurate second of motion costs. Everything that is
// compared runs in turns in one process, and times are CPU time of the measuring thread (docs/performance.md).
//
//     ensemble_bench             all of it
//     ensemble_bench --quick     to see that it runs
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <random>
#include <thread>

#include "ensemble_peers.hpp"
#include "interleaved.hpp"
#include "polhode/arithmetic/counting.hpp"
#include "polhode/ensemble/mapping.hpp"
#include "polhode/files/optional_part.hpp"
#include "polhode/parts/cuda/cuda_part.hpp"
#include "polhode/sweep/compute/ensemble_lanes.hpp"
#include "polhode/sweep/compute/sweep_compute.hpp"
#include "polhode/sweep/compute/sweep_ensemble.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/journal/sweep_ranks.hpp"
#include "polhode/sweep/results/sweep_carry_out.hpp"

namespace {

using namespace polhode;
using namespace polhode::ensemble;

bool quick = false;

double wall_seconds() {
    timespec ts{};
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec);
}

// Tumbling bodies, all different: moments, attitude, rate.
struct Bodies {
    Shape shape;
    long long count;
    std::vector<double> columns, out;
    std::vector<unsigned char> declined;

    Bodies(const Shape& s, long long n, double step, bool one_inertia = false) : shape(s), count(n) {
        columns.resize(static_cast<std::size_t>(shape.columns() * n));
        out.resize(static_cast<std::size_t>(7 * n));
        declined.resize(static_cast<std::size_t>(n));
        std::mt19937_64 random(11);
        std::normal_distribution<double> normal;
        std::uniform_real_distribution<double> uniform(-0.1, 0.1);
        for (long long i = 0; i < n; ++i) {
            const double moments[3] = {1.03, 1.57, 2.11};
            double q[4], length = 0;
            for (double& x : q) {
                x = normal(random);
                length += x * x;
            }
            for (int k = 0; k < 3; ++k) at(at_moments + k, i) = moments[k] + (one_inertia ? 0 : uniform(random));
            for (int k = 0; k < 4; ++k) at(at_attitude + k, i) = q[k] / std::sqrt(length);
            for (int k = 0; k < 3; ++k) at(at_rate + k, i) = 0.6 * normal(random);
            at(at_step, i) = step;
            at(at_steps, i) = std::round(shape.duration / step);
            at(at_last_step, i) = 0;
        }
    }
    double& at(int column, long long i) { return columns[static_cast<std::size_t>(column * count + i)]; }
    void follow(int lanes = 0) {
        Rows rows;
        rows.time = &shape.duration;
        follow_ensemble(shape, {columns.data(), count}, count, rows, {out.data(), count, declined.data()}, lanes);
    }
    // the largest angle to the closed form
    double error() const {
        double worst = 0;
        for (long long i = 0; i < count; ++i) {
            const auto c = [&](int column) { return columns[static_cast<std::size_t>(column * count + i)]; };
            const auto o = [&](int k) { return out[static_cast<std::size_t>(k * count + i)]; };
            const exact::FreeBody<double> body({c(0), c(1), c(2)}, {c(3), c(4), c(5), c(6)}, {c(7), c(8), c(9)});
            const Quaternion<double> q = body.state_at(shape.duration).q_NB, p{o(0), o(1), o(2), o(3)};
            const Quaternion<double> d = compose(conjugate(q), normalise(p));
            worst = std::max(worst, 2 * std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z));
        }
        return worst;
    }
};

// Instructions of the formula for one body and step: every + - * fma / sqrt counts one.
double instructions_of_a_step(Constraint constraint) {
    using C = Counting<double>;
    const RigidBody<PrincipalInertia<C>> body{PrincipalInertia<C>(Vec3<C>{C(1.0), C(2.0), C(2.5)})};
    Vec<C, 7> y{C(1.0), C(0.0), C(0.0), C(0.0), C(0.1), C(0.2), C(0.3)};
    const OperationCount before = operations();
    if (constraint == Constraint::binomial)
        y = one_step(Always<Constraint::binomial>{}, body, C(0.0), C(0.01), y, C(0.01));
    else
        y = one_step(Always<Constraint::none>{}, body, C(0.0), C(0.01), y, C(0.01));
    const OperationCount n = operations() - before;
    return static_cast<double>(n.additions + n.multiplications + n.fused + n.divisions + n.roots);
}

void steps_per_second() {
    const long long n = 256;
    const long steps = 1000;
    const int rounds = quick ? 3 : 41;
    Shape shape;
    shape.duration = 1;
    shape.constraint = Constraint::binomial;
    Bodies own(shape, n, 1e-3);
    shape.constraint = Constraint::none;
    Bodies bare(shape, n, 1e-3);
    shape.constraint = Constraint::normalise;
    Bodies exact_length(shape, n, 1e-3);
    std::vector<double> y(static_cast<std::size_t>(7 * n));
    const double inertia[3] = {1.03, 1.57, 2.11};
    const auto restart = [&] { std::copy_n(own.columns.begin() + at_attitude * n, 7 * n, y.begin()); };

    struct Line {
        std::string name;
        double instructions;  // of a step; 0: not known
        std::function<void()> run;
        std::vector<double> rate{}, part{}, to_own{};
    };
    const double binomial = instructions_of_a_step(Constraint::binomial),
                 none = instructions_of_a_step(Constraint::none);
    std::vector<Line> lines;
    const std::string width = lane_widths().front().name;
    lines.push_back({"Polhode, " + width + ", own inertia each, binomial", binomial, [&] { own.follow(); }});
    lines.push_back({"  one inertia for all (8 lanes)", binomial, [&] {
                         restart();
                         bench::shared_inertia_rk4(y.data(), n, steps, inertia, 1e-3);
                     }});
    lines.push_back({"  without renormalising", none, [&] { bare.follow(); }});
    lines.push_back({"  1/sqrt in place of the binomial", 0, [&] { exact_length.follow(); }});
    for (std::size_t w = 1; w < lane_widths().size(); ++w)
        lines.push_back(
            {"  " + lane_widths()[w].name + ", binomial", 0, [&, w] { own.follow(lane_widths()[w].lanes); }});
    lines.push_back({"plain loop over arrays, L1 blocks", 0, [&] {
                         restart();
                         bench::plain_soa_rk4(y.data(), n, steps, inertia, 1e-3, n);
                     }});
    restart();
    if (bench::odeint_rk4(y.data(), 8, 1, inertia, 1e-3))
        lines.push_back({"Boost.odeint runge_kutta4, body by body", 0, [&] {
                             restart();
                             bench::odeint_rk4(y.data(), n, steps, inertia, 1e-3);
                         }});
    std::vector<double> peaks;
    for (int r = 0; r < rounds; ++r) {
        const double peak = fma_peak();
        peaks.push_back(peak);
        for (Line& l : lines) {
            const double begin = bench::cpu_seconds();
            l.run();
            const double rate = static_cast<double>(n) * steps / (bench::cpu_seconds() - begin);
            l.rate.push_back(rate);
            if (l.instructions > 0) l.part.push_back(rate * l.instructions / peak);
            l.to_own.push_back(rate / lines[0].rate.back());
        }
    }
    std::printf("RK4 steps of free bodies on one core (%lld bodies at a time, %d rounds, medians)\n", n, rounds);
    std::printf("  fused multiply-adds: %.2f G/s a lane added up (%s)\n", 1e-9 * bench::median(peaks), width.c_str());
    std::printf("  %-52s %10s %12s %10s %8s\n", "", "M steps/s", "instructions", "of ceiling", "ratio");
    for (Line& l : lines) {
        std::printf("  %-52s %10.1f", l.name.c_str(), 1e-6 * bench::median(l.rate));
        if (l.instructions > 0)
            std::printf(" %12.0f %8.1f %%", l.instructions, 100 * bench::median(l.part));
        else
            std::printf(" %12s %10s", "", "");
        std::printf(" %8.3f\n", bench::median(l.to_own));
    }
    std::printf("\n");
}

void two_cores() {
    Shape shape;
    shape.duration = quick ? 1 : 20;
    shape.constraint = Constraint::binomial;
    const int rounds = quick ? 1 : 9;
    std::vector<double> wall, cpu;
    for (int r = 0; r < rounds; ++r) {
        Bodies a(shape, 256, 1e-3), b(shape, 256, 1e-3);
        double begin = wall_seconds(), begin_cpu = bench::cpu_seconds();
        a.follow();
        const double one = wall_seconds() - begin, one_cpu = bench::cpu_seconds() - begin_cpu;
        double other_cpu = 0;
        begin = wall_seconds(), begin_cpu = bench::cpu_seconds();
        std::thread other([&] {
            const double mine = bench::cpu_seconds();
            b.follow();
            other_cpu = bench::cpu_seconds() - mine;
        });
        a.follow();
        const double here_cpu = bench::cpu_seconds() - begin_cpu;
        other.join();
        wall.push_back(2 * one / (wall_seconds() - begin));
        cpu.push_back(one_cpu / here_cpu + one_cpu / other_cpu);
    }
    std::printf("Two cores against one: %.2f times the steps by wall time, %.2f by CPU time of the two threads\n\n",
                bench::median(wall), bench::median(cpu));
}

// The coarsest step of a ladder that keeps every body within `wanted`.
double step_for(Shape shape, double wanted, double finest, double& error) {
    shape.duration = 100;
    double best = 0;
    for (double steps = std::floor(100 / finest); steps >= 20; steps = std::floor(steps / std::sqrt(std::sqrt(2.0)))) {
        Bodies b(shape, 64, 100 / steps);
        b.follow();
        const double e = b.error();
        if (e > wanted) break;
        best = 100 / steps;
        error = e;
    }
    return best;
}

void at_fixed_accuracy() {
    struct Line {
        std::string name;
        Shape shape;
        double step = 1, error = 0;
        std::vector<double> rate{}, ratio{};
    };
    std::vector<Line> lines;
    Shape rk4;
    rk4.duration = 100;
    rk4.constraint = Constraint::binomial;
    lines.push_back({"RK4", rk4});
    lines[0].step = step_for(rk4, 1e-9, 1e-3, lines[0].error);
    for (const int order : {8, 12, 16, 20}) {
        Shape taylor = rk4;
        taylor.stepper = Stepper::taylor;
        taylor.order = order;
        Line l{"Taylor series, order " + std::to_string(order), taylor};
        l.step = step_for(taylor, 1e-9, 0.02, l.error);
        lines.push_back(l);
    }
    Shape closed = rk4;
    closed.stepper = Stepper::exact;
    lines.push_back({"closed form", closed});
    const int rounds = quick ? 2 : 21;
    for (int r = 0; r < rounds; ++r)
        for (Line& l : lines) {
            Bodies b(l.shape, 256, l.step);
            const double begin = bench::cpu_seconds();
            b.follow();
            const double rate = 256 * 100 / (bench::cpu_seconds() - begin);
            if (l.shape.stepper == Stepper::exact) l.error = b.error();
            l.rate.push_back(rate);
            l.ratio.push_back(rate / lines[0].rate.back());
        }
    std::printf("100 s of tumbling, every body within 1e-9 rad, one core (medians of %d rounds)\n", rounds);
    std::printf("  %-26s %10s %12s %22s %10s\n", "", "step, s", "error, rad", "body-seconds a second", "ratio");
    for (Line& l : lines)
        std::printf("  %-26s %10.4g %12.2g %22.4g %10.1f\n", l.name.c_str(),
                    l.shape.stepper == Stepper::exact ? 100.0 : l.step, l.error, bench::median(l.rate),
                    bench::median(l.ratio));
    std::printf("\n");
}

Sweep tumbling_sweep(std::uint64_t runs, double duration, const std::string& method) {
    const std::string text = "[body]\ninertia = [1.03, 1.57, 2.11]\n[start]\nrate = [0, 0, 0]\n[run]\nduration = " +
                             std::to_string(duration) + "\n" + method + "\n[sweep]\nruns = " + std::to_string(runs) +
                             R"(
[[vary]]
key = "start.attitude"
kind = "random-attitude"
[[vary]]
name = "rate"
key = "start.rate"
kind = "random-direction"
length = 1.0
[[vary]]
name = "inertia"
key = "body.inertia[1]"
kind = "uniform"
low = 1.2
high = 1.9
[[outcome]]
name = "turned"
of = "turned"
unit = "rad"
[keep]
csv = false
)";
    return read_sweep(text, "tumbling");
}

// Bodies with torques: what a sweep does one by one (simulate()) and in SIMD lanes, with everything around the steps.
void with_torques() {
    struct Line {
        const char* name;
        std::string method, torques;
        double step;
        std::vector<double> alone{}, together{}, ratio{};
    };
    const std::string rk4 = "integrator = \"rk4\"\nconstraint = \"normalise\"\nstep = ",
                      taylor = "integrator = \"taylor\"\norder = 12\nstep = ";
    const std::string weight = "[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = [0.01, 0.03, 0.2]\n",
                      damping = "[[torque]]\nkind = \"damping\"\ncoefficient = 0.01\n";
    std::vector<Line> lines = {{"RK4, weight", rk4, weight, 0.005},
                               {"RK4, weight and damping", rk4, weight + damping, 0.005},
                               {"Taylor series, order 12, weight", taylor, weight, 0.05},
                               {"Taylor series, order 12, both", taylor, weight + damping, 0.05}};
    const double duration = 20;
    const int rounds = quick ? 2 : 11;
    for (Line& l : lines) {
        const Sweep sweep =
            tumbling_sweep(4096, duration, "[method]\n" + l.method + std::to_string(l.step) + "\n" + l.torques);
        SweepComputer::Options options;
        options.backend = SweepBackend::scalar;
        const SweepComputer alone(sweep, options);
        options.backend = SweepBackend::simd;
        const SweepComputer together(sweep, options);
        const auto rate = [&](const SweepComputer& computer, std::uint64_t runs) {
            const double begin = bench::cpu_seconds();
            computer.compute_some(runs);
            return static_cast<double>(runs) * duration / l.step / (bench::cpu_seconds() - begin);
        };
        for (int r = 0; r < rounds; ++r) {
            l.alone.push_back(rate(alone, quick ? 8 : 32));
            l.together.push_back(rate(together, quick ? 64 : 512));
            l.ratio.push_back(l.together.back() / l.alone.back());
        }
    }
    std::printf("Bodies with torques in a sweep, one core, steps a second (medians of %d rounds)\n", rounds);
    std::printf("  %-34s %12s %14s %8s\n", "", "one by one", "SIMD lanes", "ratio");
    for (Line& l : lines)
        std::printf("  %-34s %12.3g %14.3g %8.1f\n", l.name, bench::median(l.alone), bench::median(l.together),
                    bench::median(l.ratio));
    std::printf("\n");
}

void bookkeeping() {
    const std::uint64_t runs = quick ? 20000 : 1000000;
    const double duration = quick ? 1 : 10;
    const Sweep sweep = tumbling_sweep(runs, duration,
                                       "[method]\nintegrator = \"rk4\"\nconstraint = "
                                       "\"normalise-binomial\"\nstep = 0.001\n");
    std::string why;
    const auto ensemble = SweepEnsemble::make(sweep, why);
    // the integration alone, of a part of the runs
    Shape shape = ensemble->shape();
    Bodies b(shape, 256, 0.001);
    std::vector<double> each;
    for (int r = 0; r < (quick ? 2 : 9); ++r) {
        const double begin = bench::cpu_seconds();
        b.follow();
        each.push_back((bench::cpu_seconds() - begin) / 256);
    }
    const double integration = bench::median(each) * static_cast<double>(runs);
    const std::string folder =
        (std::filesystem::temp_directory_path() / ("polhode-bench-" + std::to_string(getpid()))).string();
    SweepOptions wanted;
    wanted.folder = folder;
    wanted.backend = SweepBackend::simd;
    wanted.pictures = false;
    const double begin = wall_seconds();
    timespec ts{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    const double begin_cpu = static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec);
    const SweepResult done = carry_out(sweep, SweepRanks::start(), wanted);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    const double cpu = static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec) - begin_cpu;
    const double wall = wall_seconds() - begin;
    std::filesystem::remove_all(folder);
    std::printf("A sweep of %llu runs of %g s with journal, HDF5 and summaries, %d threads\n",
                static_cast<unsigned long long>(runs), duration, done.threads);
    std::printf("  integration alone %.2f s of CPU, the sweep %.2f s of CPU (%.2f s by the clock): %.1f %% more\n\n",
                integration, cpu, wall, 100 * (cpu / integration - 1));
}

void on_a_card() {
    const OptionalPart& part = optional_part<CudaPart>();
    if (!part.loaded() || part.functions<CudaPart>().devices() == 0) {
        std::printf("GPU: none here%s\n\n", part.loaded() ? "" : (" (" + part.reason() + ")").c_str());
        return;
    }
    const CudaPart& card = part.functions<CudaPart>();
    char name[200] = "";
    card.device_name(0, name, sizeof name);
    std::printf("GPU: %s, double precision (medians)\n", name);
    std::printf("  %-44s %14s %22s %10s\n", "", "steps a second", "body-seconds a second", "ratio");
    double rk4_rate = 0;
    const auto measure = [&](const char* label, const std::string& method, double duration, double steps,
                             bool reference) {
        const long long bodies = 1LL << (quick ? 16 : 21);
        const Sweep sweep = tumbling_sweep(static_cast<std::uint64_t>(bodies), duration, method);
        std::string why;
        const auto ensemble = SweepEnsemble::make(sweep, why);
        CudaTask task;
        task.shape = ensemble->shape();
        task.mapping = ensemble->mapping();
        task.rows = ensemble->rows();
        task.plan = sweep.inputs.plan();
        task.capacity = bodies;
        CudaBuffers buffers;
        char reason[300] = "";
        CudaLane* lane = card.open(0, &task, &buffers, reason, sizeof reason);
        if (!lane) {
            std::printf("  %s: %s\n", label, reason);
            return;
        }
        std::vector<double> seconds;
        for (int r = 0; r < (quick ? 2 : 6); ++r) {
            double begin = 0, end = 0;
            if (const char* trouble = card.follow(lane, 0, bodies, &begin, &end)) {
                std::printf("  %s: %s\n", label, trouble);
                break;
            }
            if (r > 0) seconds.push_back(end - begin);
        }
        card.close(lane);
        const double t = bench::median(seconds), rate = static_cast<double>(bodies) * duration / t;
        if (reference) rk4_rate = rate;
        std::printf("  %-44s %14.4g %22.4g", label, static_cast<double>(bodies) * steps / t, rate);
        if (rk4_rate > 0 && duration == 100)
            std::printf(" %10.1f\n", rate / rk4_rate);
        else
            std::printf("\n");
    };
    const auto rk4 = [](const char* constraint, double step) {
        return "[method]\nintegrator = \"rk4\"\nconstraint = \"" + std::string(constraint) +
               "\"\nstep = " + std::to_string(step) + "\n";
    };
    const auto taylor = [](int order, double step) {
        return "[method]\nintegrator = \"taylor\"\norder = " + std::to_string(order) +
               "\nstep = " + std::to_string(step) + "\n";
    };
    measure("RK4, no renormalising, 4000 steps", rk4("none", 0.001), 4, 4000, false);
    measure("RK4, binomial, 4000 steps", rk4("normalise-binomial", 0.001), 4, 4000, false);
    measure("RK4, 1/sqrt, 4000 steps", rk4("normalise", 0.001), 4, 4000, false);
    std::printf("  100 s of tumbling at 1 rad/s, each within 1e-9 rad:\n");
    measure("RK4, 0.005 s", rk4("normalise-binomial", 0.005), 100, 20000, true);
    measure("Taylor series, order 8, 0.1 s", taylor(8, 0.1), 100, 1000, false);
    measure("Taylor series, order 12, 0.25 s", taylor(12, 0.25), 100, 400, false);
    measure("Taylor series, order 16, 0.5 s", taylor(16, 0.5), 100, 200, false);
    measure("closed form", "[method]\nintegrator = \"exact\"\n", 100, 1, false);
    std::printf("\n");
}

}  // namespace

int main(int count, char** words) {
    for (int i = 1; i < count; ++i) quick = quick || std::strcmp(words[i], "--quick") == 0;
    const bool card_only = count > 1 && std::strcmp(words[count - 1], "--card") == 0;
    if (!card_only) {
        steps_per_second();
        two_cores();
        at_fixed_accuracy();
        with_torques();
        bookkeeping();
    }
    on_a_card();
}
