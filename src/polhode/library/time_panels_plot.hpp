// What is drawn over time: rates, angles, what should stay constant, the constraint error, and differences of methods.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"
#include "sphere_plot.hpp"

namespace polhode::overview {

struct Curve {
    Line line;
    std::string title;  // with gnuplot's markup; "" for none
    std::string colour = colours[0];
    double width = 1.3;
    bool dashed = false;
    bool second_axis = false;
};

struct Panel {
    std::string title, label, second_label;
    std::vector<Curve> curves;
    bool logarithmic = false;
    bool never_negative = false;
    bool degrees = false;
    double least_span = 0, second_least_span = 0;
};

Panel rates_panel(const Samples& samples);
Panel angles_panel(const PlotData& data, const Samples& samples);
Panel invariants_panel(const PlotData& data, const std::vector<Samples>& samples);
Panel constraint_panel(const std::vector<Samples>& samples);
Panel differences_panel(const Comparison& comparison);

// `bottom`: the lowest of its column, which carries the numbers of the time axis.
void draw_panel(Script& script, const Panel& panel, const Box& box, char letter, bool bottom, double t_end);

}  // namespace polhode::overview
