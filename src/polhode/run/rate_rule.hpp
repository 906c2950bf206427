// Which rate stands for a step of the integrators that turn by one exponential: rotation-vector, summed-vector.
#pragma once

#include <string>
#include <vector>

#include "polhode/run/run_job.hpp"

namespace polhode {

// "start", "end", ...: the choices of the key `rate`.
std::vector<std::string> rate_choice_names();
// Reads the keys rate, solver, rows and start_vector.
void resolve_rate_rule(const Problem& problem, const Method& method, const RunSpan& span, ResolvedMethod& m);

// The problem with steps that go across the rows of its table of rates.
Problem with_rates_across_rows(const Problem& problem);

// A run that takes the rows of a table of rates as readings, where the method says so.
template <void (*run)(const RunJob&)>
void with_rows_crossed(const RunJob& job) {
    if (!job.resolved.across_rows || !job.problem.rates) return run(job);
    const Problem crossed = with_rates_across_rows(job.problem);
    run({crossed, job.method, job.resolved, job.span, job.observer, job.statistics});
}

}  // namespace polhode
