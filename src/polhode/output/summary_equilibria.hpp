// The part of a summary that is about steady motions and their stability (analysis/equilibria.hpp); for people and for
// programs.
#pragma once

#include <nlohmann/json.hpp>

#include "polhode/base/terminal/text_table.hpp"
#include "polhode/output/summary.hpp"

namespace polhode {

// How many there are and which are stable; with --equilibria each in a row.
void equilibrium_rows(TextTable& table, const Summary& summary);
nlohmann::ordered_json equilibria_json(const Equilibria& equilibria);

}  // namespace polhode
