// Lists of names, as a sweep's file has many.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace polhode {

inline bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace polhode
