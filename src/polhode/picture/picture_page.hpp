// The page that every picture is drawn on, whatever it shows: kinds of files, fonts, colours, places of panels, the
// title above and the line at the foot. gnuplot draws what is added to its script.
//
//     PicturePage page("svg", {1200, 830});
//     page.add("reset"); page.add(screen_margins(...)); page.add("plot ...");   // panels
//     page.begin_frame("Cusps", 29);                                            // then what stands around them
//     page.foot(2, "Polhode", 0.985, 16, "right");
//     page.draw("cusps.svg");
#pragma once

#include <iterator>
#include <string>

#include "polhode/picture/gnuplot_drawing.hpp"

namespace polhode {

// Lines of one picture are told apart by these: the colours of Okabe and Ito, which colour-blind readers can tell too.
inline constexpr const char* picture_colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                  "#E69F00", "#56B4E9", "#000000"};
inline constexpr std::size_t picture_colour_count = std::size(picture_colours);
inline const char* picture_colour(std::size_t i) { return picture_colours[i % picture_colour_count]; }
inline constexpr const char* picture_grey = "#505050";  // of axes, notes and the foot

// Where the next plot stands, in fractions of the page from its lower left corner.
std::string screen_margins(double left, double right, double bottom, double top);

class PicturePage {
 public:
    PicturePage(std::string kind, const PageSize& size);  // kind: as picture_format gives it

    const PageSize& size() const { return drawing_.size(); }
    void add(const std::string& line) { drawing_.add(line); }
    std::string data(const std::string& text) { return drawing_.data(text); }  // the name of a file that holds it

    // After all panels: the title, `from_top` below the upper edge.
    void begin_frame(const std::string& title, double from_top);
    // Small, at the foot: label `number`, at a fraction of the width; `side` of the place: "left" or "right".
    void foot(int number, const std::string& text, double x, double from_bottom, const char* side,
              const char* colour = picture_grey);
    void foot_with_version(int number, double from_bottom);
    // Elements of SVG that are painted over what gnuplot drew.
    void paint(const std::string& elements) { painted_ += elements; }

    // Ends the frame. Throws PlotError or, when the picture cannot be put where it should be, OutputError.
    void draw(const std::string& path);

 private:
    GnuplotDrawing drawing_;
    std::string painted_;
};

}  // namespace polhode
