#include "progress_bar.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace polhode::app {

namespace {

std::string time_left(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::min(seconds, 3.6e9)));
    if (whole < 100) return fmt::format("{} s left", whole);
    if (whole < 6000) return fmt::format("{} min {:02} s left", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min left", whole / 3600, whole / 60 % 60);
}

}  // namespace

ProgressBar::ProgressBar(std::string label, double end, bool wanted)
    : label_(std::move(label)), end_(end), wanted_(wanted && isatty(STDERR_FILENO)) {}

std::string ProgressBar::line(const std::string& label, double fraction, double seconds_so_far, double before,
                              const std::string& note, int width) {
    fraction = std::clamp(fraction, 0.0, 1.0);
    const std::string part = fmt::format("{:3.0f} %", std::floor(100 * fraction)),
                      left = fraction > before
                                 ? "   " + time_left(seconds_so_far * (1 - fraction) / (fraction - before))
                                 : "",
                      noted = note.empty() ? "" : "   " + note;
    const auto room_beside = [&](const std::string& text) { return width - static_cast<int>(text.size()); };
    // where the terminal is narrow the bar becomes shorter, then the note goes, the bar, and what it is about
    for (const std::string& rest : {noted + left, left}) {
        const int cells = std::min(30, room_beside(label + "  [] " + part + rest)),
                  full = static_cast<int>(fraction * cells);
        if (cells >= 8)
            return fmt::format("{}  [{}{}] {}{}", label, std::string(static_cast<std::size_t>(full), '#'),
                               std::string(static_cast<std::size_t>(cells - full), '-'), part, rest);
    }
    for (const std::string& text : {label + " " + part + left, part + left})
        if (room_beside(text) >= 0) return text;
    return part;
}

void ProgressBar::at(double t, const std::string& note) {
    if (!wanted_) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    drawn_ = true;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    // in the last column some terminals begin a new line
    const int width = known ? size.ws_col - 1 : 110;
    std::fputs(("\r" + line(label_, t / end_, seconds, begin_ / end_, note, width) + "\x1b[K").c_str(), stderr);
    std::fflush(stderr);
}

ProgressBar::~ProgressBar() {
    if (!drawn_) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

}  // namespace polhode::app
