// A drawing by gnuplot from an empty script to the bytes of its file: what a page of pictures and a panel of a report
// have in common.
#pragma once

#include <string>

#include "polhode/picture/gnuplot.hpp"

namespace polhode {

// In the units of the SVG.
struct PageSize {
    double width = 1200, height = 830;
};

class GnuplotDrawing {
 public:
    // kind: as picture_format gives it. A transparent one lies on a page that has its own colour.
    enum class Background { white, transparent };
    GnuplotDrawing(std::string kind, const PageSize& size, double font_size, Background background);

    const std::string& kind() const { return kind_; }
    const PageSize& size() const { return size_; }
    void add(const std::string& line) { script_ += line + "\n"; }
    std::string data(const std::string& text);  // the name of a file that holds it
    // Runs the script. Throws PlotError.
    std::string drawn();

 private:
    TemporaryFolder folder_;
    std::string kind_;
    PageSize size_;
    std::string script_;
    int files_ = 0;
};

}  // namespace polhode
