// What the parts of the overview of a run (plot.cpp) share: lines of points, the page with its colours and boxes, and
// the script for gnuplot. Internal to them.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "polhode/picture/gnuplot.hpp"

namespace polhode::overview {

constexpr double pi = std::numbers::pi, to_degrees = 180 / pi;
constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

// The colours of Okabe and Ito, told apart by colour-blind readers as well.
constexpr const char* colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
constexpr const char* pale_colours[] = {"#A9CDE3", "#F0C4A6", "#A6DCCB", "#EBCBDD", "#F5DBA6", "#C6E4F6", "#B3B3B3"};
constexpr std::size_t colour_count = std::size(colours);

// The page in its own units (pixels of the SVG).
struct Page {
    double width = 1200, height = 830;
};

inline const char* colour_of(std::size_t i) { return colours[i % colour_count]; }

[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

struct Point {
    double x, y;
};
using Line = std::vector<Point>;  // a point that is not a number is a gap

struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void take(double y) {
        if (!std::isfinite(y)) return;
        low = std::min(low, y);
        high = std::max(high, y);
    }
    void take(const Line& line) {
        for (const Point& p : line) take(p.y);
    }
    bool empty() const { return !(low <= high); }
    double largest() const { return empty() ? 0 : std::max(std::fabs(low), std::fabs(high)); }
    // With some air, and never so narrow that rounding errors fill the panel.
    Range padded(double least) const {
        if (empty()) return {-1, 1};
        const double middle = (low + high) / 2, half = std::max((high - low) / 2 * 1.08, least / 2);
        return {middle - half, middle + half};
    }
};

class Script {
 public:
    Script(const TemporaryFolder& folder, const Page& page) : folder_(folder), page_(page) {}

    const Page& page() const { return page_; }

    void add(const std::string& command) { text_ += command + "\n"; }
    const std::string& text() const { return text_; }

    // A file of points for gnuplot; returns its name as a gnuplot string.
    std::string data(const Line& line);

 private:
    const TemporaryFolder& folder_;
    Page page_;
    std::string text_;
    int files_ = 0;
};

struct Box {
    double left, right, bottom, top;  // fractions of the page
};
std::string margins(const Box& b);
void panel_title(Script& script, const Box& box, char letter, const std::string& title);
// Small and grey, below the box.
void panel_note(Script& script, const Box& box, const std::string& note);

}  // namespace polhode::overview
