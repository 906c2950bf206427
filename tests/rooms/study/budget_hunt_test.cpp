// Does a budget hold? Random problems of every common kind are given to the search, and what it says keeps the error is
// run again from three starts that the search has not seen and over twice the time, against a truth of its own.
//
// The tests repeat the same few problems with a few methods. `make properties` sets POLHODE_BUDGET_PROBLEMS (how many)
// and POLHODE_BUDGET_SEED; POLHODE_BUDGET_REGISTRY=1 has the whole registry searched, which takes ten times as long.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "polhode/arithmetic/philox.hpp"
#include "polhode/measure/comparison.hpp"
#include "polhode/scenario/scenario_writer.hpp"
#include "polhode/scenario/varied_start.hpp"
#include "polhode/study/budget.hpp"
#include "polhode/study/study_file.hpp"

namespace budget_hunt_test {

using namespace polhode;

namespace {

struct Hunted {
    std::string text;
    double budget = 1e-6;
};

// Numbers of one problem, drawn one after the other.
class Drawing {
 public:
    Drawing(unsigned long long seed, unsigned long long problem) : random_{seed, problem} {}
    double between(double low, double high) { return low + (high - low) * random_.uniform(next_++); }
    double on_a_scale(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
    std::string three(double size) {
        double v[3];
        for (double& x : v) x = size * between(-1, 1);
        return fmt::format("[{}, {}, {}]", v[0], v[1], v[2]);
    }

 private:
    RandomStream random_;
    unsigned long long next_ = 0;
};

std::string body(Drawing& d, double (&I)[3]) {
    // moments of three masses on the axes: a body that can be
    const double a = d.on_a_scale(0.2, 2), b = d.on_a_scale(0.2, 2), c = d.on_a_scale(0.2, 2);
    I[0] = b + c, I[1] = a + c, I[2] = a + b;
    return fmt::format("[body]\ninertia = [{}, {}, {}]\n", I[0], I[1], I[2]);
}

std::string start(Drawing& d, double rate) {
    return fmt::format("[start]\nattitude = {{ rotation_vector = {} }}\nrate = {}\n", d.three(1.5), d.three(rate));
}

Hunted hunted(unsigned long long seed, int number) {
    Drawing d(seed, static_cast<unsigned long long>(number));
    Hunted h;
    double I[3];
    switch (number % 6) {
        case 0:
            h.text = body(d, I) + start(d, d.on_a_scale(0.3, 3));
            break;
        case 1:
            h.text = body(d, I) + start(d, d.on_a_scale(0.3, 3)) +
                     fmt::format("[[torque]]\nkind = \"gravity\"\nmass = {}\nat = {}\ng = 9.8\n", d.between(0.1, 1),
                                 d.three(0.15));
            break;
        case 2:
            h.text = body(d, I) + start(d, d.on_a_scale(0.3, 3)) +
                     fmt::format("[[torque]]\nkind = \"damping\"\ncoefficient = {}\n", d.on_a_scale(0.01, 1));
            break;
        case 3: {
            // a loop of natural frequency n and damping z about every axis
            const double n = d.on_a_scale(0.2, 2), z = d.between(0.3, 1.2);
            const auto law = [&](int i, char axis) {
                return fmt::format("\"-{} * q{} * qw - {} * w{}\"", 2 * I[i] * n * n, axis, 2 * z * n * I[i], axis);
            };
            h.text = body(d, I) + start(d, 0.3);
            h.text += fmt::format("[[torque]]\nkind = \"formula\"\nvalue = [{}, {}, {}]\n", law(0, 'x'), law(1, 'y'),
                                  law(2, 'z'));
            break;
        }
        case 4:
            h.text = body(d, I) + start(d, d.on_a_scale(0.3, 3)) +
                     fmt::format("[[torque]]\nkind = \"constant\"\nvalue = {}\n", d.three(0.1));
            break;
        default:
            h.text = fmt::format(
                "[rates]\nkind = \"formula\"\nvalue = [\"{} * sin({} * t)\", \"{} * cos({} * t)\", \"{}\"]\n",
                d.between(0.1, 2), d.between(0.2, 2), d.between(0.1, 2), d.between(0.2, 2), d.between(-1, 1));
    }
    const double duration = d.between(5, 40);
    h.text += fmt::format("[run]\nduration = {}\nsample = {}\n", duration, duration / 100);
    h.budget = d.on_a_scale(1e-9, 1e-3);
    return h;
}

// The largest geodesic error of a run, against a truth that is asked at the very rows.
double largest_error(const Problem& problem, const Method& method, double duration) {
    std::string why;
    const auto truth = truth_for(problem, duration, why);
    RunSpan span;
    span.duration = duration;
    span.sample = duration / 700;
    if (method.step && !method.tolerance)
        span.sample = std::min(duration, std::max(1.0, std::round(span.sample / *method.step)) * *method.step);
    double largest = 0;
    Statistics statistics;
    simulate(problem, method, span,
             {.row =
                  [&](const Row& row) {
                      const double e = geodesic_angle(truth->at(row.t).q_NB, row.q_NB);
                      if (!(e <= largest)) largest = e;
                  },
              .progress = {},
              .stop = {}},
             statistics);
    return largest;
}

// The problem itself and three starts that the search does not know, each over twice the time.
std::vector<Problem> judged_problems(const Scenario& s) {
    std::vector<Problem> all{s.problem};
    const double rate = s.problem.dynamics() ? norm(s.problem.start.rate) : 0;
    for (const VariedStart& v : varied_starts(3, rate, 424242)) all.push_back(with_start(s.problem, v));
    return all;
}

long from_environment(const char* name, long otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtol(text, nullptr, 10) : otherwise;
}

}  // namespace

TEST(BudgetHunt, WhatIsRecommendedHoldsFromOtherStartsAndOverTwiceTheTime_Long) {
    const long problems = from_environment("POLHODE_BUDGET_PROBLEMS", 6);
    const auto seed = static_cast<unsigned long long>(from_environment("POLHODE_BUDGET_SEED", 1952));
    const bool whole_registry = std::getenv("POLHODE_BUDGET_REGISTRY") != nullptr;
    const long first = from_environment("POLHODE_BUDGET_FIRST", 0);
    long broken = 0, answered = 0, settings = 0, broken_settings = 0;
    std::string report;
    for (long n = first; n < first + problems; ++n) {
        const Hunted h = hunted(seed, static_cast<int>(n));
        const Scenario s = read_scenario(h.text, fmt::format("problem {}", n));
        BudgetRequest request;
        request.budget = h.budget;
        request.repeats = 1;
        request.threads = 1;
        if (!whole_registry)
            for (const char* word : {"rk4", "adams-bashforth:4", "adams-moulton:10", "dop853", "taylor:10"}) try {
                    Method m = method_of_word(word, "hunt");
                    Method checked = m;
                    checked.step = s.run.duration / 100;
                    RunSpan span = s.run;
                    span.sample = span.duration;
                    prepare(s.problem, checked, span);
                    request.methods.push_back(m);
                } catch (const InputError&) {
                    // a method for other problems
                }
        const BudgetAnswer answer = find_cheapest(s, request);
        answered += answer.by_cpu ? 1 : 0;
        bool holds = true;
        for (std::size_t i = 0; i < answer.candidates.size(); ++i) {
            const BudgetCandidate& c = answer.candidates[i];
            const bool recommended =
                answer.by_cpu == i || answer.by_flops == i || answer.plain_by_cpu == i || answer.plain_by_flops == i;
            // of the whole registry what costs most is not run again: it is not what would be taken
            if (!c.meets || (!recommended && c.trial.cpu_seconds > 5e-3)) continue;
            ++settings;
            double worst = 0;
            for (const Problem& p : judged_problems(s))
                worst = std::max(worst, largest_error(p, c.method, 2 * s.run.duration));
            if (worst <= h.budget) continue;
            ++broken_settings;
            report += fmt::format("problem {} budget {:.2e}: {} errs {:.2e}{}\n{}{}", n, h.budget,
                                  candidate_name(c.method), worst, recommended ? " and was recommended" : "",
                                  method_table_text(c.method), recommended ? h.text : "");
            if (recommended) holds = false;
        }
        broken += holds ? 0 : 1;
    }
    std::printf(
        "%ld of %ld problems answered; the recommended settings broke the budget in %ld, of all %ld settings %ld\n",
        answered, problems, broken, settings, broken_settings);
    EXPECT_GE(answered, problems * 9 / 10);
    // one in a hundred may break
    EXPECT_LE(100 * broken, problems) << report;
    // Those that are not recommended were tried on four starts only: one in fifty may break, and of few settings two
    // more by chance.
    EXPECT_LE(50 * (broken_settings - 2), settings) << report;
    if (!report.empty()) std::printf("%s", report.c_str());
}

}  // namespace budget_hunt_test
