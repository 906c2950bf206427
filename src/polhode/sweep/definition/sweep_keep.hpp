// [keep]: what is kept of a sweep.
#pragma once

#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

// `table` may be empty: then everything has its default. The outcomes must have been read. Throws InputError.
void read_sweep_keep(const TomlNode& table, Sweep& sweep);
// keep.trajectories; the outcomes of the final state must be among the others by now. Throws InputError.
void read_sweep_trajectories(const TomlNode& table, Sweep& sweep);

}  // namespace polhode
