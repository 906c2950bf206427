// Several names that may have been meant, where so many are known that all of them would be no help.
#pragma once

#include <string>
#include <vector>

namespace polhode {

// The nearest first, at most `most`; then those that have what was read in them ("gyroscope" in "gyroscope-cusp").
std::vector<std::string> nearest_names(const std::string& read, const std::vector<std::string>& known,
                                       std::size_t most);

}  // namespace polhode
