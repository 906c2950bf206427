#include "polhode/run/simulate.hpp"

#include "polhode/problem/analysis/formula_blame.hpp"
#include "polhode/problem/formulas/formula_fault.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/inside_runs.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/run/readings_problem.hpp"

namespace polhode {

void carry_out(const RunJob& job) {
    // "default" chooses among the others, and comes back with its choice
    if (job.problem.inside && job.resolved.integrator != "default") return run_with_inside(job);
    const ArithmeticKind& arithmetic = arithmetic_named(job.method.arithmetic);
    const auto run = arithmetic.run ? arithmetic.run : family_of(job.resolved.integrator).run;
    run(job);
}

namespace {

// A failure with the formula that caused it, where there is one and the method did not know.
[[noreturn]] void fail_again(const Problem& problem, const ComputationFailed& e, const Row& last) {
    std::string cause = e.cause;
    if (cause.find("the formula '") == std::string::npos) {
        const std::string blamed = blamed_formula(problem, e.time, last.q_NB, last.w_NB_B);
        if (!blamed.empty()) cause = cause.substr(0, cause.find("; the motion diverged")) + "; " + blamed;
    }
    throw ComputationFailed(e.time, cause);
}

// The run of a method on the problem it is given.
void run_as_given(const Plan& plan, const RunObserver& observer, Statistics& statistics) {
    const Problem& problem = plan.problem();
    statistics = Statistics{};
    forget_formula_fault();
    Row last;
    RunObserver remembering = observer;
    remembering.row = [&](const Row& row) {
        last = row;
        observer.row(row);
    };
    try {
        carry_out({problem, plan.method(), plan.resolved(), plan.span(), remembering, statistics});
    } catch (const ComputationFailed& e) {
        fail_again(problem, e, last);
    }
}

}  // namespace

void simulate(const Plan& plan, const RunObserver& observer, Statistics& statistics) {
    if (const std::optional<Problem> read = problem_as_read(plan.problem(), plan.method())) {
        // The readings are taken now; what depends on the rates themselves can only be decided with them.
        Method own = plan.method();
        own.input = "body";
        const BodyOfReadings body(plan.problem(), observer, statistics);
        return run_as_given(prepare(*read, own, plan.span()), body.observer(), statistics);
    }
    run_as_given(plan, observer, statistics);
}

void simulate(const Problem& problem, const Method& method, const RunSpan& span, const RunObserver& observer,
              Statistics& statistics) {
    simulate(prepare(problem, method, span), observer, statistics);
}

}  // namespace polhode
