// From the constraint of a scenario to what the engine does with it: which law, with which gain, and whether it goes
// with the rest of the method.
#pragma once

#include "polhode/method/integrator_traits.hpp"
#include "polhode/method/method.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

// The law of a constraint with the parameters given; Law::none for constraints that act on the state after a step.
constrain::Law law_of(const std::string& constraint, const Values& values);

// Fills in m.constraint and m.feedback; m.integrator, m.stepping and m.step must be known. An InputError where the
// constraint does not go with the attitude or the integrator.
void resolve_constraint(const Problem& problem, const Method& method, const RunSpan& span,
                        const IntegratorTraits& integrator, ResolvedMethod& m);

// The same for the parameters of the attitude.
void resolve_attitude(const Method& method, const IntegratorTraits& integrator, ResolvedMethod& m);

}  // namespace polhode
