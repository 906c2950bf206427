// A body on a horizontal table that it touches in one point, as a scenario says it ([contact]). Its equations of motion
// are in src/polhode/inside (contact.hpp, rolling.hpp, sliding.hpp).
#pragma once

#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"

namespace polhode {

struct Contact {
    enum class Law { rolling, viscous, coulomb };
    // What is lost besides sliding: a moment M against the way of the contact point round the rim, or against the
    // horizontal part of the rate.
    enum class Loss { none, contour, horizontal };

    // Semi-axes of the surface along the body axes, m; the third is 0 for a disk with a sharp rim.
    Vec3<double> semi_axes{};
    Vec3<double> centre_of_mass{};  // from the centre of the surface, m, body axes
    double mass = 0, g = 0;         // kg, m/s^2 along -z of the world
    Law law = Law::rolling;
    double friction = 0;  // s/m (viscous) or 1 (coulomb)
    Loss loss = Loss::none;
    double loss_moment = 0;               // N m
    double smallest_angle = 0;            // rad: where the run of a disk ends; 0: it is no disk
    double x = 0, y = 0, vx = 0, vy = 0;  // of the centre of mass at the start, world axes

    bool slides() const { return law != Law::rolling; }
    bool is_disk() const { return semi_axes[2] == 0; }
    // Whether something takes energy, so that energy less that work is what may be constant.
    bool loses() const { return (slides() && friction > 0) || loss != Loss::none; }
    double size() const;  // the largest semi-axis

    // What formulas may use: place and velocity of the centre of mass, world axes; z is its height.
    static const std::vector<std::string>& variables();
    // And what stands in the rows: these, the normal force and the length of the horizontal one, N.
    static const std::vector<std::string>& columns();
};

}  // namespace polhode
