// What the pictures of a sweep (sweep_*_plot.cpp) share: the page with its panels, and axes. Internal to them.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "polhode/picture/picture_page.hpp"
#include "polhode/sweep/statistics/sweep_statistics.hpp"

namespace polhode {

struct Sweep;

namespace sweep_picture {

// The panel of an outcome stands for it: those that the file declares and that some run has; those of the final state
// where there are no others. Throws PlotError where there is none at all.
std::vector<std::size_t> outcomes_with_panels(const Sweep& sweep, const SweepStatistics& statistics);

// In the units of the SVG, from its upper left corner.
struct Box {
    double left, right, top, bottom;
};

struct PanelSize {
    double height = 300, right_margin = 24;
};

// Panels in rows of `columns`, each placed by hand so that all are the same size.
class Page : public PicturePage {
 public:
    Page(const Sweep& sweep, std::size_t panels, std::size_t columns, PanelSize panel_size = {});

    Box box(std::size_t number) const;
    void panel(std::size_t number, const std::string& title);
    // On the line of the title, to the right.
    void key(std::size_t number);
    // Text at a place in the units of the SVG; `how`: "left", "center rotate by 90", ...
    void label(const std::string& text, double x, double y, const std::string& how);
    // The line at the foot of the page; sentences are added to it.
    void say(const std::string& sentence);
    void draw(const std::string& path);

 private:
    std::size_t columns_;
    PanelSize panel_;
    std::string title_, caption_;
    int labels_ = 100;
};

std::string with_unit(const std::string& name, const std::string& unit);  // "rate, rad/s"

enum class Scale { linear, logarithmic };
// Positive numbers that span two decades or more show little otherwise.
Scale fitting_scale(double low, double high);

// An axis from the lowest to the highest of some numbers, whatever they are. gnuplot is handed places between 0 and 1
// on it: ranges that are narrow beside their numbers, or near the largest number there is, are beyond it.
class Axis {
 public:
    // `wanted`: about how many ticks there is room for.
    Axis(double low, double high, int wanted, Scale scale = Scale::linear);
    // One with `count` cells side by side: the lowest number is in the middle of the first.
    Axis in_cells(std::size_t count) const;

    double at(double x) const;
    const std::vector<std::pair<double, std::string>>& tick_list() const { return ticks_; }
    std::string ticks() const;  // "set xtics" takes it
    // "rate, rad/s", "energy, 10⁶ J", "rate − 4.9998, 10⁻⁶ rad/s"
    std::string label(const std::string& name, const std::string& unit) const;

 private:
    void set_linear_ticks(int wanted);
    void set_logarithmic_ticks(int wanted);

    double low_, high_, half_;
    Scale scale_;
    double begin_ = 0, part_ = 1;  // of the places
    int factor_ = 0;
    std::string less_;
    std::vector<std::pair<double, std::string>> ticks_;
};

// A value of a column of the inputs in words: the text it stands for, or the number.
std::string input_text(const Sweep& sweep, std::size_t column, double value);
// The unit of a column of the inputs where its key has one.
std::string unit_of_input(const Sweep& sweep, std::size_t column);

}  // namespace sweep_picture
}  // namespace polhode
