#include "polhode/base/shortest.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace polhode {

std::string shortest(double value) {
    if (std::isnan(value)) return "nan";  // its sign depends on the machine
    char buffer[40];
    for (int digits = 6; digits <= 17; ++digits) {
        std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
        if (std::strtod(buffer, nullptr) == value) break;
    }
    return buffer;
}

}  // namespace polhode
