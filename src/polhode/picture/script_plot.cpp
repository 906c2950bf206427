#include "polhode/picture/script_plot.hpp"

#include <cstdarg>
#include <cstdio>

#include "polhode/files/output_file.hpp"

namespace polhode::overview {

std::string format(const char* pattern, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(text, sizeof text, pattern, arguments);
    va_end(arguments);
    return text;
}

std::string Script::data(const Line& line) {
    std::string text;
    bool gap = true;
    for (const Point& p : line) {
        if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
            if (!gap) text += "\n";
            gap = true;
            continue;
        }
        char one[64];
        std::snprintf(one, sizeof one, "%.10g %.8g\n", p.x, p.y);
        text += one;
        gap = false;
    }
    // gnuplot refuses a file without points
    if (text.empty()) text = "NaN NaN\n";
    const std::string name = "data-" + std::to_string(files_++) + ".txt";
    write_file(folder_.file(name), text);
    return gnuplot_string(name);
}

std::string margins(const Box& b) {
    return format(
        "set lmargin at screen %.5f; set rmargin at screen %.5f; set bmargin at screen %.5f; set tmargin at screen "
        "%.5f",
        b.left, b.right, b.bottom, b.top);
}

void panel_title(Script& script, const Box& box, char letter, const std::string& title) {
    script.add(format("set label 100 '{/:Bold (%c)}  %s' at screen %.5f, screen %.5f left enhanced font ',11'", letter,
                      title.c_str(), box.left, box.top + 16 / script.page().height));
}

void panel_note(Script& script, const Box& box, const std::string& note) {
    script.add(format("set label 101 %s at screen %.5f, screen %.5f center font ',9' textcolor rgb '#505050'",
                      gnuplot_string(note).c_str(), (box.left + box.right) / 2, box.bottom - 9 / script.page().height));
}

}  // namespace polhode::overview
