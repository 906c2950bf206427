#include "polhode/method/constraint_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/method/constraint_kind.hpp"
#include "polhode/method/runge_kutta_list.hpp"
#include "polhode/method/stability.hpp"

namespace polhode {

namespace {

using constrain::Law;

std::string quoted(const std::string& name) { return "'" + name + "'"; }

bool is_derivative(Law law) {
    return law == Law::derivative_start || law == Law::derivative_lag1 || law == Law::derivative_stage;
}

// The largest given rate at the beginnings of the steps: eq. 36 wants the maximum where the rate varies.
double largest_given_rate(const RatesModel& model, double duration, double step) {
    RatesFunction<double> rates(model);
    const double wanted = std::min(1e6, std::ceil(duration / step));
    const long count = std::max(1L, static_cast<long>(wanted));
    double largest = 0;
    std::vector<double> switches = switching_times(model, duration);
    switches.push_back(duration);
    double begin = 0;
    long n = 0;
    for (const double end : switches) {
        rates.segment(begin, end);
        for (; n < count && duration * static_cast<double>(n) / static_cast<double>(count) < end; ++n)
            largest = std::max(largest, norm(rates(duration * static_cast<double>(n) / static_cast<double>(count))));
        begin = end;
    }
    return largest;
}

double gain_of(const Problem& problem, const Method& method, const RunSpan& span, const ResolvedMethod& m, Law law) {
    const Values& v = method.constraint_values;
    if (!v.given("gain") && !v.given("gain_fraction"))
        throw InputError(method.at("constraint"),
                         quoted(method.constraint) + " needs its gain: constraint = { kind = \"" + method.constraint +
                             "\", gain = ... }, or gain_fraction = 0.5 for half of its stability limit");
    if (v.given("gain") && v.given("gain_fraction"))
        v.refuse("gain_fraction", "'gain' and 'gain_fraction' are given, but they say the same thing: keep one");
    if (v.given("gain")) return v.number("gain");

    const double fraction = v.number("gain_fraction");
    if (!constrain::is_held(law))
        v.refuse("gain_fraction",
                 "evaluated in every stage, the constraint has no limit of its own; give the 'gain' in 1/s");
    if (!is_derivative(law)) return fraction * small_step_limit(law) / m.step;
    if (m.integrator == "euler" || (law == Law::derivative_stage && m.integrator != "rk4"))
        v.refuse("gain_fraction", "the limit of this reading is not known in closed form for '" + m.integrator +
                                      "'; `polhode stability` computes it, then give the 'gain'");
    double rate = 0;
    if (v.given("rate_max"))
        rate = v.number("rate_max");
    else if (problem.rates)
        rate = largest_given_rate(*problem.rates, span.duration, m.step);
    else
        v.refuse("gain_fraction",
                 "the limit of the gain depends on the largest rate, which is not known before the run: give "
                 "'rate_max' in rad/s beside it, or the 'gain' itself");
    if (!(rate > 0)) v.refuse("gain_fraction", "the rate is zero, where the gain has no limit; give the 'gain' itself");
    const double turn = m.step * rate;
    return fraction * small_step_limit(law) / (turn * turn);
}

}  // namespace

Law law_of(const std::string& constraint, const Values& values) {
    const ConstraintKind& kind = constraint_kind(constraint);
    return kind.law ? kind.law(values) : Law::none;
}

void resolve_constraint(const Problem& problem, const Method& method, const RunSpan& span,
                        const IntegratorTraits& integrator, ResolvedMethod& m) {
    const Law law = law_of(method.constraint, method.constraint_values);
    if (law == Law::none || method.arithmetic == analog_arithmetic) return;  // the machine corrects by its own circuits
    const std::string name = quoted(method.constraint);

    const std::vector<std::string>& fits = constraint_kind(method.constraint).attitudes;
    if (std::find(fits.begin(), fits.end(), method.attitude) == fits.end())
        throw InputError(method.at("constraint"), name + " corrects the equations of " + listed(fits) + ", not of " +
                                                      quoted(method.attitude) +
                                                      "; \"normalise\" goes with every attitude");
    const bool continuous = !constrain::is_held(law);
    const bool fixed = m.stepping == ResolvedMethod::Stepping::fixed;
    std::vector<std::string> names = runge_kutta_names();
    const std::string last = names.back();
    names.pop_back();
    const std::string runge_kutta = fmt::format("{} and {}", fmt::join(names, ", "), last);
    if (continuous) {
        if (!integrator.rate_equations)
            throw InputError(method.at("constraint"), name + " adds a term to the rate equations, which '" +
                                                          method.integrator + "' does not integrate; it goes with " +
                                                          runge_kutta + ", and with adams-bashforth");
    } else if (!integrator.holds_over_stages) {
        throw InputError(method.at("constraint"), name +
                                                      " measures its error at the start of each step and holds it "
                                                      "over the stages, which '" +
                                                      method.integrator + "' does not have; it goes with " +
                                                      runge_kutta + " at a fixed step");
    } else if (!fixed) {
        throw InputError(method.at("constraint"),
                         name +
                             " measures its error at the start of each step and belongs to a fixed step; give "
                             "`step` alone (without tolerance or e_max), or use \"normalise\"");
    } else if (m.dense_rows) {
        throw InputError(span.sample_place, name +
                                                " goes from step to step, and a row between them would not belong to "
                                                "it: let the sample be a whole number of steps");
    }

    m.feedback.law = law;
    const Values& v = method.constraint_values;
    if (method.constraint == "algebraic" || method.constraint == "derivative") {
        m.feedback.gain = gain_of(problem, method, span, m, law);
    } else if (law == Law::two_vector || law == Law::three_vector) {
        m.feedback.gain = v.number("k1");
        m.feedback.second = v.number("k2");
    }
}

void resolve_attitude(const Method& method, const IntegratorTraits& integrator, ResolvedMethod& m) {
    const Values& v = method.attitude_values;
    if (v.has("rate_form")) {
        const std::string& form = v.text("rate_form");
        m.rate_form = form == "world" ? RateForm::world : form == "world-unit" ? RateForm::world_unit : RateForm::body;
        m.torque_from_unit = v.text("torque_attitude") == "normalised";
    }
    for (const char* key : {"rate_form", "torque_attitude"})
        if (v.given(key) && !integrator.rate_forms)
            v.refuse(key, "'" + m.integrator +
                              "' does not integrate the quaternion's rate equations; this choice goes with the "
                              "Runge-Kutta methods and adams-bashforth");
}

}  // namespace polhode
