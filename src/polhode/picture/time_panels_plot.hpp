// What is drawn over time: rates, angles, what should stay constant, the constraint error, and differences of methods.
#pragma once

#include <string>
#include <vector>

#include "polhode/measure/comparison.hpp"
#include "polhode/picture/sphere_plot.hpp"

namespace polhode::overview {

struct Curve {
    Line line;
    std::string title;  // with gnuplot's markup; "" for none
    std::string colour = colour_of(0);
    double width = 1.3;
    bool dashed = false;
    bool second_axis = false;
};

struct Interval {
    double begin, end;  // s
};

struct Panel {
    std::string title, label, second_label;
    std::vector<Curve> curves;
    std::vector<Interval> shaded;
    bool logarithmic = false;
    bool never_negative = false;
    bool degrees = false;
    double least_span = 0, second_least_span = 0;
};

Panel rates_panel(const Samples& samples);
Panel angles_panel(const PlotData& data, const Samples& samples);
// Of a free body: between the momentum and each principal axis.
Panel momentum_angles_panel(const PlotData& data, const Samples& samples);
Panel invariants_panel(const PlotData& data, const std::vector<Samples>& samples);
Panel constraint_panel(const std::vector<Samples>& samples);
// Whether a curve of errors leaves what rounding explains.
bool says_something(const Panel& panel);
Panel differences_panel(const Comparison& comparison);

// `bottom`: the lowest of its column, which carries the numbers of the time axis.
void draw_panel(Script& script, const Panel& panel, const Box& box, char letter, bool bottom, double t_end);

}  // namespace polhode::overview
