// Principal moments and axes of a tensor of inertia.
#pragma once

#include "polhode/arithmetic/vec.hpp"

namespace polhode {

struct PrincipalAxes {
    Vec3<double> moments;  // ascending
    Mat3<double> axes;     // column i: axis i, right-handed
};

// Of a symmetric tensor.
PrincipalAxes principal_axes_of(const Mat3<double>& tensor);

}  // namespace polhode
