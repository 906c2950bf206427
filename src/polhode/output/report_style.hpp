// How a page of a report looks: its style sheet, which follows the reader's choice of light or dark, fits a telephone
// and prints, and the colours of its curves.
#pragma once

#include <iterator>
#include <string>

namespace polhode {

// Figures are drawn in the first of these colours, which is then replaced by a name of the page's style, so that a
// figure turns dark with its page. From Okabe and Ito, told apart by colour-blind readers as well.
struct CurveColour {
    const char *drawn, *light, *dark;
};
inline constexpr CurveColour curve_colours[] = {
    {"#0072B2", "#0072B2", "#56B4E9"}, {"#D55E00", "#C75300", "#FF8A3D"}, {"#009E73", "#00805C", "#2CC998"},
    {"#CC79A7", "#B85C90", "#E59CC5"}, {"#E69F00", "#B47A00", "#F0B83C"}, {"#56B4E9", "#3B8FC0", "#9AD4F7"},
    {"#5A5F66", "#22272C", "#F2F4F6"},
};
inline constexpr int curve_colour_count = static_cast<int>(std::size(curve_colours));

std::string report_style();

}  // namespace polhode
