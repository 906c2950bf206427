#include "polhode/study/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "polhode/base/job_runner.hpp"
#include "polhode/study/budget_search.hpp"
#include "polhode/study/study_file.hpp"

namespace polhode {

namespace {

// Every integrator of the registry, each order and each choice that it offers, on the quaternion.
std::vector<Method> methods_of_registry() {
    std::vector<Method> all;
    const auto add = [&](const std::string& word) {
        try {
            all.push_back(method_of_word(word, "budget"));
        } catch (const InputError&) {
            // an order that it does not have
        }
    };
    for (const Entry& e : registry()) {
        // these two only choose among the others
        if (e.kind != "integrator" || e.name == "default" || e.name == "reference") continue;
        std::vector<std::string> orders{""};
        const Parameter* choice = nullptr;
        for (const Parameter& p : e.parameters) {
            if (p.name == "order") {
                orders.clear();
                for (const int order : {2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24})
                    orders.push_back(fmt::format(":{}", order));
                if (p.type == Type::choice) {
                    orders.clear();
                    for (const std::string& c : p.choices) orders.push_back(":" + c);
                }
            } else if (p.type == Type::choice && !choice) {
                choice = &p;
            }
        }
        for (const std::string& order : orders) {
            if (!choice) {
                add(e.name + order);
                continue;
            }
            for (const std::string& c : choice->choices) add(e.name + order + ":" + choice->name + "=\"" + c + "\"");
        }
    }
    return all;
}

// Why the method cannot run on the scenario's problem, "" if it can.
std::string why_not(const Scenario& scenario, const Method& method) {
    RunSpan span = scenario.run;
    span.sample = span.duration;
    try {
        prepare(scenario.problem, method, span);
        return "";
    } catch (const InputError& e) {
        return e.what();
    }
}

// A method that can keep a tolerance and run with a fixed step is two candidates.
std::vector<BudgetCandidate> candidates_for(const Scenario& scenario, const BudgetRequest& request) {
    std::vector<BudgetCandidate> all;
    for (const Method& method : request.methods.empty() ? methods_of_registry() : request.methods) {
        Method fixed = method, adaptive = method, bare = method;
        bare.step.reset();
        bare.tolerance.reset();
        fixed.step = scenario.run.duration / 100;
        fixed.tolerance.reset();
        adaptive.step.reset();
        adaptive.tolerance = 1e-6;
        BudgetCandidate c;
        if (needs_no_setting(method)) {
            c.method = bare;
            if (why_not(scenario, bare).empty()) all.push_back(c);
            continue;
        }
        if (method.integrator != "default" && why_not(scenario, fixed).empty()) {
            c.method = fixed;
            c.fixed_step = true;
            all.push_back(c);
        }
        if (why_not(scenario, adaptive).empty()) {
            c.method = adaptive;
            c.fixed_step = false;
            all.push_back(c);
        } else if (const std::string why = why_not(scenario, fixed); !request.methods.empty() && !why.empty()) {
            throw InputError(method.place, why);
        }
    }
    // The likely winners first: what they cost tells when to give up on the others.
    std::stable_sort(all.begin(), all.end(), [](const BudgetCandidate& a, const BudgetCandidate& b) {
        return expected_order(a.method) > expected_order(b.method);
    });
    return all;
}

// From `first` up to `last`, by as many threads as are allowed.
void search_some(const Scenario& scenario, const BudgetRequest& request, BudgetAnswer& answer, std::size_t first,
                 std::size_t last, double best_flops) {
    std::size_t done = first;
    JobOptions options;
    options.threads = request.threads;
    options.stop = request.stop;
    options.done = [&](std::size_t) {
        ++done;
        if (request.progress) request.progress(done, answer.candidates.size());
    };
    const auto search = [&](std::size_t i, const auto&) {
        BudgetCandidate& candidate = answer.candidates[first + i];
        try {
            BudgetSearch(scenario, request, answer.problems, best_flops).run(candidate);
        } catch (const InputError& e) {
            candidate.remark = e.what();
        }
    };
    run_jobs(last - first, search, options);
}

double least_flops(const BudgetAnswer& answer) {
    double least = std::numeric_limits<double>::infinity();
    for (const BudgetCandidate& c : answer.candidates)
        if (c.meets && c.flops) least = std::min(least, *c.flops);
    return least;
}

// In waves, each twice as wide: what the ones before have found tells when to give up, and it is the same however many
// threads there are.
void search_all(const Scenario& scenario, const BudgetRequest& request, BudgetAnswer& answer) {
    const std::size_t all = answer.candidates.size();
    for (std::size_t first = 0, width = 2; first < all; first += width, width *= 2)
        search_some(scenario, request, answer, first, std::min(all, first + width), least_flops(answer));
    answer.interrupted = request.stop && request.stop();
    if (answer.interrupted) return;
    for (BudgetCandidate& c : answer.candidates)
        if (c.meets) BudgetSearch(scenario, request, answer.problems, 0).time(c);
}

void rank(BudgetAnswer& answer) {
    std::stable_sort(answer.candidates.begin(), answer.candidates.end(),
                     [](const BudgetCandidate& a, const BudgetCandidate& b) {
                         if (a.meets != b.meets) return a.meets;
                         return a.meets && a.trial.cpu_seconds < b.trial.cpu_seconds;
                     });
    answer.by_cpu = answer.by_flops = answer.plain_by_cpu = answer.plain_by_flops = {};
    const auto better = [&](std::optional<std::size_t>& now, std::size_t i, auto&& price) {
        if (!now || price(answer.candidates[i]) < price(answer.candidates[*now])) now = i;
    };
    const auto cpu = [](const BudgetCandidate& c) { return c.trial.cpu_seconds; };
    const auto flops = [](const BudgetCandidate& c) { return *c.flops; };
    for (std::size_t i = 0; i < answer.candidates.size(); ++i) {
        const BudgetCandidate& c = answer.candidates[i];
        if (!c.meets) continue;
        better(answer.by_cpu, i, cpu);
        if (c.flops) better(answer.by_flops, i, flops);
        if (c.plain()) better(answer.plain_by_cpu, i, cpu);
        if (c.plain() && c.flops) better(answer.plain_by_flops, i, flops);
    }
}

// What is cheapest is tried on more starts; where it fails and becomes dearer, the next one is.
void confirm(const Scenario& scenario, const BudgetRequest& request, BudgetAnswer& answer) {
    if (!answer.by_cpu) return;
    answer.confirmed = with_more_starts(answer.problems, request.against, request.threads, request.stop);
    for (bool again = true; again;) {
        again = false;
        const double best_flops = least_flops(answer);
        for (const auto& chosen : {answer.by_cpu, answer.by_flops, answer.plain_by_cpu, answer.plain_by_flops}) {
            answer.interrupted = request.stop && request.stop();
            if (answer.interrupted) return;
            if (!chosen || answer.candidates[*chosen].confirmed) continue;
            BudgetCandidate& c = answer.candidates[*chosen];
            const Method before = c.method;
            BudgetSearch(scenario, request, answer.confirmed, best_flops).confirm(c);
            if (c.meets && (c.method.step != before.step || c.method.tolerance != before.tolerance))
                BudgetSearch(scenario, request, answer.problems, 0).time(c);
            c.confirmed = again = true;
        }
        rank(answer);
    }
}

}  // namespace

BudgetAnswer find_cheapest(const Scenario& scenario, const BudgetRequest& request) {
    if (scenario.problem.inside)
        throw InputError({scenario.file, 0, ""},
                         "a budget is found for bodies without rotors, states and events; `polhode study` compares "
                         "methods on this one");
    BudgetAnswer answer;
    answer.request = request;
    answer.candidates = candidates_for(scenario, request);
    answer.problems =
        budget_problems(scenario.problem, scenario.run.duration, request.against, request.threads, request.stop);
    answer.truth = answer.problems.all.front().truth->description();
    answer.warning = answer.problems.all.front().truth->warning();
    answer.interrupted = answer.problems.stopped;
    if (answer.interrupted) return answer;
    search_all(scenario, request, answer);
    rank(answer);
    if (!answer.interrupted) confirm(scenario, request, answer);
    return answer;
}

}  // namespace polhode
