// The part of a summary that is about the motion as a whole: gyrostats, satellites near rest in their orbit, and how
// fast neighbours part; for people and for programs.
#pragma once

#include <nlohmann/json.hpp>

#include "polhode/base/terminal/text_table.hpp"
#include "polhode/output/summary.hpp"

namespace polhode {

void analysis_rows(TextTable& table, const Summary& summary);
void add_analysis(nlohmann::ordered_json& all, const Summary& summary);

}  // namespace polhode
