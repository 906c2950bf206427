// verdicts.json: every claim of a report with its verdict and the numbers behind it, for programs.
#pragma once

#include <string>
#include <vector>

#include "polhode/reproduce/finished_document.hpp"
#include "polhode/reproduce/reproduce.hpp"

namespace polhode {

// `status`: "complete" or "interrupted".
std::string verdicts_json(const ReproduceRequest& request, const std::vector<FinishedDocument>& finished,
                          const std::string& status);

}  // namespace polhode
