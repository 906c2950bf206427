// One run of a sweep, read as a scenario before anything is computed: it shows whether the file is right.
#pragma once

#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

// Sets sweep.base and sweep.base_run, and adds warnings of runs that are known to fail. `own_tree` is the scenario
// before anything varies.
//
// The scenario of run 0 shows whether the keys are right. Its numbers may be unlucky (a negative mass), which is
// that run's fault alone; then others are tried. Where all of them are unlucky, the scenario with the file's own
// numbers shows what the runs have in common, and each run will be recorded with its reason.
// Throws InputError.
void read_sweep_base(const TomlNode& own_tree, Sweep& sweep);

}  // namespace polhode
