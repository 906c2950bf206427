#include "polhode/sweep/compute/sweep_shape.hpp"

#include "polhode/problem/samples/sampled_torques.hpp"
#include "polhode/sweep/compute/sweep_inside.hpp"

namespace polhode {

using namespace ensemble;

namespace {

// Torques of a body with an inside: those by formulas are its operations, and are added behind the others.
std::string formulas_last(const Problem& p) {
    bool formulas = false;
    for (const TorqueModel& t : p.torques) {
        const bool formula = std::holds_alternative<FormulaTorque<double>>(t.torque);
        if (formulas && !formula)
            return "a torque of kind '" + t.kind +
                   "' stands behind one by formulas; bodies with rotors or states go in SIMD lanes where formulas "
                   "stand last";
        formulas = formulas || formula;
    }
    return "";
}

}  // namespace

std::string shape_of(const Scenario& scenario, Shape& shape, OfInside& inside, ResolvedMethod& resolved,
                     RunSpan& span) {
    const Problem& p = scenario.problem;
    const Method& m = scenario.methods.front();
    if (!p.dynamics()) return "the rate is given; bodies go in SIMD lanes where it is computed";
    if (p.start.derived && !p.inside) return "the rate at the start follows from other numbers of the scenario";
    if (m.input != "body" || m.attitude != "quaternion" || m.arithmetic != "double" || m.compensated)
        return "the method is not plain: quaternion, double, without compensation";
    const Plan plan = prepare(p, m, span);
    resolved = plan.resolved();
    span = plan.span();
    shape = Shape{};
    shape.duration = span.duration;
    const bool plain_equations = resolved.feedback.law == constrain::Law::none &&
                                 resolved.rate_form == RateForm::body && !resolved.torque_from_unit;
    if (m.integrator == "rk4" && plain_equations) {
        shape.stepper = Stepper::rk4;
    } else if (m.integrator == "taylor" && resolved.stepping == ResolvedMethod::Stepping::fixed) {
        shape.stepper = Stepper::taylor;
        shape.order = resolved.order;
        shape.project = resolved.project;
        shape.project_energy = resolved.project_energy;
        shape.project_vertical = resolved.project_vertical;
        if (!has_taylor_order(resolved.order)) return "Taylor series go in SIMD lanes to order 8, 12, 16 or 20";
        if (!p.body->diagonal) return "Taylor series go in SIMD lanes where the body axes are principal axes";
    } else if ((m.integrator == "exact" || m.integrator == "default") && p.torques.empty()) {
        shape.stepper = Stepper::exact;
    } else {
        return "'" + m.integrator +
               "' does not go in SIMD lanes here; rk4, taylor with a fixed step and exact (free bodies) do";
    }
    if (shape.stepper == Stepper::rk4) {
        shape.tensor = !p.body->diagonal;
        using C = ResolvedMethod::Constraint;
        shape.constraint = resolved.constraint == C::none        ? Constraint::none
                           : resolved.constraint == C::normalise ? Constraint::normalise
                                                                 : Constraint::binomial;
    }
    if (p.inside) {
        if (shape.stepper != Stepper::rk4)
            return "'" + m.integrator + "' moves bodies with rotors or states one by one; rk4 goes in SIMD lanes";
        std::string why = p.inside->events.empty()
                              ? inside_shape_of(p, inside.shape, inside.literals)
                              : "events do not go in SIMD lanes: they happen at other times in each run";
        if (why.empty()) why = formulas_last(p);
        if (!why.empty()) return why;
        shape.inside = &inside.shape;
    }
    const std::size_t formulas = p.inside ? plain_formulas(p).size() : 0;
    if (p.torques.size() - formulas > most_torques) return "more than " + std::to_string(most_torques) + " torques";
    for (const TorqueModel& t : p.torques) {
        TorqueKind kind{};
        if (p.inside && std::holds_alternative<FormulaTorque<double>>(t.torque)) break;
        if (std::holds_alternative<torque::Gravity<double>>(t.torque))
            kind = TorqueKind::gravity;
        else if (const auto* c = std::get_if<torque::Constant<double>>(&t.torque))
            kind = c->frame == torque::Frame::body ? TorqueKind::constant_body : TorqueKind::constant_world;
        else if (std::holds_alternative<torque::Damping<double>>(t.torque))
            kind = TorqueKind::damping;
        else if (std::holds_alternative<torque::Rockets<double>>(t.torque))
            kind = TorqueKind::rockets;
        else if (const auto* g = std::get_if<torque::GravityGradient<double>>(&t.torque);
                 g && shape.stepper == Stepper::rk4)
            kind = g->turning ? TorqueKind::orbiting : TorqueKind::gravity_gradient;
        else
            return "a torque of kind '" + t.kind +
                   "' does not go in SIMD lanes; gravity, constant, damping, rockets and, with rk4, gravity-gradient "
                   "do";
        shape.torque[shape.torques++] = kind;
    }
    return "";
}

bool same_shape(const Shape& a, const Shape& b) {
    bool same = a.stepper == b.stepper && a.tensor == b.tensor && a.constraint == b.constraint && a.order == b.order &&
                a.project == b.project && a.project_energy == b.project_energy &&
                a.project_vertical == b.project_vertical && a.torques == b.torques && a.duration == b.duration;
    for (int i = 0; same && i < a.torques; ++i) same = a.torque[i] == b.torque[i];
    if (same && (a.inside || b.inside)) return a.inside && b.inside && *a.inside == *b.inside;
    return same;
}

}  // namespace polhode
