#include "polhode/measure/method_cost.hpp"

#include "polhode/arithmetic/counting.hpp"
#include "polhode/run/prepare.hpp"

namespace polhode {

namespace {

struct Count {
    OperationCount operations;
    long steps = 0, evaluations = 0;
};

// The run up to the `looks`-th time that the engine asks whether it should stop.
Count run_until(const Plan& plan, int looks) {
    int seen = 0;
    const RunObserver observer{.row = [](const Row&) {}, .progress = {}, .stop = [&] { return ++seen >= looks; }};
    Statistics statistics;
    const OperationCount before = operations();
    simulate(plan, observer, statistics);
    return {operations() - before, statistics.accepted + statistics.rejected, statistics.evaluations};
}

}  // namespace

MethodCost method_cost(const Problem& problem, const Method& method, const RunSpan& span) {
    MethodCost cost;
    if (method.attitude != "quaternion" || method.arithmetic != "double") return cost;
    Method counted = method;
    RunSpan ends = span;
    ends.sample = span.duration;
    prepare(problem, method, ends);  // refuses what the method cannot do
    counted.arithmetic = counting_arithmetic;
    try {
        // The difference of a longer and a shorter run leaves out what happens once: the start, the first step's size,
        // the row at the end.
        const Plan plan = prepare(problem, counted, ends);
        const Count shorter = run_until(plan, 1), longer = run_until(plan, 3);
        Count part = longer;
        if (longer.steps > shorter.steps)
            part = {longer.operations - shorter.operations, longer.steps - shorter.steps,
                    longer.evaluations - shorter.evaluations};
        if (part.steps == 0 || part.operations.flops() == 0) return cost;
        const auto steps = static_cast<double>(part.steps);
        cost.known = true;
        cost.flops_per_step = static_cast<double>(part.operations.flops()) / steps;
        cost.elementary_per_step = static_cast<double>(part.operations.elementary) / steps;
        cost.evaluations_per_step = static_cast<double>(part.evaluations) / steps;
        cost.steps = part.steps;
    } catch (const ComputationFailed&) {
        // it broke down within the first steps: there is nothing to count
    } catch (const InputError&) {
        // a method that computes in double and nothing else
    }
    return cost;
}

}  // namespace polhode
