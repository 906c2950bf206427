// TAI - UTC since 1972, as the International Earth Rotation Service announced it, and the day until which that is
// known.
#pragma once

#include <optional>

#include "polhode/calendar/instant.hpp"

namespace polhode {

// Whole seconds on a day counted from 2000-01-01; nothing before 1972, when UTC had other seconds. After the expiry it
// is the last known number: ask leap_seconds_known().
std::optional<int> tai_minus_utc(long day);
// The day ends with a second 60.
bool ends_with_leap_second(long day);

bool leap_seconds_known(long day);
const char* leap_seconds_expiry();  // "2026-06-28"

}  // namespace polhode
