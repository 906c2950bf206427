#include "simulate.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>

#include "attitude.hpp"
#include "direct_runs.hpp"
#include "engine.hpp"
#include "engine_counting.hpp"
#include "engine_instances.hpp"
#include "taylor_path.hpp"
#include "truth.hpp"

namespace polhode {

double thread_cpu_seconds() {
#if defined(__EMSCRIPTEN__)
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#else
    timespec ts{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec);
#endif
}

namespace {

integrate::RateChoice rate_choice(const std::string& name) {
    using integrate::RateChoice;
    if (name == "start") return RateChoice::start;
    if (name == "end") return RateChoice::end;
    if (name == "average") return RateChoice::average;
    if (name == "j-cycle") return RateChoice::j_cycle;
    if (name == "increment") return RateChoice::increment;
    if (name == "two-sample") return RateChoice::two_sample;
    return RateChoice::midpoint;
}

// A quotient that is a whole number but for rounding: of the division itself (1e-9 relative), and never more than a
// thousandth of the divisor.
bool nearly_whole(double ratio, double& whole) {
    whole = std::round(ratio);
    return whole >= 1 && std::fabs(ratio - whole) <= std::min(1e-3, 1e-9 * std::max(1.0, whole));
}

void resolve_fixed_grid(const Method& method, ResolvedMethod& m, RunSpan& span) {
    const double h = m.step, ratio = span.duration / h;
    if (ratio > 4e15)
        throw InputError(method.at("step"), fmt::format("{:g} s is too small for a run of {:g} s: more steps than "
                                                             "can be counted",
                                                             h, span.duration));
    if (h > span.duration * (1 + 1e-9))
        throw InputError(method.at("step"),
                         fmt::format("{:g} s is longer than the run of {:g} s (run.duration)", h, span.duration));
    double whole = 0;
    if (nearly_whole(ratio, whole)) {
        m.steps = static_cast<long>(whole);
        m.last_step = 0;
    } else {
        m.steps = static_cast<long>(std::floor(ratio));
        m.last_step = span.duration - static_cast<double>(m.steps) * h;
    }
    if (span.sample == 0) {
        m.steps_per_sample = std::max(1L, static_cast<long>(std::round(ratio / 1000)));
        span.sample = static_cast<double>(m.steps_per_sample) * h;
        return;
    }
    double steps = 0;
    if (span.sample >= span.duration * (1 - 1e-12)) {
        m.steps_per_sample = m.steps + 1;  // only the end
    } else if (nearly_whole(span.sample / h, steps)) {
        m.steps_per_sample = static_cast<long>(steps);
    } else {
        const double below = std::floor(span.sample / h), above = below + 1;
        throw InputError(span.sample_place,
                         fmt::format("{:g} s is not a whole number of steps of {:g} s (method '{}'); {}{:g} s fits", span.sample,
                                     h, method.name, below >= 1 ? fmt::format("{:g} or ", below * h) : "", above * h));
    }
}

ResolvedMethod resolve(const Problem& problem, const Method& method, RunSpan& span) {
    ResolvedMethod m;
    m.integrator = method.integrator;
    const double epsilon = method.arithmetic == "float" ? 1.2e-7 : 2.2e-16;
    const double finest = 10 * epsilon;
    if (method.constraint == "normalise") m.constraint = ResolvedMethod::Constraint::normalise;
    if (method.constraint == "normalise-binomial") m.constraint = ResolvedMethod::Constraint::binomial;

    const Values& v = method.integrator_values;
    const bool taylor = m.integrator == "taylor";
    const bool can_adapt = taylor || m.integrator == "dopri5" || m.integrator == "dop853";
    if (taylor) {
        m.order = static_cast<int>(v.integer("order"));
        if (m.order < 4 || m.order > integrate::largest_taylor_order)
            v.refuse("order", fmt::format("{} is not a number from 4 to {}", m.order, integrate::largest_taylor_order));
        m.project = v.boolean("project");
        if (const std::string why = no_taylor_series(problem); !why.empty())
            throw InputError(method.at("integrator"), "taylor: " + why + "; use \"dop853\" or \"default\"");
    }
    // Methods that hold quaternion and rate and nothing else
    const bool quaternion_only = taylor || m.integrator == "exact" || m.integrator == "reference";
    if (quaternion_only && method.attitude != "quaternion")
        throw InputError(method.at("attitude"),
                         fmt::format("'{}' works on the quaternion, not on '{}'; leave attitude out", m.integrator,
                                     method.attitude));
    if (m.integrator == "default") {
        // Today's choice for every problem: order 8 with error control, held on the constraint. `tolerance` is the error
        // of the result; a per-step tolerance a thousandth of it leaves room for growth over long runs.
        m.integrator = "dop853";
        m.stepping = ResolvedMethod::Stepping::adaptive;
        m.tolerance = std::max(finest, method.tolerance ? 1e-3 * *method.tolerance : 3e-15);
        if (m.tolerance > 1e-6) m.tolerance = 1e-6;
        if (method.constraint == "none") m.constraint = ResolvedMethod::Constraint::normalise;
        if (method.step) m.step = *method.step;
    } else if (m.integrator == "exact" || m.integrator == "reference") {
        m.stepping = ResolvedMethod::Stepping::adaptive;
        std::string why;
        if (m.integrator == "exact" && !exact_truth(problem, why))
            throw InputError(method.at("integrator"), "exact: " + why + "; use \"reference\" (32 digits), \"taylor\" or "
                                                                       "\"default\"");
        if (m.integrator == "reference" && !truth_for(problem, span.duration, why))
            throw InputError(method.at("integrator"), "reference: " + why + "; use \"dop853\" with tolerance = 3e-15");
    } else if (can_adapt) {
        if (method.step && !method.tolerance) {
            m.step = *method.step;
        } else {
            m.stepping = ResolvedMethod::Stepping::adaptive;
            m.tolerance = method.tolerance.value_or(1e-10);
            if (m.tolerance < finest) {
                if (method.tolerance)
                    throw InputError(method.at("tolerance"),
                                     fmt::format("{:g} is below what {} arithmetic resolves; the smallest is {:g}",
                                                 m.tolerance, method.arithmetic, finest));
                m.tolerance = finest;
            }
            if (m.tolerance >= 1)
                throw InputError(method.at("tolerance"),
                                 fmt::format("{:g} is no accuracy at all; allowed: {:g} up to 0.1", m.tolerance, finest));
            if (method.step) m.step = *method.step;
        }
    } else if (m.integrator == "merson" && (v.has("e_max") || method.tolerance)) {
        m.stepping = ResolvedMethod::Stepping::halving;
        m.e_max = v.has("e_max") ? v.number("e_max") : *method.tolerance;
        m.e_min = v.has("e_min") ? v.number("e_min") : m.e_max;
        if (m.e_min > m.e_max) v.refuse("e_min", fmt::format("{:g} is larger than e_max = {:g}", m.e_min, m.e_max));
        m.largest_step = v.has("largest_step") ? v.number("largest_step") : 0;
        m.step = method.step.value_or(span.duration / 64);
        if (m.largest_step > 0 && m.step > m.largest_step) m.step = m.largest_step;
    } else {
        if (method.tolerance)
            throw InputError(method.at("tolerance"),
                             fmt::format("'{}' has a fixed step and cannot keep a tolerance; give `step`, or use dop853, "
                                         "dopri5, merson or default",
                                         m.integrator));
        if (!method.step)
            throw InputError(method.at("step"),
                             fmt::format("missing: '{}' has a fixed step, in seconds (for example step = {:g}); or use "
                                         "integrator = \"default\", which needs none",
                                         m.integrator, span.duration / 1000));
        m.step = *method.step;
    }
    if (m.integrator == "adams-bashforth") {
        m.order = static_cast<int>(v.integer("order"));
        if (m.order < 2 || m.order > 4) v.refuse("order", fmt::format("{} is not 2, 3 or 4", m.order));
    }
    if (m.integrator == "rotation-vector") m.rate = rate_choice(v.text("rate"));

    if (m.stepping == ResolvedMethod::Stepping::fixed)
        resolve_fixed_grid(method, m, span);
    else if (span.sample == 0)
        span.sample = span.duration / 1000;
    if (!problem.dynamics() && !problem.rates)
        throw InputError(method.place, "there is neither a body nor a rate to integrate");
    return m;
}

}  // namespace

void check_method(const Problem& problem, Method& method, RunSpan& span) { resolve(problem, method, span); }

Columns columns_of(const Problem& problem, const Method& method) {
    Columns c;
    c.dynamics = problem.dynamics();
    if (method.attitude != "quaternion") c.state = parameter_names(method.attitude);
    return c;
}

void simulate(const Problem& problem, const Method& method, const RunSpan& given, const Watch& watch,
              Statistics& statistics) {
    RunSpan span = given;
    const ResolvedMethod m = resolve(problem, method, span);
    // A start in the method's own numbers is taken bit for bit; any other is converted once.
    const StartAttitude& a = problem.start.attitude;
    const std::vector<double> params =
        a.representation == method.attitude ? a.params : convert_attitude(a.representation, a.params, method.attitude);
    statistics = Statistics{};
    if (m.integrator == "exact" || m.integrator == "reference") {
        std::string why;
        const auto truth = m.integrator == "exact" ? exact_truth(problem, why) : truth_for(problem, span.duration, why);
        return run_truth(problem, *truth, span, watch, statistics);
    }
    if (m.integrator == "taylor")
        return method.arithmetic == "float" ? run_taylor<float>(problem, m, span, watch, statistics)
                                            : run_taylor<double>(problem, m, span, watch, statistics);
    const engine::Job job{problem, method, m, span, watch, statistics, params};
    if (method.arithmetic == counting_arithmetic)
        engine::run_counting(job);
    else if (method.arithmetic == "float")
        engine::dispatch<float>(job);
    else
        engine::dispatch<double>(job);
}

}  // namespace polhode
