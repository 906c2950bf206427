#include "polhode/reproduce/panel_svg.hpp"

#include <gtest/gtest.h>

#include "polhode/output/report_style.hpp"

namespace panel_svg_test {

using namespace polhode;

// What a picture draws later lies above. The dashed theory comes first in the panel and last in the picture; legend and
// data keep the order of the panel.
TEST(PanelSvg, DashesLieAboveTheData) {
    using Style = FigureCurve::Style;
    const FigurePanel panel{.x = {"x", "x"},
                            .y = {"y", "y"},
                            .curves = {{"theory", {0, 1}, {0, 1}, Style::dashes, 6},
                                       {"dots", {0, 1}, {0, 1}, Style::dots, 1},
                                       {"data", {0, 1}, {0, 1}, Style::line_and_points, 0}}};
    const std::string svg = panel_svg(panel, "p", "t", "d");
    const std::size_t theory = svg.find("stroke-dasharray"), data = svg.rfind("var(--curve-0)"),
                      dots = svg.rfind("var(--curve-1)"), last = svg.rfind("var(--curve-6)");
    ASSERT_NE(theory, std::string::npos) << svg;
    EXPECT_LT(data, dots);
    EXPECT_LT(dots, theory);
    EXPECT_LT(dots, last);
    EXPECT_EQ(panel_csv(panel).rfind("curve,x,y\ntheory,0,0\n", 0), 0u);
}

// Every colour that a curve may have is a name of the style sheet, for light paper, dark paper and print.
TEST(PanelSvg, TheStyleSheetKnowsTheColoursOfTheCurves) {
    const std::string css = report_style();
    for (int i = 0; i < curve_colour_count; ++i) {
        const std::string name = "--curve-" + std::to_string(i) + ": #";
        int times = 0;
        for (std::size_t at = 0; (at = css.find(name, at)) != std::string::npos; ++at) ++times;
        EXPECT_EQ(times, 3) << name;
    }
    EXPECT_EQ(css.find("--curve-" + std::to_string(curve_colour_count)), std::string::npos);
}

}  // namespace panel_svg_test
