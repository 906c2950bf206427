// The polhode: the path of the angular momentum seen in the body, drawn on the sphere of its directions in principal
// axes, between its neighbours and the separatrices.
#pragma once

#include <vector>

#include "polhode/picture/sphere_view_plot.hpp"

namespace polhode::overview {

// The direction of the momentum in principal axes, with its velocity; samples without momentum are left out.
std::vector<DirectionState> momentum_states(const PlotData& data, const Samples& samples);

// A closed polhode of a free body with these moments about the given end (+1, -1) of a principal axis, through the
// place at `angle` (rad) from it on the way to the middle axis. The axis must not be the middle one of three.
Path free_polhode(const Vec3<double>& moments, int axis, int end, double angle);

// The two great circles through the middle axis that part the motions about the smallest moment from those about the
// largest. Empty where two moments are equal.
std::vector<Path> separatrices(const Vec3<double>& moments);

void draw_polhode(Script& script, const PlotData& data, const std::vector<Samples>& samples, const Box& box,
                  char letter);

}  // namespace polhode::overview
