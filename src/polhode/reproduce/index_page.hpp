// The first page of a report: its documents, their verdicts counted, and the rule of the verdicts.
#pragma once

#include <string>
#include <vector>

#include "polhode/reproduce/finished_document.hpp"
#include "polhode/reproduce/reproduce.hpp"

namespace polhode {

// At the end of each page.
std::string report_footer(const ReproduceRequest& request);

// `missing`: titles of the documents that are not computed (yet).
std::string index_html(const ReproduceRequest& request, const std::vector<FinishedDocument>& finished,
                       const std::vector<std::string>& missing);

}  // namespace polhode
