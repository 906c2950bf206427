// What a report says of all its documents together: the index page, the rule of the verdicts, and verdicts.json.
#pragma once

#include <string>
#include <vector>

#include "polhode/reproduce/reproduce.hpp"

namespace polhode {

struct FinishedDocument {
    std::string name, title, subtitle;
    std::vector<Claim> claims;
    std::string lead;
};

// At the end of each page.
std::string report_footer(const ReproduceRequest& request);

// `missing`: titles of the documents that are not computed (yet).
std::string index_html(const ReproduceRequest& request, const std::vector<FinishedDocument>& finished,
                       const std::vector<std::string>& missing);

// `status`: "complete" or "interrupted".
std::string verdicts_json(const ReproduceRequest& request, const std::vector<FinishedDocument>& finished,
                          const std::string& status);

}  // namespace polhode
