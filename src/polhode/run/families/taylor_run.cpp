// Integrator "taylor": a chain of Taylor polynomials.
#include "polhode/run/families/taylor_run.hpp"

#include <fmt/format.h>

#include "polhode/inside/inside_path.hpp"
#include "polhode/method/method_parameters.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/families/taylor_series.hpp"
#include "polhode/run/inside_runs.hpp"
#include "polhode/run/integrator_family.hpp"

namespace polhode {

namespace {

IntegratorTraits taylor_traits(const std::string&) {
    IntegratorTraits t;
    t.steps = IntegratorTraits::Steps::fixed_or_adaptive;
    t.dense_rows = true;
    t.on_grid = false;
    return t;
}

void resolve_taylor(const Problem& problem, const Method& method, const RunSpan& span, ResolvedMethod& m) {
    const Values& v = method.integrator_values;
    m.order = static_cast<int>(v.integer("order"));
    if (m.order < 4 || m.order > integrate::largest_taylor_order)
        v.refuse("order", fmt::format("{} is not a number from 4 to {}", m.order, integrate::largest_taylor_order));
    m.project = v.boolean("project");
    m.project_energy = v.text("invariants") != "vertical";
    m.project_vertical = v.text("invariants") != "energy";
    if (const std::string why = no_taylor_series(problem, span.duration); !why.empty())
        throw InputError(method.at("integrator"), "taylor: " + why + "; use \"dop853\" or \"default\"");
    if (const auto own = with_empty_inside(problem)) {
        require_inside_method(*own, method);
        require_inside_steps(*own, method, m);
    }
}

void run_taylor(const RunJob& job) {
    if (const auto own = with_empty_inside(job.problem))
        return run_with_inside({*own, job.method, job.resolved, job.span, job.observer, job.statistics});
    with_number_type(job.method.arithmetic, [&](auto number) { taylor_series::follow_series<decltype(number)>(job); });
}

}  // namespace

void run_taylor_turning(const RunJob& job) { taylor_series::SeriesRun<double>(job, true).go(); }

IntegratorFamily taylor_family() {
    const Entry entry{
        "integrator",
        "taylor",
        "Taylor series by recurrence, adaptive with dense output (fixed with `step` alone); every smooth torque",
        {{"order", Type::integer, "1", "16", false, "4 to 30"},
         {"project", Type::boolean, "", "true", false,
          "put a free body back on its two invariants after each step, a heavy one on energy and vertical momentum"},
         {"invariants",
          Type::choice,
          "",
          "\"all\"",
          false,
          "which of the two `project` holds for a heavy body",
          {"all", "energy", "vertical"}},
         largest_step_parameter()},
        "4 to 30",
        "Corliss and Chang 1982; Griewank and Walther, Evaluating Derivatives, ch. 13"};
    return {{entry}, taylor_traits, resolve_taylor, run_taylor};
}

}  // namespace polhode
