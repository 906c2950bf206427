#include "polhode/picture/gnuplot_drawing.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "polhode/files/output_file.hpp"

namespace polhode {

namespace {

std::string terminal(const std::string& kind, const PageSize& size, double font_size, bool white) {
    const std::string font = fmt::format("enhanced font 'DejaVu Sans,{:g}'", font_size),
                      background = white ? " background rgb 'white'" : "";
    const int w = static_cast<int>(size.width), h = static_cast<int>(size.height);
    if (kind == "svg") return fmt::format("set terminal svg size {},{} dynamic {}{}", w, h, font, background);
    if (kind == "png")
        return fmt::format("set terminal pngcairo size {},{} {} fontscale 1.5 linewidth 2 pointscale 2{}", 2 * w, 2 * h,
                           font, background);
    return fmt::format("set terminal pdfcairo size {:.4f}in,{:.4f}in {} fontscale 0.5 linewidth 1.3 pointscale 0.6{}",
                       w / 120.0, h / 120.0, font, background);
}

}  // namespace

GnuplotDrawing::GnuplotDrawing(std::string kind, const PageSize& size, double font_size, Background background)
    : kind_(std::move(kind)), size_(size) {
    add("set encoding utf8");
    add(terminal(kind_, size_, font_size, background == Background::white));
    add("set output 'picture." + kind_ + "'");
}

std::string GnuplotDrawing::data(const std::string& text) {
    const std::string name = fmt::format("data-{}.txt", files_++);
    // gnuplot refuses a file without points
    write_file(folder_.file(name), text.empty() ? "NaN NaN\n" : text);
    return name;
}

std::string GnuplotDrawing::drawn() {
    add("unset output");
    run_gnuplot(folder_, script_);
    std::ifstream stream(folder_.file("picture." + kind_), std::ios::binary);
    std::string picture((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (picture.empty()) throw PlotError("gnuplot drew an empty picture");
    return picture;
}

}  // namespace polhode
