#include "progress_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <system_error>

#include "polhode/system/host/terminal.hpp"

namespace polhode::app {

namespace {

std::string time_text(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::min(seconds, 3.6e9)));
    if (whole < 100) return fmt::format("{} s", whole);
    if (whole < 6000) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

// "12 s left"; "" where nothing tells
std::string time_left(double fraction, double before, double seconds_so_far) {
    if (!(fraction > before)) return "";
    return time_text(seconds_so_far * (1 - fraction) / (fraction - before)) + " left";
}

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

std::chrono::steady_clock::duration seconds_long(double seconds) {
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

constexpr std::chrono::milliseconds between_bars{200};

}  // namespace

ProgressBar::ProgressBar(std::string label, double end, bool wanted)
    : label_(std::move(label)),
      end_(end),
      wanted_(wanted),
      terminal_(system::is_terminal(system::Stream::error)),
      next_(start_ + (terminal_ ? Clock::duration(std::chrono::seconds(1)) : seconds_long(next_log_line(0)))) {
    if (!wanted_) return;
    try {
        watch_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {
        // where the system gives no more threads, at() does it
    }
}

std::string ProgressBar::line(const std::string& label, double fraction, double seconds_so_far, double before,
                              const std::string& note, int width) {
    fraction = std::clamp(fraction, 0.0, 1.0);
    const std::string part = fmt::format("{:3.0f} %", std::floor(100 * fraction)),
                      time = time_left(fraction, before, seconds_so_far), left = time.empty() ? "" : "   " + time,
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

std::string ProgressBar::log_line(const std::string& label, double fraction, double seconds, double seconds_so_far,
                                  double before, const std::string& note) {
    fraction = std::clamp(fraction, 0.0, 1.0);
    std::string text = fmt::format("polhode: {}: {:.0f} % after {}", label.substr(0, label.find_last_not_of(' ') + 1),
                                   std::floor(100 * fraction), time_text(seconds));
    for (const std::string& more : {note, time_left(fraction, before, seconds_so_far)})
        if (!more.empty()) text += ", " + more;
    return text;
}

double ProgressBar::next_log_line(double seconds) { return std::max(10.0, seconds + std::min(seconds, 600.0)); }

void ProgressBar::draw(double seconds_so_far) {
    const int columns = system::terminal_width(system::Stream::error);
    // in the last column some terminals begin a new line
    const int width = columns > 0 ? columns - 1 : 110;
    std::fputs(("\r" + line(label_, t_ / end_, seconds_so_far, begin_ / end_, note_, width) + "\x1b[K").c_str(),
               stderr);
    drawn_ = true;
}

void ProgressBar::show(Clock::time_point now) {
    if (!wanted_ || now < next_) return;
    const double so_far = seconds_between(part_start_, told_), seconds = seconds_between(start_, now);
    if (terminal_) {
        next_ = now + between_bars;
        draw(so_far);
    } else {
        next_ = start_ + seconds_long(next_log_line(seconds));
        std::fputs((log_line(label_, t_ / end_, seconds, so_far, begin_ / end_, note_) + "\n").c_str(), stderr);
    }
    std::fflush(stderr);
}

void ProgressBar::watch() {
    std::unique_lock lock(mutex_);
    while (!over_) {
        // a copy: at() may move it, and then it is looked at again
        const Clock::time_point until = next_;
        for_watch_.wait_until(lock, until, [this] { return over_; });
        if (!over_) show(Clock::now());
    }
}

void ProgressBar::at(double t, const std::string& note) {
    if (!wanted_) return;
    const std::lock_guard lock(mutex_);
    t_ = t;
    note_ = note;
    told_ = Clock::now();
    show(told_);
}

void ProgressBar::begin_at(double t) {
    const std::lock_guard lock(mutex_);
    begin_ = t_ = t;
}

void ProgressBar::go_on_with(const std::string& label, double end) {
    const std::lock_guard lock(mutex_);
    label_ = label;
    note_.clear();
    end_ = end;
    begin_ = t_ = 0;
    part_start_ = told_ = Clock::now();
}

ProgressBar::~ProgressBar() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    for_watch_.notify_all();
    if (watch_.joinable()) watch_.join();
    if (!drawn_) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

}  // namespace polhode::app
