// [[slug]], [[cmg]], [[moving_mass]] and [body.changing_inertia] of a scenario: their descriptions for the registry,
// and what their validated values mean.
#pragma once

#include <string>
#include <vector>

#include "polhode/problem/inside/inside.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

std::vector<Parameter> slug_parameters();
std::vector<Parameter> cmg_parameters();
std::vector<Parameter> moving_mass_parameters();
std::vector<Parameter> changing_inertia_parameters();
// Registry entries of kind "slug" (kelvin), "cmg" (driven, steered) and "moving_mass" (free, pivoted).
std::vector<Entry> part_entries();

// `place`: which of its kind it is, from 0.
KelvinSlug build_slug(const Values& values, std::size_t place);
// A gyro without its formulas, which need the names of all.
ControlMomentGyro build_cmg(const std::string& kind, const Values& values, std::size_t place);
void build_cmg_formulas(const Values& values, const Inside& inside, ControlMomentGyro& gyro);
// `variables`: of all formulas, so that one that looks at the motion can be told that it may not.
MovingMass build_moving_mass(const std::string& kind, const Values& values, const std::vector<std::string>& variables);
ChangingInertia build_changing_inertia(const Values& values, const std::vector<std::string>& variables);

// Refuses moments that no body can have at some time of the run.
void require_bodies(const ChangingInertia& changing, const Place& place, double duration);

}  // namespace polhode
