// Pictures of the tools around a log: panels of points and lines, one below the other.
#pragma once

#include <string>
#include <vector>

namespace polhode::estimate {

struct ToolCurve {
    struct Point {
        double x, y;
    };
    std::string title;  // "" for none
    std::vector<Point> points;
    bool dots = false;  // dots in place of a line
};

struct ToolPanel {
    std::string title, x_label, y_label;
    bool logarithmic = false;  // both axes
    std::vector<ToolCurve> curves;
    struct Interval {
        double begin, end;
    };
    std::vector<Interval> shaded;
};

// Throws PlotError where no picture can be made, InputError where the name ends in no known kind.
void plot_panels(const std::vector<ToolPanel>& panels, const std::string& title, const std::string& path);

}  // namespace polhode::estimate
