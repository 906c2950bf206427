#include "polhode/run/prepare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "polhode/method/constraint_choice.hpp"
#include "polhode/method/constraint_kind.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/gray_settings.hpp"
#include "polhode/run/inside_runs.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/readings_problem.hpp"

namespace polhode {

namespace {

// A quotient that is a whole number but for rounding: of the division itself (1e-9 relative), and never more than a
// thousandth of the divisor.
bool nearly_whole(double ratio, double& whole) {
    whole = std::round(ratio);
    return whole >= 1 && std::fabs(ratio - whole) <= std::min(1e-3, 1e-9 * std::max(1.0, whole));
}

// Which steps there are, and which of them give rows; chooses the sample where it was left out.
void lay_out_grid(const Method& method, const IntegratorTraits& integrator, ResolvedMethod& m, RunSpan& span) {
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
    if (span.times) {
        m.dense_rows = true;
        return;
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
    } else if (integrator.dense_rows) {
        m.dense_rows = true;
    } else {
        const double below = std::floor(span.sample / h), above = below + 1;
        throw InputError(
            span.sample_place,
            fmt::format("{:g} s is not a whole number of steps of {:g} s (method '{}'); {}{:g} s fits", span.sample, h,
                        method.name, below >= 1 ? fmt::format("{:g} or ", below * h) : "", above * h));
    }
}

// Rows at any times come from formulas that hold inside a step.
void require_dense_rows(const Method& method, const IntegratorTraits& integrator, const ArithmeticKind& arithmetic,
                        const ResolvedMethod& m) {
    const bool own_way = integrator.steps == IntegratorTraits::Steps::own;
    if ((own_way || integrator.dense_rows) && m.stepping != ResolvedMethod::Stepping::halving && !arithmetic.run)
        return;
    throw InputError(
        method.at("integrator"),
        fmt::format("'{}'{} has states at its steps alone, and no formula for those between; dopri5, dop853, "
                    "taylor, exact, reference and default have one",
                    method.integrator, arithmetic.run ? " in '" + method.arithmetic + "' arithmetic" : ""));
}

// A tolerance that the arithmetic resolves and that means something.
double tolerance_of(const Method& method, double finest) {
    if (!method.tolerance) return std::max(1e-10, finest);
    const double tolerance = *method.tolerance;
    if (tolerance < finest)
        throw InputError(method.at("tolerance"),
                         fmt::format("{:g} is below what {} arithmetic resolves; the smallest is {:g}", tolerance,
                                     method.arithmetic, finest));
    if (tolerance >= 1)
        throw InputError(method.at("tolerance"),
                         fmt::format("{:g} is no accuracy at all; allowed: {:g} up to 0.1", tolerance, finest));
    return tolerance;
}

void halve_and_double(const Method& method, const RunSpan& span, ResolvedMethod& m) {
    const Values& v = method.integrator_values;
    m.stepping = ResolvedMethod::Stepping::halving;
    m.e_max = v.has("e_max") ? v.number("e_max") : *method.tolerance;
    m.e_min = v.has("e_min") ? v.number("e_min") : m.e_max;
    if (m.e_min > m.e_max) v.refuse("e_min", fmt::format("{:g} is larger than e_max = {:g}", m.e_min, m.e_max));
    m.step = method.step.value_or(span.duration / 64);
    if (m.largest_step > 0 && m.step > m.largest_step) m.step = m.largest_step;
}

void fix_step(const Method& method, const RunSpan& span, ResolvedMethod& m) {
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

// Step, tolerance or both, by what the integrator can keep.
void resolve_steps(const Method& method, const IntegratorTraits& integrator, double finest, const RunSpan& span,
                   ResolvedMethod& m) {
    using Steps = IntegratorTraits::Steps;
    const Values& v = method.integrator_values;
    if (v.has("largest_step")) m.largest_step = v.number("largest_step");
    if (integrator.steps == Steps::own) return;
    if (integrator.steps == Steps::fixed_or_halving && (v.has("e_max") || method.tolerance))
        return halve_and_double(method, span, m);
    if (integrator.steps != Steps::fixed_or_adaptive) return fix_step(method, span, m);
    if (method.step) m.step = *method.step;
    if (method.step && !method.tolerance) return;
    m.stepping = ResolvedMethod::Stepping::adaptive;
    m.tolerance = tolerance_of(method, finest);
}

void resolve_compensated(const Method& method, const IntegratorTraits& integrator, ResolvedMethod& m) {
    if (!method.compensated) return;
    const auto refuse = [&](const std::string& why) {
        throw InputError(method.at("compensated"), "compensated summation has no meaning here: " + why);
    };
    if (integrator.not_compensated) refuse(fmt::format("'{}' {}", method.integrator, integrator.not_compensated));
    if (method.attitude == "dcm-gray") refuse("Gray's procedure rounds as his machine did; use another attitude");
    if (!arithmetic_named(method.arithmetic).floating)
        refuse(fmt::format("the words of '{}' arithmetic hold every digit they have; it is for double and float",
                           method.arithmetic));
    m.compensated = true;
}

// What the traits of the integrator rule out.
void require_fitting(const Method& method, const IntegratorTraits& integrator) {
    if (!integrator.every_attitude && method.attitude != "quaternion")
        throw InputError(method.at("attitude"),
                         fmt::format("'{}' works on the quaternion, not on '{}'; leave attitude out", method.integrator,
                                     method.attitude));
}
void require_double(const Method& method, const IntegratorTraits& integrator) {
    if (integrator.double_alone && method.arithmetic != "double" && method.arithmetic != counting_arithmetic)
        throw InputError(method.at("arithmetic"), method.integrator + " computes in double");
}

ResolvedMethod resolve(const Problem& problem, const Method& method, RunSpan& span) {
    const ArithmeticKind& arithmetic = arithmetic_named(method.arithmetic);
    const IntegratorFamily& family = family_of(method.integrator);
    const IntegratorTraits integrator = family.traits(method.integrator);
    ResolvedMethod m;
    m.integrator = method.integrator;
    m.constraint = constraint_kind(method.constraint).after_step;
    if (problem.inside) require_inside_method(problem, method);
    if (arithmetic.check_first) arithmetic.check_first(problem, method);
    require_fitting(method, integrator);
    resolve_steps(method, integrator, 10 * arithmetic.epsilon, span, m);
    family.resolve(problem, method, span, m);
    require_double(method, integrator);

    if (span.times) require_dense_rows(method, integrator, arithmetic, m);
    if (m.stepping == ResolvedMethod::Stepping::fixed)
        lay_out_grid(method, integrator, m, span);
    else if (span.sample == 0)
        span.sample = span.duration / 1000;
    if (!problem.dynamics() && !problem.rates)
        throw InputError(method.place, "there is neither a body nor a rate to integrate");
    if (is_gray(method)) check_gray(problem, method, m);
    if (const Values& a = method.attitude_values; a.has("clamp_deg") && a.number("clamp_deg") >= 90)
        a.refuse("clamp_deg", "expected an angle below 90 degrees, where the singular place lies");
    if (arithmetic.check) arithmetic.check(problem, method, m);
    resolve_constraint(problem, method, span, integrator, m);
    resolve_attitude(method, integrator, m);
    resolve_compensated(method, integrator, m);
    if (problem.inside) require_inside_steps(problem, method, m);
    return m;
}

}  // namespace

Columns columns_of(const Problem& problem, const Method& method) {
    Columns c;
    c.dynamics = problem.dynamics();
    const ArithmeticKind& arithmetic = arithmetic_named(method.arithmetic);
    if (arithmetic.columns)
        c.state = arithmetic.columns(problem, method);
    else if (method.attitude != "quaternion")
        c.state = column_names(method.attitude);
    if (problem.inside) c.state = problem.inside->columns();
    return c;
}

struct Plan::Impl {
    std::shared_ptr<const Problem> problem;
    Method method;
    ResolvedMethod resolved;
    RunSpan span;
    Columns columns;
};

const Problem& Plan::problem() const { return *impl_->problem; }
const Method& Plan::method() const { return impl_->method; }
const ResolvedMethod& Plan::resolved() const { return impl_->resolved; }
const RunSpan& Plan::span() const { return impl_->span; }
const Columns& Plan::columns() const { return impl_->columns; }

Plan prepare(std::shared_ptr<const Problem> problem, const Method& method, const RunSpan& span) {
    auto impl = std::make_shared<Plan::Impl>();
    impl->method = method;
    impl->span = span;
    // a method that is given the readings of a gyroscope is resolved on rates like theirs; they are taken when it runs
    const std::optional<Problem> read = outline_as_read(*problem, method);
    impl->resolved = resolve(read ? *read : *problem, method, impl->span);
    impl->columns = columns_of(*problem, method);
    impl->problem = std::move(problem);
    return Plan(std::move(impl));
}

Plan prepare(const Problem& problem, const Method& method, const RunSpan& span) {
    return prepare(std::make_shared<const Problem>(problem), method, span);
}

std::vector<Plan> prepare_all(const Problem& problem, const std::vector<Method>& methods, const RunSpan& span) {
    const auto shared = std::make_shared<const Problem>(problem);
    std::vector<Plan> own;
    for (const Method& method : methods) own.push_back(prepare(shared, method, span));
    const auto same = [&](const Plan& plan) { return plan.span().sample == own.front().span().sample; };
    if (std::all_of(own.begin(), own.end(), same)) return own;
    for (const Plan& chosen : own) {
        RunSpan common = span;
        common.sample = chosen.span().sample;
        std::vector<Plan> plans;
        try {
            for (const Method& method : methods) plans.push_back(prepare(shared, method, common));
            return plans;
        } catch (const InputError&) {
            // one of them cannot give rows at these times
        }
    }
    return own;
}

}  // namespace polhode
