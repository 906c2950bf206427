#include "polhode/picture/picture_page.hpp"

#include <fmt/format.h>

#include <fstream>

#include "polhode/base/text_table.hpp"
#include "polhode/base/version.hpp"
#include "polhode/files/output_file.hpp"

namespace polhode {

namespace {

std::string terminal(const std::string& kind, const PageSize& size) {
    const int w = static_cast<int>(size.width), h = static_cast<int>(size.height);
    if (kind == "svg")
        return fmt::format("set terminal svg size {},{} dynamic enhanced font 'DejaVu Sans,11' background rgb 'white'",
                           w, h);
    if (kind == "png")
        return fmt::format(
            "set terminal pngcairo size {},{} enhanced font 'DejaVu Sans,11' fontscale 1.5 linewidth 2 pointscale 2 "
            "background rgb 'white'",
            2 * w, 2 * h);
    return fmt::format(
        "set terminal pdfcairo size {:.4f}in,{:.4f}in enhanced font 'DejaVu Sans,11' fontscale 0.5 linewidth 1.3 "
        "pointscale 0.6 background rgb 'white'",
        w / 120.0, h / 120.0);
}

// A machine without DejaVu Sans takes the next best.
void add_other_fonts(std::string& svg) {
    const std::string font = "font-family=\"DejaVu Sans\"",
                      fonts = "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\"";
    for (std::size_t i = 0; (i = svg.find(font, i)) != std::string::npos; i += fonts.size())
        svg.replace(i, font.size(), fonts);
}

}  // namespace

std::string screen_margins(double left, double right, double bottom, double top) {
    return fmt::format(
        "set lmargin at screen {:.5f}; set rmargin at screen {:.5f}; set bmargin at screen {:.5f}; set tmargin at "
        "screen {:.5f}",
        left, right, bottom, top);
}

PicturePage::PicturePage(std::string kind, const PageSize& size) : kind_(std::move(kind)), size_(size) {
    add("set encoding utf8");
    add(terminal(kind_, size_));
    add("set output 'picture." + kind_ + "'");
    add("set multiplot");
}

std::string PicturePage::data(const std::string& text) {
    const std::string name = fmt::format("data-{}.txt", files_++);
    // gnuplot refuses a file without points
    write_file(folder_.file(name), text.empty() ? "NaN NaN\n" : text);
    return name;
}

void PicturePage::begin_frame(const std::string& title, double from_top) {
    add("reset; unset border; unset tics; unset key; set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0");
    add(fmt::format("set label 1 {} at screen 0.5, screen {:.5f} center noenhanced font ',14'",
                    gnuplot_string(shortened(without_control_characters(title), 110)), 1 - from_top / size_.height));
}

void PicturePage::foot(int number, const std::string& text, double x, double from_bottom, const char* side,
                       const char* colour) {
    add(fmt::format("set label {} {} at screen {:.5f}, screen {:.5f} {} noenhanced font ',9' textcolor rgb '{}'",
                    number, gnuplot_string(text), x, from_bottom / size_.height, side, colour));
}

void PicturePage::foot_with_version(int number, double from_bottom) {
    foot(number, "Polhode " + version(), 0.985, from_bottom, "right");
}

void PicturePage::draw(const std::string& path) {
    add("set xrange [0:1]; set yrange [0:1]; plot NaN notitle");
    add("unset multiplot; unset output");
    run_gnuplot(folder_, script_);
    std::ifstream stream(folder_.file("picture." + kind_), std::ios::binary);
    std::string picture((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (picture.empty()) throw PlotError("gnuplot drew an empty picture");
    if (kind_ == "svg") {
        add_other_fonts(picture);
        if (const std::size_t end = picture.rfind("</svg>"); end != std::string::npos) picture.insert(end, painted_);
    }
    write_file(path, picture);
}

}  // namespace polhode
