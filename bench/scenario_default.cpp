// "default" beside the best single method at the accuracy that is asked for. A single method is given the cheapest of
// its settings whose error at the end, against the reference solution, is within what is asked: chosen afterwards, with
// the truth at hand, which "default" has not.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "interleaved.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/truth/truth.hpp"
#include "scenario_bench.hpp"
#include "work_precision.hpp"

namespace bench {

using namespace polhode;

namespace {

constexpr double asked_for[] = {1e-4, 1e-8, 1e-12};
constexpr double limit = 2;

struct Setting {
    std::string name;
    std::shared_ptr<const Scenario> scenario;
    double error = 0, seconds = 0;
};

double error_of(const End& end, const Quaternion<double>& truth) {
    const Quaternion<double> q = normalise(Quaternion<double>{end[0], end[1], end[2], end[3]});
    const Quaternion<double> d = conjugate(truth) * q;
    return 2 * std::atan2(norm(d.vector()), std::fabs(d.w));
}
double seconds_of(const Scenario& scenario, int repeats) {
    const double begin = cpu_seconds();
    for (int i = 0; i < repeats; ++i) through_scenario(scenario);
    return (cpu_seconds() - begin) / repeats;
}

// All single methods with their ladders; those that do not take the problem or break down are left out.
std::vector<Setting> single_methods(const std::string& torques, double duration, const Quaternion<double>& truth) {
    std::vector<Setting> all;
    const auto add = [&](const std::string& name, const std::string& method) {
        Setting s{name, nullptr};
        try {
            s.scenario = std::make_shared<const Scenario>(heavy_body(torques, method, duration));
            s.error = error_of(through_scenario(*s.scenario), truth);
        } catch (const std::exception&) {
            return;
        }
        s.seconds = seconds_of(*s.scenario, 3);
        if (std::isfinite(s.error)) all.push_back(s);
    };
    const double turned = 1.5 * duration;
    for (const int order : {6, 8, 9, 10, 11, 12})
        for (const long n : step_ladder(3 * turned, 80 * turned))
            add("adams-moulton " + std::to_string(order),
                "integrator = \"adams-moulton\"\norder = " + std::to_string(order) +
                    "\nstep = " + std::to_string(duration / static_cast<double>(n)) + "\n");
    for (const int order : {8, 12, 16, 20})
        for (const double tolerance : tolerance_ladder(1e-2, 1e-15))
            add("taylor " + std::to_string(order), "integrator = \"taylor\"\norder = " + std::to_string(order) +
                                                       "\ntolerance = " + written(tolerance) + "\n");
    for (const double tolerance : tolerance_ladder(1e-3, 1e-14))
        add("dop853", "integrator = \"dop853\"\ntolerance = " + written(tolerance) + "\n");
    return all;
}

void compare_on(const char* name, const std::string& torques, double duration, bool quick, Verdict& verdict) {
    std::string why;
    const Scenario plain = heavy_body(torques, "integrator = \"default\"\n", duration);
    const Quaternion<double> truth = truth_for(plain.problem, duration, why)->at(duration).q_NB;
    std::vector<Setting> singles = single_methods(torques, duration, truth);
    for (const double asked : asked_for) {
        std::vector<Setting*> reach;
        for (Setting& s : singles)
            if (s.error <= asked) reach.push_back(&s);
        if (reach.empty()) continue;
        std::sort(reach.begin(), reach.end(), [](Setting* a, Setting* b) { return a->seconds < b->seconds; });
        reach.resize(std::min<std::size_t>(reach.size(), 4));
        Setting chosen{"default",
                       std::make_shared<const Scenario>(heavy_body(
                           torques, "integrator = \"default\"\ntolerance = " + written(asked) + "\n", duration))};
        chosen.error = error_of(through_scenario(*chosen.scenario), truth);
        std::vector<std::vector<double>> times(reach.size() + 1);
        for (int round = 0; round < (quick ? 1 : 21); ++round) {
            for (std::size_t i = 0; i < reach.size(); ++i)
                times[i].push_back(seconds_of(*reach[i]->scenario, quick ? 1 : 10));
            times.back().push_back(seconds_of(*chosen.scenario, quick ? 1 : 10));
        }
        std::size_t best = 0;
        for (std::size_t i = 1; i < reach.size(); ++i)
            if (median(times[i]) < median(times[best])) best = i;
        std::vector<double> ratio;
        for (std::size_t i = 0; i < times[best].size(); ++i) ratio.push_back(times.back()[i] / times[best][i]);
        const bool kept = chosen.error <= asked, right = kept && median(ratio) <= limit;
        verdict.wrong += !kept;
        verdict.slow += !quick && !right;
        std::printf("%-24s %8.0e  %-17s %8.2f %8.2f %6.2f %6.2f  %-4s error %.1e\n", name, asked,
                    reach[best]->name.c_str(), 1e6 * median(times[best]), 1e6 * median(times.back()), median(ratio),
                    limit,
                    quick   ? "-"
                    : right ? "ok"
                            : "NO",
                    chosen.error);
    }
}

}  // namespace

void compare_default(bool quick, Verdict& verdict) {
    const double duration = quick ? 2 : 50;
    std::printf("\n%-24s %8s  %-17s %8s %8s %6s %6s  %s\n", "CPU time of a run, us", "asked", "best single", "it",
                "default", "ratio", "limit", "ok");
    const std::string weight = heavy_weight;
    const std::pair<const char*, std::string> problems[] = {
        {"heavy body", ""},
        {"damped", "[[torque]]\nkind = \"damping\"\ncoefficient = 0.01\n"},
        {"turning gradient",
         "[[torque]]\nkind = \"gravity-gradient\"\norbit_rate = 0.3\ntowards = [1.0, 0.0, 0.0]\norbit_normal = [0.0, "
         "0.0, 1.0]\n"},
        {"formula of time", "[[torque]]\nkind = \"formula\"\nvalue = [\"0.1*sin(t)\", \"-0.02*wy\", \"0\"]\n"},
    };
    for (const auto& [name, more] : problems) compare_on(name, weight + more, duration, quick, verdict);
}

}  // namespace bench
