#include "polhode/reproduce/panel_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>
#include <vector>

#include "polhode/output/report_style.hpp"
#include "polhode/picture/gnuplot_drawing.hpp"
#include "polhode/reproduce/report_text.hpp"

namespace polhode {

namespace {

using Style = FigureCurve::Style;

// What gnuplot is told to draw lines, text and grid in; the page's own colours take their place.
constexpr const char *ink = "#111213", *grid = "#C9CACB";

// Marks of gnuplot with the same marks for the legend, around (9, 5).
struct Mark {
    int gnuplot;
    const char* svg;
};
constexpr Mark marks[] = {
    {7, R"(<circle cx="13" cy="6" r="3.2"/>)"},         {5, R"(<rect x="10" y="3" width="6" height="6"/>)"},
    {9, R"(<path d="M13 2 L16.6 8.6 L9.4 8.6 Z"/>)"},   {13, R"(<path d="M13 1.8 L17 6 L13 10.2 L9 6 Z"/>)"},
    {11, R"(<path d="M13 10 L16.6 3.4 L9.4 3.4 Z"/>)"},
};
constexpr int mark_count = static_cast<int>(std::size(marks));

constexpr int panel_width = 500, panel_height = 360;

int colour_of(const FigureCurve& curve, std::size_t place) {
    return (curve.colour >= 0 ? curve.colour : static_cast<int>(place)) % curve_colour_count;
}
int mark_of(std::size_t place) { return static_cast<int>(place) % mark_count; }

// What is drawn later lies above: lines and marks first, dots on them, dashes last, so that a theory is seen on its
// data.
std::vector<std::size_t> drawing_order(const FigurePanel& panel) {
    const auto layer = [](Style style) { return style == Style::dashes ? 2 : style == Style::dots ? 1 : 0; };
    std::vector<std::size_t> order;
    for (int now = 0; now <= 2; ++now)
        for (std::size_t k = 0; k < panel.curves.size(); ++k)
            if (layer(panel.curves[k].style) == now) order.push_back(k);
    return order;
}

// The text of an axis: raised digits as characters of their own, since a picture has no marks.
std::string axis_text(const std::string& text) {
    static constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const std::string plain = plain_of(text);
    std::string label;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (plain[i] != '^' || i + 1 >= plain.size() || !std::isdigit(static_cast<unsigned char>(plain[i + 1]))) {
            label += plain[i];
            continue;
        }
        while (i + 1 < plain.size() && std::isdigit(static_cast<unsigned char>(plain[i + 1])))
            label += raised[plain[++i] - '0'];
    }
    return label;
}

// Ends of a logarithmic axis a little beyond its data, in place of whole decades; where it spans more than one.
std::string snug_range(const FigurePanel& panel) {
    double low = HUGE_VAL, high = 0;
    for (const FigureCurve& curve : panel.curves)
        for (const double x : curve.x)
            if (x > 0 && std::isfinite(x)) {
                low = std::min(low, x);
                high = std::max(high, x);
            }
    return high > 8 * low ? fmt::format("set xrange [{:.9g}:{:.9g}]", low / 1.25, high * 1.25) : "";
}

// ---- what gnuplot is told -------------------------------------------------------------------------------------------

std::string axis_commands(const FigureAxis& axis, char which) {
    std::string script = fmt::format("set {}label {} noenhanced textcolor rgb '{}'\n", which,
                                     gnuplot_string(axis_text(axis.label)), ink);
    if (axis.logarithmic) script += fmt::format("set logscale {0}; set format {0} '10^{{%T}}'\n", which);
    if (axis.from || axis.to)
        script += fmt::format("set {}range [{}:{}]\n", which, axis.from ? fmt::format("{:.17g}", *axis.from) : "",
                              axis.to ? fmt::format("{:.17g}", *axis.to) : "");
    return script;
}

// "" where the curve has no point that the axes can show. An empty line is a gap.
std::string curve_data(const FigureCurve& curve, const FigurePanel& panel) {
    std::string data;
    bool some = false;
    for (std::size_t i = 0; i < curve.x.size() && i < curve.y.size(); ++i) {
        const double x = curve.x[i], y = curve.y[i];
        const bool there =
            std::isfinite(x) && std::isfinite(y) && (!panel.x.logarithmic || x > 0) && (!panel.y.logarithmic || y > 0);
        some = some || there;
        data += there ? fmt::format("{:.9g} {:.9g}\n", x, y) : "\n";
    }
    return some ? data : "";
}

std::string look_of(const FigureCurve& curve, std::size_t place) {
    const char* colour = curve_colours[colour_of(curve, place)];
    const int mark = marks[mark_of(place)].gnuplot;
    switch (curve.style) {
        case Style::line:
            return fmt::format("lines lc rgb '{}' lw 1.6", colour);
        case Style::dashes:
            return fmt::format("lines lc rgb '{}' lw 1.9 dt (6,6)", colour);
        case Style::points:
            return fmt::format("points lc rgb '{}' pt {} ps 0.65", colour, mark);
        case Style::dots:
            return fmt::format("points lc rgb '{}' pt 7 ps 0.4", colour);
        case Style::line_and_points:
            break;
    }
    return fmt::format("linespoints lc rgb '{}' lw 1.6 pt {} ps 0.6", colour, mark);
}

int height_of(const FigurePanel& panel) { return panel.equal_scales ? panel_width - 50 : panel_height; }

// The whole file that gnuplot draws.
std::string drawn_by_gnuplot(const FigurePanel& panel) {
    GnuplotDrawing drawing("svg", {panel_width, static_cast<double>(height_of(panel))}, 13.5,
                           GnuplotDrawing::Background::transparent);
    const auto add = [&](const std::string& line) { drawing.add(line); };
    add(fmt::format("set border 3 lc rgb '{0}' lw 1; set tics nomirror scale 0.6 textcolor rgb '{0}'", ink));
    add(fmt::format("set grid xtics ytics lc rgb '{}' lw 0.7 lt 1 dt solid; unset key", grid));
    add(axis_commands(panel.x, 'x'));
    if (panel.x.logarithmic && !panel.x.from && !panel.x.to) add(snug_range(panel));
    add(axis_commands(panel.y, 'y'));
    if (panel.equal_scales) add("set size ratio -1");
    std::string plot;
    bool anything = false;
    for (const std::size_t k : drawing_order(panel)) {
        const std::string data = curve_data(panel.curves[k], panel);
        anything = anything || !data.empty();
        plot += (plot.empty() ? "plot '" : ", '") + drawing.data(data) + "' with " + look_of(panel.curves[k], k) +
                " notitle";
    }
    if (!anything) throw PlotError("there is nothing to draw: no curve has a point");
    add(plot);
    return drawing.drawn();
}

// ---- what becomes of the drawing ------------------------------------------------------------------------------------

// Everything from `open` to the `close` behind it, wherever it stands.
void remove_elements(std::string& svg, const std::string& open, const std::string& close) {
    for (std::size_t a; (a = svg.find(open)) != std::string::npos;) {
        const std::size_t b = svg.find(close, a);
        if (b == std::string::npos) throw PlotError("gnuplot drew an SVG that breaks off");
        svg.erase(a, b + close.size() - a);
    }
}

// A colour as gnuplot writes it in an SVG: "rgb(  0, 114, 178)", and in text "rgb(0,114,178)".
std::string as_written(const std::string& hex, const char* pattern) {
    const auto part = [&](std::size_t i) { return std::stoi(hex.substr(i, 2), nullptr, 16); };
    return fmt::format(fmt::runtime(pattern), part(1), part(3), part(5));
}
std::string of_line(const std::string& hex) { return as_written(hex, "rgb({:3}, {:3}, {:3})"); }
std::string of_text(const std::string& hex) { return as_written(hex, "rgb({},{},{})"); }

using Replacements = std::vector<std::pair<std::string, std::string>>;  // in this order

// gnuplot knows only colours of its own. What it wrote becomes a name of the page's style sheet.
Replacements colours_of_the_page() {
    Replacements all{{of_line(ink), "currentColor"},
                     {of_text(ink), "currentColor"},
                     {"stroke=\"black\"", "stroke=\"currentColor\""},
                     {"fill=\"black\"", "fill=\"currentColor\""},
                     {"color=\"black\"", "color=\"inherit\""},
                     {of_line(grid), "var(--grid)"}};
    for (int i = 0; i < curve_colour_count; ++i)
        all.emplace_back(of_line(curve_colours[i]), fmt::format("var(--curve-{})", i));
    return all;
}

// Several panels stand in one page: their identifiers must differ.
Replacements identifiers_of(const std::string& id) {
    return {
        {"id=\"gp", "id=\"" + id + "-gp"}, {"id=\"gnuplot", "id=\"" + id + "-gnuplot"}, {"\"#gp", "\"#" + id + "-gp"}};
}

void replace(std::string& text, const Replacements& all) {
    for (const auto& [from, to] : all)
        for (std::size_t i = 0; (i = text.find(from, i)) != std::string::npos; i += to.size())
            text.replace(i, from.size(), to);
}

// What stands within the <svg> element of a drawing, made part of the page.
std::string for_the_page(const std::string& svg, const std::string& id) {
    const std::size_t begin = svg.find("<svg"), after = svg.find('>', begin), end = svg.rfind("</svg>");
    if (begin == std::string::npos || after == std::string::npos || end == std::string::npos)
        throw PlotError("gnuplot drew something that is no SVG");
    std::string inner = svg.substr(after + 1, end - after - 1);
    // its title, description and names of curves say nothing, and its filters are not used
    for (const auto& [open, close] :
         {std::pair{"<title>", "</title>"}, {"<desc>", "</desc>"}, {"<filter", "</filter>"}})
        remove_elements(inner, open, close);
    replace(inner, {{"xlink:href", "href"}, {"'", "\""}});
    replace(inner, identifiers_of(id));
    replace(inner, colours_of_the_page());
    replace(inner, {{"font-family=\"DejaVu Sans\"", "font-family=\"system-ui, DejaVu Sans, Verdana, sans-serif\""}});
    return inner;
}

}  // namespace

std::string panel_svg(const FigurePanel& panel, const std::string& id, const std::string& title,
                      const std::string& description) {
    const std::string inner = for_the_page(drawn_by_gnuplot(panel), id);
    return fmt::format(
               "<svg viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"{}-t "
               "{}-d\">\n<title id=\"{}-t\">{}</title>\n<desc id=\"{}-d\">{}</desc>",
               panel_width, height_of(panel), id, id, id, html_escaped(plain_of(title)), id,
               html_escaped(plain_of(description))) +
           inner + "</svg>\n";
}

std::string panel_legend(const FigurePanel& panel) {
    std::string html;
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
        const FigureCurve& curve = panel.curves[k];
        if (curve.name.empty()) continue;
        std::string swatch;
        if (curve.style == Style::line || curve.style == Style::line_and_points)
            swatch += R"(<path d="M0 6 H26" stroke-width="2" fill="none"/>)";
        if (curve.style == Style::dashes)
            swatch += R"(<path d="M0 6 H26" stroke-width="2" stroke-dasharray="7 4" fill="none"/>)";
        if (curve.style == Style::dots) swatch += R"(<circle cx="13" cy="6" r="2.2"/>)";
        if (curve.style == Style::points || curve.style == Style::line_and_points) swatch += marks[mark_of(k)].svg;
        html += fmt::format(
            "<li><svg viewBox=\"0 0 26 12\" aria-hidden=\"true\" fill=\"var(--curve-{0})\" "
            "stroke=\"var(--curve-{0})\">{1}</svg><span>{2}</span></li>\n",
            colour_of(curve, k), swatch, html_of(curve.name));
    }
    return html.empty() ? "" : "<ul class=\"legend\">\n" + html + "</ul>\n";
}

}  // namespace polhode
