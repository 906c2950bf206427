// The part of a summary that is about a [target]: when each method's run is there, and how far it went beyond.
#pragma once

#include <nlohmann/json.hpp>

#include "polhode/base/terminal/text_table.hpp"
#include "polhode/output/summary.hpp"

namespace polhode {

void target_rows(TextTable& table, const Summary& summary);
nlohmann::ordered_json target_json(const TargetRecord& record);

}  // namespace polhode
