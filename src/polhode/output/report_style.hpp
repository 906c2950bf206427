// How a page of a report looks: its style sheet, report.css, which follows the reader's choice of light or dark, fits a
// telephone and prints, and the colours in which its curves are drawn.
//
// What is wider than the page scrolls by itself. That there is more is seen by a shade at the edge behind which it lies
// (two fixed shades, covered by two patches of paper that move with the contents and lie at their ends), and told by a
// word above it where the browser can say whether anything overflows (animations by scrolling; there is no script).
#pragma once

#include <iterator>
#include <string>

namespace polhode {

// Figures are drawn in these colours. The page replaces the n-th by the name --curve-n of the style sheet, which has
// one for light paper and one for dark. From Okabe and Ito, told apart by colour-blind readers as well.
inline constexpr const char* curve_colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                "#E69F00", "#56B4E9", "#5A5F66"};
inline constexpr int curve_colour_count = static_cast<int>(std::size(curve_colours));

// The text of report.css, which the build puts into the program.
std::string report_style();

}  // namespace polhode
