// The path of the body's axis on the unit sphere.
#pragma once

#include <vector>

#include "plot.hpp"
#include "script_plot.hpp"

namespace polhode::overview {

using Samples = std::vector<PlotData::Sample>;

// The direction of the body's axis in the world and its velocity at one sample, whatever the length of q.
struct AxisState {
    double t;
    Vec3<double> direction, velocity;
};
AxisState axis_state(const PlotData::Sample& s, const Vec3<double>& axis_B);

// The axis whose path is drawn, in body axes.
Vec3<double> chosen_axis(const PlotData& data, const Samples& samples);

void draw_sphere(Script& script, const PlotData& data, const std::vector<Samples>& samples, const Box& box,
                 char letter);

}  // namespace polhode::overview
