// The engineer's question: for this problem and this error, which method with which step is cheapest, and which is
// cheapest among those that an embedded processor can run, with a fixed step and without transcendental functions?
// Every method of the registry that can run on the problem is tried; the largest step or tolerance that keeps the error
// is found by bisection, and what is answered has been run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "measure.hpp"
#include "method_cost.hpp"
#include "scenario.hpp"
#include "trial.hpp"

namespace polhode {

struct BudgetRequest {
    double budget = 1e-6;  // in the unit of the measure
    MeasureId measure = MeasureId::geodesic;
    bool largest = false;  // on the way, in place of at the end
    std::string against = "truth";
    std::vector<Method> methods;  // those to try; none: all of the registry
    int threads = 0;
    int repeats = 5;  // for the CPU time
    std::function<void(std::size_t done, std::size_t all)> progress = {};
    std::function<bool()> stop = {};
};

struct BudgetCandidate {
    Method method;  // with the step or tolerance that was found
    bool fixed_step = false;
    bool meets = false;
    Trial trial;  // of that step or tolerance; of the best one tried where the budget is not met
    MethodCost cost;
    std::optional<double> flops;
    std::string remark;  // why it does not meet the budget

    // For embedded use: a fixed step, nothing but + - * / and square roots.
    bool plain() const { return fixed_step && cost.without_elementary_functions(); }
};

struct BudgetAnswer {
    BudgetRequest request;
    std::string truth, warning;
    std::vector<BudgetCandidate> candidates;  // those that meet it first, by CPU time
    // indices into candidates
    std::optional<std::size_t> by_cpu, by_flops, plain_by_cpu, plain_by_flops;
    bool interrupted = false;
};

BudgetAnswer find_cheapest(const Scenario& scenario, const BudgetRequest& request);

// Two sentences, the lines of a scenario to paste, and the table of all candidates.
std::string budget_text(const Scenario& scenario, const BudgetAnswer& answer, int width = 0);
std::string budget_json(const Scenario& scenario, const BudgetAnswer& answer, int indent = 2);

// [method] as it would stand in a scenario.
std::string method_lines(const Method& method);

}  // namespace polhode
