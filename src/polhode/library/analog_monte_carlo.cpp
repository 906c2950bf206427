#include "analog_monte_carlo.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

#include "analog_runs.hpp"
#include "attitude.hpp"

namespace polhode {

namespace {

constexpr int lanes = 8;  // machines side by side: two registers of four doubles hide each other's latency

// P, Q, R of the four parameters and their slopes; for |e| = 1 the rate, otherwise |e|^2 times it (Robinson 1958 eq.
// 79)
Vec3<double> apparent_rate(const double* e, const double* de) {
    return {{2 * (-e[3] * de[0] - e[2] * de[1] + e[1] * de[2] + e[0] * de[3]),
             2 * (-e[2] * de[0] + e[3] * de[1] + e[0] * de[2] - e[1] * de[3]),
             2 * (-e[1] * de[0] + e[0] * de[1] - e[3] * de[2] + e[2] * de[3])}};
}

// Where an exact machine stands at the end.
Quaternion<double> exact_attitude(const AnalogExperiment& x) {
    const double rate = norm(x.rate);
    if (rate == 0) return x.start_NB;
    double s, c;
    sincos(0.5 * rate * x.duration, s, c);
    const Vec3<double> v = (s / rate) * x.rate;
    return x.start_NB * Quaternion<double>{c, v[0], v[1], v[2]};
}

struct Batch {
    explicit Batch(const AnalogPlan& plan)
        : machine(plan.circuit), knots(static_cast<std::size_t>(plan.knots_per_machine()) * lanes) {}
    analog::Machine<double, lanes> machine;
    std::vector<double> knots;
};

void run_batch(const AnalogExperiment& x, const AnalogPlan& plan, long first, Batch& batch, AnalogOutcome* outcomes) {
    auto& machine = batch.machine;
    const AnalogScaling& scaling = plan.settings.scaling;
    const std::vector<double> start = analog_start(scaling, x.start_NB);
    for (int l = 0; l < lanes; ++l) {
        // lanes beyond the last machine run along with its neighbour's parts and are not looked at
        const long n = std::min(first + l, x.machines - 1);
        fill_machine(machine, l, plan, plan.settings.seed + static_cast<std::uint64_t>(n), batch.knots.data());
        start_machine(machine, l, start);
    }
    const Quaternion<double> to_exact = conjugate(exact_attitude(x));
    const auto input = plan.inputs(x.rate);
    const double ratio = x.duration / x.step;
    long steps = static_cast<long>(std::floor(ratio));
    if (ratio - static_cast<double>(steps) > 1 - 1e-9) ++steps;
    for (long n = 0; n < steps; ++n) machine.step(x.step, input, input, input);
    const double rest = x.duration - static_cast<double>(steps) * x.step;
    if (rest > 1e-9 * x.step) machine.step(rest, input, input, input);
    machine.read_out(input);

    const bool quaternion = scaling.circuit == AnalogCircuit::quaternion;
    const int length_signal = plan.netlist.find(quaternion ? "PHI" : "LEN_1");
    const double gain_ahead = quaternion ? scaling.C : scaling.C1;
    for (int l = 0; l < lanes && first + l < x.machines; ++l) {
        AnalogOutcome& o = outcomes[first + l];
        double volts[analog::most_integrators], slopes[analog::most_integrators];
        for (int i = 0; i < plan.circuit.integrators; ++i) {
            volts[i] = machine.state[i][l];
            slopes[i] = machine.slope[i][l];
        }
        o.drift = analog_drift(to_exact * analog_attitude(scaling, volts));
        o.length_error = analog_length_error(scaling, volts);
        o.indicated_length_error = -0.5 * machine.volts[length_signal][l] / (100 * gain_ahead);
        if (!quaternion) continue;
        const double S = scaling.volts_per_unit;
        for (int i = 0; i < 4; ++i) {
            volts[i] /= S;
            slopes[i] /= S;
        }
        const Vec3<double> apparent = apparent_rate(volts, slopes);
        const double length = o.length_error + 1;
        o.apparent_rate_error = apparent - x.rate;
        o.true_rate_error = (1 / (length * length)) * apparent - x.rate;
    }
}

}  // namespace

AnalogExperiment analog_experiment(const Problem& problem, const Method& method, const RunSpan& span) {
    if (method.arithmetic != analog_arithmetic)
        throw InputError(method.at("arithmetic"),
                         "many machines need arithmetic = \"analog\", read \"" + method.arithmetic + "\"");
    AnalogExperiment x;
    x.settings = analog_settings_of(problem, method);
    const auto* constant = std::get_if<kinematics::Constant<double>>(&problem.rates->rates);
    if (!constant)
        throw InputError(method.at("arithmetic"),
                         "many machines are compared under a constant rate: [rates] with kind = \"constant\"");
    x.rate = (*constant)(0.0);
    x.start_NB = attitude_to_quaternion(problem.start.attitude.representation, problem.start.attitude.params);
    x.duration = span.duration;
    if (method.step) x.step = *method.step;
    return x;
}

std::vector<AnalogOutcome> run_machines(const AnalogExperiment& x) {
    const AnalogPlan plan(x.settings);
    std::vector<AnalogOutcome> outcomes(static_cast<std::size_t>(std::max(0L, x.machines)));
    const long batches = (x.machines + lanes - 1) / lanes;
    std::atomic<long> next{0}, finished{0};
    std::atomic<bool> stopped{false};
    std::mutex report;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            Batch batch(plan);
            for (long b = next++; b < batches && !stopped; b = next++) {
                run_batch(x, plan, b * lanes, batch, outcomes.data());
                const long now = ++finished;
                if (!x.progress && !x.stop) continue;
                const std::lock_guard<std::mutex> one_at_a_time(report);
                if (x.progress) x.progress(static_cast<double>(now) / static_cast<double>(batches));
                if (x.stop && x.stop()) stopped = true;
            }
        } catch (...) {
            const std::lock_guard<std::mutex> one_at_a_time(report);
            if (!failure) failure = std::current_exception();
            stopped = true;
        }
    };
#if defined(__EMSCRIPTEN__)
    const long wanted = 1;  // a page without threads
#else
    const long wanted =
        x.threads > 0 ? x.threads : static_cast<long>(std::max(1u, std::thread::hardware_concurrency()));
#endif
    std::vector<std::thread> threads;
    for (long t = 1; t < std::min(wanted, batches); ++t) threads.emplace_back(work);
    work();
    for (std::thread& t : threads) t.join();
    if (failure) std::rethrow_exception(failure);
    if (stopped) outcomes.clear();
    return outcomes;
}

Moments moments_of(const std::vector<double>& numbers) {
    Moments m;
    m.count = static_cast<long>(numbers.size());
    if (numbers.empty()) return m;
    const auto n = static_cast<double>(m.count);
    double sum = 0, squares = 0;
    for (double x : numbers) {
        sum += x;
        squares += x * x;
    }
    m.mean = sum / n;
    m.rms = std::sqrt(squares / n);
    double second = 0, fourth = 0;
    for (double x : numbers) {
        const double d = (x - m.mean) * (x - m.mean);
        second += d;
        fourth += d * d;
    }
    if (m.count > 1) m.deviation = std::sqrt(second / (n - 1));
    if (second > 0) m.excess_kurtosis = n * fourth / (second * second) - 3;
    return m;
}

AnalogStatistics statistics_of(const std::vector<AnalogOutcome>& outcomes) {
    AnalogStatistics s;
    const auto of = [&](auto&& number) {
        std::vector<double> list;
        list.reserve(outcomes.size());
        for (const AnalogOutcome& o : outcomes) list.push_back(number(o));
        return moments_of(list);
    };
    for (int i = 0; i < 3; ++i) {
        s.drift[i] = of([i](const AnalogOutcome& o) { return o.drift[i]; });
        s.apparent_rate_error[i] = of([i](const AnalogOutcome& o) { return o.apparent_rate_error[i]; });
        s.true_rate_error[i] = of([i](const AnalogOutcome& o) { return o.true_rate_error[i]; });
    }
    s.rms_total_drift = of([](const AnalogOutcome& o) { return norm(o.drift); }).rms;
    s.length_error = of([](const AnalogOutcome& o) { return o.length_error; });
    s.indicated_length_error = of([](const AnalogOutcome& o) { return o.indicated_length_error; });
    return s;
}

}  // namespace polhode
