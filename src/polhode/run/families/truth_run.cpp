// Integrators "exact" and "reference": rows straight from the truth.
#include "polhode/base/stop_question.hpp"
#include "polhode/method/method_parameters.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/row_maker.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

namespace {

// A series in two words costs as much as some sixty ordinary steps.
constexpr int a_long_step = 64;

void rows_of_truth(const Problem& problem, Truth& truth, const RunSpan& span, const RunObserver& observer,
                   Statistics& statistics) {
    RowEmitter rows(span, observer, statistics);
    const RowMaker maker(problem);
    truth.step_taken = [&](double t) {
        if (rows.asked_to_stop(t, a_long_step)) throw Interrupted{};
    };
    const auto all_rows = [&] {
        for (long i = 0;; ++i) {
            Row row;
            row.t = rows.row_time(i);
            const TrueState s = truth.at(row.t);
            ++statistics.evaluations;
            row.q_NB = s.q_NB;
            row.w_NB_B = s.w_NB_B;
            if (!is_finite(row.q_NB.params()) || !is_finite(row.w_NB_B))
                throw ComputationFailed(row.t, truth.description() + " gave a number that is not finite");
            maker.fill(row);
            rows.emit(row);
            if (row.t >= span.duration || rows.asked_to_stop(row.t)) return;
        }
    };
    timed(rows, [&] {
        try {
            all_rows();
        } catch (const Interrupted&) {
            // every row before it has been handed out
        }
    });
    truth.step_taken = {};
    if (const std::string caveat = truth.caveat(); !caveat.empty()) statistics.notes.push_back(caveat);
}

bool is_exact(const std::string& integrator) { return integrator == "exact"; }

std::unique_ptr<Truth> truth_of(const Problem& problem, const RunSpan& span, const ResolvedMethod& m,
                                std::string& why) {
    return is_exact(m.integrator) ? exact_truth(problem, why) : truth_for(problem, span.duration, why, m.largest_step);
}

IntegratorTraits truth_traits(const std::string&) {
    IntegratorTraits t;
    t.steps = IntegratorTraits::Steps::own;
    t.not_compensated = "does not add up small steps of the attitude in double; leave it out";
    return t;
}

void resolve_truth(const Problem& problem, const Method& method, const RunSpan& span, ResolvedMethod& m) {
    m.stepping = ResolvedMethod::Stepping::adaptive;
    std::string why;
    if (truth_of(problem, span, m, why)) return;
    throw InputError(method.at("integrator"),
                     m.integrator + ": " + why +
                         (is_exact(m.integrator) ? "; use \"reference\" (32 digits), \"taylor\" or \"default\""
                                                 : "; use \"dop853\" with tolerance = 3e-15"));
}

void run_truth(const RunJob& job) {
    std::string why;
    const auto truth = truth_of(job.problem, job.span, job.resolved, why);
    job.statistics.chosen = truth->description();
    rows_of_truth(job.problem, *truth, job.span, job.observer, job.statistics);
    job.statistics.estimated_error = truth->error_bound(job.statistics.end_time);
}

}  // namespace

IntegratorFamily truth_family() {
    const Entry exact{
        "integrator", "exact", "closed form, any time in constant time: free bodies, Lagrange tops, given motions",
        {},           "",      "Jacobi 1850; Whittaker, Analytical Dynamics, ch. VI"};
    const Entry reference{
        "integrator",
        "reference",
        "truth for every torque that switches at known times only: Taylor series in 32 digits (the closed form where "
        "there is one)",
        {largest_step_parameter()},
        "24",
        "Corliss and Chang 1982; Dekker 1971"};
    return {{exact, reference}, truth_traits, resolve_truth, run_truth};
}

}  // namespace polhode
