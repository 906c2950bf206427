#include "polhode/estimate/tools/tool_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/picture/picture_page.hpp"

namespace polhode::estimate {

namespace {

constexpr double head = 60, foot = 34, panel_height = 190, panel_gap = 74, most_points = 20000;

std::string table_of(const ToolCurve& curve, bool logarithmic) {
    std::string text;
    const size_t every =
        std::max<size_t>(1, static_cast<size_t>(static_cast<double>(curve.points.size()) / most_points));
    for (size_t i = 0; i < curve.points.size(); i += every) {
        const auto [x, y] = curve.points[i];
        // what cannot be drawn lifts the pen
        const bool shown = std::isfinite(x) && std::isfinite(y) && (!logarithmic || (x > 0 && y > 0));
        text += shown ? fmt::format("{} {}\n", x, y) : std::string("\n");
    }
    return text;
}

void draw(PicturePage& page, const ToolPanel& panel, double top) {
    const double height = page.size().height;
    page.add("reset");
    page.add(screen_margins(0.09, 0.84, 1 - (top + panel_height) / height, 1 - top / height));
    page.add(fmt::format("set title {} offset 0,-0.4", gnuplot_string(panel.title)));
    page.add(fmt::format("set xlabel {} offset 0,0.6\nset ylabel {}", gnuplot_string(panel.x_label),
                         gnuplot_string(panel.y_label)));
    page.add(fmt::format("set grid lc rgb '#dddddd'\nset border 3 lc rgb '{}'\nset tics nomirror", picture_grey));
    page.add("set key outside right top noenhanced\nset autoscale xfix");
    if (panel.logarithmic) page.add("set logscale xy\nset format xy '10^{%L}'");
    int number = 0;
    for (const ToolPanel::Interval& s : panel.shaded)
        page.add(
            fmt::format("set object {} rectangle from first {}, graph 0 to first {}, graph 1 behind fc rgb "
                        "'#e8e8e8' fs solid noborder",
                        ++number, s.begin, s.end));
    std::string plot;
    size_t colour = 0;
    for (const ToolCurve& c : panel.curves) {
        const std::string text = table_of(c, panel.logarithmic);
        if (text.find_first_not_of('\n') == std::string::npos) continue;
        // a line through dots has their colour
        plot += fmt::format("{}'{}' with {} lc rgb '{}' {}", plot.empty() ? "plot " : ", ", page.data(text),
                            c.dots ? "points pt 7 ps 0.5" : "lines lw 1.3", picture_colour(colour),
                            c.title.empty() ? "notitle" : "title " + gnuplot_string(c.title));
        if (!c.title.empty()) ++colour;
    }
    if (!plot.empty()) page.add(plot);
}

}  // namespace

void plot_panels(const std::vector<ToolPanel>& panels, const std::string& title, const std::string& path) {
    const std::string kind = picture_format(path);
    const double many = static_cast<double>(panels.size());
    PicturePage page(kind, {1100, head + many * (panel_height + panel_gap) + foot});
    double top = head;
    for (const ToolPanel& panel : panels) {
        draw(page, panel, top);
        top += panel_height + panel_gap;
    }
    page.begin_frame(title, 29);
    page.foot_with_version(3, 14);
    page.draw(path);
}

}  // namespace polhode::estimate
