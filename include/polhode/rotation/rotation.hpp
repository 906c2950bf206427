// All attitude representations, their conversions and the named border conversions.
#pragma once

#include "axis_angle.hpp"
#include "borders.hpp"
#include "cayley_klein.hpp"
#include "convert.hpp"
#include "dcm.hpp"
#include "euler_angles.hpp"
#include "exponential.hpp"
#include "mrp.hpp"
#include "quaternion.hpp"
#include "representation.hpp"
#include "rotation_vector.hpp"
#include "two_vector.hpp"
#include "world_form.hpp"
