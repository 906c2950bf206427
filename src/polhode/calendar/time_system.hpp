// Time systems: which there are, and how many seconds lie between two instants of one of them, or of two.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/calendar/instant.hpp"

namespace polhode {

// Those of CCSDS 504.0-B-2 annex B2 that are times of an outside world: UTC, TAI, TT, TDB, TCB, TCG, GPS, UT1, GMST,
// MET, MRT, SCLK. Names are compared without case.
const std::vector<std::string>& time_systems();
// In capitals; nothing where it is not one.
std::optional<std::string> time_system_named(std::string_view name);

// True seconds from one instant of a system to another one of the same, leap seconds counted in UTC. Nothing where it
// cannot be said (UTC before 1972, a second 60 that never was), and `why` says so.
std::optional<Attoseconds> span_between(const Instant& from, const Instant& to, const std::string& system,
                                        std::string& why);

// The instant so many seconds later in the same system. Nothing as above, and also where leap seconds are not known
// yet.
std::optional<Instant> instant_after(const Instant& from, Attoseconds span, const std::string& system,
                                     std::string& why);

// The same instant in another system. Exact between UTC, TAI, TT and GPS; TDB within 20 microseconds (Explanatory
// Supplement to the Astronomical Almanac, eq. 2.222-1). Nothing for systems without a fixed relation.
std::optional<Instant> in_system(const Instant& instant, const std::string& from, const std::string& to,
                                 std::string& why);

// "leap seconds are known until 2026-06-28 ..." where an instant in UTC is later than that; "" otherwise.
std::string leap_second_warning(const Instant& instant, const std::string& system);

}  // namespace polhode
