// What all writers of attitude messages share: numbers and dates as the books want them.
#pragma once

#include <string>

#include "polhode/scenario/epoch_table.hpp"

namespace polhode {

// At most `digits` significant digits (the book allows 16), a point, no -0: "0.0", "1.5e-09", "57.29577951308232".
std::string adm_number(double x, int digits);
// The date of t, to a nanosecond. Throws OutputError, in the name of `path`, where leap seconds are not known.
std::string adm_date(const Epoch& epoch, double t, const std::string& path);
// A name as a message may hold it: printable ASCII in one line (504.0-B-2 section 7.3), other characters as '?', and no
// longer than a line has room for.
std::string adm_name(const std::string& text);
// Now, by UTC, as the books write dates.
std::string adm_date_now();
// Text between tags.
std::string xml_text(const std::string& text);
constexpr int adm_digits = 16;

}  // namespace polhode
