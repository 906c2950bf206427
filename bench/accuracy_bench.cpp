// CPU time to reach an attitude error, on four motions, by Polhode and by what people would use instead.
//
//     accuracy_bench [--quick] [--problem NAME] [--csv FILE]
//
// Each method runs a ladder of steps or tolerances. The error at the end is taken once, against Polhode's closed form
// or its reference solution; then the settings that can matter (the two that reach a target in the least time at first
// sight) run interleaved for several rounds, and medians of the CPU time of this thread are compared. Each method is
// given the cheapest of its settings that reaches the target, chosen afterwards.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

#include "interleaved.hpp"
#include "polhode/integrate/taylor.hpp"
#include "polhode/truth/truth.hpp"
#include "problems.hpp"
#if defined(POLHODE_BENCH_WITH_SIMBODY)
#include <dlfcn.h>

#include "simbody_call.hpp"
#endif

namespace bench {

#if defined(POLHODE_BENCH_WITH_SIMBODY)
void add_simbody(const Motion& m, Contenders& to) {
    // bound deeply, so that it finds its own LAPACK and CPODES
    static void* library = dlopen(POLHODE_BENCH_WITH_SIMBODY, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    static auto* run = library ? reinterpret_cast<SimbodyRun*>(dlsym(library, "bench_simbody")) : nullptr;
    if (!run) {
        std::printf("Simbody is left out: %s\n", dlerror());
        return;
    }
    for (const double accuracy : tolerance_ladder(1e-4, 1e-9)) {
        SimbodyCall call{};
        std::copy_n(m.moments, 3, call.moments);
        std::copy_n(m.at, 3, call.at);
        std::copy_n(m.start.begin(), 7, call.start);
        call.mass = m.heavy() ? m.mass : 1.0;
        call.g = m.g;
        call.duration = m.duration;
        call.accuracy = accuracy;
        to.push_back({Side::peer, "Simbody", "RKMerson", written(accuracy), [call](long& steps) {
                          State y;
                          if (run(&call, y.data(), &steps) != 0) y.fill(NAN);
                          return y;
                      }});
    }
}
#endif

namespace {

constexpr double targets[] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12};
constexpr int target_count = 6;

// Angle between two attitudes, of whatever length the quaternions are.
double attitude_error(const State& y, const polhode::Quaternion<double>& truth) {
    using namespace polhode;
    const double length = std::sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
    const Quaternion<double> q{y[0] / length, y[1] / length, y[2] / length, y[3] / length};
    const Quaternion<double> d = conjugate(truth) * q;
    return 2 * std::atan2(norm(d.vector()), std::fabs(d.w));
}

struct Measured {
    const Contender* contender;
    double error = 0, first_seconds = 0, seconds = -1;
    long steps = 0;
    std::vector<double> rounds{};
    std::string name() const { return contender->family + " " + contender->method; }
};

struct Limits {
    int rounds;
    double longest;  // CPU seconds of one run; what takes longer gets no further settings
    double span;     // CPU seconds that one timing should last, so that the clock's own cost does not show
};

void run_problem(const ProblemText& text, const Limits& limits, bool quick, std::FILE* csv) {
    std::vector<std::string> settings;
    if (quick) settings = {"run.duration=2", "run.sample=2"};
    const polhode::Scenario scenario = polhode::read_scenario(text.text, text.name, settings);
    const Motion motion = motion_of(text.name, scenario);
    std::string why;
    const auto truth = polhode::truth_for(scenario.problem, motion.duration, why);
    const polhode::Quaternion<double> q_true = truth->at(motion.duration).q_NB;

    Contenders contenders;
    // the problem with the duration that is run, for those who read it again
    std::string shortened = text.text;
    if (quick) {
        const auto at = shortened.find("[run]");
        shortened = shortened.substr(0, at) + "[run]\nduration = 2.0\nsample = 2.0\n";
    }
    const ProblemText own{text.name, shortened.c_str()};
    add_polhode(motion, own, contenders);
#if defined(POLHODE_BENCH_WITH_ODEINT)
    add_odeint(motion, contenders);
#endif
#if defined(POLHODE_BENCH_WITH_GSL)
    add_gsl(motion, contenders);
#endif
#if defined(POLHODE_BENCH_WITH_SUNDIALS)
    add_sundials(motion, contenders);
#endif
#if defined(POLHODE_BENCH_WITH_MUJOCO)
    add_mujoco(motion, contenders);
#endif
#if defined(POLHODE_BENCH_WITH_SIMBODY)
    add_simbody(motion, contenders);
#endif

    // errors, and a first idea of the times; a method ends where its runs get long or nothing more is gained
    std::vector<Measured> all;
    std::set<std::string> ended;
    for (const Contender& c : contenders) {
        Measured m{&c};
        if (ended.count(m.name())) continue;
        const double begin = cpu_seconds();
        try {
            m.error = attitude_error(c.run(m.steps), q_true);
        } catch (const std::exception&) {
            continue;  // a step far too long for the method
        }
        m.first_seconds = cpu_seconds() - begin;
        if (m.first_seconds > limits.longest || m.error < 0.3 * targets[target_count - 1]) ended.insert(m.name());
        if (std::isfinite(m.error)) all.push_back(std::move(m));
    }
    // what can matter
    std::map<std::string, std::vector<Measured*>> by_method;
    for (Measured& m : all) by_method[m.name()].push_back(&m);
    std::set<Measured*> timed;
    for (auto& [name, list] : by_method)
        for (const double target : targets) {
            std::vector<Measured*> reach;
            for (Measured* m : list)
                if (m->error <= target) reach.push_back(m);
            std::sort(reach.begin(), reach.end(),
                      [](const Measured* a, const Measured* b) { return a->first_seconds < b->first_seconds; });
            for (std::size_t i = 0; i < reach.size() && i < 2; ++i) timed.insert(reach[i]);
        }
    for (int round = 0; round < limits.rounds; ++round)
        for (Measured* m : timed) {
            // slow ones once: they decide nothing
            if (round > 0 && m->first_seconds > 0.05) continue;
            const long repeats = std::max(1L, std::lround(limits.span / std::max(1e-7, m->first_seconds)));
            long steps = 0;
            const double begin = cpu_seconds();
            for (long i = 0; i < repeats; ++i) m->contender->run(steps);
            m->rounds.push_back((cpu_seconds() - begin) / static_cast<double>(repeats));
        }
    for (Measured* m : timed) m->seconds = median(m->rounds);

    std::printf("\n%s (%s; truth: %s)\n", motion.title.c_str(), motion.name.c_str(), truth->description().c_str());
    if (quick) std::printf("  only %g s of it, once: these times say nothing\n", motion.duration);
    std::printf("  CPU time in us to reach an attitude error in rad, median of %d rounds\n  %-44s", limits.rounds, "");
    for (const double target : targets) std::printf(" %9.0e", target);
    std::printf("   ns/step\n");
    double best[3][target_count];
    for (auto& side : best) std::fill(side, side + target_count, INFINITY);
    std::vector<std::string> order;
    for (const Contender& c : contenders) {
        const std::string name = c.family + " " + c.method;
        if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
    }
    for (const std::string& name : order) {
        std::printf("  %-44s", name.c_str());
        double per_step = 0;
        for (int i = 0; i < target_count; ++i) {
            double least = INFINITY;
            for (const Measured* m : by_method[name])
                if (m->seconds > 0 && m->error <= targets[i] && m->seconds < least) {
                    least = m->seconds;
                    per_step = m->steps > 0 ? 1e9 * m->seconds / static_cast<double>(m->steps) : 0;
                    double& known = best[static_cast<int>(m->contender->side)][i];
                    known = std::min(known, least);
                }
            if (least < INFINITY)
                std::printf(least < 1e-4 ? " %9.2f" : least < 1e-3 ? " %9.1f" : " %9.0f", 1e6 * least);
            else
                std::printf(" %9s", "-");
        }
        std::printf(" %9.0f\n", per_step);
    }
    const auto ratios = [&](const char* what, const double* ours) {
        std::printf("  %-44s", what);
        for (int i = 0; i < target_count; ++i) {
            const double ratio = best[0][i] / ours[i];
            if (std::isfinite(ratio) && ratio > 0)
                std::printf(ratio < 100 ? " %9.2f" : " %9.0f", ratio);
            else
                std::printf(" %9s", "-");
        }
        std::printf("\n");
    };
    ratios("best peer / best Polhode by stepping", best[1]);
    if (truth->closed_form()) ratios("best peer / closed form", best[2]);
    if (csv)
        for (const Measured& m : all)
            std::fprintf(csv, "%s,%s,%s,%s,%.3e,%.3e,%ld\n", motion.name.c_str(), m.contender->family.c_str(),
                         m.contender->method.c_str(), m.contender->setting.c_str(), m.error,
                         m.seconds > 0 ? m.seconds : m.first_seconds, m.steps);
}

// A fixed step of order 8 through the core: what a controller would run.
void fixed_step(bool quick) {
    using namespace polhode;
    integrate::PolynomialTorque<double> torque;
    torque.add_weight({0.2, 0.3, 1.0});
    integrate::TaylorBody<double> body({1.0, 2.0, 2.5}, torque, 8);
    const int steps = quick ? 1000 : 100000;
    compare("One fixed step of taylor, order 8, heavy body, through the core", "ns/step", steps, quick ? 3 : 15,
            {{"taylor 8", [&] {
                  Quaternion<double> q{0.8, 0.6, 0, 0};
                  Vec3<double> w{0.5, 0.7, 0.9};
                  for (int i = 0; i < steps; ++i) {
                      body.expand(q, w, 0.05);
                      q = normalise(body.attitude_at(1.0));
                      w = body.rate_at(1.0);
                  }
                  return q.w;
              }}});
}

}  // namespace

}  // namespace bench

int main(int count, char** words) {
    bool quick = false;
    std::string only, csv_name;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--quick") {
            quick = true;
        } else if (word == "--problem" && i + 1 < count) {
            only = words[++i];
        } else if (word == "--csv" && i + 1 < count) {
            csv_name = words[++i];
        } else {
            std::fprintf(stderr, "accuracy_bench [--quick] [--problem free|gyroscope|heavy|separatrix] [--csv FILE]\n");
            return 2;
        }
    }
    std::FILE* csv = csv_name.empty() ? nullptr : std::fopen(csv_name.c_str(), "w");
    if (!csv_name.empty() && !csv) {
        std::fprintf(stderr, "%s cannot be written\n", csv_name.c_str());
        return 1;
    }
    if (csv) std::fprintf(csv, "problem,family,method,setting,error_rad,cpu_s,steps\n");
    bench::fixed_step(quick);
    const bench::Limits limits = quick ? bench::Limits{1, 0.002, 0} : bench::Limits{9, 0.15, 3e-4};
    bool any = false;
    for (const bench::ProblemText& text : bench::problem_texts) {
        if (!only.empty() && only != text.name) continue;
        any = true;
        bench::run_problem(text, limits, quick, csv);
    }
    if (csv) std::fclose(csv);
    if (!any) {
        std::fprintf(stderr, "there is no problem '%s': free, gyroscope, heavy, separatrix\n", only.c_str());
        return 2;
    }
}
