// From names to a plan: what a method means on a problem, decided once. Whoever checks, runs, counts the cost of or
// writes the rows of a method takes the plan; nothing in it changes.
//
//     const Plan plan = prepare(scenario.problem, scenario.methods[0], scenario.run);   // InputError where it cannot
//     run simulate(plan, {.row = [](const Row& row) { ... }}, statistics);
#pragma once

#include <memory>
#include <vector>

#include "polhode/method/resolved_method.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

class Plan {
 public:
    const Problem& problem() const;  // as it was given
    const Method& method() const;
    const ResolvedMethod& resolved() const;  // names resolved, defaults filled in
    const RunSpan& span() const;             // `sample` is chosen where it was left out
    const Columns& columns() const;          // that its rows will have

 private:
    struct Impl;
    explicit Plan(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
    friend Plan prepare(std::shared_ptr<const Problem>, const Method&, const RunSpan&);
    std::shared_ptr<const Impl> impl_;
};

// Throws InputError if the method cannot run on the problem (step missing, sample not a multiple of the step, ...). The
// plan keeps the problem.
Plan prepare(std::shared_ptr<const Problem> problem, const Method& method, const RunSpan& span);
Plan prepare(const Problem& problem, const Method& method, const RunSpan& span);

// Several methods on one problem, whose rows are to be compared: a sample that was left out is the first of those they
// would choose by themselves that all of them can keep; where there is none, each keeps its own.
std::vector<Plan> prepare_all(const Problem& problem, const std::vector<Method>& methods, const RunSpan& span);

// Throws ComputationFailed when the method breaks down; every row before that has reached the observer, and
// `statistics` is filled in.
void simulate(const Plan& plan, const RunObserver& observer, Statistics& statistics);

}  // namespace polhode
