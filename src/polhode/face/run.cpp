#include "polhode/library/run.hpp"

#include "polhode/face/impl.hpp"

namespace polhode {

void run(const RunPlan& plan, const RunObserver& observer, Statistics& statistics) {
    RunObserver complete = observer;
    if (!complete.row) complete.row = [](const Row&) {};
    simulate(plan.impl()->plan, complete, statistics);
}

Statistics run(const RunPlan& plan, const RunObserver& observer) {
    Statistics statistics;
    run(plan, observer, statistics);
    return statistics;
}

Recording record(const RunPlan& plan) {
    Recording all;
    all.columns = plan.columns();
    RunObserver observer;
    observer.row = [&](const Row& row) {
        all.rows.push_back({row.t, row.q_NB, row.w_NB_B, row.energy, row.L_N, row.defect,
                            std::vector<double>(row.state.begin(), row.state.end())});
    };
    try {
        run(plan, observer, all.statistics);
    } catch (const ComputationFailed& e) {
        all.failure = e.what();
    }
    return all;
}

}  // namespace polhode
