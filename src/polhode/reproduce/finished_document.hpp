// What the index and the verdicts say of a document whose page is written.
#pragma once

#include <string>
#include <vector>

#include "polhode/reproduce/claim.hpp"

namespace polhode {

struct FinishedDocument {
    std::string name, title, subtitle;
    std::vector<Claim> claims;
    std::string lead;
};

}  // namespace polhode
