// A step through a scenario beside the same step through the core.
//
//     scenario_bench [--quick] [--only TEXT]
//
// One table: nanoseconds a step by the core with everything known at compile time, by `simulate` on a scenario with all
// that a run carries, their ratio (the least, the median and the largest of fifteen rounds), and the limit that the
// median is held to; "ok?" where some round was above it. Before anything is timed both must have come to the same
// state; where not a bit differs the table says so. The last part compares "default" with the best single method.
#include "scenario_bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "interleaved.hpp"
#include "polhode/run/prepare.hpp"

namespace bench {

using namespace polhode;

Scenario gyroscope(const std::string& torques, const std::string& method, long steps) {
    char span[160];
    std::snprintf(span, sizeof span, "[run]\nduration = %.17g\nsample = %.17g\n", 5e-4 * static_cast<double>(steps),
                  5e-4 * static_cast<double>(steps));
    return read_scenario(
        "[body]\ninertia = [5.76875e-4, 5.76875e-4, 9.375e-5]\n[start]\nattitude = { quaternion = "
        "[0.8660254037844387, 0.5, 0.0, 0.0] }\nrate = [0.3, 0.2, 125.66370614359172]\n" +
            torques + "[method]\nstep = 5e-4\n" + method + span,
        "scenario_bench");
}

Scenario heavy_body(const std::string& torques, const std::string& method, double duration) {
    char span[160];
    std::snprintf(span, sizeof span, "[run]\nduration = %.17g\nsample = %.17g\n", duration, duration);
    return read_scenario(
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nattitude = { axis = [1.0, 0.0, 0.0], angle_deg = "
        "57.29577951308232 }\nrate = [0.5, 0.7, 0.9]\n" +
            torques + "[method]\n" + method + span,
        "scenario_bench");
}

End through_scenario(const Scenario& scenario) {
    End end;
    RunObserver observer;
    observer.row = [&end](const Row& row) {
        if (row.t == 0) return;
        end.clear();
        if (row.state.empty())
            end = {row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z};
        else
            end.assign(row.state.begin(), row.state.end());
        for (int i = 0; i < 3; ++i) end.push_back(row.w_NB_B[i]);
    };
    Statistics statistics;
    simulate(scenario.plans[0], observer, statistics);
    return end;
}

namespace {

double apart(const End& a, const End& b) {
    if (a.size() != b.size()) return INFINITY;
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::fabs(a[i] - b[i]));
    return largest;
}

// One timing of both sides, the one right after the other; ns a step.
struct Pair {
    double core = 0, scenario = 0;
};
Pair timed_pair(const Case& c, int repeats) {
    const double begin = cpu_seconds();
    for (int i = 0; i < repeats; ++i) c.core();
    const double middle = cpu_seconds();
    for (int i = 0; i < repeats; ++i) c.scenario();
    const double end = cpu_seconds();
    const double each = 1e9 / (c.steps * repeats);
    return {each * (middle - begin), each * (end - middle)};
}

// Rounds of many pairs. A round lasts some tens of milliseconds and its ratio is the median of those of its pairs: what
// the machine does for less than that is not seen, and what it does for longer shows as a round that is unlike the
// others.
struct Timing {
    std::vector<double> core, scenario, ratio;  // of each round
};
Timing timed(const Case& c, bool quick) {
    // one timing lasts a few tenths of a millisecond at least
    const int repeats = quick ? 1 : static_cast<int>(std::max(1.0, 4000 / c.steps));
    const double long_enough = quick ? 0 : 0.03;
    Timing all;
    for (int round = 0; round < (quick ? 1 : 15); ++round) {
        std::vector<double> core, scenario, ratio;
        const double begin = cpu_seconds();
        do {
            const Pair one = timed_pair(c, repeats);
            core.push_back(one.core);
            scenario.push_back(one.scenario);
            ratio.push_back(one.scenario / one.core);
        } while (cpu_seconds() - begin < long_enough);
        all.core.push_back(median(core));
        all.scenario.push_back(median(scenario));
        all.ratio.push_back(median(ratio));
    }
    return all;
}

void run_cases(const std::vector<Case>& cases, const std::string& only, bool quick, Verdict& verdict) {
    for (const Case& c : cases) {
        if (!only.empty() && c.name.find(only) == std::string::npos) continue;
        const double difference = apart(c.core(), c.scenario());
        const Timing t = timed(c, quick);
        const auto [least, largest] = std::minmax_element(t.ratio.begin(), t.ratio.end());
        const bool same = difference < 1e-6, right = same && median(t.ratio) <= c.limit;
        verdict.wrong += !same;
        verdict.slow += !quick && !right;
        std::printf("%-58s %8.1f %8.1f %6.2f %6.2f %6.2f %6.2f  %-4s %s\n", c.name.c_str(), median(t.core),
                    median(t.scenario), *least, median(t.ratio), *largest, c.limit,
                    quick                 ? "-"
                    : !right              ? "NO"
                    : *largest <= c.limit ? "ok"
                                          : "ok?",
                    difference == 0 ? "same bits"
                    : same          ? "same but for rounding"
                                    : "ANOTHER RESULT");
    }
}

}  // namespace

}  // namespace bench

int main(int count, char** words) {
    bool quick = false;
    std::string only;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(words[i], "--quick") == 0) {
            quick = true;
        } else if (std::strcmp(words[i], "--only") == 0 && i + 1 < count) {
            only = words[++i];
        } else {
            std::fprintf(stderr, "scenario_bench [--quick] [--only TEXT]\n");
            return 2;
        }
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 12);
    if (quick) std::printf("once each, over few steps: these times say nothing\n");
    const long steps = quick ? 200 : 4000;
    std::printf("%-58s %8s %8s %6s %6s %6s %6s  %s\n", "CPU time of a step, ns", "core", "scenario", "least", "ratio",
                "most", "limit", "ok");
    bench::Verdict verdict;
    bench::run_cases(bench::torque_cases(steps), only, quick, verdict);
    bench::run_cases(bench::formula_cases(steps), only, quick, verdict);
    bench::run_cases(bench::inside_cases(steps), only, quick, verdict);
    bench::run_cases(bench::series_cases(quick), only, quick, verdict);
    if (only.empty() || only == "default") bench::compare_default(quick, verdict);
    if (!quick) std::printf("\n%d lines are above their limit, %d are wrong\n", verdict.slow, verdict.wrong);
    return verdict.wrong == 0 ? 0 : 1;
}
