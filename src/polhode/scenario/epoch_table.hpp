// [epoch]: when t = 0 is, by whose clock, and what the axes are called; carried through to files that can say it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/calendar/instant.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

struct TomlNode;

struct Epoch {
    Instant time{0, 43200, 0};      // J2000 where nothing is said
    std::string system = "TAI";     // one of time_systems()
    std::string frame = "EME2000";  // the world's axes: only a name
    std::string body_frame = "SC_BODY_1";
    std::string object = "UNKNOWN";  // whose attitude it is
    bool given = false;              // by somebody; otherwise these are only the names that files need
};

std::vector<Parameter> epoch_parameters();
// Throws InputError for a date that is none.
Epoch read_epoch(const TomlNode& table);
// The same from words of the command line; `place` is that of the date.
Epoch checked_epoch(Epoch epoch, const std::string& time, const Place& time_place, const std::string& system,
                    const Place& system_place);
// The table as it would stand in a scenario, with a line end.
std::string epoch_table_text(const Epoch& epoch);

}  // namespace polhode
