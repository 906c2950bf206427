#include "polhode/picture/picture_page.hpp"

#include <fmt/format.h>

#include <utility>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/display_width.hpp"
#include "polhode/base/version.hpp"
#include "polhode/files/output_file.hpp"

namespace polhode {

namespace {

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

PicturePage::PicturePage(std::string kind, const PageSize& size)
    : drawing_(std::move(kind), size, 11, GnuplotDrawing::Background::white) {
    add("set multiplot");
}

void PicturePage::begin_frame(const std::string& title, double from_top) {
    add("reset; unset border; unset tics; unset key; set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0");
    add(fmt::format("set label 1 {} at screen 0.5, screen {:.5f} center noenhanced font ',14'",
                    gnuplot_string(shortened(without_control_characters(title), 110)), 1 - from_top / size().height));
}

void PicturePage::foot(int number, const std::string& text, double x, double from_bottom, const char* side,
                       const char* colour) {
    add(fmt::format("set label {} {} at screen {:.5f}, screen {:.5f} {} noenhanced font ',9' textcolor rgb '{}'",
                    number, gnuplot_string(text), x, from_bottom / size().height, side, colour));
}

void PicturePage::foot_with_version(int number, double from_bottom) {
    foot(number, "Polhode " + version(), 0.985, from_bottom, "right");
}

void PicturePage::draw(const std::string& path) {
    add("set xrange [0:1]; set yrange [0:1]; plot NaN notitle");
    add("unset multiplot");
    std::string picture = drawing_.drawn();
    if (drawing_.kind() == "svg") {
        add_other_fonts(picture);
        if (const std::size_t end = picture.rfind("</svg>"); end != std::string::npos) picture.insert(end, painted_);
    }
    write_file(path, picture);
}

}  // namespace polhode
