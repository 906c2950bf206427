// Panels of a figure drawn by gnuplot, as SVG that belongs to its page: colours are those of the page's style sheet, so
// that a figure turns dark with it, and identifiers are unique in it.
#pragma once

#include <string>

#include "polhode/reproduce/figure.hpp"

namespace polhode {

// One panel as an <svg> element. `id` makes its identifiers different from those of every other panel of the page.
// Throws PlotError.
std::string panel_svg(const FigurePanel& panel, const std::string& id, const std::string& title,
                      const std::string& description);

// The names of its curves with their lines and marks, as a list; "" where no curve has a name.
std::string panel_legend(const FigurePanel& panel);

}  // namespace polhode
