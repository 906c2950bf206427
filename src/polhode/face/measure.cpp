#include "polhode/library/measure.hpp"

#include "polhode/face/impl.hpp"
#include "polhode/measure/run_measures.hpp"

namespace polhode {

Measures measure(const RunPlan& plan, const std::string& against, const std::function<bool()>& stop) {
    const Scenario& scenario = plan.impl()->scenario->scenario;
    MeasureRequest request;
    request.against = against;
    if (against == "truth") {
        std::string why;
        request.against = exact_truth(scenario.problem, why) ? "exact" : "reference";
    }
    RunMeasures measures(scenario, request);
    measures.begin(plan.impl()->plan.method());
    Measures all;
    const RunObserver observer{.row = [&](const Row& row) { measures.row(row); }, .stop = stop};
    try {
        simulate(plan.impl()->plan, observer, all.statistics);
    } catch (const ComputationFailed& e) {
        all.failure = e.what();
    }
    measures.end();

    const RunMeasureSummary& summary = measures.summary();
    all.against = summary.against;
    all.truth_error = summary.truth_error;
    all.caveat = summary.caveat;
    if (summary.cycle) all.cycle = summary.cycle->seconds;
    const MethodMeasures& method = summary.methods.back();
    all.rows = method.rows;
    for (const MeasureSummary& m : method.measures) {
        const Entry& entry = measure_entry(m.id);
        all.results.push_back({entry.name, entry.unit, entry.summary, m.final, m.largest, m.largest_time, m.per_cycle});
    }
    return all;
}

}  // namespace polhode
