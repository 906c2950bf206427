// Which Polhode this is: the version that find_package(polhode) compared with, and the revision of its source.
// Both are those of the library that is loaded when the program runs, not of the header that it was compiled with.
//
//     std::printf("Polhode %s (%s)\n", polhode::version().c_str(), polhode::revision().c_str());
#pragma once

#include <string>

namespace polhode {

// Three numbers and the points between them: "0.2.0". While the first is 0, the second changes with the interface.
std::string version();

// The revision of the source as git describes it: "334a196", or "334a196-dirty" where files had been changed; "unknown"
// where it was not built in a checkout.
std::string revision();

}  // namespace polhode
