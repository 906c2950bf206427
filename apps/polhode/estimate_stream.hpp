// `polhode estimate` on readings as they come.
#pragma once

#include <string>

#include "estimate_links.hpp"
#include "polhode/estimate/estimation.hpp"

namespace polhode::app {

struct StreamRequest {
    std::string from;     // -, udp:PORT, serial:DEVICE or a file
    std::string where;    // who said so, for messages
    std::string to;       // CSV; "" for none
    double patience = 0;  // s, ends when nothing has come for so long; 0: never
    bool json = false, quiet = false;
    LinkOptions links;
};

// Rows out as rows come, then the summary.
int estimate_stream(const StreamRequest& request, const estimate::Sensors& sensors,
                    const estimate::EstimationSettings& settings);

}  // namespace polhode::app
