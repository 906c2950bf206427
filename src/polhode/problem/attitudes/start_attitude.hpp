// The attitude that a run starts from.
#pragma once

#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"

namespace polhode {

// The start attitude as it was given: kept in its own representation so that a method that integrates the same
// representation takes it bit for bit.
struct StartAttitude {
    std::string representation = "quaternion";  // name as in the registry ("quaternion", "dcm", "euler-zyx", ...)
    std::vector<double> params{1, 0, 0, 0};     // its numbers, in the representation's own order
    // A matrix that is no rotation but may be one rounded to words: how far R R^T is from 1, and what to say to methods
    // whose numbers are finer than that.
    double orthogonality_defect = 0;
    std::string complaint{};
    Place place{};
};

}  // namespace polhode
