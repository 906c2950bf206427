// The integrators that the engine steps: Runge-Kutta methods, Adams-Bashforth, and one exponential a step.
#include <fmt/format.h>

#include <map>

#include "polhode/integrate/rotation_vector_step.hpp"
#include "polhode/integrate/tableaus.hpp"
#include "polhode/method/method_parameters.hpp"
#include "polhode/method/runge_kutta_list.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/engine/engine_counting.hpp"
#include "polhode/run/engine/engine_instances.hpp"
#include "polhode/run/families/gray_runs.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/rate_rule.hpp"

namespace polhode {

namespace {

IntegratorTraits engine_traits() {
    IntegratorTraits t;
    t.every_attitude = true;
    return t;
}

void run_engine(const RunJob& run) {
    // A start in the method's own numbers is taken bit for bit; any other is converted once.
    const StartAttitude& a = run.problem.start.attitude;
    const std::string& attitude = run.method.attitude;
    const std::vector<double> params =
        a.representation == attitude ? a.params : convert_attitude(a.representation, a.params, attitude);
    const engine::Job job{run, params};
    with_number_type(run.method.arithmetic, [&](auto number) {
        using T = decltype(number);
        if constexpr (std::is_same_v<T, Counting<double>>)
            engine::run_counting(job);
        else
            engine::dispatch<T>(job);
    });
}

// ---- Runge-Kutta ----

std::vector<Entry> runge_kutta_entries() {
    const std::vector<Parameter> halving{
        {"e_max", Type::positive, "state units", "", false,
         "largest estimated error of any state variable; above it the step is halved and tried again"},
        {"e_min", Type::positive, "state units", "", false, "below it the next step is doubled; default e_max"},
        largest_step_parameter()};
    std::vector<Entry> entries;
    integrate::Tableaus::for_each([&](auto tableau) {
        using Tableau = decltype(tableau);
        Entry e{"integrator", Tableau::name, Tableau::summary, {}, Tableau::orders, Tableau::source};
        if constexpr (integrate::is_halving<Tableau>) e.parameters = halving;
        if constexpr (integrate::is_adaptive<Tableau>) e.parameters = {largest_step_parameter()};
        entries.push_back(e);
    });
    return entries;
}

IntegratorTraits runge_kutta_traits(const std::string& integrator) {
    IntegratorTraits t = engine_traits();
    t.rate_equations = t.holds_over_stages = t.rate_forms = true;
    integrate::with_tableau(integrator, [&](auto tableau) {
        using Tableau = decltype(tableau);
        t.dense_rows = integrate::is_adaptive<Tableau>;
        t.steps = integrate::is_adaptive<Tableau>  ? IntegratorTraits::Steps::fixed_or_adaptive
                  : integrate::is_halving<Tableau> ? IntegratorTraits::Steps::fixed_or_halving
                                                   : IntegratorTraits::Steps::fixed;
    });
    return t;
}

// What can be said of them before a run, their traits say.
void resolve_runge_kutta(const Problem&, const Method&, const RunSpan&, ResolvedMethod&) {}

void run_runge_kutta(const RunJob& job) {
    if (is_gray(job.method)) return run_gray(job);
    run_engine(job);
}

// ---- Adams-Bashforth ----

IntegratorTraits adams_bashforth_traits(const std::string&) {
    IntegratorTraits t = engine_traits();
    t.rate_equations = t.rate_forms = true;
    return t;
}

void resolve_adams_bashforth(const Problem&, const Method& method, const RunSpan&, ResolvedMethod& m) {
    const Values& v = method.integrator_values;
    m.order = static_cast<int>(v.integer("order"));
    if (m.order < 2 || m.order > 4) v.refuse("order", fmt::format("{} is not 2, 3 or 4", m.order));
}

// ---- one exponential a step ----

IntegratorTraits rotation_vector_traits(const std::string&) { return engine_traits(); }

}  // namespace

IntegratorFamily runge_kutta_family() {
    return {runge_kutta_entries(), runge_kutta_traits, resolve_runge_kutta, run_runge_kutta};
}

IntegratorFamily adams_bashforth_family() {
    const Entry entry{"integrator",
                      "adams-bashforth",
                      "one evaluation a step from the slopes of earlier steps; started by rk4",
                      {{"order", Type::integer, "1", "4", false, "2, 3 or 4"}},
                      "2 to 4",
                      "Hairer, Norsett, Wanner, Solving ODEs I III.1 eq. 1.5"};
    return {{entry}, adams_bashforth_traits, resolve_adams_bashforth, run_engine};
}

IntegratorFamily rotation_vector_family() {
    const Entry entry{
        "integrator",
        "rotation-vector",
        "one exponential a step; with torque: frozen torque, RK4 for the rate (GyroSoft methods A and C)",
        {{"rate", Type::choice, "", "\"midpoint\"", false, "which rate stands for the step", rate_choice_names()},
         {"solver",
          Type::choice,
          "",
          "\"rk4\"",
          false,
          "with torque: how the rate advances over the step under the held torque; adaptive keeps 1.5e-8 of the rate",
          {"rk4", "adaptive"}},
         rows_parameter()},
        "1 to 4",
        "GyroSoft 2015 eq. 11-13, 20, 21"};
    return {{entry}, rotation_vector_traits, resolve_rate_rule, with_rows_crossed<run_engine>};
}

}  // namespace polhode
