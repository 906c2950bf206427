// Which methods take a body with an inside, and what the others are told.
#include "polhode/base/diagnostic.hpp"
#include "polhode/integrate/tableaus.hpp"
#include "polhode/run/inside/inside_steppers.hpp"
#include "polhode/run/inside_runs.hpp"

namespace polhode {

namespace {

constexpr const char* takers =
    "the Runge-Kutta methods, rkmk4, cf4, taylor, reference and default take rotors, states and events";

bool takes_inside(const std::string& integrator) {
    // "exact" asks the closed forms (exact_truth), which say no themselves
    for (const char* own : {"default", "exact", "taylor", "reference"})
        if (integrator == own) return true;
    if (is_lie_stepper(integrator)) return true;
    return integrate::with_tableau(integrator, [](auto) {});
}

}  // namespace

void require_inside_method(const Problem& problem, const Method& method) {
    if (!takes_inside(method.integrator))
        throw InputError(method.at("integrator"),
                         "'" + method.integrator + "' moves a rigid body and nothing inside it; " + takers);
    if (problem.inside->contact && is_lie_stepper(method.integrator))
        throw InputError(method.at("integrator"),
                         "'" + method.integrator +
                             "' keeps the momentum in world axes, which a table changes all the time; the Runge-Kutta "
                             "methods, taylor, reference and default take a body on a table");
    if (method.attitude != "quaternion")
        throw InputError(method.at("attitude"),
                         "a body with rotors, states, events or plates is carried in a quaternion, not in '" +
                             method.attitude + "'; leave attitude out");
    if (method.arithmetic != "double")
        throw InputError(method.at("arithmetic"),
                         "a body with rotors, states, events or plates is computed in double, not in '" +
                             method.arithmetic + "'; leave arithmetic out");
    if (method.compensated)
        throw InputError(
            method.at("compensated"),
            "compensated summation is not done for a body with rotors, states, events or plates; leave it out");
    if (is_lie_stepper(method.integrator) && method.constraint != "none")
        throw InputError(method.at("constraint"), method.integrator + " keeps the length by itself; leave it out");
}

void require_inside_steps(const Problem& problem, const Method& method, const ResolvedMethod& m) {
    const auto& contact = problem.inside->contact;
    if (contact && contact->law == Contact::Law::coulomb && m.integrator != "default" && m.integrator != "reference" &&
        m.stepping == ResolvedMethod::Stepping::fixed)
        throw InputError(method.at("integrator"),
                         "dry sliding on a table is stiff where it comes to rest, and needs a method that keeps a "
                         "tolerance: default, taylor, reference, dopri5 or dop853 without a step");
    if (m.stepping == ResolvedMethod::Stepping::halving)
        throw InputError(method.at(method.tolerance ? "tolerance" : "e_max"),
                         "'" + m.integrator +
                             "' moves a body with rotors, states or events by fixed steps; dopri5, dop853, "
                             "taylor and default keep a tolerance");
    if (m.feedback.law != constrain::Law::none || m.rate_form != RateForm::body || m.torque_from_unit)
        throw InputError(method.at("constraint"),
                         "a constraint that changes the rate equations does not go with rotors, states or events; "
                         "\"none\", \"normalise\" and \"normalise-binomial\" do");
}

}  // namespace polhode
