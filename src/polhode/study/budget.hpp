// The engineer's question: for this problem and this error, which method with which step is cheapest, and which is
// cheapest among those that an embedded processor can run, with a fixed step and without transcendental functions?
// Every method of the registry that can run on the problem is tried. Of each the largest step or tolerance is found
// that keeps the error with a margin, and still does so when the start is a little different, the run is twice as long
// or the step is not quite that one (budget_search.hpp). What is answered has been run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "polhode/measure/measure.hpp"
#include "polhode/measure/method_cost.hpp"
#include "polhode/measure/trial.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/study/budget_problems.hpp"

namespace polhode {

struct BudgetRequest {
    double budget = 1e-6;  // in the unit of the measure
    MeasureId measure = MeasureId::geodesic;
    bool largest = true;  // on the way; false: at the end alone
    std::string against = "truth";
    std::vector<Method> methods;  // those to try; none: all of the registry
    int threads = 0;
    int repeats = 5;  // for the CPU time
    std::function<void(std::size_t done, std::size_t all)> progress = {};
    std::function<bool()> stop = {};
};

// A step or tolerance that keeps the budget on the problem itself and is not recommended all the same.
struct BudgetRefusal {
    double setting = 0;  // s, or the tolerance
    std::string why;
};

// What was seen of the setting that is recommended.
struct BudgetProof {
    std::vector<double> errors;                 // over the longest run: as it is, then from the other starts
    double neighbour = 0, neighbour_error = 0;  // the worst one, over the longest run; 0 where there is none
    std::optional<double> growth;               // of a disturbance with the neighbour, where the region is known

    double largest_error() const;
};

struct BudgetCandidate {
    Method method;  // with the step or tolerance that was found
    bool fixed_step = false;
    bool meets = false;
    bool confirmed = false;  // on the further starts, as all that is recommended
    Trial trial;             // of that step or tolerance; of the best one tried where the budget is not met
    BudgetProof proof;
    std::vector<BudgetRefusal> refused;  // in the order in which they were tried
    MethodCost cost;
    std::optional<double> flops;
    std::string remark;  // why it does not meet the budget

    // For embedded use: a fixed step, nothing but + - * / and square roots.
    bool plain() const { return fixed_step && cost.without_elementary_functions(); }
};

struct BudgetAnswer {
    BudgetRequest request;
    BudgetProblems problems;   // that every setting was tried on
    BudgetProblems confirmed;  // those and the ones that what is recommended was tried on too; empty if nothing is
    std::string truth, warning;
    std::vector<BudgetCandidate> candidates;  // those that meet it first, by CPU time
    // indices into candidates
    std::optional<std::size_t> by_cpu, by_flops, plain_by_cpu, plain_by_flops;
    bool interrupted = false;
};

BudgetAnswer find_cheapest(const Scenario& scenario, const BudgetRequest& request);

// Two sentences, what was tried, the lines of a scenario to paste, and the table of all candidates.
std::string budget_text(const Scenario& scenario, const BudgetAnswer& answer, int width = 0);
std::string budget_json(const Scenario& scenario, const BudgetAnswer& answer, int indent = 2);

// "adams-moulton 10", "rotation-vector midpoint": the integrator and what was given with it.
std::string candidate_name(const Method& method);

}  // namespace polhode
