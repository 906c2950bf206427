#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "polhode/base/text_table.hpp"
#include "polhode/base/version.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/picture/plot.hpp"
#include "polhode/study/study_report.hpp"

namespace polhode {

namespace {

// The colours of Okabe and Ito, told apart by colour-blind readers as well; beyond seven curves the marks change.
constexpr const char* colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
constexpr int marks[] = {7, 5, 9, 13, 11, 6, 4, 8};

constexpr double page_width = 1280, panel_height = 380, head_height = 70, foot_height = 56;

std::string terminal(const std::string& kind, double height) {
    const int w = static_cast<int>(page_width), h = static_cast<int>(height);
    if (kind == "svg")
        return fmt::format("set terminal svg size {},{} dynamic enhanced font 'DejaVu Sans,11' background rgb 'white'",
                           w, h);
    if (kind == "png")
        return fmt::format(
            "set terminal pngcairo size {},{} enhanced font 'DejaVu Sans,11' fontscale 1.5 linewidth 2 "
            "pointscale 2 background rgb 'white'",
            2 * w, 2 * h);
    return fmt::format(
        "set terminal pdfcairo size {:.4f}in,{:.4f}in enhanced font 'DejaVu Sans,11' fontscale 0.5 "
        "linewidth 1.3 pointscale 0.6 background rgb 'white'",
        w / 120.0, h / 120.0);
}

struct Panel {
    const char* title;
    double (*x)(const StudyPoint&);  // not positive: there is no such number
};

constexpr Panel panels[] = {
    {"evaluations of the equations", [](const StudyPoint& p) { return static_cast<double>(p.evaluations); }},
    {"floating-point operations", [](const StudyPoint& p) { return p.flops.value_or(0); }},
    {"CPU time, s", [](const StudyPoint& p) { return p.cpu_seconds; }},
};

}  // namespace

void plot_study(const Study& study, const StudyResult& result, const std::string& path) {
    const std::string kind = picture_format(path);
    const double height = head_height + foot_height + panel_height * static_cast<double>(study.problems.size());
    const TemporaryFolder folder;
    const Entry& measure = measure_entry(study.measure);
    std::string script =
        "set encoding utf8\n" + terminal(kind, height) + "\nset output 'picture." + kind + "'\nset multiplot\n";
    const auto add = [&](const std::string& line) { script += line + "\n"; };
    int files = 0;
    bool anything = false;

    for (std::size_t p = 0; p < study.problems.size(); ++p) {
        const double top = 1 - (head_height + panel_height * static_cast<double>(p) + 26) / height;
        const double bottom = 1 - (head_height + panel_height * static_cast<double>(p + 1) - 54) / height;
        for (int k = 0; k < 3; ++k) {
            const double left = 0.062 + 0.252 * k, right = left + 0.212;
            add("reset");
            add(
                fmt::format("set lmargin at screen {:.5f}; set rmargin at screen {:.5f}; set bmargin at screen {:.5f}; "
                            "set tmargin at screen {:.5f}",
                            left, right, bottom, top));
            add("set logscale xy; set format xy '10^{%T}'; set tics scale 0.5 nomirror font ',9'; set border 3 lc rgb "
                "'#505050'");
            add("set grid xtics ytics lc rgb '#e4e4e4' lw 1");
            add(fmt::format("set xlabel '{}' font ',10' offset 0,0.4", panels[k].title));
            if (k == 0)
                add(fmt::format("set ylabel {} font ',10' offset 1.2,0 noenhanced",
                                gnuplot_string("error (" + measure.name +
                                               (study.largest ? ", largest" : ", at the end") + "), " + measure.unit)));
            if (k == 0)
                add(fmt::format("set label 1 {} at screen {:.5f}, screen {:.5f} left noenhanced font ',12'",
                                gnuplot_string(study.problems[p].name), left, top + 13 / height));
            // the legend stands to the right of the last panel
            if (k == 2)
                add(
                    fmt::format("set key at screen {:.5f}, screen {:.5f} left top Left reverse noenhanced font ',9' "
                                "spacing 1.15 samplen 1.5 width -2",
                                right + 0.012, top));
            else
                add("unset key");
            std::string curves;
            for (const StudyCurve& curve : result.curves) {
                if (curve.problem != p) continue;
                std::string data;
                for (const std::size_t i : curve.points) {
                    const StudyPoint& point = result.points[i];
                    const double x = panels[k].x(point);
                    if (point.done && point.failure.empty() && point.error > 0 && x > 0)
                        data += fmt::format("{:.8g} {:.8g}\n", x, point.error);
                }
                anything = anything || !data.empty();
                // gnuplot refuses a file without points
                if (data.empty()) data = "NaN NaN\n";
                const std::string file = fmt::format("data-{}.txt", files++);
                write_file(folder.file(file), data);
                std::string name = shortened(printable(std::string_view(study.methods[curve.method].method.name)), 24);
                if (curve.order) name += fmt::format("  (order {:.1f})", *curve.order);
                const std::size_t c = curve.method;
                curves += (curves.empty() ? "plot " : ", ") +
                          fmt::format("'{}' with linespoints lc rgb '{}' lw 1.6 pt {} ps 0.55 title {}", file,
                                      colours[c % std::size(colours)],
                                      marks[(c / std::size(colours)) % std::size(marks)], gnuplot_string(name));
            }
            add(curves);
        }
    }
    if (!anything) throw PlotError("there is nothing to draw: no point of the study has an error above zero");
    add("reset; unset border; unset tics; unset key; set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0");
    add(fmt::format(
        "set label 1 {} at screen 0.5, screen {:.5f} center noenhanced font ',14'",
        gnuplot_string(shortened(printable(std::string_view(study.title.empty() ? study.file : study.title)), 110)),
        1 - 24 / height));
    add(fmt::format("set label 2 {} at screen 0.985, screen {:.5f} right noenhanced font ',9' textcolor rgb '#505050'",
                    gnuplot_string("Polhode " + version()), 16 / height));
    add("set xrange [0:1]; set yrange [0:1]; plot NaN notitle");
    add("unset multiplot; unset output");
    run_gnuplot(folder, script);

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
