#include "plot.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "gnuplot.hpp"
#include "output_error.hpp"
#include "output_file.hpp"
#include "script_plot.hpp"
#include "sphere_plot.hpp"
#include "text_table.hpp"
#include "time_panels_plot.hpp"
#include "top_analysis.hpp"
#include "version.hpp"

namespace polhode {

namespace overview {

namespace {

std::string terminal(const std::string& kind) {
    const int w = static_cast<int>(page_width), h = static_cast<int>(page_height);
    if (kind == "svg")
        return format(
            "set terminal svg size %d,%d dynamic enhanced font 'DejaVu Sans,11' background rgb 'white' linewidth 1", w,
            h);
    if (kind == "png")
        return format(
            "set terminal pngcairo size %d,%d enhanced font 'DejaVu Sans,11' fontscale 1.5 linewidth 2 pointscale 2 "
            "background rgb 'white'",
            2 * w, 2 * h);
    return format(
        "set terminal pdfcairo size %.4fin,%.4fin enhanced font 'DejaVu Sans,11' fontscale 0.5 linewidth 1.3 "
        "pointscale 0.6 background rgb 'white'",
        w / 120.0, h / 120.0);
}

}  // namespace

}  // namespace overview

PlotData::PlotData(const Scenario& scenario)
    : title(scenario.title.empty() ? scenario.file : scenario.title),
      dynamics(scenario.problem.dynamics()),
      invariants(invariants_of(scenario.problem)) {
    if (!dynamics) return;
    // a body on a pivot: its symmetry axis, or else the line to its centre of mass
    const Vec3<double> moment = weight_moment(scenario.problem.torques).moment;
    if (!(norm(moment) > 0)) return;
    pivoted = true;
    const int symmetry = top_axis(*scenario.problem.body, moment);
    axis = Vec3<double>{};
    if (symmetry >= 0)
        (*axis)[symmetry] = 1;
    else
        axis = moment / norm(moment);
}

void PlotData::begin(const std::string& method, const std::string& line) {
    curves.emplace_back();
    curves.back().name = method;
    curves.back().line = line;
}

void PlotData::row(const Row& r) {
    curves.back().rows.add({r.t, r.q_NB, r.w_NB_B, r.energy, r.L_N, r.defect});
    const double kinetic = 0.5 * dot(r.w_NB_B, to_body(r.q_NB, r.L_N)) / norm_squared(r.q_NB);
    if (kinetic > kinetic_energy) kinetic_energy = kinetic;
}

std::string picture_format(const std::string& path) {
    const std::string end = std::filesystem::path(path).extension().string();
    if (end == ".svg" || end == ".png" || end == ".pdf") return end.substr(1);
    throw InputError({"--plot", 0, ""},
                     "'" + path + "' is no kind of picture that can be drawn; the name must end in .svg, .png or .pdf");
}

void plot_overview(const PlotData& data, const Comparison& comparison, const std::string& path) {
    using namespace overview;
    const std::string kind = picture_format(path);
    std::vector<Samples> samples;
    std::size_t stride = 1;
    double t_end = 0;
    for (const PlotData::Curve& c : data.curves) {
        samples.push_back(c.rows.items());
        stride = std::max(stride, c.rows.stride());
        if (!samples.back().empty()) t_end = std::max(t_end, samples.back().back().t);
    }
    if (samples.empty() || samples.front().empty()) throw PlotError("there is nothing to draw: the run gave no rows");
    const bool several = samples.size() > 1;

    // what stands in which column
    std::vector<Panel> right{rates_panel(samples.front()), angles_panel(data, samples.front())};
    if (several)
        for (Panel& p : right) p.title += " (" + std::string("first method") + ")";
    if (data.dynamics) right.push_back(invariants_panel(data, samples));
    std::optional<Panel> below;
    Panel constraint = constraint_panel(samples);
    if (several) {
        below = differences_panel(comparison);
        if (below->curves.empty()) below.reset();
        if (!constraint.curves.empty()) right.push_back(constraint);
    } else if (!constraint.curves.empty()) {
        below = constraint;
    }

    const TemporaryFolder folder;
    Script script(folder);
    script.add("set encoding utf8");
    script.add(terminal(kind));
    script.add("set output 'picture." + kind + "'");
    script.add("set multiplot");

    const double top = 0.895, bottom = 0.115, gap = 0.062;
    char letter = 'a';
    const double split = 0.40;
    draw_sphere(script, data, samples, {0.02, 0.455, below ? split + 0.02 : bottom, top}, letter++);
    if (below) draw_panel(script, *below, {0.075, 0.445, bottom, split - gap - 0.01}, 'b', true, t_end), letter = 'c';
    const double height =
        (top - bottom - gap * static_cast<double>(right.size() - 1)) / static_cast<double>(right.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
        const double upper = top - static_cast<double>(i) * (height + gap);
        draw_panel(script, right[i], {0.53, 0.925, upper - height, upper}, letter++, i + 1 == right.size(), t_end);
    }

    // title above, methods below
    script.add(
        "reset; unset border; unset tics; unset key; set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0");
    script.add(format("set label 1 %s at screen 0.5, screen 0.965 center noenhanced font ',14'",
                      gnuplot_string(shortened(printable(data.title), 110)).c_str()));
    // Each method in its colour; only names when there are too many for their descriptions.
    const auto caption_of = [&](std::size_t m, bool full) {
        const PlotData::Curve& c = data.curves[m];
        return printable(!several ? c.line : full ? c.name + ": " + c.line : shortened(c.name, 30));
    };
    int total = 0;
    for (std::size_t m = 0; m < data.curves.size(); ++m) total += display_width(caption_of(m, true)) + 4;
    double left = 0.02;
    for (std::size_t m = 0; m < data.curves.size(); ++m) {
        const std::string text =
            shortened(caption_of(m, total < 165), std::max(4, static_cast<int>((0.88 - left) * 190)));
        script.add(format("set label %zu %s at screen %.5f, screen 0.022 left noenhanced font ',9' textcolor rgb '%s'",
                          10 + m, gnuplot_string(text).c_str(), left, several ? colour_of(m) : "#505050"));
        left += (5.7 * display_width(text) + 24) / page_width;
        if (left > 0.85) break;
    }
    if (stride > 1)
        script.add(format(
            "set label 4 'every %zuth row drawn' at screen 0.985, screen 0.042 right font ',9' textcolor rgb '#505050'",
            stride));
    script.add(format("set label 3 %s at screen 0.985, screen 0.022 right noenhanced font ',9' textcolor rgb '#505050'",
                      gnuplot_string("Polhode " + version()).c_str()));
    script.add("set xrange [0:1]; set yrange [0:1]; plot NaN notitle");
    script.add("unset multiplot; unset output");
    run_gnuplot(folder, script.text());

    std::ifstream stream(folder.file("picture." + kind), std::ios::binary);
    std::string picture((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (picture.empty()) throw PlotError("gnuplot drew an empty picture");
    if (kind == "svg") {
        // a machine without DejaVu Sans takes the next best
        const std::string font = "font-family=\"DejaVu Sans\"",
                          fonts = "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\"";
        for (std::size_t i = 0; (i = picture.find(font, i)) != std::string::npos; i += fonts.size())
            picture.replace(i, font.size(), fonts);
    }
    write_file(path, picture);
}

}  // namespace polhode
