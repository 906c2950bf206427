// The path of the body's axis in the world, on the unit sphere.
#pragma once

#include <vector>

#include "polhode/picture/sphere_view_plot.hpp"

namespace polhode::overview {

// The direction of the body's axis in the world and its velocity at one sample, whatever the length of q.
DirectionState axis_state(const PlotData::Sample& s, const Vec3<double>& axis_B);

// The axis whose path is drawn, in body axes.
Vec3<double> chosen_axis(const PlotData& data, const Samples& samples);

void draw_sphere(Script& script, const PlotData& data, const std::vector<Samples>& samples, const Box& box,
                 char letter);

}  // namespace polhode::overview
