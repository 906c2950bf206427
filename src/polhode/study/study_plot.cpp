// The picture of a study: for each problem a row of panels, error against cost in three measures of it.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/display_width.hpp"
#include "polhode/picture/picture_page.hpp"
#include "polhode/study/study_report.hpp"

namespace polhode {

namespace {

// Beyond seven curves the marks change.
constexpr int marks[] = {7, 5, 9, 13, 11, 6, 4, 8};

constexpr double page_width = 1280, panel_height = 380, head_height = 70, foot_height = 56;

struct Panel {
    const char* title;
    double (*x)(const StudyPoint&);  // not positive: there is no such number
};

constexpr Panel panels[] = {
    {"evaluations of the equations", [](const StudyPoint& p) { return static_cast<double>(p.evaluations); }},
    {"floating-point operations", [](const StudyPoint& p) { return p.flops.value_or(0); }},
    {"CPU time, s", [](const StudyPoint& p) { return p.cpu_seconds; }},
};
constexpr std::size_t last_panel = std::size(panels) - 1;

// Fractions of the page.
struct Box {
    double left, right, bottom, top;
};
Box box_of(const PicturePage& page, std::size_t problem, std::size_t panel) {
    const double height = page.size().height, row = static_cast<double>(problem);
    const double left = 0.062 + 0.252 * static_cast<double>(panel);
    return {left, left + 0.212, 1 - (head_height + panel_height * (row + 1) - 54) / height,
            1 - (head_height + panel_height * row + 26) / height};
}

// Axes, and at the left of a row what is common to it.
void add_axes(PicturePage& page, const Study& study, std::size_t problem, std::size_t panel) {
    const Box box = box_of(page, problem, panel);
    page.add("reset");
    page.add(screen_margins(box.left, box.right, box.bottom, box.top));
    page.add(
        "set logscale xy; set format xy '10^{%T}'; set tics scale 0.5 nomirror font ',9'; set border 3 lc rgb "
        "'#505050'");
    page.add("set grid xtics ytics lc rgb '#e4e4e4' lw 1");
    page.add(fmt::format("set xlabel '{}' font ',10' offset 0,0.4", panels[panel].title));
    if (panel == 0) {
        const Entry& measure = measure_entry(study.measure);
        page.add(fmt::format("set ylabel {} font ',10' offset 1.2,0 noenhanced",
                             gnuplot_string("error (" + measure.name + (study.largest ? ", largest" : ", at the end") +
                                            "), " + measure.unit)));
        page.add(fmt::format("set label 1 {} at screen {:.5f}, screen {:.5f} left noenhanced font ',12'",
                             gnuplot_string(study.problems[problem].name), box.left,
                             box.top + 13 / page.size().height));
    }
    // the legend stands to the right of the last panel
    if (panel == last_panel)
        page.add(
            fmt::format("set key at screen {:.5f}, screen {:.5f} left top Left reverse noenhanced font ',9' spacing "
                        "1.15 samplen 1.5 width -2",
                        box.right + 0.012, box.top));
    else
        page.add("unset key");
}

// The points of a curve that can be drawn, line by line.
std::string points_of(const StudyResult& result, const StudyCurve& curve, const Panel& panel) {
    std::string data;
    for (const std::size_t i : curve.points) {
        const StudyPoint& point = result.points[i];
        const double x = panel.x(point);
        if (point.done && point.failure.empty() && point.error > 0 && x > 0)
            data += fmt::format("{:.8g} {:.8g}\n", x, point.error);
    }
    return data;
}

// False: none of its curves has a point.
bool draw_panel(PicturePage& page, const Study& study, const StudyResult& result, std::size_t problem,
                std::size_t panel) {
    add_axes(page, study, problem, panel);
    std::string curves;
    bool anything = false;
    for (const StudyCurve& curve : result.curves) {
        if (curve.problem != problem) continue;
        const std::string points = points_of(result, curve, panels[panel]);
        anything = anything || !points.empty();
        std::string name = shortened(without_control_characters(study.methods[curve.method].method.name), 24);
        if (curve.order) name += fmt::format("  (order {:.1f})", *curve.order);
        curves += (curves.empty() ? "plot " : ", ") +
                  fmt::format("'{}' with linespoints lc rgb '{}' lw 1.6 pt {} ps 0.55 title {}", page.data(points),
                              picture_colour(curve.method),
                              marks[(curve.method / picture_colour_count) % std::size(marks)], gnuplot_string(name));
    }
    page.add(curves);
    return anything;
}

}  // namespace

void plot_study(const Study& study, const StudyResult& result, const std::string& path) {
    PicturePage page(picture_format(path), {page_width, head_height + foot_height +
                                                            panel_height * static_cast<double>(study.problems.size())});
    bool anything = false;
    for (std::size_t problem = 0; problem < study.problems.size(); ++problem)
        for (std::size_t panel = 0; panel <= last_panel; ++panel)
            anything = draw_panel(page, study, result, problem, panel) || anything;
    if (!anything) throw PlotError("there is nothing to draw: no point of the study has an error above zero");
    page.begin_frame(study.title.empty() ? study.file : study.title, 24);
    page.foot_with_version(2, 16);
    page.draw(path);
}

}  // namespace polhode
