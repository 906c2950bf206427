// Integrators that are described, resolved and run in the same way, as one object. A new family is a function that
// returns one, in a file of its own, and a line in integrator_list.def:
//
//     IntegratorFamily leapfrog_family() { return {leapfrog_entries(), leapfrog_traits, resolve_leapfrog,
//     run_leapfrog}; }
#pragma once

#include <string>
#include <vector>

#include "polhode/method/integrator_traits.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/run/run_job.hpp"

namespace polhode {

struct IntegratorFamily {
    std::vector<Entry> entries;  // kind "integrator"
    IntegratorTraits (*traits)(const std::string& integrator);
    // Reads the parameters of the integrator into `m`; throws InputError where it cannot move this problem. What traits
    // say has been looked at before; steps are known, the grid is not yet laid out.
    void (*resolve)(const Problem& problem, const Method& method, const RunSpan& span, ResolvedMethod& m);
    void (*run)(const RunJob& job);
};

const std::vector<IntegratorFamily>& integrator_families();
// The family of a name that the registry knows.
const IntegratorFamily& family_of(const std::string& integrator);
// Kind "integrator": all of them.
std::vector<Entry> integrator_entries();

}  // namespace polhode
