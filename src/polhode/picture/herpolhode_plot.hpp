// The herpolhode: the path of the end of the rate on the invariable plane, seen along the angular momentum, which
// stands still in the world where nothing acts on the body.
#pragma once

#include <vector>

#include "polhode/picture/sphere_view_plot.hpp"

namespace polhode::overview {

// The component of the rate across `L_N`, rad/s, in a right-handed frame seen against L, up to time `until`.
Line herpolhode(const PlotData& data, const Samples& samples, const Vec3<double>& L_N, double until);

// There is one: the body is free and its rate does not stand still.
bool has_herpolhode(const PlotData& data);

void draw_herpolhode(Script& script, const PlotData& data, const std::vector<Samples>& samples, const Box& box,
                     char letter);

}  // namespace polhode::overview
