// What makes a sweep the same as another, so that the journal of one serves the other: what its files say when they
// are read, with settings applied, and not how they are written. Each run is known by its number, so that their number
// does not count: runs may be added. Nor does what only decides what results look like: titles, units, percentiles,
// bins, which files there are, whole trajectories.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace polhode {

struct Sweep;

// By key, "method.step", a value as TOML, or a checksum of it where it is long; a file's contents by "file NAME".
using SweepIdentity = std::map<std::string, std::string>;
SweepIdentity sweep_identity(const Sweep& sweep);

// The files that a sweep reads besides its own and the scenario's: cases, and tables that the scenario names or that
// are varied over.
std::vector<std::string> sweep_files_read(const Sweep& sweep);

// "method.step is 0.02 in place of 0.01; the file cases.csv has changed"; "" where nothing differs.
std::string difference_of(const SweepIdentity& here, const SweepIdentity& there);

}  // namespace polhode
