#include "progress_bar.hpp"

#include <fmt/format.h>
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
                              const std::string& note) {
    fraction = std::clamp(fraction, 0.0, 1.0);
    const int cells = 30, full = static_cast<int>(fraction * cells);
    std::string text = fmt::format("{}  [{}{}] {:3.0f} %", label, std::string(full, '#'),
                                   std::string(cells - full, '-'), std::floor(100 * fraction));
    if (!note.empty()) text += "   " + note;
    if (fraction > before) text += "   " + time_left(seconds_so_far * (1 - fraction) / (fraction - before));
    return text;
}

void ProgressBar::at(double t, const std::string& note) {
    if (!wanted_) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    drawn_ = true;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    std::fputs(("\r" + line(label_, t / end_, seconds, begin_ / end_, note) + "\x1b[K").c_str(), stderr);
    std::fflush(stderr);
}

ProgressBar::~ProgressBar() {
    if (!drawn_) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

}  // namespace polhode::app
