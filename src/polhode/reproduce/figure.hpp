// Figures of a report as data: panels, axes and curves. panel_svg.hpp draws them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct FigureAxis {
    std::string label;   // with its unit: "step h, cycles"
    std::string column;  // its name in the CSV: "step_cycles"
    bool logarithmic = false;
    std::optional<double> from{}, to{};
};

struct FigureCurve {
    enum class Style { line, points, line_and_points, dashes, dots };
    std::string name;          // in the legend; "": none
    std::vector<double> x, y;  // what is not finite, or not positive on a logarithmic axis, leaves a gap
    Style style = Style::line_and_points;
    int colour = -1;  // 0 .. 6; -1: by the curve's place in its panel
};

struct FigurePanel {
    std::string title{};
    FigureAxis x, y;
    std::vector<FigureCurve> curves;
    bool equal_scales = false;  // a circle looks like one
    bool key = true;            // its own legend; without it that of the panel before it
};

struct Figure {
    std::string name;         // "figure-3": of the CSV and the link
    std::string title;        // "Figure 3: Euler angles, fixed step"
    std::string caption;      // what is to be seen
    std::string description;  // for readers who cannot see it: what the curves do, with numbers
    std::vector<FigurePanel> panels;
    std::vector<std::string> commands{};  // that compute it again
};

// The rows "curve,x,y" of one panel with 17 digits.
std::string panel_csv(const FigurePanel& panel);

}  // namespace polhode
