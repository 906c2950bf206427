// Mass properties about the fixed point (pivot or centre of mass), in the user's body axes, with what they imply.
#pragma once

#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

class BodyModel {
 public:
    Mat3<double> inertia{};    // kg m^2, symmetric, in the body axes of the scenario
    bool diagonal = true;      // the body axes are principal axes
    double mass = 0;           // kg; 0 where the scenario gave moments only
    double weighing_mass = 0;  // kg, of what has weight (parts with weight = false left out)
    Vec3<double> centre{};     // m, of the weighing mass, from the fixed point, in body axes

    Vec3<double> principal_moments{};                        // ascending where axes had to be found, else as given
    Mat3<double> principal_axes = Mat3<double>::identity();  // column i: principal axis i in body axes (proper)
    // Semi-axes of the uniform ellipsoid with these moments, m: a^2 = 5(I2+I3-I1)/(2m) (Ganapathi 2005 takes the
    // moments themselves, which is not right); with mass unknown for a mass of 1 kg. Empty where no such body exists.
    std::vector<double> ellipsoid{};
    std::vector<std::string> warnings{};

    // The symmetry axis (0, 1, 2) of a body with two equal moments in its own axes, -1 otherwise; 2 for a sphere.
    int symmetry_axis() const;
};

// From [body]: `inertia` (3 numbers or 3 rows) or `parts`. Parts arrive as one Values each, with "shape" among them.
// Throws InputError with the reason for moments no body can have unless unphysical is "allow" (then a warning).
struct BodyTable {
    Values values;              // body_parameters()
    std::vector<Values> parts;  // part parameters, by shape
};
BodyModel build_body(const BodyTable& table);
std::vector<Parameter> body_parameters();
std::vector<Entry> shape_entries();  // kind "shape": disk, cylinder, sphere, ellipsoid, box, rod, point

}  // namespace polhode
