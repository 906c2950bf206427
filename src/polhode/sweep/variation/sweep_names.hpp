// Names that formulas and results give to what varies, and how they are made from keys of the scenario.
#pragma once

#include <string>
#include <vector>

namespace polhode {

// Whether a formula can use it as a name.
bool is_identifier(const std::string& name);
// "body.parts[1].radius" -> radius, parts_1_radius, body_parts_1_radius; "start.rate[0]" -> rate_0, start_rate_0
std::vector<std::string> names_from_key(const std::string& key);
// "Mass (kg)" -> Mass_kg; "" where there is nothing that a name could begin with
std::string name_from_title(const std::string& title);

// "start.rate[0]" lies within "start.rate" and "start".
bool key_within(const std::string& inner, const std::string& outer);
// "noise" of "rates.noise" within "rates"; "" of a key within itself.
std::string rest_of_key(const std::string& inner, const std::string& outer);

}  // namespace polhode
