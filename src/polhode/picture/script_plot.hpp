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

#include "polhode/picture/picture_page.hpp"

namespace polhode::overview {

constexpr double pi = std::numbers::pi, to_degrees = 180 / pi;
constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

inline constexpr const char* pale_colours[] = {"#A9CDE3", "#F0C4A6", "#A6DCCB", "#EBCBDD",
                                               "#F5DBA6", "#C6E4F6", "#B3B3B3"};
static_assert(std::size(pale_colours) == picture_colour_count);
inline const char* colour_of(std::size_t i) { return picture_colour(i); }
inline const char* pale_colour_of(std::size_t i) { return pale_colours[i % picture_colour_count]; }

using Page = PageSize;

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

class Script : public PicturePage {
 public:
    using PicturePage::PicturePage;

    const Page& page() const { return size(); }
    // A file of points for gnuplot; returns its name as a gnuplot string.
    std::string data(const Line& line);
};

struct Box {
    double left, right, bottom, top;  // fractions of the page
};
std::string margins(const Box& b);
void panel_title(Script& script, const Box& box, char letter, const std::string& title);
// Small and grey, below the box.
void panel_note(Script& script, const Box& box, const std::string& note);

}  // namespace polhode::overview
