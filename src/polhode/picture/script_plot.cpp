#include "polhode/picture/script_plot.hpp"

#include <cstdarg>
#include <cstdio>

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
    return gnuplot_string(PicturePage::data(text));
}

std::string margins(const Box& b) { return screen_margins(b.left, b.right, b.bottom, b.top); }

void panel_title(Script& script, const Box& box, char letter, const std::string& title) {
    script.add(format("set label 100 '{/:Bold (%c)}  %s' at screen %.5f, screen %.5f left enhanced font ',11'", letter,
                      title.c_str(), box.left, box.top + 16 / script.page().height));
}

void panel_note(Script& script, const Box& box, const std::string& note) {
    script.add(format("set label 101 %s at screen %.5f, screen %.5f center font ',9' textcolor rgb '#505050'",
                      gnuplot_string(note).c_str(), (box.left + box.right) / 2, box.bottom - 9 / script.page().height));
}

}  // namespace polhode::overview
